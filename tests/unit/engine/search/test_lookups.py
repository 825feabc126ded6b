import json

import pytest

from searchapp.engine import Engine, EngineError, until
from searchapp.engine.docstore.part import Part
from searchapp.engine.search import lookups, search
from searchapp.engine.search.lookups import PARAMS, plain_id

MAPPING = {"properties": {"code": {"type": "keyword", "ignore_above": 5}, "name": {"type": "text"}}}


def lookup(id, **more):
    return {"query": {"ids": {"values": [id]}}, **more}


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    """An engine with one short, one long, one replaced and one deleted document."""
    engine = Engine(tmp_path_factory.mktemp("one"))
    with engine.builder("thing", MAPPING) as builder:
        for id in ("short", "replaced", "deleted"):
            builder.add({"_id": id, "code": "abc"})
        builder.add({"_id": "long", "code": "abcdefgh"})
    with engine.updater("thing") as updater:
        updater.upsert({"_id": "replaced", "code": "new"})
        updater.delete("deleted")
    return engine


@pytest.mark.parametrize("id", ["short", "long", "replaced", "deleted", "never", "\ud800"])
@pytest.mark.parametrize("more", [{}, {"version": True}, {"version": False, "size": 1001}], ids=json.dumps)
def test_a_document_is_found_as_by_a_search(engine, id, more):
    found, searched = (engine.search("thing", lookup(id, **more, **other), **PARAMS) for other in ({}, {"from": 0}))
    assert {**found, "took": 0} == {**searched, "took": 0}
    assert [*found["hits"]] == [*searched["hits"]]


@pytest.mark.parametrize("more", [{}, {"version": True}, {"version": False, "size": 1001}], ids=json.dumps)
def test_documents_are_found_in_one_pass_as_each_is_found_alone(engine, more):
    ids = ["long", "short", "never", "replaced", "short", "deleted", "\ud800", "x" * 70_000]
    found = engine.search_texts("thing", lookup("first", **more), ids, **PARAMS)
    alone = [engine.search("thing", lookup(id, **more), **PARAMS) for id in ids]
    assert [{**one, "took": 0} for one in found] == [{**one, "took": 0} for one in alone]
    assert found[1]["hits"]["hits"][0] is not found[4]["hits"]["hits"][0]


def test_a_store_of_no_part_and_one_of_many_parts_are_looked_up_too(tmp_path, monkeypatch):
    engine = Engine(tmp_path)
    with engine.builder("thing", MAPPING):
        pass
    assert [one["hits"]["total"] for one in engine.search_texts("thing", lookup("a"), ["a", "b"], **PARAMS)] == [0, 0]
    monkeypatch.setattr(lookups, "MAX_PARTS", -1)
    assert engine.search_texts("thing", lookup("a"), ["a", "b"], **PARAMS) is None


def test_documents_whose_ids_have_one_hash_are_told_apart(engine, monkeypatch):
    monkeypatch.setattr(Part, "probable", lambda part, hashed: part.first)
    found = engine.search_texts("thing", lookup("short"), ["long", "short", "never"], **PARAMS)
    assert [[hit["_id"] for hit in one["hits"]["hits"]] for one in found] == [["long"], ["short"], []]


def test_the_bytes_of_all_documents_count(engine):
    with pytest.raises(EngineError, match="answer_too_large"), until(None, max_bytes=20):
        engine.search_texts("thing", lookup("short"), ["short", "replaced"], **PARAMS)


def test_a_short_document_needs_no_request(engine, monkeypatch):
    monkeypatch.delattr(search, "known_request")
    assert engine.search("thing", lookup("short"), **PARAMS)["hits"]["total"] == 1


@pytest.mark.parametrize(
    "body",
    [
        None,
        lookup("1", _source=False),
        lookup("1", size=0),
        lookup("1", size="3"),
        lookup("1", version="true"),
        lookup(1),
        {"query": {"ids": {"values": ["1", "2"]}}},
        {"query": {"ids": {"values": ["1"], "boost": 2}}},
        {"query": {"ids": ["1"]}},
        {"query": {"match_all": {}}},
        {"size": 1},
    ],
)
def test_bodies_that_ask_for_more_are_searches(body):
    assert plain_id(body) is None


def test_a_window_that_is_too_large_is_refused(engine):
    with pytest.raises(EngineError, match="Result window is too large"):
        engine.search("thing", lookup("short", size=10_001), **PARAMS)


def test_the_bytes_and_the_time_of_a_document_count(engine):
    with pytest.raises(EngineError, match="answer_too_large"), until(None, max_bytes=5):
        engine.search("thing", lookup("short"), **PARAMS)
    with pytest.raises(EngineError), until(0.0):
        engine.search("thing", lookup("short"), **PARAMS)
