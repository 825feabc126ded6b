import pytest

from searchapp.engine.search.hits.explanation import explanation

KINASE, GENE = {"match": {"name": "kinase"}}, {"term": {"kind": "gene"}}


def explained(engine, query):
    hit = engine.search("gene", {"query": query, "explain": True})["hits"]["hits"][0]
    assert hit["_explanation"]["value"] == pytest.approx(hit["_score"], rel=1e-5)
    return hit["_explanation"]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"bool": {"should": [KINASE, GENE]}}, "sum of:"),
        ({"dis_max": {"queries": [KINASE, GENE]}}, "max of:"),
        ({"dis_max": {"queries": [KINASE, GENE], "tie_breaker": 0.3}}, "max plus 0.3 times others of:"),
        ({"match_all": {}}, "constant score"),
        (KINASE, "product of:"),
    ],
)
def test_the_words_say_how_the_score_is_made(small, query, words):
    assert explained(small, query)["description"] == words


def test_the_factors_of_a_product(small):
    found = explained(small, {"match": {"name": {"query": "kinase", "boost": 3}}})
    boost, inner = found["details"]
    assert (boost["value"], boost["description"]) == (3.0, "boost")
    assert found["value"] == pytest.approx(boost["value"] * inner["value"], rel=1e-5)


def test_a_value_of_nothing_is_a_sum():
    assert explanation({"value": 0.0, "description": "BooleanClause. sum of ..."})["description"] == "sum of:"
