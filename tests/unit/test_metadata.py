import itertools
import logging
import threading
import time

import pytest

from searchapp.errors import PipelineError
from searchapp.metadata import Metadata, licenses_of

SOURCES = {
    "src": {
        "one": {"license_url": "https://long", "license_url_short": "https://one"},
        "two": {"licence_url": "https://two"},
        "three": {"license": "CC0"},
        "four": {"license_url": ""},
    },
    "stats": {"total": 5},
}


class Collections:
    """A backend with one collection, whose fields and generation a test can change."""

    def __init__(self):
        self.calls, self.current, self.error = [], "g1", None
        self.deadlines = []
        self.properties = {"a": {"type": "keyword", "copy_to": "all"}}

    def generation(self, item_type, deadline=None):
        self.deadlines.append(deadline)
        self.calls.append(("generation", item_type))
        if self.error:
            raise self.error
        return self.current

    def mapping(self, item_type, deadline=None):
        self.deadlines.append(deadline)
        self.calls.append(("mapping", item_type))
        return {"properties": self.properties, "_meta": SOURCES}


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def backend():
    return Collections()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def metadata(backend, clock):
    return Metadata(backend, max_age=60, clock=clock)


@pytest.mark.rule("P8")
def test_nothing_is_loaded_before_it_is_asked_for(backend, metadata):
    assert backend.calls == []
    metadata.fields("gene")
    assert backend.calls == [("generation", "gene"), ("mapping", "gene")]


@pytest.mark.rule("M1")
def test_fields_sources_mapping_licences_and_generation_come_from_one_load(backend, metadata):
    assert metadata.fields("gene") == {"a": {"type": "keyword", "index": True, "searched_by_default": True}}
    assert metadata.sources("gene") == SOURCES
    assert metadata.mapping("gene") == {"properties": backend.properties, "_meta": SOURCES}
    assert metadata.licenses("gene") == {"one": "https://one", "two": "https://two"}
    assert metadata.entry("gene").generation == "g1"
    assert len(backend.calls) == 2


def test_each_item_type_has_its_own(backend, metadata):
    metadata.fields("gene")
    metadata.fields("disease")
    assert [item_type for _, item_type in backend.calls] == ["gene", "gene", "disease", "disease"]


def test_without_an_item_type_the_default_one_is_meant(backend):
    Metadata(backend, default_item_type="gene").fields()
    Metadata(backend).fields()
    assert [item_type for _, item_type in backend.calls] == ["gene", "gene", "", ""]


@pytest.mark.rule("K1", "K3", "M1")
def test_the_settings_of_the_item_type_hold(backend):
    settings = {"field_notes": {"a": "note"}, "default_fields": ["b"], "licenses": {"x": "https://x"}}
    metadata = Metadata(backend, item_types={"gene": settings})
    assert metadata.fields("gene") == {"a": {"type": "keyword", "index": True, "notes": "note"}}
    assert metadata.licenses("gene") == {"x": "https://x"}
    assert metadata.licenses("other") == {"one": "https://one", "two": "https://two"}


@pytest.mark.rule("K3", "M1")
def test_notes_come_with_the_collection_and_notes_of_the_settings_win(backend, monkeypatch):
    monkeypatch.setitem(SOURCES, "_field_notes", {"a": "loaded", "b": "loaded"})
    backend.properties = {"a": {"type": "long"}, "b": {"type": "long"}}
    metadata = Metadata(backend, item_types={"gene": {"field_notes": {"a": "set"}}})
    assert [field["notes"] for field in metadata.fields("gene").values()] == ["set", "loaded"]


def test_young_entries_are_not_checked(backend, metadata, clock):
    metadata.fields("gene")
    clock.now += 59.9
    metadata.fields("gene")
    assert len(backend.calls) == 2


