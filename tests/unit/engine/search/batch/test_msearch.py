"""What an msearch answers is what each body gets alone, to the byte but for the time it took."""

from itertools import islice

import orjson
import pytest

from searchapp.engine import EngineError
from tests.contract.engine_collections import collection
from tests.contract.engine_comparison import bodies
from tests.unit.engine.searching import string

BATCHES, BATCH = 12, 40
PARAMS = ({}, {"rest_total_hits_as_int": True}, {"raw_source": True})


def alone(engine, body, **params):
    """The answer to a body in the form that an msearch gives it; None where it cannot be read."""
    try:
        return {**engine.search("gene", body, **params), "status": 200}
    except EngineError as error:
        return in_msearch(engine, body, error, **params)


def in_msearch(engine, body, error, **params):
    """The error as the only item of an msearch, which stands for all where the body cannot be read."""
    try:
        (item,) = engine.msearch("gene", [body], **params)
    except EngineError:
        return None
    assert (item["status"], item["error"]["root_cause"][0]["reason"]) == (error.status, error.reason)
    return item


def plain(answer):
    return orjson.dumps({**answer, "took": 0} if "took" in answer else answer, default=bytes.decode)


def assert_same(engine, batch, **params):
    answers = [(body, alone(engine, body, **params)) for body in batch]
    known = [(body, answer) for body, answer in answers if answer is not None]
    together = engine.msearch("gene", [body for body, _ in known], **params)
    for (body, one), other in zip(known, together, strict=True):
        assert plain(one) == plain(other), body


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(BATCHES))
def test_random_bodies_find_the_same_together_as_alone(engine, turn):
    vocabulary = collection("edges", 600).vocabulary
    made = bodies(f"batch {turn}", BATCH, vocabulary)
    assert_same(engine, [body for _, body in islice(made, BATCH)], **PARAMS[turn % len(PARAMS)])


TEXTS = ("A1BG", "a2m", "kinase", "gene with protein product", "one two", "5", "2020-01-01", "true", "", "nope", "e1")
FIELDS = (["sym"], ["t"], ["sym^2", "al", "_id"], ["i", "d", "b"], ["nest.a", "kw"], ["*"], [])
OPTIONS = (
    {},
    {"operator": "and", "lenient": True},
    {"type": "phrase", "analyzer": "whitespace"},
    {"type": "most_fields", "fuzziness": 1, "boost": 2},
    {"minimum_should_match": "50%", "zero_terms_query": "all", "tie_breaker": 0.5},
)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.slow
def test_bodies_of_one_shape_find_the_same_together_as_alone(engine, options):
    clauses = [{"multi_match": {"query": t, "fields": f, **options}} for f in FIELDS for t in TEXTS]
    inside = [{"dis_max": {"queries": [{"ids": {"values": ["e1"]}}, clause]}} for clause in clauses]
    assert_same(engine, [{"query": clause, "size": 3} for clause in clauses + inside])


STRINGS = (
    "A1BG",
    "sym:a2m",
    "gene AND t:with",
    "kinase~1",
    "i:[1 TO 5]",
    "*:*",
    "t:(one two)",
    "-nope",
    "(",
    "",
    "_id:e1",
)
STRING_OPTIONS = (
    {"fields": ["_id^20", "sym^8", "t"], "default_operator": "AND", "lenient": True},
    {"default_field": "al", "phrase_slop": 1, "type": "phrase"},
    {"fields": ["t*"], "analyzer": "whitespace", "minimum_should_match": "2", "escape": True},
    {"tie_breaker": 0.3, "allow_leading_wildcard": False},
)


@pytest.mark.slow
@pytest.mark.parametrize("options", STRING_OPTIONS, ids=str)
def test_query_strings_of_one_shape_find_the_same_together_as_alone(engine, options):
    assert_same(engine, [{"query": {"query_string": {"query": text, **options}}, "size": 3} for text in STRINGS])


@pytest.mark.parametrize("wrong", [{"lenient": 1}, {"operator": "nor"}, {"type": "cross_fields"}, {"query": None}])
def test_a_query_that_cannot_be_read_is_refused_after_one_like_it(engine, wrong):
    right = {"query": "a", "fields": ["sym"], "lenient": True, "operator": "or", "type": "best_fields"}
    engine.msearch("gene", [{"query": {"multi_match": right}}])
    with pytest.raises(EngineError):
        engine.msearch("gene", [{"query": {"multi_match": {**right, **wrong}}}])


@pytest.mark.parametrize("wrong", [{"version": 1}, {"size": -1}, {"sort": [3]}])
def test_a_body_that_cannot_be_read_is_refused_after_one_like_it(engine, wrong):
    right = {"query": {"match_all": {}}, "size": 1, "version": True}
    with pytest.raises(EngineError):
        engine.msearch("gene", [right, {**right, **wrong}])


@pytest.mark.parametrize("wrong", ["x", None, [], {"must": [{"bool": "x"}]}, {"must": {"function_score": "x"}}])
def test_a_bool_that_is_no_object_is_refused_after_one_that_is(engine, wrong):
    with pytest.raises(EngineError):
        engine.msearch("gene", [{"query": {"bool": {}}}, {"query": {"bool": wrong}}])


def test_a_number_where_others_have_a_text_stays_apart(engine):
    numbers = [{"multi_match": {"query": number, "fields": ["i", "sym"]}} for number in (5, 7, True)]
    others = [{"term": {"i": 5}}, {"multi_match": {"query": "a1bg", "fields": ["sym"]}}, {"match": {"t": "gene"}}]
    assert_same(engine, [{"query": clause} for clause in [*numbers, *others, *reversed(numbers)]])


def test_an_analyzer_that_is_not_there_is_an_error_of_each_body(engine):
    match = {"fields": ["sym"], "analyzer": "nope"}
    assert_same(engine, [{"query": {"multi_match": {"query": text, **match}}} for text in TEXTS[:3]])


def test_one_document_that_several_bodies_find_is_several_objects(engine):
    one, other = engine.msearch("gene", [{"query": {"term": {"sym": "a1bg"}}}] * 2)
    assert one["hits"] == other["hits"]
    assert one["hits"]["hits"][0]["_source"] is not other["hits"]["hits"][0]["_source"]


def test_pages_after_the_first_belong_to_each_body(engine):
    batch = [{"query": {"match": {"t": "gene"}}, "from": start, "size": 4} for start in (0, 2, 600)]
    assert_same(engine, batch)


def test_texts_in_any_case_get_together_what_they_get_alone(engine):
    exact = [{"term": {path: {"value": "TEXT", "case_insensitive": True, "boost": 2}}} for path in ("kw", "sym", "i")]
    for fields in (exact[:1], exact[:2], exact):
        clauses = [{"bool": {"should": [*in_any_case(fields, text), {"match_all": {}}]}} for text in TEXTS]
        assert_same(engine, [{"query": clause} for clause in clauses])


@pytest.mark.slow
def test_the_limit_of_a_search_holds_for_each_body_of_another_shape(engine):
    own = [[string(f"text {number}"), {"wildcard": {"sym": f"*{number}*a*b*c*"}}] for number in range(200)]
    responses = engine.msearch("gene", [{"query": {"bool": {"should": should}}} for should in own])
    assert {response["status"] for response in responses} == {200}


def in_any_case(terms, text):
    return orjson.loads(orjson.dumps(terms).replace(b'"TEXT"', orjson.dumps(text)))
