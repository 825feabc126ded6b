"""Integers of hundreds of digits, which no double holds: searches answer or refuse them, and documents are readable."""

import pytest

from searchapp.engine import Engine, EngineError

HUGE = 10**400
NUMBERS = ("float", "double", "long", "integer")
TYPES = (*NUMBERS, "date", "boolean", "keyword", "text")


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    engine = Engine(tmp_path_factory.mktemp("huge"))
    with engine.builder("i", {"properties": {kind: {"type": kind} for kind in TYPES}}) as builder:
        builder.add({"_id": "1", "float": 1.5, "double": 2.5, "long": 3, "integer": 4, "date": 5, "keyword": "a"})
    return engine


def bodies(field, value):
    for facet in (
        {"range": {"field": field, "ranges": [{"from": value}]}},
        {"date_range": {"field": field, "ranges": [{"to": value}]}},
        {"histogram": {"field": field, "interval": value}},
        {"histogram": {"field": field, "interval": 5, "extended_bounds": {"min": value, "max": value}}},
        {"date_histogram": {"field": field, "fixed_interval": "1d", "extended_bounds": {"max": value}}},
        *({kind: {"field": field, "missing": value}} for kind in ("avg", "stats", "terms", "cardinality")),
    ):
        yield {"size": 0, "aggs": {"a": facet}}
    for query in (
        {"term": {field: value}},
        {"terms": {field: [value]}},
        {"match": {field: value}},
        {"range": {field: {"gt": value}}},
        {"range": {field: {"lte": value}}},
        {"query_string": {"query": f"{field}:{value}"}},
    ):
        yield {"query": query}
    yield {"sort": [field], "search_after": [value]}
    yield {"sort": [{field: {"missing": value}}]}


@pytest.mark.parametrize("value", [HUGE, -HUGE, 2**64, 1e308, -1e308, 5.0])
@pytest.mark.parametrize("field", TYPES)
def test_a_search_with_a_huge_number_is_answered_or_refused(engine, field, value):
    for body in bodies(field, value):
        try:
            engine.search("i", body)
        except EngineError as error:
            assert error.status == 400, body


@pytest.mark.parametrize("field", NUMBERS)
def test_huge_numbers_are_beyond_all_others(engine, field):
    def total(query):
        return engine.search("i", {"query": query})["hits"]["total"]["value"]

    assert total({"term": {field: HUGE}}) == total({"match": {field: -HUGE}}) == 0
    if field in ("float", "double"):
        assert (total({"range": {field: {"gt": HUGE}}}), total({"range": {field: {"lte": HUGE}}})) == (0, 1)
        assert (total({"range": {field: {"gt": -HUGE}}}), total({"range": {field: {"lte": -HUGE}}})) == (1, 0)


def test_a_document_with_a_number_that_could_not_be_read_again_is_refused(tmp_path):
    engine = Engine(tmp_path)
    with engine.builder("i", {"properties": {"k": {"type": "keyword"}}}) as builder:
        builder.add({"_id": "1", "k": 10**300})
        with pytest.raises(EngineError, match="the document is not JSON"):
            builder.add({"_id": "2", "k": HUGE})
    assert [hit["_id"] for hit in engine.search("i", {})["hits"]["hits"]] == ["1"]


@pytest.mark.parametrize("value", [HUGE, 2**64])
def test_a_scroll_keeps_a_value_that_fits_no_64_bits(engine, value):
    body = {"size": 1, "query": {"bool": {"should": [{"match_all": {}}, {"term": {"keyword": value}}]}}}
    page = engine.search("i", body, scroll="1m")
    assert len(page["hits"]["hits"]) == 1
    assert engine.scroll(page["_scroll_id"])["hits"]["hits"] == []


@pytest.mark.parametrize("value", ["\ud800", "a\udfff"])
def test_half_a_character_is_refused_by_pages_and_scrolls_too(engine, value):
    for query in ({"ids": {"values": [value, "1"]}}, {"term": {"keyword": value}}):
        for search in (
            lambda body: engine.search("i", body),
            lambda body: engine.search("i", body, scroll="1m"),
            lambda body: engine.page("i", body),
            lambda body: list(engine.pages("i", body)),
        ):
            with pytest.raises(EngineError, match="half of a surrogate pair"):
                search({"query": query})
