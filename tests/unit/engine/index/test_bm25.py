"""Scores against Lucene's formulas, written down once more."""

import math

import pytest

from searchapp.engine import Engine

K1, B = 1.2, 0.75


def idf(documents, frequency):
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


def bm25(weight, frequency, length, mean):
    return weight * 2.2 * frequency / (frequency + K1 * (1 - B + B * length / mean))


@pytest.fixture
def engine(tmp_path):
    engine = Engine(tmp_path)
    mapping = {"properties": {"name": {"type": "text"}, "kind": {"type": "keyword"}, "open": {"type": "boolean"}}}
    with engine.builder("gene", mapping) as builder:
        builder.add({"_id": "1", "name": "a a b", "kind": ["x", "y"], "open": True})
        builder.add({"_id": "2", "name": "a c", "kind": "x", "open": False})
        builder.add({"_id": "3", "name": "", "kind": "z"})
        for number in range(4, 30):
            builder.add({"_id": str(number)})
    return engine


def scores(engine, query):
    return {hit["_id"]: hit["_score"] for hit in engine.search("gene", {"query": query})["hits"]["hits"]}


def test_texts_count_only_documents_with_a_term_in_the_field(engine):
    found = scores(engine, {"term": {"name": "a"}})
    assert found["1"] == pytest.approx(bm25(idf(2, 2), 2, 3, 2.5), rel=1e-4)
    assert found["2"] == pytest.approx(bm25(idf(2, 2), 1, 2, 2.5), rel=1e-4)


def test_a_phrase_weighs_its_words_together(engine):
    expected = bm25(idf(2, 2) + idf(2, 1), 1, 3, 2.5)
    assert scores(engine, {"match_phrase": {"name": "a b"}})["1"] == pytest.approx(expected, rel=1e-4)
    sloppy = {"match_phrase": {"name": {"query": "b a", "slop": 2}}}
    assert scores(engine, sloppy)["1"] == pytest.approx(bm25(idf(2, 2) + idf(2, 1), 1 / 3, 3, 2.5), rel=1e-4)


def test_keywords_and_booleans_have_one_score_a_term(engine):
    found = scores(engine, {"term": {"kind": "x"}})
    assert found == pytest.approx(dict.fromkeys("12", bm25(idf(3, 2), 1, 1, 4 / 3)), rel=1e-5)
    assert scores(engine, {"term": {"open": True}})["1"] == pytest.approx(bm25(idf(2, 1), 1, 1, 1), rel=1e-5)


def test_near_words_are_scored_as_the_most_frequent_of_them(engine):
    found = scores(engine, {"fuzzy": {"kind": {"value": "xx", "fuzziness": 1}}})
    assert set(found) == {"1", "2"} and set(found.values()) == {0.0}
    assert scores(engine, {"fuzzy": {"kind": "x"}}) == scores(engine, {"term": {"kind": "x"}})


def test_scores_stay_right_after_updates(engine):
    before = scores(engine, {"term": {"name": "a"}})
    with engine.updater("gene") as updater:
        updater.upsert({"_id": "40", "name": "a d d d"})
        updater.delete("29")
    engine.close()
    found = scores(engine, {"term": {"name": "a"}})
    assert found["2"] == pytest.approx(bm25(idf(3, 3), 1, 2, 3), rel=1e-3) and found["2"] != before["2"]


MANY = 4500


def letters(number, turn):
    """A document whose words, and their number, change with each turn."""
    words = "abcdefghij"[: 2 + (number + 3 * turn) % 8]
    return {"_id": str(number), "name": " ".join(words), "kind": words[turn % 2]}


@pytest.mark.slow
def test_scores_after_a_merge_are_equal_to_those_of_a_new_index(tmp_path):
    engine, mapping = Engine(tmp_path), {"properties": {"name": {"type": "text"}, "kind": {"type": "keyword"}}}
    documents = {number: letters(number, 0) for number in range(MANY)}
    with engine.builder("gene", mapping) as builder:
        builder.add_many(documents.values())
    for turn in range(1, 8):
        changed = {number: letters(number, turn) for number in range(turn, MANY, 10)}
        documents |= changed
        with engine.updater("gene") as updater:
            updater.upsert_many(changed.values())
    engine.close()
    assert engine.reader("gene").stats.total == MANY
    with engine.builder("anew", mapping) as builder:
        builder.add_many(documents.values())
    for query in ({"match": {"name": "c h"}}, {"term": {"kind": "b"}}):
        assert distinct_scores(engine, "gene", query) == pytest.approx(distinct_scores(engine, "anew", query), rel=1e-5)


def distinct_scores(engine, index, query):
    hits = engine.search(index, {"query": query, "size": 10_000})["hits"]["hits"]
    return sorted({hit["_score"] for hit in hits})


def test_a_term_scores_the_same_when_it_is_asked_again(engine):
    def scores(field):
        hits = engine.search("gene", {"query": {"match": {field: "a"}}})["hits"]["hits"]
        return {hit["_id"]: hit["_score"] for hit in hits}

    first = scores("name")
    assert first.keys() == {"1", "2"}
    assert scores("name") == first
    assert scores("kind") == {}


def test_all_words_of_a_text_are_not_found_where_no_document_has_one_of_them(engine):
    match = {"query": "a b", "operator": "and"}
    query = {"match": {"name": match}}
    assert [hit["_id"] for hit in engine.search("gene", {"query": query})["hits"]["hits"]] == ["1"]
    query = {"match": {"name": {**match, "query": "a b nothing"}}}
    assert engine.search("gene", {"query": query})["hits"]["total"]["value"] == 0
    query = {"match": {"name": {"query": "a b nothing"}}}
    assert engine.search("gene", {"query": query})["hits"]["total"]["value"] == 2
