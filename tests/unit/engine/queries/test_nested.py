import pytest

from searchapp.engine import EngineError
from tests.unit.engine.searching import ask

X, TWO = {"term": {"part.a": "x"}}, {"term": {"part.n": 2}}


def nested(query, **options):
    return {"nested": {"path": "part", "query": query, **options}}


def test_one_object_must_fit_all_clauses(small):
    assert ask(small, nested({"bool": {"must": [X, TWO]}})) == ["5"]
    assert ask(small, {"bool": {"must": [nested(X), nested(TWO)]}}) == ["4", "5"]


def test_an_object_may_fit_because_another_does_not(small):
    assert ask(small, nested({"bool": {"must_not": [X]}})) == ["4"]


@pytest.mark.parametrize(("mode", "score"), [("sum", 2.0), ("max", 1.0), ("avg", 1.0), ("none", 0.0)])
def test_the_scores_of_the_objects_are_combined(small, mode, score):
    hits = small.search("gene", {"query": nested({"match_all": {}}, score_mode=mode)})["hits"]["hits"]
    assert {hit["_id"]: hit["_score"] for hit in hits}["4"] == score


def test_fields_around_the_objects_are_not_seen_inside(small):
    assert ask(small, nested({"term": {"kind": "rna"}})) == []


def test_an_unknown_path_is_refused_unless_it_may_be_unmapped(small):
    with pytest.raises(EngineError, match=r"failed to find nested object under path \[nope\]"):
        ask(small, {"nested": {"path": "nope", "query": {"match_all": {}}}})
    assert ask(small, {"nested": {"path": "nope", "query": {"match_all": {}}, "ignore_unmapped": True}}) == []


def test_objects_inside_unrelated_ones_are_refused(small):
    with pytest.raises(EngineError, match=r"unsupported query: nested \[part\]"):
        ask(small, nested(nested(X)))


def test_objects_are_known_by_the_id_of_their_document(small):
    assert ask(small, nested({"ids": {"values": ["3", "4"]}})) == ["4"]
    assert ask(small, nested({"bool": {"must": [X], "must_not": [{"term": {"_id": "5"}}]}})) == ["4"]
    assert ask(small, nested({"terms": {"_index": ["gene"]}})) == ["4", "5"]
