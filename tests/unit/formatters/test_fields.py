import pytest

from searchapp.formatters.fields import chosen, field_definitions

MAPPING = {
    "properties": {
        "all": {"type": "text"},
        "symbol": {"type": "keyword", "normalizer": "lowercase", "copy_to": ["all", "other"]},
        "name": {"type": "text", "copy_to": "all", "fields": {"raw": {"type": "keyword"}}},
        "xref": {"dynamic": False, "properties": {"mim": {"type": "keyword", "index": False, "doc_values": False}}},
        "exon": {"type": "nested", "properties": {"start": {"type": "long"}}},
        "blob": {"type": "object", "enabled": False},
    }
}


@pytest.mark.rule("M1", "K3")
def test_each_field_has_an_entry_by_its_dotted_name():
    assert field_definitions(MAPPING, {"symbol": "The symbol"}) == {
        "all": {"type": "text", "index": True, "searched_by_default": True},
        "symbol": {
            "type": "keyword",
            "index": True,
            "normalizer": "lowercase",
            "searched_by_default": True,
            "notes": "The symbol",
        },
        "name": {"type": "text", "index": True, "searched_by_default": True},
        "name.raw": {"type": "keyword", "index": True},
        "xref": {"type": "object", "index": True},
        "xref.mim": {"type": "keyword", "index": False, "doc_values": False},
        "exon": {"type": "nested", "index": True},
        "exon.start": {"type": "long", "index": True, "nested": "exon", "doc_values": False},
        "blob": {"type": "object", "index": False},
    }


@pytest.mark.rule("M1")
def test_the_default_fields_are_marked_as_searched():
    found = field_definitions(MAPPING, default_fields=["symbol^8", "exon.*"])
    assert [name for name, entry in found.items() if entry.get("searched_by_default")] == ["symbol", "exon.start"]


@pytest.mark.rule("K3")
def test_configured_notes_win_over_loaded_ones():
    mapping = {**MAPPING, "_meta": {"_field_notes": {"symbol": "loaded", "name": "loaded"}}}
    found = field_definitions(mapping, {"symbol": "configured"})
    assert (found["symbol"]["notes"], found["name"]["notes"]) == ("configured", "loaded")


def with_meta(**meta):
    return field_definitions({**MAPPING, "_meta": meta}, sources={"xref": "two", "xref.mim.x": "three"})


@pytest.mark.rule("M1")
def test_a_field_is_from_the_source_of_the_nearest_object_that_has_one():
    found = with_meta(src={"one": {}, "two": {}})
    assert {name: entry["source"] for name, entry in found.items() if "source" in entry} == {
        "xref": "two",
        "xref.mim": "two",
    }


@pytest.mark.rule("M1")
def test_all_other_fields_are_from_a_single_source():
    assert [entry["source"] for entry in with_meta(src={"one": {}}).values()] == ["one"] * 4 + ["two"] * 2 + ["one"] * 3
    assert all("source" not in entry for entry in field_definitions(MAPPING).values())
    assert "source" not in with_meta(src=None)["name"]


@pytest.mark.rule("M1")
def test_a_field_has_the_licence_of_its_source():
    urls = {"one": {"license_url": "u1"}, "two": {"licence_url": "u2"}}
    found = with_meta(src=urls)
    assert found["xref.mim"] == {
        "type": "keyword",
        "index": False,
        "doc_values": False,
        "source": "two",
        "license": "u2",
    }
    assert with_meta(src={"one": {"license_url": "u1", "licence_url": "no"}})["all"]["license"] == "u1"
    for about in ({}, {"license_url": ""}, "words", None):
        assert "license" not in with_meta(src={"two": about})["xref"]


@pytest.mark.rule("M1")
def test_fields_inside_an_object_have_its_source_at_any_depth():
    mapping = {"properties": {"a": {"properties": {"b": {"properties": {"c": {"type": "long"}}}}}}}
    found = field_definitions(mapping, sources={"a": "one"})
    assert {name: entry.get("source") for name, entry in found.items()} == dict.fromkeys(["a", "a.b", "a.b.c"], "one")


