"""The comparison of answers sees what must not differ, and lets pass what may."""

import pytest

from tests.contract.engine_clauses import alone
from tests.contract.engine_difference import difference


def answer(*hits, total=2, **rest):
    made = [{"_id": id, "_score": score, "_source": {"n": 1}, **more} for id, score, more in hits]
    top = max((hit["_score"] for hit in made if hit["_score"] is not None), default=None)
    return 200, {"hits": {"total": {"value": total}, "max_score": top, "hits": made}, **rest}


def marked(text):
    return answer(("a", 2.0, {"highlight": {"t": [text]}}), ("b", 1.0, {}))


def facets(**scores):
    made = {name: answer(("a", score, {}))[1] for name, score in scores.items()}
    return answer(aggregations=made)


GIVEN = answer(("a", 2.0, {}), ("b", 1.0, {}))
SORTED = {"sort": ["n"]}
ROWS = answer(("a", None, {"sort": [1]}), ("b", None, {"sort": [2]}))


@pytest.mark.parametrize(
    ("body", "one", "other"),
    [
        ({}, GIVEN, answer(("a", 2.0, {}), ("b", 1.0, {}), total=3)),
        ({}, GIVEN, answer(("a", 2.0, {}), ("c", 1.5, {}))),
        ({}, GIVEN, answer(("a", 2.0, {}), ("b", 1.002, {}))),
        ({}, GIVEN, answer(("a", 2.0, {}), ("b", 1.0, {"_source": {"n": 2}}))),
        ({}, answer(("a", 2.0, {}), ("b", 1.9995, {})), answer(("b", 2.0, {}), ("a", 1.9995, {}))),
        ({}, (400, "query_shard_exception"), (400, "parsing_exception")),
        ({"query": {"bool": {}}}, (400, "query_shard_exception"), (400, "parse_exception")),
        ({"aggs": {}}, (400, "query_shard_exception"), (400, "illegal_argument_exception")),
        ({"query": {"query_string": {"query": "d:x"}}}, (400, "parse_exception"), (400, "query_shard_exception")),
        ({"query": {"query_string": {"query": "a)"}}}, (400, "query_shard_exception"), (400, "parse_exception")),
        ({}, (400, "query_shard_exception"), GIVEN),
        ({}, answer(aggregations={"a": {"value": 1}}), answer(aggregations={"a": {"value": 2}})),
        (SORTED, ROWS, answer(("b", None, {"sort": [1]}), ("a", None, {"sort": [2]}))),
        (SORTED, ROWS, answer(("a", None, {"sort": [1]}), ("b", None, {"sort": [3]}))),
        (SORTED, (500, "date_time_exception"), ROWS),
        ({"aggs": {"a": {"top_hits": {"size": 0}}}}, (400, "illegal_argument_exception"), GIVEN),
        ({"highlight": {}, "query": {"range": {}}}, GIVEN, marked("x")),
        ({"highlight": {"require_field_match": False}, "query": {"match": {}}}, GIVEN, marked("x")),
        ({}, facets(x=1.0, y=2.0), facets(x=1.0, y=2.1)),
    ],
)
def test_a_difference_is_seen(body, one, other):
    assert difference(body, one, one) is None
    assert difference(body, one, other) is not None


@pytest.mark.parametrize(
    ("body", "one", "other"),
    [
        ({}, GIVEN, answer(("a", 2.0001, {}), ("b", 1.0, {}))),
        ({}, answer(("a", 2.0, {}), ("b", 2.0, {})), answer(("b", 2.0, {}), ("a", 2.0, {}))),
        ({}, answer(("a", 2.0, {}), ("b", 1.0, {})), answer(("a", 2.0, {}), ("c", 1.0, {}))),
        (SORTED, answer(("a", 3.0, {"sort": [1]}), ("b", 1.0, {"sort": [1]})),
         answer(("b", 1.0, {"sort": [1]}), ("a", 3.0, {"sort": [1]}))),
        ({"query": {"query_string": {"query": "d:x a)"}}}, (400, "parse_exception"), (400, "query_shard_exception")),
    ],
)  # fmt: skip
def test_ties_and_last_digits_may_differ(body, one, other):
    assert difference(body, one, other) is None


@pytest.mark.parametrize(
    ("body", "one", "other"),
    [
        ({"sort": [{"d": {"order": "desc", "format": "epoch_millis"}}]}, (500, "date_time_exception"), ROWS),
        ({"aggs": {"a": {"terms": {"min_doc_count": 2}, "aggs": {"b": {"top_hits": {"size": 0}}}}}},
         (400, "illegal_argument_exception"), GIVEN),
        ({"aggs": {"a": {"global": {}, "aggs": {"b": {"top_hits": {"track_scores": True}}}}}},
         (400, "illegal_argument_exception"), GIVEN),
        ({"highlight": {"require_field_match": False}, "query": {"range": {}}}, GIVEN, marked("x")),
        ({"aggs": {"a": {"terms": {"field": "n", "include": [3, -0.0]}}}},
         answer(aggregations={"a": 1}), answer(aggregations={"a": 2})),
    ],
)  # fmt: skip
def test_documented_differences_are_no_difference(body, one, other):
    assert difference(body, one, other) is None


def test_inner_hits_of_one_side_are_no_difference_only_beside_other_clauses():
    more = answer(("a", 2.0, {"inner_hits": {"o": {"hits": {}}}}), ("b", 1.0, {}))
    nested = {"nested": {"path": "o", "query": {}, "inner_hits": {}}}
    beside = {"query": {"bool": {"should": [nested]}}}
    assert [difference(beside, *sides) is None for sides in ((GIVEN, more), (more, GIVEN))] == [True, False]
    assert difference({"query": nested}, GIVEN, more) is not None


def test_each_clause_of_a_body_is_asked_alone():
    term, ids, exists = {"term": {"a": 1}}, {"ids": {"values": []}}, {"exists": {"field": "a"}}
    after, within = {"range": {"d": {"gt": 1}}}, {"range": {"d": {"gt": 1, "lt": 2}}}
    nested = {"nested": {"path": "o", "query": {"dis_max": {"queries": [term]}}}}
    body = {
        "query": {"bool": {"must": [nested], "filter": within}},
        "aggs": {"a": {"terms": {"field": "a"}, "aggs": {"b": {"filters": {"filters": {"c": ids}}}}}},
        "highlight": {"fields": {"t": {"highlight_query": exists}}},
    }
    found = list(alone(body))
    asked = [(one["query"], "highlight_query" in str(one["highlight"])) for one in found if "query" in one]
    inside = {"nested": {"path": "o", "query": term}}
    before = {"range": {"d": {"lt": 2}}}
    for clause in (inside, nested, within, after, before, body["query"], ids):
        assert (clause, True) in asked
    assert (exists, False) in asked and len(asked) == 9
    facets = [{"filter": ids}, {"terms": {"field": "a"}}, {"filters": {"filters": {"c": ids}}}]
    assert [one for one in found if "query" not in one] == [{"aggs": {"alone": facet}} for facet in facets]


def test_facets_are_compared_by_name():
    assert difference({}, facets(x=1.0, y=2.0), facets(y=2.0, x=1.0)) is None
