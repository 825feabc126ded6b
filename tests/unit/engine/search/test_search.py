import orjson
import pytest
from tantivy import Query

from searchapp.engine import EngineError
from searchapp.engine.search.random_score import random_function
from tests.unit.engine.searching import ask

KINASE = {"term": {"name": "kinase"}}


def search(engine, body=None, **params):
    return engine.search("gene", body, **params)


def refused(engine, body, **params):
    with pytest.raises(EngineError) as error:
        search(engine, body, **params)
    return error.value.type


def test_a_response_has_the_keys_of_elasticsearch(small):
    response = search(small, {"query": {"ids": {"values": ["3"]}}, "_source": ["symbol"], "version": True})
    assert response.pop("took") >= 0
    assert response == {
        "timed_out": False,
        "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
        "hits": {
            "total": {"value": 1, "relation": "eq"},
            "max_score": 1.0,
            "hits": [{"_index": "gene", "_id": "3", "_version": 1, "_score": 1.0, "_source": {"symbol": "BRCA1"}}],
        },
    }


def test_no_body_is_every_document(small):
    assert ask(small) == ["1", "2", "3", "4", "5"]
    assert search(small, None)["hits"]["total"]["value"] == 5


def test_pages_are_cut_from_the_complete_result(small):
    assert ask(small, size=2) == ["1", "2"]
    assert ask(small, size=2, **{"from": 4}) == ["5"]
    assert ask(small, size=0) == []
    assert search(small, {"size": 0})["hits"]["max_score"] is None


def test_parameters_win_over_the_body(small):
    assert len(search(small, {"size": 3}, size=1)["hits"]["hits"]) == 1


@pytest.mark.parametrize(
    ("track", "total"),
    [
        (True, {"value": 5, "relation": "eq"}),
        (3, {"value": 3, "relation": "gte"}),
        (5, {"value": 5, "relation": "eq"}),
        (False, None),
    ],
)
def test_totals_are_counted_as_far_as_asked(small, track, total):
    assert search(small, {"track_total_hits": track})["hits"].get("total") == total


def test_totals_as_whole_numbers(small):
    assert search(small, {}, rest_total_hits_as_int=True)["hits"]["total"] == 5
    assert search(small, {"track_total_hits": False}, rest_total_hits_as_int=True)["hits"]["total"] == -1
    assert refused(small, {"track_total_hits": 3}, rest_total_hits_as_int=True) == "illegal_argument_exception"


def test_a_post_filter_leaves_the_facets_alone(small):
    body = {"post_filter": {"term": {"kind": "rna"}}, "aggs": {"a": {"terms": {"field": "kind", "size": 1}}}}
    response = search(small, body)
    assert response["hits"]["total"]["value"] == 2
    assert response["aggregations"]["a"]["buckets"] == [{"key": "gene", "doc_count": 2}]


def test_a_minimum_score_takes_hits_away(small):
    best = search(small, {"query": KINASE})["hits"]["max_score"]
    assert ask(small, KINASE, min_score=best) == ["2"]
    assert ask(small, min_score=5) == []


def test_sources_are_parsed_only_where_they_must_be(small):
    hit = search(small, {"size": 1}, raw_source=True)["hits"]["hits"][0]
    assert isinstance(hit["_source"], bytes)
    assert orjson.loads(hit["_source"])["symbol"] == "CDK2"
    assert search(small, {"size": 1, "version": True}, raw_source=True)["hits"]["hits"][0]["_source"] == hit["_source"]


def test_an_explanation_has_the_value_of_the_score(small):
    hit = search(small, {"query": KINASE, "explain": True})["hits"]["hits"][0]
    assert hit["_explanation"]["value"] == pytest.approx(hit["_score"], rel=1e-5)
    assert hit["_explanation"]["details"]


def test_matches_are_marked(small):
    hit = search(small, {"query": KINASE, "highlight": {"fields": {"name": {}}}})["hits"]["hits"][0]
    assert hit["highlight"] == {"name": ["first <em>kinase</em>", "second <em>kinase</em>"]}


@pytest.mark.parametrize(
    ("body", "type"),
    [
        ({"foo": 1}, "parsing_exception"),
        ({"query": None}, "parsing_exception"),
        ({"query": {}}, "illegal_argument_exception"),
        ({"size": -1}, "illegal_argument_exception"),
        ({"size": "x"}, "number_format_exception"),
        ({"from": 9995, "size": 10}, "illegal_argument_exception"),
        ({"rescore": {"query": {}}}, "unsupported_exception"),
        ({"runtime_mappings": {"a": {"type": "long"}}}, "unsupported_exception"),
        ({"script_fields": []}, "unsupported_exception"),
        ({"_source": 5}, "parsing_exception"),
        ([], "parsing_exception"),
    ],
)
def test_wrong_bodies_are_refused(small, body, type):
    assert refused(small, body) == type


