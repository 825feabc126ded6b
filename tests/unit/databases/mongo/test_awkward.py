"""Collections with values and ids that are hard to serve: mixed types, NaN, the first and last dates."""

import math
from datetime import UTC, datetime

import pytest

from searchapp.databases.mongo.builder import MongoBuilder
from searchapp.formatters.elastic import ElasticFormatter
from searchapp.metadata import Metadata
from searchapp.pipeline import Pipeline

bson = pytest.importorskip("bson")
pytest.importorskip("pymongo")

pytestmark = pytest.mark.mongo

END = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
NAN = bson.Decimal128("NaN")
DOCUMENTS = [
    {"_id": 7.0, "mix": 2.5, "n": math.nan, "until": END},
    {"_id": 2.5, "mix": {"k": "deep", "l": [{"m": 1}]}, "n": 1, "until": datetime(1950, 1, 2, tzinfo=UTC)},
    {"_id": 2**62, "mix": True, "n": -math.inf, "until": datetime(1, 1, 1, tzinfo=UTC)},
    {"_id": datetime(2020, 1, 1, tzinfo=UTC), "mix": datetime(1960, 1, 1, tzinfo=UTC), "n": NAN},
    {"_id": "text", "mix": ["one", {"k": "two"}], "n": bson.Decimal128("2.5")},
    {"_id": -3, "mix": None, "n": math.inf},
    {"_id": {"k": 1, "j": ["x"]}},
    {"_id": True},
    {"_id": None, "n": None},
]
IDS = ["7", "2.5", str(2**62), "2020-01-01T00:00:00Z", "text", "-3", '{"k":1,"j":["x"]}', "true", "null"]


@pytest.fixture(scope="module")
def pipeline(mongo_of):
    backend = mongo_of(DOCUMENTS, scroll_size=2)
    return Pipeline(MongoBuilder(metadata=Metadata(backend, default_item_type="thing")), backend, ElasticFormatter())


def ids(pipeline, q, **options):
    return sorted(hit["_id"] for hit in pipeline.search(q, size=100, **options)["hits"])


def test_ids_of_all_types_are_found_by_their_texts(pipeline):
    assert [hit["_id"] for hit in pipeline.search(None, size=100)["hits"]] == IDS
    for id in IDS[:-1]:
        assert pipeline.fetch(id)["_id"] == id
    assert [found.get("_id") for found in pipeline.fetch(IDS[:-1])] == IDS[:-1]


@pytest.mark.parametrize(
    "id", ['{"$gt": ""}', '{"k": {"$gt": 0}}', "{", '{"k":' * 100, "true ", "2020-13-01T00:00:00Z"]
)
def test_texts_that_only_look_like_ids_are_not_found(pipeline, id):
    assert pipeline.search(id, scopes=["_id"])["total"] == 0
    assert pipeline.fetch([id, "7"])[0]["found"] is False


@pytest.mark.parametrize("sort", [[], ["_id"], ["-_id"], ["n"], ["-n"], ["mix"], ["-mix"]])
@pytest.mark.parametrize("size", [1, 3])
def test_pages_hold_every_document_once(pipeline, sort, size):
    found, cursor = [], "*"
    while cursor:
        page = pipeline.search(None, sort=sort, size=size, search_after=cursor)
        found += [hit["_id"] for hit in page["hits"]]
        cursor = page.get("_search_after")
    assert sorted(found) == sorted(IDS)


@pytest.mark.parametrize(
    ("q", "expected"),
    [
        ("mix:2.5", ["7"]),
        ("mix:true", [str(2**62)]),
        ("mix:1960\\-01\\-01T00\\:00\\:00Z", ["2020-01-01T00:00:00Z"]),
        ("mix:one", ["text"]),
        ("mix:>2", ["7", "text"]),
        ("mix:[2 TO 3]", ["7"]),
        ("mix.k:deep", ["2.5"]),
        ("mix.k:two", ["text"]),
        ("mix.l.m:1", ["2.5"]),
        ("until:<1970", ["2.5", str(2**62)]),
        ("until:9999", ["7"]),
        ("until:9999\\-12\\-31", ["7"]),
        ("until:[9999\\-12 TO *]", ["7"]),
        ("until:0001", [str(2**62)]),
    ],
)
def test_mixed_values_and_the_first_and_last_dates_are_found(pipeline, q, expected):
    assert ids(pipeline, q) == expected


def test_objects_among_other_values_are_there(pipeline):
    assert ids(pipeline, "_exists_:mix") == sorted(IDS[:5])
    assert {"mix", "mix.k", "mix.l"} <= pipeline.backend.mapping("thing")["properties"].keys()


def test_terms_of_facets_are_found(pipeline):
    for term in pipeline.search(None, aggs=["mix"])["facets"]["mix"]["terms"]:
        if not isinstance(term["term"], dict):
            assert pipeline.search(str(term["term"]), scopes=["mix"])["total"] == term["count"]


def test_a_view_is_served_as_a_collection(mongo_of):
    backend = mongo_of(DOCUMENTS)
    database = backend.connection.database()
    database.command("create", "shown", viewOn="thing", pipeline=[{"$match": {"n": 1}}])
    view = Pipeline(MongoBuilder(metadata=Metadata(backend, default_item_type="shown")), backend, ElasticFormatter())
    assert view.search("mix.k:deep", item_type="shown", aggs=["mix.k"], with_total=True)["total"] == 1
    assert backend.mapping("shown")["properties"]["until"]["type"] == "date"


def test_a_view_has_no_indexes():
    from pymongo.errors import OperationFailure

    from searchapp.databases.mongo.collections import indexed

    class View:  # the server of the tests lists indexes of views, MongoDB refuses
        def list_indexes(self):
            raise OperationFailure("Namespace lab.shown is a view, not a collection", 166)

    assert indexed(View()) == []
