import orjson
import pytest
from msgspec import Raw

from searchapp.databases.elastic.raw_documents import parsed

HIT = {"_index": "g", "_id": "1", "_score": 1.5, "_source": {"b": [1, {"c": "é"}]}, "sort": [3], "_version": 2}
FOUND = {"took": 1, "hits": {"total": {"value": 1, "relation": "eq"}, "max_score": 1.5, "hits": [HIT]}}
SEARCHES = ("/g/_search", "/g/_search?rest_total_hits_as_int=true", "/_search", "/_search/scroll?a=b")


def with_json(answer):
    """The answer with documents as JSON."""
    hits = [{**hit, "_source": Raw(orjson.dumps(hit["_source"]))} for hit in answer["hits"]["hits"]]
    return {**answer, "hits": {**answer["hits"], "hits": hits}}


@pytest.mark.parametrize("target", SEARCHES)
def test_documents_of_a_search_are_json(target):
    assert parsed(target, orjson.dumps(FOUND)) == with_json(FOUND)


def test_documents_of_a_multi_search_are_json_and_errors_are_kept():
    failed = {"error": {"type": "x", "reason": "y"}, "status": 400}
    answer = parsed("/g/_msearch", orjson.dumps({"took": 1, "responses": [FOUND, failed]}))
    assert answer == {"took": 1, "responses": [with_json(FOUND), failed]}


def test_a_hit_without_a_document_stays_without():
    answer = {"hits": {"hits": [{"_id": "1"}]}}
    assert parsed("/g/_search", orjson.dumps(answer)) == answer


@pytest.mark.parametrize("target", ["/g/_mapping", "/g/_bulk", "/g/_count"])
def test_other_answers_are_parsed_completely(target):
    assert parsed(target, orjson.dumps(FOUND)) == FOUND


@pytest.mark.parametrize("answer", [[], {"hits": 5}, {"hits": {"hits": "no"}}, "text"])
def test_an_answer_of_another_shape_is_parsed_completely(answer):
    assert parsed("/g/_search", orjson.dumps(answer)) == answer


def test_a_number_that_is_not_json_is_read():
    assert parsed("/g/_search", b'{"hits": {"max_score": NaN, "hits": []}}')["hits"]["hits"] == []


def test_text_that_is_not_json_is_a_value_error():
    with pytest.raises(ValueError, match="line 1"):
        parsed("/g/_search", b"<html>")
