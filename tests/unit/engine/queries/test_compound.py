import pytest

from searchapp.engine import EngineError
from tests.unit.engine.searching import ask

GENE, KINASE, NOTHING = {"term": {"kind": "gene"}}, {"term": {"name": "kinase"}}, {"match_none": {}}
BROKEN = {"term": {"number": "x"}}


def scores(engine, query):
    return [round(hit["_score"], 4) for hit in engine.search("gene", {"query": query})["hits"]["hits"]]


@pytest.mark.parametrize(
    ("body", "ids"),
    [
        ({}, "12345"),
        ({"must_not": [GENE]}, "345"),
        ({"should": [GENE], "must": [{"match_all": {}}]}, "12345"),
        ({"should": [GENE, KINASE], "minimum_should_match": 2}, "12"),
        ({"should": [GENE], "minimum_should_match": 0}, "12"),
        ({"filter": [GENE], "minimum_should_match": 1}, ""),
        ({"must_not": [GENE], "minimum_should_match": 3}, "345"),
        ({"must": GENE, "filter": {"term": {"number": 3}}}, "1"),
        ({"must_not": [GENE], "adjust_pure_negative": False}, ""),
    ],
)
def test_bool_combines_clauses(small, body, ids):
    assert sorted(ask(small, {"bool": body})) == list(ids)


def test_filters_add_nothing_to_the_score(small):
    assert scores(small, {"bool": {"filter": [GENE]}}) == [0.0, 0.0]
    assert scores(small, {"bool": {"must": [KINASE], "filter": [GENE]}}) == scores(small, KINASE)


def test_match_all_counts_next_to_other_clauses(small):
    (one, *_), (other, *_) = scores(small, {"bool": {"must": [{"match_all": {}}, KINASE]}}), scores(small, KINASE)
    assert one == pytest.approx(other + 1, abs=1e-3)


def test_constant_score_and_dis_max(small):
    assert scores(small, {"constant_score": {"filter": KINASE, "boost": 2.5}}) == [2.5, 2.5]
    best = {"dis_max": {"queries": [{"match_all": {"boost": 9}}, KINASE]}}
    assert set(scores(small, best)) == {9.0}


def test_boosting_lowers_the_score(small):
    lowered = {"boosting": {"positive": {"match_all": {}}, "negative": GENE, "negative_boost": 0.5}}
    assert scores(small, lowered) == [1.0, 1.0, 1.0, 0.5, 0.5]


@pytest.mark.parametrize("occur", ["must", "should", "filter", "must_not"])
def test_an_error_next_to_a_clause_without_matches_is_refused(small, occur):
    with pytest.raises(EngineError):
        ask(small, {"bool": {occur: [NOTHING, BROKEN]}})


def test_of_two_wrong_clauses_the_first_one_is_named(small):
    wrong, also = ({"query_string": {"query": text}} for text in ("(", ")"))
    with pytest.raises(EngineError, match=r"Failed to parse query \[\(\]"):
        ask(small, {"bool": {"must": [wrong], "filter": [also]}})


def test_weights_of_filters_combine(small):
    functions = [{"filter": GENE, "weight": 2}, {"filter": {"term": {"number": 3}}, "weight": 5}]
    query = {"function_score": {"query": {"match_all": {}}, "functions": functions, "score_mode": "sum"}}
    assert scores(small, query) == [7.0, 2.0, 1.0, 1.0, 1.0]


def test_random_scores_differ_from_call_to_call(small):
    body = {"query": {"function_score": {"query": {"match_all": {}}, "random_score": {}}}}
    orders = {tuple(hit["_id"] for hit in small.search("gene", body)["hits"]["hits"]) for _ in range(50)}
    assert len(orders) > 5 and all(sorted(order) == list("12345") for order in orders)


def test_a_random_score_with_a_seed_stays(small):
    body = {"query": {"function_score": {"random_score": {"seed": 7, "field": "_seq_no"}}}}
    assert small.search("gene", body)["hits"] == small.search("gene", body)["hits"]


@pytest.mark.parametrize("name", ["span_near", "more_like_this", "script_score", "knn", "simple_query_string"])
def test_unsupported_queries_are_refused_by_name(small, name):
    with pytest.raises(EngineError, match=f"unsupported query: {name}") as error:
        ask(small, {"bool": {"must": [{name: {}}]}})
    assert error.value.type == "unsupported_exception"


def test_unknown_queries_and_keys_are_refused(small):
    for query, reason in (({"nope": {}}, r"unknown query \[nope\]"), ({"bool": {"x": 1}}, r"unknown field \[x\]")):
        with pytest.raises(EngineError, match=reason):
            ask(small, query)


def test_queries_nest_thirty_deep_and_no_deeper(small):
    def deep(levels):
        query = {"match_all": {}}
        for _ in range(levels):
            query = {"bool": {"must": [query]}}
        return query

    assert len(ask(small, deep(29))) == 5
    with pytest.raises(EngineError, match="nested depth"):
        ask(small, deep(30))


def test_queries_that_need_their_parts_twice_do_not_nest_deep(small):
    def deep(levels):
        query = {"match_all": {}}
        for _ in range(levels):
            query = {"boosting": {"positive": query, "negative": NOTHING, "negative_boost": 0.5}}
        return query

    assert len(ask(small, deep(6))) == 5
    with pytest.raises(EngineError, match="nested too deep"):
        ask(small, deep(7))


@pytest.mark.parametrize(
    "clause",
    [
        {"bool": {"must": [], "_name": "x"}},
        {"combined_fields": {"query": "kinase", "fields": ["t"], "_name": "x"}},
        {"terms": {"kw": ["x"], "_name": "x"}},
    ],
)
def test_names_of_clauses_are_refused(small, clause):
    with pytest.raises(EngineError, match="unsupported option: _name"):
        ask(small, clause)


def test_a_negative_boost_above_the_floats_is_refused_by_name(small):
    body = {"positive": {"match_all": {}}, "negative": {"match_all": {}}, "negative_boost": 1e308}
    with pytest.raises(EngineError, match="unsupported option: negative_boost above"):
        ask(small, {"boosting": body})
