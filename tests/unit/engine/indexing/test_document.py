import pytest

from searchapp.engine import EngineError
from searchapp.engine.indexing.document import DocumentReader
from searchapp.engine.indexing.document_errors import check_id
from searchapp.engine.mapping.mapping import Mapping

FIELDS = {
    "kw": {"type": "keyword"},
    "sym": {"type": "keyword", "normalizer": "lowercase", "copy_to": "all"},
    "t": {"type": "text", "fields": {"raw": {"type": "keyword", "ignore_above": 5}}},
    "n": {"type": "long", "copy_to": "all"},
    "d": {"type": "date"},
    "b": {"type": "boolean"},
    "o": {"properties": {"a": {"type": "keyword"}}},
    "off": {"type": "object", "enabled": False},
    "filled": {"type": "keyword", "null_value": "none"},
    "all": {"type": "text"},
}


def reader(dynamic="false"):
    return DocumentReader(Mapping({"dynamic": dynamic, "properties": FIELDS}))


def columns(source):
    return reader().read("1", source).columns


def refusal(source, dynamic="false"):
    with pytest.raises(EngineError) as caught:
        reader(dynamic).read("1", source)
    assert caught.value.status == 400
    return caught.value.type, caught.value.reason


def test_values_of_lists_are_sorted_and_keywords_distinct():
    found = columns({"kw": ["b", ["a", "b"]], "n": [3, 1, 3]})
    assert found["kw"] == ["a", "b"]
    assert found["n"] == [1, 3, 3]
    assert (found["^kw"], found["^n"]) == ("b", 3)


def test_a_single_value_has_no_companion():
    assert "^kw" not in columns({"kw": ["a", "a"]})


def test_paths_name_leaves_and_sub_fields():
    assert sorted(columns({"t": "abc", "o": {"a": "x"}})["_paths"]) == ["o.a", "t", "t.raw"]


def test_empty_texts_exist_and_nulls_do_not():
    assert sorted(columns({"t": "", "kw": None, "n": [], "o": {"a": [None]}})["_paths"]) == ["t", "t.raw"]


def test_a_value_over_ignore_above_is_left_out():
    assert columns({"t": "longer than five"})["_paths"] == ["t"]


def test_a_null_value_stands_for_null():
    assert columns({"filled": None})["filled"] == ["none"]


def test_copies_hold_the_text_of_the_source():
    found = columns({"sym": "CDK2", "n": 5})["all"]
    assert [word for word in found.split() if word != "\x7f"] == ["cdk2", "5"]


def test_dotted_names_are_paths():
    assert columns({"o.a": "x"})["o.a"] == ["x"]


def test_a_disabled_object_takes_anything():
    assert columns({"off": [1, {"x": 2}]})["_paths"] == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ({"n": "a"}, "failed to parse field [n] of type [long] in document with id '1'. Preview of field's value: 'a'"),
        ({"n": [1, True]}, "Preview of field's value: 'true'"),
        ({"d": "2020-1-1"}, "failed to parse field [d] of type [date]"),
        ({"b": "yes"}, "Failed to parse value [yes] as only [true] or [false] are allowed."),
        ({"kw": {"x": {"y": 1}}}, "Preview of field's value: '{x={y=1}}'"),
        ({"kw": "x" * 40000}, "immense term"),
        ({"o": 5}, "object mapping for [o] tried to parse field [o] as object, but found a concrete value"),
        ({"o": [{"a": "x"}, 5]}, "tried to parse field [null] as object"),
        ({"_id": "x"}, "Field [_id] is a metadata field and cannot be added inside a document"),
        ({"": 1}, "field name cannot be an empty string"),
        ({" ": 1}, "Field name cannot contain only whitespace: [ ]"),
        ({"a..b": 1}, "field name cannot contain only whitespace: ['a..b']"),
    ],
)
def test_a_document_that_elasticsearch_refuses_is_refused(source, words):
    kind, reason = refusal(source)
    assert kind == "document_parsing_exception"
    assert words in reason


def test_a_strict_mapping_refuses_new_fields():
    assert refusal({"x": 1}, "strict") == (
        "strict_dynamic_mapping_exception",
        "mapping set to strict, dynamic introduction of [x] within [_doc] is not allowed",
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("some text", {"type": "text", "fields": {"keyword": {"type": "keyword", "ignore_above": 256}}}),
        ("2020", {"type": "text", "fields": {"keyword": {"type": "keyword", "ignore_above": 256}}}),
        ("2020-01-01", {"type": "date"}),
        ("2020/01/01", {"type": "date", "format": "yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis"}),
        ([None, 5], {"type": "long"}),
        (1.5, {"type": "float"}),
        (True, {"type": "boolean"}),
        ([{"y": 1}, {"y": 2}], {"properties": {"y": {"type": "long"}}}),
    ],
)
def test_a_new_field_is_mapped_by_its_first_value(value, expected):
    documents = reader("true")
    entry = documents.read("1", {"x": value})
    assert documents.mapping.definition["properties"]["x"] == expected
    assert entry.columns["_paths"][0] in ("x", "x.y")


def test_no_value_maps_nothing():
    documents = reader("true")
    documents.read("1", {"x": [], "y": None})
    assert documents.mapping.definition["properties"].keys() == FIELDS.keys()


def test_a_refused_document_adds_no_field():
    documents = reader("true")
    with pytest.raises(EngineError):
        documents.read("1", {"x": "new", "n": "abc"})
    assert "x" not in documents.mapping.fields
    assert "x" in documents.read("2", {"x": "new"}).columns


@pytest.mark.parametrize("id", ["", "x" * 513, "é" * 257, 5, None, "\ud800"])
def test_ids_are_texts_of_1_to_512_bytes(id):
    with pytest.raises(EngineError):
        check_id(id)
    assert check_id("x" * 512)
