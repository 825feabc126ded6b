import pytest

from searchapp.engine import EngineError
from searchapp.engine.queries.field import patterns
from tests.unit.engine.searching import ask


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ({"term": {"symbol": "cdk2"}}, ["1"]),
        ({"term": {"symbol": "CDK2"}}, ["1"]),
        ({"term": {"kind": "Gene"}}, []),
        ({"term": {"kind": {"value": "GENE", "case_insensitive": True}}}, ["1", "2"]),
        ({"term": {"name": "kinase"}}, ["2", "1"]),
        ({"term": {"name": "Kinase"}}, []),
        ({"term": {"number": "3"}}, ["1"]),
        ({"term": {"number": 3.5}}, []),
        ({"term": {"weight": 0.1}}, ["3"]),
        ({"term": {"open": "false"}}, ["3"]),
        ({"term": {"day": "2020-05-06"}}, ["4"]),
        ({"term": {"_id": "3"}}, ["3"]),
        ({"term": {"nope": 1}}, []),
        ({"term": {"part.a": "x"}}, []),
        ({"terms": {"number": [9, "7", 2.5]}}, ["2", "3"]),
        ({"terms": {"kind": []}}, []),
        ({"ids": {"values": ["3", 1, "1"]}}, ["1", "3"]),
        ({"ids": {"values": "2"}}, ["2"]),
    ],
)
def test_terms_match_whole_values(small, query, ids):
    assert ask(small, query) == ids


@pytest.mark.parametrize(("value", "ids"), [("GeNe", ["1", "2"]), ("rnas", []), ("Rn", [])])
@pytest.mark.parametrize("most", [0, 5])
def test_case_is_ignored_by_an_automaton_and_by_the_spellings_of_few_letters(small, value, ids, most, monkeypatch):
    monkeypatch.setattr(patterns, "MAX_LETTERS", most)
    assert ask(small, {"term": {"kind": {"value": value, "case_insensitive": True}}}) == ids


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ({"prefix": {"symbol": "CD"}}, ["1", "2"]),
        ({"prefix": {"kind": ""}}, ["1", "2", "3", "4", "5"]),
        ({"wildcard": {"symbol": "?DK*"}}, ["1", "2"]),
        ({"wildcard": {"kind": ""}}, []),
        ({"regexp": {"symbol": "cdk<2-3>"}}, ["1", "2"]),
        ({"regexp": {"symbol": "~(c.*)"}}, ["2", "3"]),
        ({"prefix": {"nope": "x"}}, []),
    ],
)
def test_patterns_match_terms(small, query, ids):
    assert ask(small, query) == ids


@pytest.mark.parametrize(
    ("ends", "ids"),
    [
        ({"gt": 3}, ["2", "3", "5"]),
        ({"gte": 2.5, "lt": 5}, ["1"]),
        ({"lte": "5", "gt": 1}, ["1", "5"]),
        ({"from": 1, "to": 3, "include_lower": False}, ["1"]),
        ({}, ["1", "2", "3", "5"]),
        ({"gt": 9, "lt": 1}, []),
        ({"gt": 9223372036854775807}, []),
    ],
)
def test_ranges_over_numbers(small, ends, ids):
    assert ask(small, {"range": {"number": ends}}) == ids


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ({"range": {"kind": {"gte": "g", "lt": "h"}}}, ["1", "2"]),
        ({"range": {"symbol": {"gt": "CDK2"}}}, ["2"]),
        ({"range": {"day": {"gt": "2020"}}}, ["4", "5"]),
        ({"range": {"day": {"lte": "2019-01"}}}, ["5"]),
        ({"range": {"open": {"gte": False}}}, ["1", "3"]),
        ({"range": {"weight": {"gte": 0.1, "lte": 0.1}}}, ["3"]),
    ],
)
def test_ranges_over_other_types(small, query, ids):
    assert ask(small, query) == ids


@pytest.mark.parametrize(
    ("field", "ids"),
    [
        ("symbol", ["1", "2", "3"]),
        ("name", ["1", "2", "3", "5"]),
        ("place", ["4"]),
        ("p*", ["4"]),
        ("part", []),
        ("x", []),
    ],
)
def test_exists_asks_for_any_value(small, field, ids):
    assert ask(small, {"exists": {"field": field}}) == ids


@pytest.mark.parametrize(
    ("query", "type"),
    [
        ({"term": {"number": "x"}}, "query_shard_exception"),
        ({"term": {"number": None}}, "illegal_argument_exception"),
        ({"term": {"kind": ["a"]}}, "parsing_exception"),
        ({"term": {"kind": "a", "name": "b"}}, "parsing_exception"),
        ({"terms": {"kind": "a"}}, "parsing_exception"),
        ({"prefix": {"number": "1"}}, "query_shard_exception"),
        ({"range": {"day": {"gt": "x"}}}, "parse_exception"),
        ({"range": {"number": {"over": 1}}}, "parsing_exception"),
        ({"regexp": {"kind": "a" * 1001}}, "query_shard_exception"),
        ({"exists": {"field": "*"}}, "query_shard_exception"),
    ],
)
def test_wrong_terms_are_refused_with_elasticsearch_types(small, query, type):
    with pytest.raises(EngineError) as error:
        ask(small, query)
    assert (error.value.status, error.value.type) == (400, type)
