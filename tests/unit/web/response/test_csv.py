import csv
import io

import pytest

from searchapp.web.response.csv import cell, csv_lines, json_lines, plain_cell, tsv_lines


def text(lines, *batches, columns=("a", "b")):
    return b"".join(lines(batches, lambda first: list(columns))).decode()


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, ""),
        ("a, b", "a, b"),
        ("", ""),
        (0, "0"),
        (0.1, "0.1"),
        (True, "true"),
        (False, "false"),
        (["a", "b"], "a|b"),
        (["a", None, 1, True], "a||1|true"),
        ([], ""),
        ("a|b", "a\\|b"),
        (["a|b", "c"], "a\\|b|c"),
        ({"k": [1, "x"]}, '{"k":[1,"x"]}'),
    ],
)
def test_a_value_is_a_cell(value, written):
    assert cell(value) == written


def test_a_tab_or_a_line_end_in_a_value_is_a_blank_in_tsv():
    assert plain_cell("a\tb\r\nc\nd") == "a b c d"
    assert plain_cell("日本 – é") == "日本 – é"


def test_csv_has_one_line_of_names_and_quotes_where_needed():
    written = text(csv_lines, [{"a": "x,y", "b": 'say "hi"'}], [{"b": "two\nlines", "a": "z"}])
    assert written == 'a,b\r\n"x,y","say ""hi"""\r\nz,"two\nlines"\r\n'
    assert list(csv.reader(io.StringIO(written, newline=""))) == [["a", "b"], ["x,y", 'say "hi"'], ["z", "two\nlines"]]


def test_tsv_is_a_line_a_document():
    assert text(tsv_lines, [{"a": "x\ty"}], [{"b": [1, 2]}]) == "a\tb\nx y\t\n\t1|2\n"


def test_no_documents_are_a_line_of_names():
    assert text(csv_lines, []) == "a,b\r\n"


def test_a_column_above_others_is_an_object():
    assert text(csv_lines, [{"a.x": 1, "a.y": [2, 3], "b": 4}]) == 'a,b\r\n"{""x"":1,""y"":[2,3]}",4\r\n'


def test_a_column_of_values_and_objects_holds_both():
    assert text(csv_lines, [{"a": ["v", "w"], "a.x": 1}]) == 'a,b\r\n"v|w|{""x"":1}",\r\n'
    assert text(csv_lines, [{"a": "v", "a.x": 1}, {"a": 5}]) == 'a,b\r\n"v|{""x"":1}",\r\n5,\r\n'
    assert text(csv_lines, [{"a": None, "a.x": 1}]) == 'a,b\r\n"{""x"":1}",\r\n'


def test_json_lines_hold_documents_as_they_are():
    assert text(json_lines, [{"a": {"b": [1]}}, {"a": "é\n"}]) == '{"a":{"b":[1]}}\n{"a":"é\\n"}\n'
    assert text(json_lines, []) == ""


FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\uff1d1")


@pytest.mark.parametrize("lines", [csv_lines, tsv_lines])
def test_escaped_texts_are_no_formulas_and_numbers_stay_numbers(lines):
    batches = [[{"=a": text, "n": -5, "list": ["=1", "b"]} for text in FORMULAS]]
    rows = b"".join(lines(batches, lambda first: ["=a", "n", "list"], escape=True)).decode()
    delimiter = "\t" if lines is tsv_lines else ","
    names, *cells = csv.reader(io.StringIO(rows, newline=""), delimiter=delimiter)
    assert names == ["'=a", "n", "list"]
    assert len(cells) == len(FORMULAS)
    for text, number, several in cells:
        assert text.startswith("'")
        assert (number, several) == ("-5", "'=1|b")


def test_names_of_tsv_have_no_tabs_and_line_ends():
    assert b"".join(tsv_lines([[{"a\tb": 1, "c\nd": 2}]], lambda first: ["a\tb", "c\nd"])) == b"a b\tc d\n1\t2\n"
