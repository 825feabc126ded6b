import pytest

from searchapp.engine import EngineError
from searchapp.engine.mapping.mapping import Mapping

GENE = {
    "_meta": {"src": {}},
    "properties": {
        "symbol": {"type": "keyword", "normalizer": "lowercase", "copy_to": "all"},
        "name": {"type": "text", "fields": {"raw": {"type": "keyword", "ignore_above": 256}}},
        "alias.symbol": {"type": "keyword"},
        "exon": {"type": "nested", "properties": {"start": {"type": "long"}}},
        "notes": {"type": "object", "enabled": False},
        "all": {"type": "text"},
    },
}


def refusal(definition, settings=None):
    with pytest.raises(EngineError) as caught:
        Mapping(definition, settings)
    assert caught.value.status == 400
    return caught.value.type, caught.value.reason


def test_every_leaf_and_sub_field_is_a_field():
    mapping = Mapping(GENE)
    assert sorted(mapping.fields) == ["alias.symbol", "all", "exon.start", "name", "name.raw", "symbol"]
    assert mapping.fields["name.raw"].source_path == "name"
    assert mapping.fields["symbol"].copy_to == ("all",)
    assert mapping.meta == {"src": {}}


def test_a_dotted_property_stands_inside_an_object():
    mapping = Mapping(GENE)
    assert mapping.definition["properties"]["alias"] == {"properties": {"symbol": {"type": "keyword"}}}
    assert "alias" in mapping.objects


def test_fields_inside_a_nested_object_know_it():
    mapping = Mapping(GENE)
    assert mapping.objects["exon"].nested
    assert mapping.fields["exon.start"].nested == "exon"
    assert mapping.fields["symbol"].nested is None


def test_a_pattern_gives_fields_ordered_by_path():
    mapping = Mapping(GENE)
    assert [field.path for field in mapping.resolve("*a*")] == ["alias.symbol", "all", "exon.start", "name", "name.raw"]
    assert [field.path for field in mapping.resolve("name")] == ["name"]
    assert mapping.resolve("[a]ll?") == []


def test_properties_are_shown_by_name():
    assert list(Mapping({"properties": {"b": {"type": "long"}, "a": {"type": "long"}}}).definition["properties"]) == [
        "a",
        "b",
    ]


def test_paths_with_reserved_signs_get_a_column_of_their_own():
    fields = Mapping({"properties": {name: {"type": "long"} for name in ("-a", "_seq", "^a", "=a", "a")}}).fields
    assert [field.column for field in fields.values()] == ["=-a", "=_seq", "=^a", "==a", "a"]


@pytest.mark.parametrize(
    ("definition", "words"),
    [
        ({"foo": {}}, "unsupported parameters:  [foo : {}]"),
        ({"properties": {"a": {"type": "foo"}}}, "mapper type [foo] declared on field [a] does not exist"),
        ({"properties": {"a": {"type": "geo_point"}}}, "unsupported mapping type: geo_point on field [a]"),
        ({"properties": {"a": {"type": "long", "zzz": 1}}}, "unknown parameter [zzz] on mapper [a] of type [long]"),
        ({"properties": {"a": {"type": "text", "norms": 5}}}, "unsupported mapping parameter: norms [5]"),
        ({"properties": {"a": {"type": "date", "format": "MMM yyyy"}}}, "unsupported pattern letters: MMM on field"),
        ({"properties": {"a": {"type": "text", "analyzer": "x"}}}, "analyzer [x] has not been configured in mappings"),
        ({"properties": {"a": {"type": "keyword", "normalizer": "x"}}}, "normalizer [x] not found for field [a]"),
        ({"properties": {"a": {}}}, "No type specified for field [a]"),
        ({"properties": {"a": {"type": ["long"]}}}, "No type specified for field [a]"),
        ({"properties": {"": {"type": "long"}}}, "field name cannot be an empty string"),
        ({"properties": {"_id": {"type": "keyword"}}}, "Field [_id] is defined more than once"),
        ({"properties": {"a": {"type": "long", "fields": {"b": {"type": "object"}}}}}, "cannot be used in multi field"),
        ({"properties": {"a": {"type": "keyword", "ignore_above": -1}}}, "[ignore_above] must be positive"),
        ({"properties": None}, "Expected map for property [properties]"),
        ({"properties": {"a": {"type": "keyword", "fields": None}}}, "Expected map for property [fields]"),
        ({"properties": {"a": {"type": "text", "analyzer": {}}}}, "[analyzer] on field [a] must be a text"),
        ({"properties": {"a": {"type": "text", "copy_to": [5]}}}, "[copy_to] on field [a] must be a name or a list"),
        ({"properties": {"a": {"type": "long", "null_value": []}}}, "[null_value] on field [a] must be one value"),
        ({"_meta": 5}, "[_meta] must be an object"),
    ],
)
def test_a_mapping_that_elasticsearch_refuses_is_refused(definition, words):
    kind, reason = refusal(definition)
    assert kind == "mapper_parsing_exception"
    assert words in reason


def test_more_fields_than_the_limit_are_refused():
    definition = {"properties": {"a": {"type": "long"}, "b": {"type": "long"}}}
    kind, reason = refusal(definition, {"mapping.total_fields.limit": 1})
    assert (kind, reason) == ("illegal_argument_exception", "Limit of total fields [1] has been exceeded")


def test_a_dynamic_field_is_added_with_the_objects_around_it():
    mapping = Mapping({})
    mapping.add_dynamic("a.b", {"type": "text", "fields": {"keyword": {"type": "keyword"}}})
    assert sorted(mapping.fields) == ["a.b", "a.b.keyword"]
    assert Mapping(mapping.definition).definition == mapping.definition


def test_a_copy_grows_alone():
    mapping = Mapping(GENE)
    copy = mapping.copied()
    copy.add_dynamic("alias.id", {"type": "long"})
    copy.meta["x"] = 1
    assert "alias.id" not in Mapping(mapping.definition).fields
    assert mapping.meta == GENE["_meta"]


@pytest.mark.parametrize(
    ("analysis", "words"),
    [
        ({"analyzer": {"own": {"tokenizer": "standard", "filter": ["kstem"]}}}, "filter under name [kstem]"),
        ({"analyzer": {"own": {"tokenizer": "standard", "position_increment_gap": 1}}}, "position_increment_gap"),
        ({"analyzer": {"own": "standard"}}, "the settings of analyzer [own] cannot be read"),
        ({"analyzer": 5}, "the settings of analyzer [own] cannot be read"),
        ([], "failed to find analyzer [own]"),
    ],
)
def test_mistakes_in_an_analyzer_are_named(analysis, words):
    kind, reason = refusal({"properties": {"a": {"type": "text", "analyzer": "own"}}}, {"analysis": analysis})
    assert kind == "mapper_parsing_exception"
    assert words in reason
