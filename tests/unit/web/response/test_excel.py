"""Sheets of Excel, read again by a library."""

import io
import zipfile

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


def test_the_names_of_the_columns_stay_in_view():
    found = sheet([{"a": 1}])
    assert (found.freeze_panes, found.sheet_format.defaultColWidth) == ("A2", 18)


def test_batches_follow_each_other():
    assert rows([{"a": 1}], [{"b": 2}, {"a": 3}]) == [("a",), (1,), (None,), (3,)]
    assert rows([]) == [("a",)]


def test_each_batch_is_sent_before_the_next_one_is_read():
    read, texts = [], [str(number**99) for number in range(1000)]
    batches = ([{"a": text} for text in texts] for number in range(3) if not read.append(number))
    parts = excel_file(batches, lambda batch: ["a"])
    assert [(len(next(parts)) > 10_000, len(read)) for _ in range(3)] == [(True, 1), (True, 2), (True, 3)]


def test_the_headers_are_those_that_excel_reads_in_a_file_without_sizes():
    data = b"".join(excel_file([[{"a": 1}]], lambda batch: ["a"]))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert {(one.flag_bits, one.extract_version, one.extra) for one in archive.infolist()} == {(8, 20, b"")}
    assert b"\xff\xff\xff\xff" not in data


@pytest.mark.parametrize(
    ("limit", "name"), [("MAX_ROWS", "a sheet has at most 2 rows"), ("MAX_BYTES", "a sheet has at most 2 bytes")]
)
def test_more_than_a_sheet_has_is_refused(monkeypatch, limit, name):
    monkeypatch.setattr(excel, limit, 2)
    with pytest.raises(PipelineError, match=name):
        rows([{"a": 1}], [{"a": 2}, {"a": 3}])


def test_columns_have_the_letters_of_excel():
    assert [column_letters(number) for number in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]
