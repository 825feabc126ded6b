"""Cells of a table that hold lists or objects."""

import pytest

from searchapp.loading.values.cells import columns_of_cells, read_cell, with_cells


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('["Ann", "Bo"]', ["Ann", "Bo"]),
        ("['Ann', None, 1.5]", ["Ann", None, 1.5]),
        ("[{'id': 28, 'name': \"Bo's\"}]", [{"id": 28, "name": "Bo's"}]),
        (' {"a": {"b": 1}} ', {"a": {"b": 1}}),
        ("nan", None),
    ],
)
def test_a_cell_is_read_as_json_or_python(text, value):
    assert read_cell(text) == value


@pytest.mark.parametrize(
    "text", ["Ann", "[Ann]", "[1", "{1, 2}", "[1j]", "{'a': f()}", "[" * 500 + "]" * 500, '"a"', "3"]
)
def test_another_text_is_no_cell_of_values(text):
    with pytest.raises(ValueError):
        read_cell(text)


def test_all_cells_of_a_column_must_hold_lists_or_objects():
    rows = [
        {"tags": "[1]", "note": "[1]", "at": {"x": "{}"}},
        {"tags": "NA", "note": "see [2]", "at": {"x": '{"y": 1}'}},
    ]
    assert columns_of_cells(rows) == ["tags", "at.x"]
    assert columns_of_cells([{"a": "nan"}]) == []


def test_a_mapping_says_where_objects_may_be():
    rows = [{"a": '[{"b": 1}]', "c": '["d"]', "e": '{"f": 1}'}]
    fields = {"properties": {"a": {"type": "keyword"}, "c": {"type": "keyword"}, "e": {"properties": {}}}}
    assert columns_of_cells(rows, fields) == ["c", "e"]


def test_empty_lists_are_left_out_and_another_text_is_refused():
    assert with_cells({"_id": "1", "tags": "[]", "at": {"x": "[1]"}}, ["tags", "at.x"]) == {
        "_id": "1",
        "at": {"x": [1]},
    }
    with pytest.raises(ValueError, match="tags must be written as a list or an object, not 'red'"):
        with_cells({"tags": "red"}, ["tags"])
