"""Filters that clicks write: several values, values to leave out, documents without a value."""

import pytest

from searchapp.web.pages.results.filter_parts import leaving_out, own_parts, with_value, without_value
from searchapp.web.pages.results.filters import chips, facet_rows

FACET = {"_type": "terms", "terms": [{"term": "x", "count": 3}, {"term": "y", "count": 1}]}


@pytest.mark.parametrize(
    "text",
    ['a:"1"', '(a:"1" OR a:"2") AND NOT b:"x AND y"', "NOT _exists_:a", 'a:[1 TO 2} AND b\\:c:"d"', "a:[* TO 5]"],
)
def test_a_filter_of_ours_is_written_as_it_was_read(text):
    assert " AND ".join(map(str, own_parts(text))) == text


@pytest.mark.parametrize("text", ["a:1", '(a:"1" OR b:"2")', 'a:"1" OR a:"2"', 'word AND a:"1"', "a:(", '(a:"1")'])
def test_a_filter_of_somebody_else_has_no_parts(text):
    assert own_parts(text) == []


def test_values_of_a_field_are_joined_by_or():
    assert with_value('a:"1" AND b:"2"', 'a:"3"') == '(a:"1" OR a:"3") AND b:"2"'
    assert without_value('(a:"1" OR a:"3") AND b:"2"', 'a:"1"') == 'a:"3" AND b:"2"'
    assert with_value("a:1 OR b:2", 'a:"3"') == '(a:1 OR b:2) AND a:"3"'


def test_a_value_is_wanted_or_left_out_or_missing():
    assert leaving_out('a:"1"', 'a:"1"') == 'NOT a:"1"'
    assert leaving_out('a:"1"', "_exists_:a") == "NOT _exists_:a"
    assert with_value("NOT _exists_:a", 'a:"1"') == 'a:"1"'


def test_each_value_is_a_chip():
    found = chips([], '(a:"1" OR a:"2") AND NOT b:"3"')
    assert [(chip["field"], chip["value"], chip["not"]) for chip in found] == [
        ("a", "1", False),
        ("a", "2", False),
        ("b", "3", True),
    ]
    assert found[0]["href"] == "?filter=a%3A%222%22+AND+NOT+b%3A%223%22"


def test_a_row_adds_its_value_or_leaves_it_out():
    first, second = facet_rows([], "a", FACET, 'a:"x"')
    assert (first["active"], first["href"], first["without"]) == (True, "?", None)
    assert second["href"] == "?filter=%28a%3A%22x%22+OR+a%3A%22y%22%29"
    assert second["without"] == "?filter=a%3A%22x%22+AND+NOT+a%3A%22y%22"
    assert facet_rows([], "a", FACET, 'NOT a:"y"')[1]["out"]
