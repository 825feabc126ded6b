import pytest

from searchapp.engine import EngineError
from searchapp.engine.search.known_requests import KNOWN, known_request

WORDS = {"query": "?", "fields": ["symbol", "name"]}
MATCH = {"multi_match": {**WORDS, "operator": "and"}}
STRING = {"query_string": {**WORDS, "default_operator": "AND"}}
PREFIX = {"constant_score": {"filter": {"prefix": {"symbol": {"value": "?"}}}, "boost": 5.0}}
RANKED = {"bool": {"must": [{"bool": {"must": [STRING], "boost": 0.1}}], "should": [MATCH, PREFIX]}}
BEST = {"dis_max": {"queries": [{"ids": {"values": ["?"]}}, MATCH]}}
FILTERED = {"bool": {"must": [MATCH], "filter": [{"term": {"symbol": "cdk2"}}]}}
SYMBOLS, NAMES = ["x, ?", '"]}', "?s"], ["?s", "?-?"]
SOME = [{"terms": {"symbol": SYMBOLS}}, {"constant_score": {"filter": {"terms": {"name": NAMES}}}}]
LISTS = {"bool": {"must": [STRING], "should": [*SOME, {"terms": {"symbol": ["brca1"]}}, PREFIX]}}
KINDS = {
    "words": {"query": STRING},
    "ranked": {"query": RANKED, "size": 3, "version": True},
    "best": {"query": BEST, "sort": ["symbol"], "aggs": {"n": {"terms": {"field": "symbol"}}}},
    "with points": {"query": {"bool": {"must": [MATCH, {"match_all": {"boost": 3.0}}]}}},
    "lists": {"query": LISTS},
    "filtered": {"query": FILTERED},
    "marked": {"query": STRING, "highlight": {"fields": {"name": {}}}},
}
TEXTS = ("kinase", "CDK2", "name", "a", "kinase AND cdk*", '"')


def body_of(kind, text):
    """The body with the text in place of each question mark, and in lower case within other texts."""
    if isinstance(kind, dict):
        return {key: body_of(value, text) for key, value in kind.items()}
    return [body_of(value, text) for value in kind] if isinstance(kind, list) else in_text(kind, text)


def in_text(kind, text):
    return text if kind == "?" else kind.replace("?", text.lower()) if isinstance(kind, str) else kind


def answer(engine, body):
    try:
        return {**engine.search("gene", body), "took": 0}
    except Exception as error:
        return str(error)


@pytest.fixture(autouse=True)
def nothing_known():
    KNOWN.clear()


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_request_of_a_known_shape_is_answered_as_a_new_one(small, kind):
    expected = []
    for text in TEXTS:
        KNOWN.clear()
        expected.append(answer(small, body_of(kind, text)))
    assert [answer(small, body_of(kind, text)) for text in (TEXTS * 2)] == expected * 2
    assert len(KNOWN) == 1


@pytest.mark.parametrize("text", ["symbol", "name", "and", "query", "multi_match", "fields", ",", ":"])
def test_a_text_that_stands_elsewhere_in_the_body_has_the_shape_of_others(text):
    for each in ("?", text):
        request = known_request({"query": {"multi_match": {**MATCH["multi_match"], "query": each}}}, {})
    assert len(KNOWN) == 1
    assert (request.query.texts, request.clause["multi_match"]["query"]) == ((text,), text)


@pytest.mark.parametrize("query", [{"term": {"symbol": "?"}}, {"match_all": {}}])
def test_queries_with_a_text_that_is_not_kept_make_no_shape(query):
    known_request({"query": query}, {})
    assert not KNOWN


@pytest.mark.parametrize(
    ("clause", "wrong"),
    [
        (MATCH, {"multi_match": {**MATCH["multi_match"], "query": None}}),
        ({"ids": {"values": ["1"]}}, {"ids": None}),
        ({"terms": {"symbol": ["cdk2"]}}, {"terms": {"symbol": None}}),
        ({"prefix": {"symbol": {"value": "c"}}}, {"prefix": {"symbol": {"value": None}}}),
    ],
)
def test_null_in_place_of_a_text_is_refused_after_a_request_with_a_text_there(small, clause, wrong):
    right, other = ({"query": {"dis_max": {"queries": [STRING, one]}}} for one in (clause, wrong))
    small.search("gene", right)
    with pytest.raises(EngineError):
        small.search("gene", other)
    with pytest.raises(EngineError):
        small.msearch("gene", [right, other])


def test_texts_of_other_clauses_are_part_of_the_shape():
    for text in "ab":
        without = {"multi_match": {**MATCH["multi_match"], "query": text}}
        known_request({"query": {"bool": {"must": [MATCH], "must_not": [without]}}}, {})
    assert len(KNOWN) == 2


def test_other_parameters_and_other_values_are_another_shape():
    bodies = [{"query": MATCH, "size": size} for size in (1, 2, "2")] + [{"query": MATCH, "explain": True}]
    for params in ({}, {"version": True}):
        for body in bodies:
            known_request(body, params)
    assert len(KNOWN) == 2 * len(bodies)
    assert known_request(bodies[1], {}).size == 2
