"""A text that a field has in no case is found missing without an automaton."""

import pytest

from searchapp.engine import Engine
from searchapp.engine.queries import folded_terms
from searchapp.engine.queries.field import patterns

VALUES = ("Alpha-One", "alpha-ONE", "ÄLPHA-two", "gamma three")


@pytest.fixture
def engine(tmp_path):
    engine = Engine(tmp_path)
    with engine.builder("gene", {"properties": {"name": {"type": "keyword"}}}) as builder:
        builder.add_many([{"_id": str(number), "name": value} for number, value in enumerate(VALUES)])
    return engine


def found(engine, text):
    term = {"term": {"name": {"value": text, "case_insensitive": True}}}
    return [hit["_id"] for hit in engine.search("gene", {"query": term})["hits"]["hits"]]


@pytest.mark.parametrize("terms", [0, 200])
def test_hashes_find_what_automata_find(engine, terms, monkeypatch):
    monkeypatch.setattr(folded_terms, "HASHES_PER_TEXT", terms)
    assert found(engine, "ALPHA-one") == ["0", "1"]
    assert found(engine, "Älpha-TWO") == ["2"]
    assert found(engine, "älpha-two") == found(engine, "alpha-on") == found(engine, "\ud800lpha-two") == []


def test_a_missing_text_builds_no_automaton(engine, monkeypatch):
    built = []
    monkeypatch.setattr(patterns, "ignoring_case", lambda text, width: built.append(text) or text)
    found(engine, "delta-four")
    found(engine, "GAMMA three")
    assert built == ["GAMMA three"]
