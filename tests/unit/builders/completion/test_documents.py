import pytest

from searchapp.builders.completion.documents import suggest_bodies
from searchapp.builders.elastic import ElasticBuilder
from searchapp.builders.limits import Limits
from searchapp.errors import PipelineError
from tests.unit.builders.fake_metadata import FIELDS as KNOWN
from tests.unit.builders.fake_metadata import KnownFields

from ...refusals import refusal

FIELDS = {
    "symbol": {"type": "keyword", "normalizer": "lowercase"},
    "status": {"type": "keyword"},
    "name": {"type": "text"},
}


def scored(query, boost):
    return {"constant_score": {"filter": query, "boost": boost}}


def match(words):
    return {"match": {"name": {"query": words, "operator": "and"}}}


def begun(pattern):
    return {"query_string": {"query": pattern, "fields": ["name"]}}


def queries(text, *suggest_fields):
    return [body["query"] for body in suggest_bodies(text, 7, suggest_fields, None, FIELDS)]


def any_case(value):
    return {"value": value, "case_insensitive": True}


def test_a_keyword_is_the_text_or_begins_with_it():
    whole, begun = queries("BR.", "symbol^8")
    assert whole == {"dis_max": {"queries": [scored({"term": {"symbol": {"value": "BR."}}}, 8.0)]}}
    assert begun == {
        "dis_max": {
            "queries": [
                scored({"prefix": {"symbol": {"value": "BR."}}}, 10100.0),
                scored({"regexp": {"symbol": {"value": r"BR\.[^ ,;:/()\-]*"}}}, 10130.0),
                scored({"wildcard": {"symbol": {"value": "BR.?"}}}, 10140.0),
                scored({"wildcard": {"symbol": {"value": "BR.??"}}}, 10135.0),
            ]
        }
    }


def test_a_keyword_that_keeps_its_case_is_found_in_any():
    whole, begun = queries("app", "status")
    assert whole["dis_max"]["queries"] == [scored({"term": {"status": any_case("app")}}, 1.0)]
    assert begun["dis_max"]["queries"][0] == scored({"prefix": {"status": any_case("app")}}, 10100.0)


def test_an_id_is_found_as_a_complete_value():
    nothing = {"match_none": {}}
    assert queries("HGNC:5", "_id^2") == [
        {"dis_max": {"queries": [scored({"ids": {"values": ["HGNC:5"]}}, 2.0)]}},
        nothing,
    ]


@pytest.mark.parametrize(
    ("text", "must"),
    [
        ("Can", [begun("Can*")]),
        ("breast Can", [match("breast"), begun("Can*")]),
        ("a-b c", [match("a b"), begun("c*")]),
        ("o'h", [begun("o'h*")]),
        ("breast ", [match("breast")]),
    ],
)
def test_a_text_has_the_words_and_begins_the_last_one(text, must):
    expected = {"dis_max": {"queries": [scored({"bool": {"must": must}}, 100.0)]}}
    assert queries(text, "name") == [{"match_none": {}}, expected]


@pytest.mark.parametrize("text", ["", "  "])
def test_for_nothing_there_is_nothing(text):
    assert queries(text, "symbol", "name", "_id") == [{"match_none": {}}] * 3


def test_signs_begin_no_word():
    assert queries("--", "name") == [{"match_none": {}}, {"match_none": {}}]


def test_blanks_around_the_text_do_not_count_except_the_last_one_of_a_prefix():
    whole, begun = queries(" a ", "symbol")
    assert whole["dis_max"]["queries"][0]["constant_score"]["filter"] == {"term": {"symbol": {"value": "a"}}}
    assert begun["dis_max"]["queries"][0]["constant_score"]["filter"] == {"prefix": {"symbol": {"value": "a "}}}


def boosts(query):
    return [clause["constant_score"]["boost"] for clause in query["dis_max"]["queries"]]


def test_all_fields_are_asked_codes_and_texts_apart():
    whole, codes, texts = queries("a", "_id", "symbol^2.5", "name", "status")
    assert boosts(whole) == [1.0, 2.5, 1.0]
    assert max(boosts(codes)) == 10340.0
    assert boosts(texts) == [100.0]


def test_a_text_with_a_sub_field_for_its_values_is_the_text_or_begins_with_it():
    fields = {"name": {"type": "text"}, "name.sort": {"type": "keyword", "normalizer": "lowercase"}}
    whole, begun = (body["query"]["dis_max"]["queries"] for body in suggest_bodies("a", 7, ["name"], None, fields))
    assert whole == [scored({"term": {"name.sort": {"value": "a"}}}, 1.0)]
    assert begun[0] == scored({"prefix": {"name.sort": {"value": "a"}}}, 10100.0)
    assert begun[-1] == scored({"bool": {"must": [{"query_string": {"query": "a*", "fields": ["name"]}}]}}, 100.0)


def test_the_weight_of_the_documents_orders_the_beginnings():
    whole, begun = suggest_bodies("a", 7, ["symbol^2", "name"], "n", FIELDS)
    rest = {"size": 7, "_source": ["symbol", "name"], "track_total_hits": False}
    assert {key: value for key, value in whole.items() if key != "query"} == rest
    sort = {"sort": [{"n": {"order": "desc"}}]}
    assert {key: value for key, value in begun.items() if key != "query"} == {**rest, **sort}


def test_a_long_text_is_refused():
    queries("x" * 200, "symbol")
    summary = "q must have at most 200 characters to be completed"
    assert refusal(queries, "x" * 201, "symbol") == (summary, {"keyword": "q", "max": 200, "num": 201})


def test_the_fields_belong_to_the_item_type():
    metadata = KnownFields({"symbol": {"type": "keyword", "normalizer": "lowercase"}})
    whole, _ = ElasticBuilder(metadata=metadata, suggest_fields=["symbol"]).build_suggest("a", item_type="gene")
    assert whole["query"]["dis_max"]["queries"] == [scored({"term": {"symbol": {"value": "a"}}}, 1.0)]
    assert metadata.asked[0] == ("gene", None)


def builder(**settings):
    return ElasticBuilder(metadata=KnownFields(KNOWN), suggest_fields=["symbol"], limits=Limits(window=40), **settings)


def test_several_documents_are_looked_at_for_each_suggestion_within_the_window():
    assert [body["size"] for body in builder().build_suggest("a", size=3)] == [15, 15]
    assert [body["size"] for body in builder().build_suggest("a", size=9)] == [40, 40]
    assert [body["size"] for body in builder().build_suggest("a")] == [40, 40]


def test_a_filter_narrows_suggestions():
    plain = builder().build_suggest("a")
    narrowed = builder().build_suggest("a", filter="status:Approved")
    clause = builder().string_query("status:Approved")
    for body, other in zip(narrowed, plain, strict=True):
        assert body == {**other, "query": {"bool": {"must": [other["query"]], "filter": [clause]}}}


def test_the_weight_field_is_a_setting():
    assert "sort" not in builder().build_suggest("a")[1]
    assert builder(suggest_weight="taxid").build_suggest("a")[1]["sort"] == [{"taxid": {"order": "desc"}}]


def test_without_configured_fields_there_are_no_suggestions():
    with pytest.raises(PipelineError) as caught:
        ElasticBuilder().build_suggest("a")
    assert (caught.value.code, caught.value.summary) == (404, "no fields are configured for suggestions")


def test_the_fields_need_not_be_known():
    (_, begun) = ElasticBuilder(suggest_fields=["symbol"]).build_suggest("a")
    assert begun["query"]["dis_max"]["queries"][0] == scored({"prefix": {"symbol": any_case("a")}}, 10100.0)
