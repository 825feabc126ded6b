"""Facets on a real server: every kind, on values of all kinds and shapes."""

from datetime import UTC, datetime

import pytest

from searchapp.databases.mongo.builder import MongoBuilder
from searchapp.errors import PipelineError
from searchapp.formatters.elastic import ElasticFormatter
from searchapp.metadata import Metadata
from searchapp.pipeline import Pipeline

bson = pytest.importorskip("bson")

pytestmark = pytest.mark.mongo

DOCUMENTS = [
    {"_id": "a", "n": 3, "when": datetime(2020, 1, 31, 12, tzinfo=UTC), "tag": ["x", "y"], "o": {"k": "one"}},
    {"_id": "b", "n": [4, 14], "when": "2020-03-01T00:30:00+02:00", "tag": "x", "o": [{"k": "one"}, {"k": ["two"]}]},
    {"_id": "c", "n": bson.Decimal128("9.5"), "when": 1577836800000, "tag": "Y", "o": {"k": None}},
    {"_id": "d", "n": float("nan"), "when": "2021", "o": {}},
    {"_id": "e", "n": "many", "when": "no date", "tag": None},
    {"_id": "f", "n": float("inf"), "when": datetime(9999, 12, 31, tzinfo=UTC), "tag": ["x", "x"]},
]


@pytest.fixture(scope="module")
def pipeline(mongo_of):
    backend = mongo_of(DOCUMENTS)
    types = {"n": "double", "when": "date", "tag": "keyword", "o": "object", "o.k": "keyword"}
    metadata = Metadata(backend, default_item_type="thing")
    metadata.fields = lambda *_, **__: {field: {"type": type} for field, type in types.items()}
    return Pipeline(MongoBuilder(metadata=metadata, allow_nested_query=True), backend, ElasticFormatter())


def counted(pipeline, facet, **options):
    """The terms of one facet with their counts, and what is beside them."""
    found = pipeline.search(None, aggs=[facet], **options)["facets"][facet]
    return {term["term"]: term["count"] for term in found["terms"]}, found["other"], found["missing"]


def test_steps_take_every_finite_number(pipeline):
    assert counted(pipeline, "n:5") == ({0: 2, 5: 1, 10: 1}, 0, 3)
    assert counted(pipeline, "n:2.5", filter="_id:a OR _id:b") == ({2.5: 2, 5: 0, 7.5: 0, 10: 0, 12.5: 1}, 0, 0)


def test_ranges_take_a_document_once_each_and_others_only_when_it_is_in_none(pipeline):
    assert counted(pipeline, "n:3..4..9") == ({"3..4": 1, "4..9": 1}, 3, 1)


def test_periods_take_dates_texts_and_milliseconds(pipeline):
    assert counted(pipeline, "when:month", filter="NOT _id:d") == (
        {"2020-01-01T00:00:00.000Z": 2, "2020-02-01T00:00:00.000Z": 1},
        0,
        2,
    )
    assert counted(pipeline, "when:2020..2021") == ({"2020..2021": 3}, 1, 2)


def test_dates_are_values_too(pipeline):
    terms, *_ = counted(pipeline, "when", facet_size=2)
    assert terms == {"2020-01-01T00:00:00.000Z": 1, "2020-01-31T12:00:00.000Z": 1}


def test_an_object_is_missing_where_nothing_inside_it_has_a_value(pipeline):
    assert counted(pipeline, "o:missing") == ({"missing": 4}, 0, 4)


def test_every_level_has_its_own_other_and_missing(pipeline):
    facet = pipeline.search(None, aggs=["tag(o.k,n:5)"], facet_size=1)["facets"]["tag"]
    (term,) = facet["terms"]
    assert (term["term"], term["count"], facet["other"], facet["missing"]) == ("x", 3, 2, 2)
    assert term["o.k"] == {
        "_type": "terms", "terms": [{"count": 2, "term": "one"}], "other": 1, "missing": 1, "total": 2
    }  # fmt: skip
    assert [each["count"] for each in term["n:5"]["terms"]] == [2, 0, 1]


def test_ranges_without_documents_have_all_that_is_inside_them(pipeline):
    facet = pipeline.search(None, aggs=["n:100..200..max(n:1..2(tag))"])["facets"]["n:100..200..max"]
    assert [term["count"] for term in facet["terms"]] == [0, 1]
    inside = facet["terms"][0]["n:1..2"]
    assert (inside["terms"][0]["count"], inside["terms"][0]["tag"]["terms"]) == (0, [])


def test_too_many_steps_are_refused(pipeline):
    with pytest.raises(PipelineError, match="too many values"):
        pipeline.search("_id:a OR _id:b", aggs=["n:0.0001"])
