"""Documents out of rows."""

from searchapp.databases.sql.dialects.sqlite_types import read_json
from searchapp.databases.sql.rows import Documents


def documents(names, merged, **settings):
    return Documents(names, merged, None, dict.fromkeys(merged, read_json), **settings)


def test_columns_and_json_of_our_own_tables_are_one_document():
    made = documents(["a", "b", "_source"], ["_source"], safe=True)
    rows = [("x", 0, '{"c": {"d": 1}}', 1, "id"), ("y", None, '{"b": null}', 1, "id"), ("z", 2, "null", 1, "id")]
    assert made.of(rows) == [{"a": "x", "b": 0, "c": {"d": 1}}, {"a": "y", "b": None}, {"a": "z", "b": 2}]
    assert made.of([("x", 1, None, 1, "id")]) == [{"a": "x", "b": 1}]


def test_objects_of_other_tables_win_over_columns_and_other_values_keep_their_names():
    made = documents(["a", "doc"], ["doc"])
    rows = [("x", '{"a": "y", "b": 1}'), ("x", "[1]"), ("x", "{no json"), (None, None)]
    assert made.of(rows) == [{"a": "y", "b": 1}, {"a": "x", "doc": [1]}, {"a": "x", "doc": "{no json"}, {}]
