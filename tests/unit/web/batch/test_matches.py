import pytest

from searchapp.web.batch.matches import held_names, matched_field

FIELDS = {"title": {"type": "text"}, "title.keyword": {"type": "keyword"}, "a.b": {"type": "keyword"}}
DOCUMENT = {"_id": "X1", "title": "Die Straße nach Süden", "a": {"b": ["One", "Two"]}, "n": 1017}
SCOPES = held_names(["_id", "a.b^5", "n", "title.keyword", "title"], FIELDS)


@pytest.mark.parametrize(
    ("term", "field"),
    [
        ("x1", "_id"),
        ("two", "a.b"),
        (1017, "n"),
        ("1017", "n"),
        ("die strasse nach suden", "title.keyword"),
        ("süden", "title.keyword"),
        ("north", None),
    ],
)
def test_the_field_that_a_term_matches(term, field):
    assert matched_field(term, DOCUMENT, SCOPES) == field


def test_a_field_with_the_value_wins_over_one_with_the_word():
    scopes = held_names(["title", "symbol"], FIELDS)
    assert matched_field("cat", {"title": "a cat", "symbol": "CAT"}, scopes) == "symbol"
