"""The comparison of answers sees what must not differ, and lets pass what may."""

import pytest

from tests.contract.engine_difference import difference


def answer(*hits, total=2, **rest):
    made = [{"_id": id, "_score": score, "_source": {"n": 1}, **more} for id, score, more in hits]
    top = max((hit["_score"] for hit in made if hit["_score"] is not None), default=None)
    return 200, {"hits": {"total": {"value": total}, "max_score": top, "hits": made}, **rest}


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
        ({}, (400, "query_shard_exception"), GIVEN),
        ({}, answer(aggregations={"a": {"value": 1}}), answer(aggregations={"a": {"value": 2}})),
        (SORTED, ROWS, answer(("b", None, {"sort": [1]}), ("a", None, {"sort": [2]}))),
        (SORTED, ROWS, answer(("a", None, {"sort": [1]}), ("b", None, {"sort": [3]}))),
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
        ({}, (400, "query_shard_exception"), (400, "parse_exception")),
    ],
)  # fmt: skip
def test_ties_and_last_digits_may_differ(body, one, other):
    assert difference(body, one, other) is None
