import pytest

from searchapp.databases.search_engine.backend import SearchBackend
from searchapp.databases.shared.cursors import opened_state, signed_state
from searchapp.errors import ErrorKind, PipelineError
from searchapp.protocols import Context

from ...refusals import refusal

STALE = "Invalid or stale scroll_id."


class Collection(SearchBackend):
    """A collection of 25 hits with one state, `s1`; a page of another state is not there."""

    named = True

    def in_state(self, index, body, state, end):
        if state not in (None, "s1"):
            raise PipelineError.of(ErrorKind.NOT_LOADED)
        hits = [{}] * min(body["size"], 25 - body.get("from", 0))
        return {"hits": {"total": 25, "hits": hits}}, "s1" if self.named else None


def page(text=None, window=20, backend=None, **body):
    backend = backend or Collection(secret_key="key")
    return backend.linked_page({"size": 10, **body}, text, window, Context("gene"))


def test_a_page_names_the_state_that_it_was_read_from():
    first = page()
    assert opened_state("key", "gene", first["_generation"]) == "s1"
    assert page(first["_generation"], **{"from": 10})["_generation"] == first["_generation"]


def test_after_the_last_page_of_the_window_a_cursor_continues_unless_all_was_read():
    assert "_further" not in page()
    assert "_further" in page(**{"from": 10})
    assert "_further" not in page(**{"from": 15})


@pytest.mark.parametrize(
    ("key", "item_type", "state"), [("other", "gene", "s1"), ("key", "disease", "s1"), ("key", "gene", "s2")]
)
def test_the_name_of_a_state_is_ours_for_one_type_and_is_there(key, item_type, state):
    assert refusal(page, signed_state(key, item_type, state))[0] == STALE


@pytest.mark.parametrize("text", ["s1", "s1.", ".", "s1.é", "s2.AAAAAAAAAAAA"])
def test_a_forged_name_is_refused(text):
    with pytest.raises(PipelineError, match=STALE):
        opened_state("key", "gene", text)


def test_where_states_have_no_names_none_is_given():
    backend = Collection()
    backend.named = False
    assert set(page(backend=backend, **{"from": 10})) == {"hits"}


def test_who_has_no_window_gets_no_names():
    assert set(page(window=0)) == {"hits"}


def test_the_only_page_names_no_state():
    assert set(page(size=25)) == {"hits"}


def test_without_a_name_a_collection_that_is_not_loaded_is_a_503():
    backend = Collection()
    backend.in_state = lambda *_: (_ for _ in ()).throw(PipelineError.of(ErrorKind.NOT_LOADED))
    with pytest.raises(PipelineError) as caught:
        page(backend=backend)
    assert caught.value.code == 503
