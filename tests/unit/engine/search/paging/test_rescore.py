import pytest

from searchapp.engine import EngineError

SECOND = {"query": {"rescore_query": {"term": {"kind": "rna"}}, "rescore_query_weight": 100}}


def ids(engine, **body):
    hits = engine.search("gene", {"query": {"match_all": {}}, **body})["hits"]["hits"]
    return [(hit["_id"], hit["_score"]) for hit in hits]


def test_hits_in_the_window_come_first_if_the_second_query_finds_them(small):
    usual = ids(small)
    found = ids(small, rescore=SECOND)
    assert sorted(id for id, _ in found) == sorted(id for id, _ in usual)
    assert [score > 1 for _, score in found] == [True, True, *[False] * (len(usual) - 2)]


def test_hits_after_the_window_keep_their_scores(small):
    assert [score for _, score in ids(small, rescore={"window_size": 0, **SECOND})] == [1.0] * len(ids(small))


def test_each_body_of_an_msearch_is_rescored(small):
    bodies = [{"query": {"match_all": {}}, "rescore": SECOND}, {"query": {"match_all": {}}}]
    scores = [[hit["_score"] for hit in one["hits"]["hits"]] for one in small.msearch("gene", bodies)]
    assert scores == [[score for _, score in ids(small, rescore=SECOND)], [score for _, score in ids(small)]]


@pytest.mark.parametrize(
    "others",
    [
        {"collapse": {"field": "kind"}},
        {"explain": True},
        {"aggs": {"a": {"filter": {"match_all": {}}, "aggs": {"h": {"top_hits": {}}}}}},
    ],
)
def test_what_is_not_rescored_is_refused_by_name(small, others):
    with pytest.raises(EngineError, match="unsupported option"):
        ids(small, **{"rescore": SECOND, **others})


def test_a_scroll_is_not_rescored(small):
    with pytest.raises(EngineError, match="not allowed in a scroll context"):
        small.search("gene", {"rescore": SECOND}, scroll="1m")