def test_empty_objects_of_unsupported_keys_ask_for_nothing(small):
    body = {"query": KINASE}
    asked = {"script_fields": {}, "runtime_mappings": {}, "ext": {}}
    assert small.search("gene", body | asked)["hits"] == small.search("gene", body)["hits"]


def test_unknown_parameters_are_refused(small):
    assert refused(small, {}, routing="x") == "illegal_argument_exception"


def test_an_msearch_keeps_errors_of_execution_at_their_places(small):
    bodies = [{"query": KINASE}, {"query": {"term": {"number": "x"}}}, {"size": 0}]
    one, two, three = small.msearch("gene", bodies)
    assert (one["status"], one["hits"]["total"]["value"]) == (200, 2)
    assert (two["status"], two["error"]["root_cause"][0]["type"]) == (400, "query_shard_exception")
    assert three["hits"]["total"]["value"] == 5


def test_an_msearch_fails_whole_when_a_body_cannot_be_read(small):
    with pytest.raises(EngineError, match="unknown query"):
        small.msearch("gene", [{}, {"query": {"nope": {}}}])


def test_texts_are_analysed_as_their_field_says(small):
    assert [token["token"] for token in small.analyze("gene", "name", "Cyclin-dependent KINASE")] == [
        "cyclin", "dependent", "kinase",
    ]  # fmt: skip
    assert [token["token"] for token in small.analyze("gene", "symbol", "CDK 2")] == ["cdk 2"]


def test_a_panic_of_tantivy_is_an_error(small, monkeypatch):
    def panic(*_):
        Query.phrase_query(small.reader("gene").schema, "name", ["one"])

    monkeypatch.setattr("searchapp.engine.search.search.collected", panic)
    with pytest.raises(EngineError) as error:
        search(small, {})
    assert error.value.status == 500


@pytest.mark.parametrize("id", ["3", "none"])
@pytest.mark.parametrize("rest", [{}, {"size": 0}, {"from": 1}, {"size": 0, "from": 1}, {"track_total_hits": False}])
def test_one_id_finds_the_same_alone_as_inside_another_query(small, id, rest):
    alone = search(small, {"query": {"ids": {"values": [id]}}, **rest})
    inside = search(small, {"query": {"bool": {"must": [{"ids": {"values": [id]}}]}}, **rest})
    assert alone["hits"] == inside["hits"]


def test_one_id_is_filtered_and_counted_like_any_query(small):
    lookup = {"query": {"ids": {"values": ["3"]}}}
    assert search(small, {**lookup, "post_filter": {"term": {"symbol": "cdk2"}}})["hits"]["hits"] == []
    assert search(small, {**lookup, "min_score": 2})["hits"]["hits"] == []
    assert search(small, {"query": {"ids": {"values": ["3"], "boost": 2}}})["hits"]["max_score"] == 2.0


@pytest.mark.parametrize(
    "body",
    [
        {"query": {"term": {"kind": "\ud800"}}},
        {"query": {"prefix": {"kind": "\ud800"}}},
        {"query": {"ids": {"values": ["1", "\ud800"]}}},
        {
            "aggs": {
                "a": {"histogram": {"field": "number", "interval": 1}, "aggs": {"\ud800": {"max": {"field": "number"}}}}
            }
        },
        {"track_total_hits": float("inf")},
        {"query": {"fuzzy": {"name": {"value": "kinas", "fuzziness": float("nan")}}}},
    ],
)
def test_values_that_are_neither_text_nor_number_are_refused(small, body):
    with pytest.raises(EngineError) as error:
        search(small, body)
    assert error.value.status == 400
    assert small.get("gene", "\ud800")["found"] is False


def test_half_a_character_fails_alone_among_many(small):
    bodies = [{"query": {"term": {"kind": text}}} for text in ("gene", "\ud800")]
    assert [answer["status"] for answer in small.msearch("gene", bodies)] == [200, 400]


def test_a_field_without_a_name_is_read_as_any(small):
    clauses = [{"exists": {"field": "nope"}}, {"term": {"": "z"}}, {"range": {"day": {"gte": "x"}}}]
    assert refused(small, {"query": {"bool": {"must": clauses}}}) == "parse_exception"


def test_a_bool_with_optional_clauses_is_not_in_random_order():
    drawn = {"function_score": {"query": {"match_all": {}}, "random_score": {}}}
    clauses = ({"bool": {"must": [drawn]}}, {"bool": {"must": [drawn], "should": [drawn]}}, {"bool": {"should": []}})
    assert [random_function(clause) is not None for clause in clauses] == [True, False, False]
