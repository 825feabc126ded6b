from io import BytesIO

import pytest

from searchapp.errors import PipelineError
from searchapp.web.batch.terms import csv_terms, json_terms, lines, text_terms, typed_terms


def read(terms, data, *column):
    return list(terms(BytesIO(data), *column))


def test_a_text_has_a_term_a_line():
    assert read(text_terms, b"\xef\xbb\xbfa b\r\n\r\n  c,d\n\xc3\xa9") == ["a b", "c,d", "é"]


@pytest.mark.parametrize(
    ("data", "column", "found"),
    [
        (b"id,name\n1,a\n2,b\n", None, ["1", "2"]),
        (b"id,name\n1,a\n2,b\n", "name", ["a", "b"]),
        (b"id;name\n1;a\n2;b\n", "2", ["a", "b"]),
        (b"id\tname\n1\ta\n\n2\n", "name", ["a"]),
        (b'id,name\r\n1,"a, ""b"""\r\n', "name", ['a, "b"']),
    ],
)
def test_a_table_has_a_term_a_row(data, column, found):
    assert read(csv_terms, data, column) == found


def test_a_missing_column_is_named_with_the_existing_ones():
    with pytest.raises(PipelineError, match="no column code, the columns are: id, name"):
        read(csv_terms, b"id,name\n1,a\n", "code")


def test_json_has_a_value_or_an_object_a_line():
    data = b'"a"\n1\n{"_id": "b"}\n\n{"x": "y", "query": 2.5}\n'
    assert read(json_terms, data) == ["a", 1, "b", 2.5]
    assert read(json_terms, b'{"code": "c", "_id": "b"}', "code") == ["c"]


@pytest.mark.parametrize("line", [b"{", b"null", b"[1]", b"true", b'{"x": 1}'])
def test_a_bad_line_of_json_is_named(line):
    with pytest.raises(PipelineError, match="line 2 of the list"):
        read(json_terms, b'"a"\n' + line)


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(PipelineError, match="not UTF-8"):
        read(text_terms, b"a\n\xff\xfe\n")


def test_a_line_that_never_ends_is_refused():
    with pytest.raises(PipelineError, match="more than"):
        read(text_terms, b"x" * 1_000_001)


def test_typed_lists_are_split_at_lines_or_else_at_commas():
    assert list(typed_terms("a b\nc, d\n")) == ["a b", "c, d"]
    assert list(typed_terms('a b, "c, d",e')) == ["a b", "c, d", "e"]
    assert list(typed_terms(" \n ")) == []


def test_a_typed_line_that_is_too_long_is_refused():
    with pytest.raises(PipelineError, match="line 1 of the list has more than"):
        list(typed_terms("x," * 600_000))


def test_an_excel_file_is_refused_with_advice():
    with pytest.raises(PipelineError, match="save the sheet as CSV"):
        read(csv_terms, b"PK\x03\x04\xff\xfe")


def test_lines_of_a_closed_file_end_without_an_error():
    file = BytesIO(b"a\nb\n")
    found = lines(file)
    assert next(found) == (1, "a\n")
    file.close()
    found.close()
