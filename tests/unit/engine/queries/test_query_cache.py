from itertools import permutations

import pytest

from searchapp.engine.queries import parse
from searchapp.engine.queries.query_cache import MAX_SHAPE, cached, search_shape, shape_cache, shape_of


def match(text, **options):
    return {"query": {"multi_match": {"query": text, **options}}, "size": 1}


def test_queries_that_differ_in_their_text_have_one_shape():
    assert shape_of({"query": "a", "fields": ["x"]}) == shape_of({"query": "b", "fields": ["x"]})


@pytest.mark.parametrize("other", [{"lenient": 1}, {"lenient": "true"}, {}, {"lenient": True, "boost": 1}])
def test_queries_that_differ_in_more_have_several(other):
    assert shape_of({"query": "a", "lenient": True}) != shape_of({"query": "a", **other})


@pytest.mark.parametrize("body", [{}, {"query": 1}, {"query": None}, {"query": "a", "fields": ["x" * MAX_SHAPE]}])
def test_queries_without_a_text_or_too_long_are_not_kept(body):
    assert shape_of(body) is None


def test_bodies_that_differ_in_one_text_have_one_shape_and_their_texts():
    assert search_shape(match("a")) == (search_shape(match("b"))[0], ("a",))


@pytest.mark.parametrize("other", [{**match("a"), "size": True}, match("a", lenient=True), match(1), {"query": {}}])
def test_bodies_that_differ_in_more_have_several(other):
    assert search_shape(other)[0] != search_shape(match("a"))[0]


def listed(text, one, other):
    """The body for a text and two lists of texts, whose clauses are built in another order than they are written in."""
    must = [match(text, fields=["symbol", "name"])["query"], {"terms": {"symbol": other}}]
    return {"query": {"bool": {"should": [{"terms": {"symbol": one}}], "must": must}}}


def test_the_lists_of_terms_queries_are_texts_too():
    parts = [match("a")["query"], {"terms": {"b": ["c", "d"]}}]
    shape, texts = search_shape({"query": {"dis_max": {"queries": parts}}})
    assert shape == b'{"query":{"dis_max":{"queries":[{"multi_match":{"query":?}},{"terms":{"b":?}}]}}}'
    assert texts == ("a", ("c", "d"))


def nested_query(levels):
    query = {"match_all": {}}
    for _ in range(levels):
        query = {"bool": {"must": [query]}}
    return query


@pytest.mark.parametrize("body", [{"size": 2**64}, {"sort": "\ud800"}, {"query": nested_query(900)}])
def test_bodies_without_json_have_no_shape(body):
    assert search_shape(match("a") | body) is None


def test_bodies_without_such_a_text_have_one_shape_for_all_queries():
    assert search_shape({"query": {"term": {"a": 1}}, "size": 1}) == search_shape(match(1))


def test_the_shapes_that_are_kept_are_bounded_in_bytes():
    cache = shape_cache()
    made = [cached(cache, str(number), lambda number=number: [number]) for number in range(1000)]
    assert cached(cache, "999", list) is made[-1]
    assert cached(cache, "0", list) is not made[0]
    assert cache.bytes <= cache.max_bytes


def ranked(text, other=None):
    """The body for a text in two fields and as an id, beside a filter with a text of its own."""
    match = {"multi_match": {"query": text, "fields": ["symbol"]}}
    parts = [{"ids": {"values": [text]}}, {"constant_score": {"filter": match, "boost": 2}}]
    dis_max = {"dis_max": {"queries": parts}}
    kept_apart = {"multi_match": {"query": other or text, "fields": ["symbol"]}}
    return {"query": {"bool": {"must": [dis_max], "filter": [kept_apart]}}}


def test_a_text_that_stands_in_several_clauses_is_one_difference():
    assert search_shape(ranked("a", "x")) == (search_shape(ranked("b", "x"))[0], ("a", "a"))
    assert search_shape(ranked("a", "x"))[0] != search_shape(ranked("a", "y"))[0]


def test_texts_are_in_the_order_in_which_a_query_is_built():
    clauses = {"should": [match("a")["query"], {"ids": {"values": ["b"]}}], "boost": 2, "must": match("c")["query"]}
    assert search_shape({"query": {"bool": clauses}})[1] == ("c", "a", "b") == parse({"bool": clauses}).texts


def several(one, two, three, four):
    """The body for four texts, whose clauses are built in another order than they are written in."""
    should = [match(one, fields=["symbol"])["query"], {"prefix": {"symbol": {"value": two, "boost": 3}}}]
    must = {"dis_max": {"queries": [{"ids": {"values": [three]}}, match(one, fields=["symbol"])["query"]]}}
    return {"query": {"bool": {"should": should, "must": [must], "must_not": match(four, fields=["symbol"])["query"]}}}


def beside_a_prefix(start, text):
    """The body for a prefix, which is no text of the shape if it has no options, and a text that may be equal."""
    return {"query": {"dis_max": {"queries": [{"prefix": {"symbol": start}}, match(text, fields=["symbol"])["query"]]}}}


def test_bodies_of_one_shape_are_answered_as_by_themselves(small):
    bodies = [ranked(text, other) for text in ("CDK2", "BRCA1", "b") for other in ("CDK2", "BRCA1", None)]
    bodies += [
        {"query": {"dis_max": {"queries": [{"ids": {"values": [id], "boost": 2}}, {"ids": {"values": [text]}}]}}}
        for id in ("a", "b")
        for text in ("a", "b")
    ]
    bodies += [match(text, fields=[field]) for text in ("symbol", "name", "CDK2") for field in ("symbol", "name")]
    bodies += [several(*texts) for texts in permutations(("CDK2", "BRCA1", "b", "repair", "c"), 4)]
    bodies += [
        listed("repair", one, other) for one, other in permutations((["BRCA1"], ["BRCA1"], ["CDK2"], ["b", "brca2"]), 2)
    ]
    bodies += [beside_a_prefix(start, text) for start in ("CDK", "CDK2") for text in ("CDK2", "BRCA1", "CDK")]
    alone = [small.msearch("gene", [body])[0]["hits"] for body in bodies]
    assert [answer["hits"] for answer in small.msearch("gene", bodies)] == alone
    assert any(hits["hits"] for hits in alone)
