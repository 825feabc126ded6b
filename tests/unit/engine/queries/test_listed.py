"""A costly query that becomes the list of its documents: responses stay the same."""

import pytest

from searchapp.engine.queries import listed
from searchapp.engine.search import request_queries
from tests.unit.engine.searching import string

KINASES = string("*i* OR kinase", fields=["*"], lenient=True)
ENDS = string("*e", fields=["*"], lenient=True)
KINDS = {"kinds": {"terms": {"field": "kind"}, "aggs": {"mean": {"avg": {"field": "number"}}}}}
BODIES = [
    {"query": KINASES, "aggs": KINDS},
    {"query": KINASES, "aggs": KINDS, "size": 0},
    {"query": KINASES, "sort": ["kind", {"number": "desc"}]},
    {"query": KINASES, "sort": ["_score", "kind"], "size": 2},
    {"query": KINASES, "sort": ["kind"], "track_scores": True},
    {"query": KINASES, "post_filter": ENDS, "aggs": KINDS},
    {"query": KINASES, "post_filter": ENDS, "sort": ["number", "kind"], "from": 1},
    {"query": KINASES, "min_score": 1.0, "aggs": KINDS},
    {"query": KINASES, "explain": True},
    {"query": KINASES, "explain": True, "post_filter": ENDS, "aggs": KINDS},
    {"query": string("ki* OR [a TO d] OR /k.n.*/", fields=["name", "symbol"]), "explain": True},
    {"query": KINASES, "collapse": {"field": "kind", "inner_hits": {"name": "all", "explain": True}}},
    {"query": KINASES, "collapse": {"field": "kind", "inner_hits": {"name": "all"}}, "explain": True},
    {"query": string("*qq*"), "aggs": KINDS, "sort": ["kind", "number"]},
]


def answered(engine, body, costly, monkeypatch):
    for module in (listed, request_queries):
        monkeypatch.setattr(module, "MIN_LISTED_SECONDS", costly)
    responses = [engine.search("gene", body)]
    if not {"from", "collapse"} & body.keys() and body.get("size") != 0:
        responses += [*engine.pages("gene", {**body, "size": 1}), engine.page("gene", body)[0]]
    return [{key: value for key, value in response.items() if key != "took"} for response in responses]


@pytest.mark.slow
@pytest.mark.parametrize("most", [100, 1, 0])
@pytest.mark.parametrize("body", BODIES, ids=str)
def test_a_list_of_documents_gives_the_response_of_its_query(small, body, most, monkeypatch):
    monkeypatch.setattr(listed, "MAX_SCORES", most)
    assert answered(small, body, -1, monkeypatch) == answered(small, body, 1e9, monkeypatch)


def test_the_query_stays_if_it_has_more_documents_than_a_list_may_have(small, monkeypatch):
    monkeypatch.setattr(listed, "MAX_LISTED", 1)
    for body in BODIES:
        assert answered(small, body, -1, monkeypatch) == answered(small, body, 1e9, monkeypatch)


def test_a_cheap_query_is_not_listed(small, monkeypatch):
    monkeypatch.setattr(listed, "list_of", lambda *given: pytest.fail("it is listed"))
    assert small.search("gene", {"query": KINASES, "aggs": KINDS})["aggregations"]["kinds"]["buckets"]
