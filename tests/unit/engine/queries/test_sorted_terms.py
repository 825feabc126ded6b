import pytest

from searchapp.engine.queries.sorted_terms import is_plain
from tests.unit.engine.searching import ask


@pytest.mark.parametrize(
    ("column", "low", "high", "plain"),
    [
        ("kind", "a", "b", True),
        ("o.kind", "a", None, True),
        ("kind", None, "Straße", True),
        ("kind", None, None, False),
        ("kind", "a b", "c", False),
        ("kind", "a", "b]", False),
        ("kind", "", "b", False),
        ("kind", "TO", "b", False),
        ("kind", "TOO", "b", True),
        ("odd name", "a", "b", False),
        ("1st", "a", "b", False),
    ],
)
def test_only_plain_words_are_written_as_a_range_of_tantivy(column, low, high, plain):
    assert is_plain(column, low, high) is plain


@pytest.mark.parametrize("field", ["kind", "name", "symbol"])
@pytest.mark.parametrize(
    "ends", [{"gte": "g", "lt": "p"}, {"gt": "gene"}, {"lte": "gene"}, {"gt": "cdk2", "lte": "kinase"}]
)
def test_a_range_is_the_same_whichever_way_it_is_taken(small, field, ends, monkeypatch):
    query = {"range": {field: ends}}
    found = ask(small, query)
    monkeypatch.setattr("searchapp.engine.queries.sorted_terms.is_plain", lambda *_: False)
    assert ask(small, query) == found
