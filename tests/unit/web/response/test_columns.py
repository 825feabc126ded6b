import pytest

from searchapp.web.response.columns import covers, field_columns, own_columns, present, source_fields

FIELDS = ["name", "symbol", "xref.b", "xref.a", "xrefs", "taxid"]


@pytest.mark.parametrize(
    ("wanted", "columns"),
    [
        (None, FIELDS),
        ([], FIELDS),
        (["all"], FIELDS),
        (["taxid", "name"], ["taxid", "name"]),
        (["xref", "name"], ["xref.b", "xref.a", "name"]),
        (["xref.*"], ["xref.b", "xref.a"]),
        (["x*"], ["xref.b", "xref.a", "xrefs"]),
        (["*.a"], ["xref.a"]),
        (["-xref", "-name"], ["symbol", "xrefs", "taxid"]),
        (["xref", "-*.b"], ["xref.a"]),
        (["name", "xref.a", "name"], ["name", "xref.a"]),
        (["nothing", "name"], ["nothing", "name"]),
        (["no*"], []),
        (["", "-"], FIELDS),
    ],
)
def test_columns_are_in_the_order_asked_for_else_in_that_of_the_metadata(wanted, columns):
    assert field_columns(wanted, FIELDS) == columns


def test_hidden_fields_are_columns_only_when_they_are_asked_for():
    assert field_columns(None, ["a", "b"], ["b"]) == ["a"]
    assert field_columns(["b"], ["a", "b"], ["b"]) == ["b"]


def test_brackets_and_question_marks_are_no_patterns():
    assert covers("a[b]*", "a[b]c")
    assert not covers("a?*", "abc")


@pytest.mark.parametrize(
    ("endpoint", "method", "options", "columns"),
    [
        ("annotation", "GET", {}, ["_id", "_version"]),
        ("annotation", "POST", {}, ["query", "_id", "_version", "found"]),
        ("query", "GET", {}, ["_id", "_score"]),
        ("query", "GET", {"version": True, "score": False}, ["_id", "_version"]),
        ("query", "POST", {}, ["query", "_id", "_score", "found"]),
    ],
)
def test_the_first_columns_say_where_a_row_comes_from(endpoint, method, options, columns):
    assert own_columns(endpoint, method, options) == columns


def test_the_fields_of_documents_are_no_objects_copies_or_sub_fields():
    mapping = {
        "properties": {
            "b": {"type": "text", "copy_to": ["all"], "fields": {"raw": {"type": "keyword"}}},
            "a": {"properties": {"y": {"type": "long", "copy_to": "also"}, "x": {"type": "keyword"}}},
            "all": {"type": "text"},
            "also": {"type": "long"},
            "any": {"type": "object", "enabled": False},
        }
    }
    assert source_fields(mapping) == ["b", "a.y", "a.x", "any"]
    assert source_fields({}) == []


def test_documents_that_the_caller_changed_have_the_columns_that_they_have():
    batch = [{"_id": "1", "new.x": 1, "b": 2}, {"a": 3, "xref._license": "u", "_score": 1}]
    assert present(["a", "b", "c"], batch, ["_id"]) == ["a", "b", "new.x"]
