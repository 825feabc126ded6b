import pytest

from searchapp.databases.shared import cursors
from searchapp.errors import PipelineError


@pytest.mark.rule("S2")
def test_a_scroll_id_comes_back_as_it_was():
    assert cursors.opened("key", "gene", cursors.signed("key", "gene", "abc==")) == "abc=="


@pytest.mark.rule("S2")
@pytest.mark.parametrize(
    "text", ["", "abc", "WyJnZW5lIiwiYSJd.xxx", "\ud800", "a.b.c", cursors.signed("other", "gene", "a")]
)
def test_a_text_that_we_did_not_sign_is_refused(text):
    with pytest.raises(PipelineError, match=r"400 Invalid or stale scroll_id\."):
        cursors.opened("key", "gene", text)


@pytest.mark.rule("S2")
def test_a_scroll_id_of_another_item_type_is_refused():
    with pytest.raises(PipelineError, match=r"400 Invalid or stale scroll_id\."):
        cursors.opened("key", "disease", cursors.signed("key", "gene", "a"))


BODY = {"query": {"match_all": {}}, "sort": [{"n": {"order": "asc"}}], "size": 2}


def behind(pages):
    """The cursor behind so many pages of two hits."""
    here = cursors.opened_cursor("key", "gene", cursors.FIRST, BODY)
    for page in range(1, pages + 1):
        here = here.after("view", [page, "x" * 20], 2)
    return here


def test_a_cursor_comes_back_as_it_was():
    text = cursors.signed_cursor("key", "gene", behind(3))
    assert cursors.opened_cursor("key", "gene", text, BODY)[:4] == behind(3)[:4]
    assert cursors.opened_cursor("key", "gene", text, {**BODY, "size": 5, "_source": {"includes": ["a"]}}).seen == 6


def test_before_all_hits_there_is_no_view():
    assert behind(0)[1:] == (None, None, 0, ())
    assert behind(0).before("view") is None


def test_a_cursor_leads_back_to_the_page_before():
    text = cursors.signed_cursor("key", "gene", behind(3))
    back = cursors.opened_cursor("key", "gene", text, BODY).before("view")
    assert (back.sort_values, back.seen) == (behind(2).sort_values, 4)
    assert (behind(1).before("view").sort_values, behind(1).before("view").seen) == (None, 0)


def test_a_long_cursor_forgets_its_oldest_pages():
    here = behind(0)
    for page in range(400):
        here = here.after("view", [f"{page:x}{hash(page * 7919)}"], 2)
    text = cursors.signed_cursor("key", "gene", here)
    found = cursors.opened_cursor("key", "gene", text, BODY)
    assert len(text) <= cursors.MAX_CURSOR
    assert (found.sort_values, found.seen, list(found.trail[-1][0])) == (here.sort_values, 800, here.trail[-1][0])


@pytest.mark.rule("S2")
@pytest.mark.parametrize(
    "text", ["", "abc", "\ud800", cursors.signed("key", "gene", "a"), cursors.signed_cursor("other", "gene", behind(1))]
)
def test_a_cursor_that_we_did_not_sign_is_refused(text):
    with pytest.raises(PipelineError, match=r"400 Invalid or stale scroll_id\."):
        cursors.opened_cursor("key", "gene", text, BODY)


@pytest.mark.rule("S2")
def test_a_cursor_of_another_item_type_is_refused():
    with pytest.raises(PipelineError, match=r"400 Invalid or stale scroll_id\."):
        cursors.opened_cursor("key", "disease", cursors.signed_cursor("key", "gene", behind(1)), BODY)


@pytest.mark.parametrize("other", [{"query": {"match_none": {}}}, {"sort": []}, {"post_filter": {"match_all": {}}}])
def test_a_cursor_of_another_query_is_refused(other):
    with pytest.raises(PipelineError, match="belongs to another query"):
        cursors.opened_cursor("key", "gene", cursors.signed_cursor("key", "gene", behind(1)), {**BODY, **other})
