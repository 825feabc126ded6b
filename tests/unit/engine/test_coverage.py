"""The table of what the engine honours, refuses and ignores says what the engine does."""

import pytest

from docs import engine_coverage
from searchapp.engine import Engine, EngineError, aggregations, queries
from searchapp.engine.aggregations import parse_facets
from searchapp.engine.highlight import options
from searchapp.engine.mapping import field, ignored_settings, index_settings
from searchapp.engine.search import body


def test_keys_of_a_body_are_refused_by_name():
    for key in body.UNSUPPORTED:
        with pytest.raises(EngineError, match=f"unsupported key: {key}"):
            body.read_request({key: {"a": {}}}, {})


def test_queries_are_refused_by_name():
    for name in queries.UNSUPPORTED:
        with pytest.raises(EngineError, match=f"unsupported query: {name}"):
            queries.parse({name: {}})


def test_facets_are_refused_by_name():
    for name in aggregations.UNSUPPORTED:
        with pytest.raises(EngineError, match=f"unsupported aggregation: {name}"):
            parse_facets({"a": {name: {}}})


def test_types_of_fields_are_refused_by_name():
    for kind in field.KNOWN_TYPES:
        with pytest.raises(EngineError, match=f"unsupported mapping type: {kind}"):
            field.check_parameters("f", kind, {"type": kind})


@pytest.mark.parametrize("kind", sorted(field.PARAMETERS))
def test_parameters_of_fields_are_refused_by_name(kind):
    assert not field.PARAMETERS[kind] & field.UNSUPPORTED[kind]
    for name in field.UNSUPPORTED[kind]:
        with pytest.raises(EngineError, match=f"unsupported mapping parameter: {name}"):
            field.check_parameters("f", kind, {"type": kind, name: "x"})


def test_options_of_highlights_are_refused_by_name():
    for name in options.ONLY:
        with pytest.raises(EngineError, match="unsupported highlight: other"):
            options.check_highlight({"fields": {"t": {}}, name: "other"})
    for name in options.UNSUPPORTED:
        with pytest.raises(EngineError, match=f"unsupported option: {name} of highlight"):
            options.check_highlight({"fields": {"t": {name: ["t"]}}})


@pytest.mark.parametrize("name", sorted((*index_settings.ONLY, *index_settings.UNSUPPORTED)))
def test_settings_are_refused_by_name(tmp_path, name):
    with pytest.raises(EngineError, match=name), Engine(tmp_path).builder("i", {}, {f"index.{name}": "3"}):
        pass


def test_ignored_options_change_no_answer(tmp_path):
    engine = Engine(tmp_path)
    settings = dict.fromkeys(ignored_settings.IGNORED, "any")
    plain, ignored = {"type": "text"}, {"type": "text", "term_vector": "yes", "eager_global_ordinals": True, "meta": {}}
    for name, definition, given in (("a", plain, {}), ("b", ignored, settings)):
        with engine.builder(name, {"properties": {"t": definition}}, given) as builder:
            builder.add({"_id": "1", "t": "a kinase"})
    _, _, harmless = engine_coverage.highlight()
    marks = {"fields": {"t": {}}}
    given = dict.fromkeys(harmless, "1") | dict.fromkeys(("highlight_filter", "force_source"), True) | {"options": {}}
    body = {
        "query": {"match": {"t": "kinase"}},
        "stats": ["x"],
        "timeout": "1s",
        "highlight": {"fields": {"t": given}},
    }
    one = engine.search("a", {"query": body["query"], "highlight": marks})["hits"]["hits"]
    assert [{**hit, "_index": "a"} for hit in engine.search("b", body)["hits"]["hits"]] == one


def test_no_part_stands_in_two_columns():
    for part, *columns in engine_coverage.rows():
        cells = [cell for column in columns for cell in column.split(", ") if cell]
        assert cells, part
        assert len(cells) == len(set(cells)), part
