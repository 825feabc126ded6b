"""What many texts find by one body is what each text finds by a body of its own, to the byte except `took`."""

import pytest

from searchapp.engine import EngineError, until
from searchapp.engine.search.batch import keyword_terms
from tests.unit.engine.search.batch.test_msearch import plain

WORDS = ["A1BG", "a2m", "a1bg", "gene", "gene with protein product", "one two", "5", "true", "nope", "e1", "x" * 300]
TEXTS = [*WORDS, "\ud800"]
FIELDS = (["sym"], ["kw"], ["al"], ["t"], ["sym^2"], ["i"], ["nest.a"], ["none"], ["s*"], ["sym", "al"], ["_id"])
PARAMS = {"rest_total_hits_as_int": True, "raw_source": True}


def body(text, fields, **rest):
    clause = {"multi_match": {"query": text, "fields": fields, "operator": "and", "lenient": True}}
    return {"query": clause, "size": 10, **rest}


def assert_same(engine, texts, make):
    found = engine.search_texts("gene", make(texts[0]), texts, **PARAMS)
    apart = engine.msearch("gene", [make(text) for text in texts], **PARAMS)
    for text, one, other in zip(texts, found, apart, strict=True):
        assert plain(one) == plain(other), text


@pytest.mark.slow
@pytest.mark.parametrize("fields", FIELDS, ids=str)
def test_each_text_finds_what_it_finds_alone(engine, fields):
    assert_same(engine, TEXTS, lambda text: body(text, fields))
    assert_same(engine, WORDS, lambda text: body(text, fields))


@pytest.mark.slow
@pytest.mark.parametrize("most", [0, 1, 3, 1000])
@pytest.mark.parametrize("field", ["sym", "kw"])
def test_every_value_of_a_field_finds_its_documents(engine, found, field, most, monkeypatch):
    monkeypatch.setattr(keyword_terms, "MAX_SHARED", most)
    values = [value for document in found.documents for value in as_list(document.get(field))]
    texts = [value for value in dict.fromkeys(values) if type(value) is str and value]
    assert len(texts) > 5
    assert_same(engine, texts, lambda text: body(text, [field]))
    assert_same(engine, texts, lambda text: body(text, [field], size=0))
    assert_same(engine, texts, lambda text: body(text, [field], version=True, **{"from": 1}))
    assert_same(engine, texts, lambda text: body(text, [field], _source=["sym"], track_total_hits=False))


def as_list(value):
    return value if isinstance(value, list) else [value]


def in_order(text, *fields):
    """The query for a text in fields of which the earlier ones have the better hits."""
    parts = [body(text, [field])["query"] for field in fields]
    scored = [{"constant_score": {"filter": part, "boost": len(parts) - place}} for place, part in enumerate(parts)]
    return {"query": {"dis_max": {"queries": scored}}}


@pytest.mark.slow
@pytest.mark.parametrize("fields", [("sym", "kw"), ("kw", "sym"), ("sym", "t"), ("sym", "none"), ("kw", "kw")], ids=str)
def test_several_fields_rank_their_documents(engine, found, fields):
    values = [value for document in found.documents for name in ("sym", "kw") for value in as_list(document.get(name))]
    texts = [value for value in dict.fromkeys(values) if type(value) is str and value]
    assert_same(engine, texts, lambda text: in_order(text, *fields))
    assert_same(engine, texts, lambda text: {**in_order(text, *fields), "size": 2, "from": 1})


def test_ids_and_words_rank_their_documents_too(engine, found):
    def make(text):
        ids = {"constant_score": {"filter": {"ids": {"values": [text]}}, "boost": 129}}
        above = {"bool": {"must": [body(text, ["sym"])["query"], {"match_all": {"boost": 64}}]}}
        return {"query": {"dis_max": {"queries": [ids, above, body(text, ["t"])["query"]]}}}

    assert_same(engine, [*WORDS, *(str(document["_id"]) for document in found.documents[:50])], make)


def test_a_filter_holds_for_all_texts(engine):
    def make(text):
        return {"query": {"bool": {"must": [body(text, ["sym"])["query"]], "filter": [{"exists": {"field": "t"}}]}}}

    assert_same(engine, TEXTS, make)


def test_a_window_that_is_too_large_is_an_error_of_each_text(engine):
    assert_same(engine, TEXTS, lambda text: body(text, ["sym"], size=10_001))


def test_bodies_that_share_too_little_are_left_to_msearch(engine):
    facets = {"aggs": {"kw": {"terms": {"field": "kw"}}}}
    assert engine.search_texts("gene", body("a", ["sym"], **facets), ["a", "b"]) is None
    assert engine.search_texts("gene", {"query": {"match": {"t": "a"}}}, ["a", "b"]) is None


def test_texts_are_limited_like_bodies(engine):
    with until(1e12, 1), pytest.raises(EngineError, match="bytes of documents"):
        engine.search_texts("gene", body("a1bg", ["sym"]), ["a1bg"], **PARAMS)
    with until(0.0), pytest.raises(EngineError, match="no answer in time"):
        engine.search_texts("gene", body("a1bg", ["sym"]), ["a1bg"], **PARAMS)
