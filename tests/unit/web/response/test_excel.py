"""Sheets of Excel, read again by a library."""

import io

import pytest

from searchapp.errors import PipelineError
from searchapp.web.response import excel
from searchapp.web.response.excel import column_letters, excel_file

openpyxl = pytest.importorskip("openpyxl")


def sheet(*batches):
    """The rows of the file that holds these documents."""
    data = b"".join(excel_file(batches, lambda batch: list(batch[0]) if batch else ["a"]))
    return openpyxl.load_workbook(io.BytesIO(data)).active


def rows(*batches):
    return list(sheet(*batches).iter_rows(values_only=True))


def test_values_keep_their_types():
    document = {"a": 1, "b": -1.5e-7, "c": True, "d": None, "e": " x & <y> ", "f": ["p", "q"], "g": {"h": 1}}
    names = tuple(document)
    assert rows([document]) == [names, (1, -1.5e-7, True, None, " x & <y> ", "p|q", '{"h":1}')]


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (10**15, str(10**15)),
        ("=1+1", "=1+1"),
        ("a\0b\ud800c\uffff", "a b c "),
        ("a\r\nb\tc", "a\r\nb\tc"),
        ("x" * 40_000, "x" * 32_767),
        ("", ""),
        (float("inf"), "inf"),
    ],
)
def test_texts_are_shortened_and_cleaned_for_a_cell(value, read):
    found = sheet([{"a": value, "b": 1}])
    assert found["A2"].value == read
    assert found["A2"].data_type == "s"


def test_batches_follow_each_other():
    assert rows([{"a": 1}], [{"b": 2}, {"a": 3}]) == [("a",), (1,), (None,), (3,)]
    assert rows([]) == [("a",)]


def test_more_rows_than_a_sheet_has_are_refused(monkeypatch):
    monkeypatch.setattr(excel, "MAX_ROWS", 2)
    with pytest.raises(PipelineError, match="a sheet has at most 2 rows"):
        rows([{"a": 1}], [{"a": 2}, {"a": 3}])


def test_columns_have_the_letters_of_excel():
    assert [column_letters(number) for number in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]
