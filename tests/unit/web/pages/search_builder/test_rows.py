"""Rows of the search builder, written and read back."""

import pytest

from searchapp.web.pages.search_builder.rows import OF_KINDS, Row, kind_of, query_text, rows_of

WRITTEN = [
    (Row(value="big cat"), "big AND cat"),
    (Row(operator="phrase", value="big cat"), '"big cat"'),
    (Row("a", "is", 'x "y"'), 'a:"x \\"y\\""'),
    (Row("a b", "is", "x"), 'a\\ b:"x"'),
    (Row("a", "not", "x"), 'NOT a:"x"'),
    (Row("a", "starts", "x:y"), "a:x\\:y*"),
    (Row("a", "has", "big cat"), "a:(big AND cat)"),
    (Row("n", "between", "1", "5"), "n:[1 TO 5]"),
    (Row("n", "between", "", "5"), "n:[* TO 5]"),
    (Row("a", "any"), "_exists_:a"),
    (Row("a", "none"), "NOT _exists_:a"),
]


@pytest.mark.parametrize(("row", "text"), WRITTEN)
def test_a_row_is_a_query_text(row, text):
    assert query_text([row]) == text


@pytest.mark.parametrize(("row", "text"), WRITTEN)
def test_a_row_is_read_back_from_its_text(row, text):
    (found,) = rows_of(text)
    assert query_text([found]) == text
    assert (found.field, found.value) == (row.field, row.value)


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ('d:["2019-01-01" TO *]', Row("d", "between", "2019-01-01")),
        ("a\\ b:cat", Row("a b", "has", "cat")),
        ("a:*", Row("a", "any")),
        ("big\\:cat", Row(value="big:cat")),
    ],
)
def test_other_ways_to_write_a_row_are_read_too(text, row):
    assert rows_of(text) == [row]


def test_empty_rows_say_nothing():
    assert query_text([Row(), Row("a", "is"), Row("n", "between")]) == ""
    assert rows_of("") == []


def test_all_rows_or_any_of_them_have_to_match():
    rows = [Row("a", "is", "x"), Row("a", "not", "y")]
    assert query_text(rows) == 'a:"x" AND NOT a:"y"'
    assert query_text(rows, any_of=True) == 'a:"x" OR (NOT a:"y")'


@pytest.mark.parametrize("text", ["a:1 OR b:2", "(a:1 AND b:2) AND c~2", 'a:"1" AND /x.*/', "a:(", "a:[1 TO 2}"])
def test_parts_that_no_row_expresses_stay_as_written(text):
    assert query_text(rows_of(text)) == text


@pytest.mark.parametrize(("type", "kind"), [("ip", "ip"), ("integer", "number"), ("wildcard", "keyword")])
def test_the_type_of_a_field_decides_on_its_operators(type, kind):
    assert kind_of("f", {"f": {"type": type}}) == kind
    assert ("starts" in OF_KINDS[kind]) == (kind == "keyword")
