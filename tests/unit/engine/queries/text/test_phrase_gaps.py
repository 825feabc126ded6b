"""Phrases: the index leaves fewer positions free between two values of a field than Lucene does."""

import pytest

from searchapp.engine import Engine
from searchapp.engine.mapping.tantivy_schema import INDEX_GAP, VALUE_GAP

MAPPING = {"properties": {"t": {"type": "text", "analyzer": "stop"}, "all": {"type": "text"}}}


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    engine = Engine(tmp_path_factory.mktemp("gaps"))
    with engine.builder("gene", MAPPING) as builder:
        for number in range(3 * INDEX_GAP):
            builder.add({"_id": f"one{number}", "t": phrase(number)})
        builder.add({"_id": "two", "t": ["cat", "dog"]})
    return engine


def phrase(left_out):
    """Two words with so many between them that the analyzer leaves out."""
    return " ".join(["cat", *["the"] * left_out, "dog"])


def found(engine, query, slop=0):
    body = {"query": {"match_phrase": {"t": {"query": query, "slop": slop}}}, "size": 100}
    return {hit["_id"]: hit["_score"] for hit in engine.search("gene", body)["hits"]["hits"]}


@pytest.mark.parametrize("left_out", range(3 * INDEX_GAP))
def test_words_that_the_analyzer_leaves_out_do_not_reach_into_the_next_value(engine, left_out):
    assert list(found(engine, phrase(left_out))) == [f"one{left_out}"]


def test_a_phrase_scores_the_same_however_it_is_looked_for(engine):
    near, far = found(engine, phrase(INDEX_GAP - 1)), found(engine, phrase(INDEX_GAP))
    assert list(near.values()) == pytest.approx(list(far.values()), rel=1e-5)


def test_phrases_count_the_gap_between_values_as_lucene(engine):
    assert list(found(engine, phrase(VALUE_GAP))) == ["two"]
    assert "two" not in found(engine, "cat dog", VALUE_GAP - 1)
    assert "two" in found(engine, "cat dog", VALUE_GAP)
    assert "two" in found(engine, phrase(60), 45)
    assert "two" not in found(engine, phrase(60), 38)


@pytest.mark.parametrize("path", ["all", "all.words"])
def test_phrases_with_slop_are_found_in_copies_of_other_fields(tmp_path, path):
    copied = {"type": "text", "copy_to": "all"}
    both = {"type": "text", "fields": {"words": {"type": "text", "analyzer": "whitespace"}}}
    engine = Engine(tmp_path)
    with engine.builder("gene", {"properties": {"t": copied, "all": both}}) as builder:
        builder.add({"_id": "1", "t": "cat and dog"})
    body = {"query": {"match_phrase": {path: {"query": "dog cat", "slop": 10}}}}
    assert [hit["_id"] for hit in engine.search("gene", body)["hits"]["hits"]] == ["1"]
