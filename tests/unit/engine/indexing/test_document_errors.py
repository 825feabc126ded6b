"""What Elasticsearch answers and the engine does not is refused by name, where ignoring it would change an answer."""

import pytest

from searchapp.engine import EngineError

FIELD = {"field": "number"}
METADATA = ("_version", "_seq_no", "_ignored", "_field_names")


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ({"match": {"name": {"query": "kinas", "fuzziness": 1, "fuzzy_rewrite": "constant_score"}}}, "fuzzy_rewrite"),
        ({"multi_match": {"query": "kinas", "fuzzy_rewrite": "constant_score"}}, "fuzzy_rewrite"),
        ({"query_string": {"query": "kinas~", "fuzzy_rewrite": "constant_score"}}, "fuzzy_rewrite"),
        ({"fuzzy": {"name": {"value": "kinas", "rewrite": "constant_score"}}}, "rewrite of fuzzy"),
        ({"regexp": {"name": {"value": "kin.*", "max_determinized_states": 9999}}}, "max_determinized_states"),
        ({"match_phrase_prefix": {"name": {"query": "kin", "max_expansions": 65}}}, "max_expansions"),
        ({"terms": {"kind": {"index": "x", "id": "1", "path": "y"}}}, "terms lookup"),
        ({"term": {"kind": {"value": "x", "_name": "n"}}}, "_name"),
    ],
)
def test_an_option_of_a_query(small, query, name):
    with pytest.raises(EngineError, match=f"unsupported option: {name}"):
        small.search("gene", {"query": query})


@pytest.mark.parametrize(
    ("aggregation", "name"),
    [
        ({"missing": {**FIELD, "missing": 3}}, "missing"),
        ({"terms": {"field": "nope", "missing": 3}}, "missing"),
        ({"date_histogram": {**FIELD, "calendar_interval": "day", "format": "yyyy"}}, "format"),
        ({"terms": {**FIELD, "missing": 2.5}}, "missing"),
        ({"histogram": {**FIELD, "interval": 5, "offset": 1}}, "offset"),
        ({"date_histogram": {"field": "day", "calendar_interval": "day", "hard_bounds": {}}}, "hard_bounds"),
        (
            {"date_histogram": {"field": "day", "calendar_interval": "day", "time_zone": "UTC", "format": "yyyy VV"}},
            "time_zone",
        ),
    ],
)
def test_an_option_of_a_facet(small, aggregation, name):
    with pytest.raises(EngineError, match=f"unsupported option: {name}"):
        small.search("gene", {"aggs": {"a": aggregation}})


@pytest.mark.parametrize("kind", ["text", "geo_point"])
def test_a_type_for_an_unmapped_sort(small, kind):
    with pytest.raises(EngineError, match=rf"unsupported option: unmapped_type \[{kind}\]"):
        small.search("gene", {"sort": [{"nope": {"unmapped_type": kind}}]})


@pytest.mark.parametrize("field", METADATA)
@pytest.mark.parametrize("query", ["term", "prefix", "wildcard", "regexp", "fuzzy", "match", "match_phrase"])
def test_a_query_of_metadata_fields_is_refused(small, query, field):
    with pytest.raises(EngineError, match=f"unsupported field: {field}"):
        small.search("gene", {"query": {query: {field: "1"}}})


@pytest.mark.parametrize("field", [*METADATA, "_index"])
def test_facets_and_ranges_of_metadata_fields_are_refused(small, field):
    for body in ({"aggs": {"a": {"terms": {"field": field}}}}, {"query": {"range": {field: {"gte": 1}}}}):
        with pytest.raises(EngineError, match=f"unsupported field: {field}"):
            small.search("gene", body)
