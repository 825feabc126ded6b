import pytest

from searchapp.formatters.facets import facets_of


def terms(*buckets, other=0):
    return {"doc_count_error_upper_bound": 0, "sum_other_doc_count": other, "buckets": list(buckets)}


def bucket(key, count, **more):
    return {"key": key, "doc_count": count, **more}


@pytest.mark.rule("F1", "F2", "F3", "F4", "F5", "F6", "F7")
def test_an_aggregation_becomes_a_facet():
    aggregations = {
        "taxid": terms(bucket(9606, 22), bucket(10090, 3), other=7),
        "taxid:missing": {"doc_count": 4},
    }
    facet = {
        "_type": "terms",
        "terms": [{"count": 22, "term": 9606}, {"count": 3, "term": 10090}],
        "other": 7,
        "missing": 4,
        "total": 25,
    }
    assert facets_of(aggregations) == {"taxid": facet}


@pytest.mark.rule("F6")
def test_a_key_as_string_is_the_term():
    facet = facets_of({"b": terms(bucket(1, 2, key_as_string="true"))})["b"]
    assert facet["terms"] == [{"count": 2, "term": "true"}]


@pytest.mark.rule("F5")
def test_without_a_count_of_documents_without_the_field_it_is_zero():
    assert facets_of({"a": terms()}) == {"a": {"_type": "terms", "terms": [], "other": 0, "missing": 0, "total": 0}}


@pytest.mark.rule("F8")
def test_aggregations_inside_a_bucket_are_converted_too():
    inner = {"b": terms(bucket("x", 2, c=terms(bucket("y", 1)))), "b:missing": {"doc_count": 5}}
    facet = facets_of({"a": terms(bucket("k", 7, **inner))})["a"]
    c = {"_type": "terms", "terms": [{"count": 1, "term": "y"}], "other": 0, "missing": 0, "total": 1}
    b = {"_type": "terms", "terms": [{"count": 2, "term": "x", "c": c}], "other": 0, "missing": 5, "total": 2}
    assert facet["terms"] == [{"count": 7, "term": "k", "b": b}]


def test_aggregations_of_other_kinds_stay_as_they_are():
    aggregations = {"mean": {"value": 3.5}, "a:missing": {"doc_count": 2}, "h": {"buckets": [bucket(0.0, 1)]}}
    assert facets_of(aggregations) == aggregations
