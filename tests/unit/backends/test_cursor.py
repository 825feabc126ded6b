import pytest

from searchapp.backends import cursor
from searchapp.errors import PipelineError


@pytest.mark.rule("S2")
def test_a_scroll_id_comes_back_as_it_was():
    assert cursor.opened("key", "gene", cursor.signed("key", "gene", "abc==")) == "abc=="


@pytest.mark.rule("S2")
@pytest.mark.parametrize(
    "text", ["", "abc", "WyJnZW5lIiwiYSJd.xxx", "\ud800", "a.b.c", cursor.signed("other", "gene", "a")]
)
def test_a_text_that_we_did_not_sign_is_refused(text):
    with pytest.raises(PipelineError, match=r"400 Invalid or stale scroll_id\."):
        cursor.opened("key", "gene", text)


@pytest.mark.rule("S2")
def test_a_scroll_id_of_another_item_type_is_refused():
    with pytest.raises(PipelineError, match=r"400 Invalid or stale scroll_id\."):
        cursor.opened("key", "disease", cursor.signed("key", "gene", "a"))
