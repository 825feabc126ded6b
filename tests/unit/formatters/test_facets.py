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
        "taxid::missing": {"doc_count": 4},
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
    inner = {"b": terms(bucket("x", 2, c=terms(bucket("y", 1)))), "b::missing": {"doc_count": 5}}
    facet = facets_of({"a": terms(bucket("k", 7, **inner))})["a"]
    c = {"_type": "terms", "terms": [{"count": 1, "term": "y"}], "other": 0, "missing": 0, "total": 1}
    b = {"_type": "terms", "terms": [{"count": 2, "term": "x", "c": c}], "other": 0, "missing": 5, "total": 2}
    assert facet["terms"] == [{"count": 7, "term": "k", "b": b}]


def test_aggregations_of_other_kinds_stay_as_they_are():
    aggregations = {"mean": {"value": 3.5}, "a::missing": {"doc_count": 2}, "h": {"buckets": [bucket(0.0, 1)]}}
    assert facets_of(aggregations) == aggregations


def of_kind(kind, *buckets):
    return {"meta": {"_type": kind}, "buckets": list(buckets)}


@pytest.mark.rule("F2", "F6")
def test_steps_are_shown_by_where_they_begin():
    aggregations = {"n:5": of_kind("histogram", bucket(0.0, 3), bucket(5.0, 0)), "n:5::missing": {"doc_count": 2}}
    terms = [{"count": 3, "term": 0}, {"count": 0, "term": 5}]
    facet = facets_of(aggregations)["n:5"]
    assert facet == {"_type": "histogram", "terms": terms, "other": 0, "missing": 2, "total": 3}
    assert [type(term["term"]) for term in facet["terms"]] == [int, int]
    assert facets_of({"x:0.5": of_kind("histogram", bucket(-0.5, 1))})["x:0.5"]["terms"] == [{"count": 1, "term": -0.5}]


def test_the_values_of_a_fraction_stay_fractions():
    term = facets_of({"x": terms(bucket(2.0, 1))})["x"]["terms"][0]["term"]
    assert (term, type(term)) == (2.0, float)


@pytest.mark.rule("F2", "F6")
def test_periods_are_shown_by_their_first_moment():
    buckets = [bucket(1577836800000, 3, key_as_string="2020-01-01T00:00:00.000Z")]
    facet = facets_of({"d:year": of_kind("date_histogram", *buckets)})["d:year"]
    terms = [{"count": 3, "term": "2020-01-01T00:00:00.000Z"}]
    assert facet == {"_type": "date_histogram", "terms": terms, "other": 0, "missing": 0, "total": 3}


@pytest.mark.rule("F2", "F5", "F6")
def test_ranges_have_their_ends_and_the_values_outside():
    inner = {"b": terms(bucket("x", 2)), "b::missing": {"doc_count": 1}}
    buckets = [bucket("min..0.5", 3, to=0.5, **inner), bucket("0.5..7", 4, **{"from": 0.5, "to": 7.0})]
    aggregations = {
        "n:min..0.5..7": of_kind("range", *buckets),
        "n:min..0.5..7::missing": {"doc_count": 2},
        "n:min..0.5..7::other": {"doc_count": 9},
    }
    b = {"_type": "terms", "terms": [{"count": 2, "term": "x"}], "other": 0, "missing": 1, "total": 2}
    terms_ = [
        {"count": 3, "term": "min..0.5", "to": 0.5, "b": b},
        {"count": 4, "term": "0.5..7", "from": 0.5, "to": 7},
    ]
    expected = {"n:min..0.5..7": {"_type": "range", "terms": terms_, "other": 9, "missing": 2, "total": 7}}
    assert facets_of(aggregations) == expected


def test_the_ends_of_ranges_of_dates_are_dates():
    ends = {"from": 1.5e12, "from_as_string": "2019", "to": 1.6e12, "to_as_string": "2020"}
    facet = facets_of({"d:2019..2020": of_kind("range", bucket("2019..2020", 1, **ends))})["d:2019..2020"]
    assert facet["terms"] == [{"count": 1, "term": "2019..2020", "from": "2019", "to": "2020"}]


def test_a_field_named_from_can_be_counted_inside_another():
    facet = facets_of({"a": terms(bucket("k", 7, **{"from": terms(), "to": terms()}))})["a"]
    assert facet["terms"][0]["from"] == facet["terms"][0]["to"] == facets_of({"a": terms()})["a"]


@pytest.mark.rule("F2", "F5")
def test_documents_without_a_field_are_one_term():
    aggregation = {"meta": {"_type": "missing"}, "doc_count": 3, "b": terms(bucket("x", 2))}
    b = {"_type": "terms", "terms": [{"count": 2, "term": "x"}], "other": 0, "missing": 0, "total": 2}
    facet = {"_type": "missing", "terms": [{"count": 3, "term": "missing", "b": b}]}
    assert facets_of({"a:missing": aggregation}) == {"a:missing": {**facet, "other": 0, "missing": 3, "total": 3}}


def test_a_facet_of_a_kind_that_is_not_named_stays_as_it_is():
    aggregation = {"meta": {"own": 1}, "buckets": [bucket(0.0, 1)]}
    assert facets_of({"a": aggregation, "b": {"meta": None, "value": 1}}) == {
        "a": aggregation,
        "b": {"meta": None, "value": 1},
    }
