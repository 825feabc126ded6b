"""An analyzer that puts several tokens at one position: a document needs one of them. As seen on a real node."""

import pytest

from searchapp.engine import Engine
from tests.unit.engine.searching import ask, string

ANALYSIS = {
    "filter": {"edges": {"type": "edge_ngram", "min_gram": 2, "max_gram": 4}},
    "analyzer": {"edged": {"tokenizer": "whitespace", "filter": ["lowercase", "edges"]}},
}
MAPPING = {"properties": {"t": {"type": "text", "analyzer": "edged"}}}
TEXTS = {"1": "kinase alpha", "2": "kite", "3": "alpha kite beta", "4": "beta", "5": "zet the iot kap lam"}


@pytest.fixture(scope="module")
def edged(tmp_path_factory):
    engine = Engine(tmp_path_factory.mktemp("edged"))
    with engine.builder("gene", MAPPING, {"analysis": ANALYSIS}) as builder:
        for id, text in TEXTS.items():
            builder.add({"_id": id, "t": text})
    return engine


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"match": {"t": {"query": "kinase", "operator": "and"}}}, ["1", "2", "3"]),
        ({"match": {"t": {"query": "kinase alpha", "operator": "and"}}}, ["1", "3"]),
        ({"match": {"t": {"query": "kinase alpha beta", "minimum_should_match": 3}}}, ["3"]),
        ({"match_phrase": {"t": "alpine kinase"}}, ["3"]),
        ({"match_phrase": {"t": {"query": "kinase alpha", "slop": 1}}}, ["1"]),
        ({"match_phrase": {"t": {"query": "kinase alpha", "slop": 2}}}, ["1", "3"]),
        (string("kinase beta", fields=["t"], default_operator="and"), ["3"]),
        (string("kinase alpha beta", fields=["t"], minimum_should_match=3), ["3"]),
        ({"match": {"t": {"query": "kinase", "fuzziness": 1}}}, ["1", "2", "3"]),
    ],
)
def test_one_of_the_tokens_at_a_position_is_enough(edged, query, expected):
    assert sorted(ask(edged, query)) == expected


def test_the_met_words_are_highlighted(edged):
    query = {"match": {"t": {"query": "kinase alpha", "operator": "and"}}}
    hits = edged.search("gene", {"query": query, "highlight": {"fields": {"t": {}}}})["hits"]["hits"]
    assert {hit["_id"] for hit in hits if "highlight" in hit} == {"1", "3"}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"query": "kinase alpha", "slop": 1}, ["1"]),
        ({"query": "beta alpha", "slop": 2}, []),
        ({"query": "beta alpha", "slop": 3}, ["3"]),
        ({"query": "kite kinase", "slop": 9}, []),
        ({"query": "zeta theta iota lambda kappa"}, []),
        ({"query": "zeta theta iota kappa lambda"}, ["5"]),
    ],
)
def test_phrases_with_slop_or_of_many_ways_need_a_token_of_each_position(edged, options, expected):
    assert sorted(ask(edged, {"match_phrase": {"t": options}})) == expected