def test_old_entries_are_checked_and_kept_while_the_generation_is_the_same(backend, metadata, clock):
    first = metadata.fields("gene")
    for _ in range(2):
        clock.now += 60
        assert metadata.fields("gene") is first
        assert metadata.fields("gene") is first
    assert backend.calls[2:] == [("generation", "gene")] * 2


def test_a_new_generation_is_loaded(backend, metadata, clock):
    metadata.fields("gene")
    backend.current, backend.properties = "g2", {"b": {"type": "long"}}
    assert list(metadata.fields("gene")) == ["a"]
    clock.now += 60
    assert list(metadata.fields("gene")) == ["b"]
    assert metadata.entry("gene").generation == "g2"


def test_metadata_is_kept_for_a_minute_and_each_type_has_its_own_lock(backend):
    metadata = Metadata(backend)
    metadata.fields("gene")
    metadata.fields("disease")
    assert metadata.max_age == 60
    assert sorted(metadata._locks) == ["disease", "gene"]


def test_a_database_that_fails_is_asked_again_at_the_usual_age_where_that_is_short(backend, clock):
    metadata = Metadata(backend, max_age=0.5, clock=clock)
    metadata.fields("gene")
    backend.error = PipelineError(503, "away")
    clock.now += 0.5
    metadata.fields("gene")
    clock.now += 0.4
    metadata.fields("gene")
    assert len(backend.calls) == 3
    clock.now += 0.1
    metadata.fields("gene")
    assert len(backend.calls) == 4


def test_something_fresher_can_be_asked_for(backend, metadata, clock):
    metadata.fields("gene")
    backend.current, backend.properties = "g2", {"b": {"type": "long"}}
    clock.now += 2
    assert list(metadata.fields("gene", max_age=3)) == ["a"]
    assert list(metadata.fields("gene", max_age=1)) == ["b"]


@pytest.mark.rule("I7")
def test_the_first_load_fails_with_the_error_of_the_database(backend, metadata):
    backend.error = PipelineError(503, "search backend is not available")
    with pytest.raises(PipelineError) as caught:
        metadata.fields("gene")
    assert caught.value is backend.error
    backend.error = None
    assert list(metadata.fields("gene")) == ["a"]


def test_the_old_metadata_holds_while_the_database_does_not_answer(backend, metadata, clock, caplog):
    first = metadata.fields("gene")
    backend.error = PipelineError(503, "search backend is not available")
    clock.now += 60
    with caplog.at_level(logging.WARNING):
        assert metadata.fields("gene") is first
    assert caplog.messages == ["metadata of gene not refreshed: 503 search backend is not available"]
    clock.now += 0.9
    assert metadata.fields("gene") is first
    assert len(backend.calls) == 3
    clock.now += 0.1
    assert metadata.fields("gene") is first
    assert len(backend.calls) == 4


def test_a_database_that_fails_slowly_is_asked_again_later(backend, metadata, clock, monkeypatch):
    metadata.fields("gene")
    clock.now += 60
    generation = backend.generation

    def slow(*args):
        clock.now += 2
        return generation(*args)

    backend.error = PipelineError(504, "slow")
    monkeypatch.setattr(backend, "generation", slow)
    metadata.fields("gene")
    calls = len(backend.calls)
    clock.now += 17.9
    metadata.fields("gene")
    assert len(backend.calls) == calls
    clock.now += 0.2
    metadata.fields("gene")
    assert len(backend.calls) == calls + 1


def test_other_failures_are_not_hidden(backend, metadata, clock):
    metadata.fields("gene")
    backend.error = KeyError("bug")
    clock.now += 60
    for _ in range(2):
        with pytest.raises(KeyError):
            metadata.fields("gene")


def in_thread(call, found):
    thread = threading.Thread(target=lambda: found.append(call()))
    thread.start()
    return thread