@pytest.mark.rule("M1")
def test_coverage_that_changes_have_made_old_is_called_stale():
    counted = {"documents": 2, "fields": {"symbol": [2, "CDK2"]}}
    assert with_meta(_coverage={**counted, "stale": True})["symbol"]["stale"] is True
    for stale in ({}, {"stale": False}):
        assert "stale" not in with_meta(_coverage={**counted, **stale})["symbol"]
    assert "stale" not in with_meta(_coverage={**counted, "stale": True})["name"]


@pytest.mark.rule("M1")
def test_coverage_is_the_share_of_the_documents_with_a_value():
    found = with_meta(
        _coverage={"documents": 3, "fields": {"symbol": [2, "CDK2"], "xref": [3, None], "name": [1, False]}}
    )
    shown = ("documents", "coverage", "example")
    assert {name: {key: entry[key] for key in shown if key in entry} for name, entry in found.items()} == {
        **{name: {} for name in found},
        "symbol": {"documents": 2, "coverage": 0.6667, "example": "CDK2"},
        "xref": {"documents": 3, "coverage": 1.0},
        "name": {"documents": 1, "coverage": 0.3333, "example": False},
    }
    assert "coverage" not in with_meta(_coverage={"documents": 0, "fields": {"symbol": [0, None]}})["symbol"]
    assert "coverage" not in with_meta(_coverage=None)["symbol"]


def test_an_analyzer_is_shown():
    found = field_definitions({"properties": {"a": {"type": "text", "analyzer": "english"}}}, default_fields=["all"])
    assert found["a"] == {"type": "text", "index": True, "analyzer": "english"}


def test_a_mapping_without_fields_has_no_definitions():
    assert field_definitions({}) == field_definitions({"properties": {}}) == {}


def test_the_entries_keep_the_order_of_the_mapping():
    assert list(field_definitions({"properties": {"b": {"type": "long"}, "a": {"type": "long"}}})) == ["b", "a"]


FIELDS = {"xref": {}, "xref.mim": {}, "name": {}}


@pytest.mark.rule("M2")
def test_prefix_keeps_the_names_that_start_with_it():
    assert list(chosen(FIELDS, prefix="xref")) == ["xref", "xref.mim"]
    assert list(chosen(FIELDS, prefix="ref")) == []


@pytest.mark.rule("M3")
def test_search_keeps_the_names_that_contain_it():
    assert list(chosen(FIELDS, search="m")) == ["xref.mim", "name"]
    assert list(chosen(FIELDS, prefix="x", search="m")) == ["xref.mim"]


@pytest.mark.rule("K4")
def test_excluded_names_are_left_out():
    assert list(chosen(FIELDS, excluded=("xref",))) == ["xref.mim", "name"]
    assert chosen(FIELDS) == FIELDS


@pytest.mark.rule("M1")
def test_a_field_has_its_label_unit_and_description_from_the_settings_else_from_the_guesses():
    guesses = {"name": "Title", "symbol": "Sign"}
    labels = {"symbol": {"label": "Symbol", "unit": "kg", "description": "What it is called."}, "xref": 5}
    found = field_definitions({**MAPPING, "_meta": {"_guessed": {"labels": guesses}}}, labels=labels)
    given = ("label", "unit", "notes")
    assert {name: [entry.get(key) for key in given] for name, entry in found.items() if {*given} & {*entry}} == {
        "symbol": ["Symbol", "kg", "What it is called."],
        "name": ["Title", None, None],
    }


@pytest.mark.rule("M1")
@pytest.mark.parametrize("option", ["include_in_root", "include_in_parent"])
def test_nested_objects_that_are_indexed_with_their_documents_are_plain_objects(option):
    exon = {**MAPPING["properties"]["exon"], option: True}
    assert "nested" in field_definitions(MAPPING)["exon.start"]
    assert "nested" not in field_definitions({"properties": {"exon": exon}})["exon.start"]


@pytest.mark.rule("M1")
@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ({"type": "keyword", "doc_values": True}, None),
        ({"type": "keyword", "doc_values": False}, False),
        ({"type": "text", "doc_values": True}, True),
        ({"type": "text"}, None),
        ({"type": "geo_shape"}, False),
    ],
)
def test_a_field_says_whether_it_has_sortable_values_if_others_of_its_type_differ(field, expected):
    assert field_definitions({"properties": {"a": field}})["a"].get("doc_values") is expected
