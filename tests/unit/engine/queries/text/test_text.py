import pytest

from searchapp.engine import Engine, EngineError
from tests.unit.engine.searching import ask


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ({"match": {"name": "KINASE repair"}}, ["3", "2", "1"]),
        ({"match": {"name": {"query": "kinase 2", "operator": "and"}}}, ["1"]),
        ({"match": {"name": {"query": "cyclin kinase nope", "minimum_should_match": 2}}}, ["1"]),
        ({"match": {"name": {"query": "...", "zero_terms_query": "all"}}}, ["1", "2", "3", "4", "5"]),
        ({"match": {"name": "..."}}, []),
        ({"match": {"number": 3}}, ["1"]),
        ({"match": {"number": {"query": "x", "lenient": True}}}, []),
        ({"match": {"name": {"query": "kinaes", "fuzziness": "AUTO"}}}, ["2", "1"]),
        ({"match_phrase": {"name": "dependent kinase"}}, ["1"]),
        ({"match_phrase": {"name": "kinase dependent"}}, []),
        ({"match_phrase": {"name": {"query": "kinase dependent", "slop": 2}}}, ["1"]),
        ({"match_phrase": {"name": {"query": "kinase second", "slop": 99}}}, ["2"]),
        ({"match_phrase": {"name": {"query": "first second", "slop": 100}}}, []),
        ({"match_phrase": {"name": {"query": "first second", "slop": 101}}}, ["2"]),
        ({"multi_match": {"query": "kinase", "fields": ["name", "kind"]}}, ["2", "1"]),
        ({"multi_match": {"query": "kinase cdk2", "fields": ["name", "symbol"], "operator": "and"}}, []),
        ({"multi_match": {"query": "3"}}, ["1"]),
        ({"multi_match": {"query": "kinase", "fields": ["nope"]}}, []),
    ],
)
def test_texts_are_analysed(small, query, ids):
    assert sorted(ask(small, query)) == sorted(ids)


def test_weights_multiply_the_scores(small):
    def best(fields):
        return small.search("gene", {"query": {"multi_match": {"query": "kinase", "fields": fields}}})["hits"][
            "max_score"
        ]

    assert best(["name^3"]) == pytest.approx(3 * best(["name"]), rel=1e-6)


def test_cross_fields_is_refused_by_name(small):
    with pytest.raises(EngineError, match="unsupported query: multi_match of type cross_fields"):
        ask(small, {"multi_match": {"query": "a", "type": "cross_fields", "fields": ["name"]}})


def test_an_unknown_analyzer_is_refused(small):
    with pytest.raises(EngineError, match=r"\[match\] analyzer \[nope\] not found"):
        ask(small, {"match": {"name": {"query": "a", "analyzer": "nope"}}})


def test_what_an_analyzer_of_a_query_lacks_is_named(tmp_path):
    engine = Engine(tmp_path)
    settings = {"analysis": {"analyzer": {"mine": {"tokenizer": "standard", "filter": ["kstem"]}}}}
    with engine.builder("gene", {"properties": {"name": {"type": "text"}}}, settings) as builder:
        builder.add({"_id": "1", "name": "kinases"})
    with pytest.raises(EngineError, match=r"analyzer \[mine\] not found: .* filter under name \[kstem\]"):
        engine.search("gene", {"query": {"match": {"name": {"query": "a", "analyzer": "mine"}}}})


@pytest.mark.parametrize(
    "query",
    [
        {"match_phrase": {"name": {"query": "cyclin kinase", "slop": -1}}},
        {"multi_match": {"query": "cyclin kinase", "fields": ["name"], "type": "phrase", "slop": -1}},
        {"query_string": {"query": '"cyclin kinase"~-1', "fields": ["name"]}},
    ],
)
def test_a_negative_slop_is_refused(small, query):
    with pytest.raises(EngineError, match=r"(?i)slop"):
        ask(small, query)


def test_a_query_string_over_all_fields_finds_nothing_by_a_negative_slop(small):
    assert ask(small, {"query_string": {"query": '"cyclin kinase"~-1'}}) == []