def test_the_others_get_the_old_metadata_while_one_thread_loads(backend, metadata, clock):
    first = metadata.fields("gene")
    entered, go = threading.Event(), threading.Event()

    def slow_mapping(item_type, deadline=None):
        entered.set()
        go.wait(5)
        return {"properties": {"b": {"type": "long"}}}

    backend.current, backend.mapping = "g2", slow_mapping
    clock.now += 60
    found = []
    thread = in_thread(lambda: metadata.fields("gene"), found)
    assert entered.wait(5)
    assert metadata.fields("gene") is first
    go.set()
    thread.join(5)
    assert list(found[0]) == ["b"]
    assert metadata.fields("gene") is found[0]
    assert metadata.sources("gene") == {}


def test_the_first_load_happens_once_for_all_threads(backend, metadata):
    entered, go, load, found = threading.Event(), threading.Event(), backend.mapping, []

    def slow_mapping(item_type, deadline=None):
        entered.set()
        go.wait(5)
        return load(item_type)

    backend.mapping = slow_mapping
    threads = [in_thread(lambda: metadata.fields("gene"), found)]
    assert entered.wait(5)
    threads += [in_thread(lambda: metadata.fields("gene"), found) for _ in range(3)]
    go.set()
    for thread in threads:
        thread.join(5)
    assert len(found) == 4 and all(fields is found[0] for fields in found)
    assert backend.calls == [("generation", "gene"), ("mapping", "gene")]


class CountingLock:
    """A lock that knows how often it was asked for."""

    def __init__(self):
        self.lock, self.asked = threading.Lock(), 0
        self.release = self.lock.release

    def acquire(self, blocking=True):
        self.asked += 1
        return self.lock.acquire(blocking)


def test_who_waits_for_a_first_load_that_fails_does_not_try_it_again(backend, metadata):
    entered, go, found = threading.Event(), threading.Event(), []

    def failing(item_type, deadline=None):
        backend.calls.append(("generation", item_type))
        entered.set()
        go.wait(5)
        raise PipelineError(504, "no answer within 1 s", {"a": 1})

    def fields():
        with pytest.raises(PipelineError) as caught:
            metadata.fields("gene")
        return caught.value.code, caught.value.summary, caught.value.details

    backend.generation = failing
    metadata._locks["gene"] = lock = CountingLock()
    threads = [in_thread(fields, found)]
    assert entered.wait(5)
    threads += [in_thread(fields, found) for _ in range(3)]
    while lock.asked < 4:
        time.sleep(0.01)
    go.set()
    for thread in threads:
        thread.join(5)
    assert found == [(504, "no answer within 1 s", {"a": 1})] * 4
    assert backend.calls == [("generation", "gene")]
    assert fields() == found[0]
    assert len(backend.calls) == 2


NOTES = {"src": {"zero": {"license_url": "https://zero"}}, "version": "1"}


def test_configured_notes_are_added_to_notes_of_the_database_which_win(backend):
    metadata = Metadata(backend, item_types={"gene": {"metadata": NOTES}})
    assert metadata.mapping("gene") == {"properties": backend.properties, "_meta": {"version": "1", **SOURCES}}
    assert "zero" not in metadata.licenses("gene")


@pytest.mark.parametrize("given", [{}, {"_meta": None}])
def test_configured_notes_stand_where_the_database_has_none(backend, given):
    backend.mapping = lambda item_type, deadline=None: {"properties": {}, **given}
    metadata = Metadata(backend, item_types={"gene": {"metadata": NOTES}})
    assert metadata.mapping("gene") == {"properties": {}, "_meta": NOTES}
    assert metadata.licenses("gene") == {"zero": "https://zero"}


@pytest.mark.parametrize("mapping", [{}, {"_meta": None}, {"_meta": {}}, {"_meta": {"src": None}}])
def test_without_sources_there_are_no_licences(mapping):
    assert licenses_of(mapping) == {}


def test_the_reads_of_a_check_have_one_deadline(backend):
    ticks = itertools.count(100)
    Metadata(backend, seconds=7, clock=lambda: next(ticks)).fields("gene")
    assert backend.deadlines == [107, 107]
