"""Pages behind a place on a real server: together they are the whole result, each hit once, whatever its values are."""

from datetime import UTC, datetime

import pytest

from searchapp.databases.mongo.builder import MongoBuilder
from searchapp.errors import EndScrollInterrupt, PipelineError
from searchapp.formatters.elastic import ElasticFormatter
from searchapp.metadata import Metadata
from searchapp.pipeline import Pipeline
from searchapp.protocols import Context

bson = pytest.importorskip("bson")
pytest.importorskip("pymongo")

pytestmark = pytest.mark.mongo

COLLATION = {"locale": "en", "strength": 2}
VALUES = [3, 1.5, "b", "a", None, [], [5, 2], ["z", "c"], True, False, bson.ObjectId("507f1f77bcf86cd799439011")]
VALUES += [datetime(2020, 1, 1, tzinfo=UTC), bson.Decimal128("2.5"), bson.Int64(7), 3, "b", None, 3]
DOCUMENTS = [
    {"_id": number if number % 3 else str(number), "v": value, "o": [{"k": number % 4}, {"k": [number % 5]}, {}]}
    for number, value in enumerate(VALUES)
] + [{"_id": "without"}]


@pytest.fixture(scope="module")
def backend(mongo_of):
    return mongo_of(DOCUMENTS, scroll_size=4)


@pytest.fixture(scope="module")
def pipeline(backend):
    return Pipeline(MongoBuilder(metadata=Metadata(backend, default_item_type="thing")), backend, ElasticFormatter())


def paged(pipeline, **options):
    """The ids of all pages."""
    found, cursor = [], "*"
    while cursor:
        answer = pipeline.search(None, search_after=cursor, **options)
        assert answer["total"] == len(DOCUMENTS)
        found += [hit["_id"] for hit in answer["hits"]]
        cursor = answer.get("_search_after")
    return found


@pytest.mark.parametrize(
    "sort", [[], ["v"], ["-v"], ["o.k"], ["-o.k", "v"], ["o.k", "-v"], ["_id"], ["-_id"], ["-o.k", "-_id"]]
)
@pytest.mark.parametrize("size", [1, 4, 100])
def test_pages_are_the_whole_result_in_its_order(pipeline, sort, size):
    ids = paged(pipeline, sort=sort, size=size)
    assert len(ids) == len(set(ids)) == len(DOCUMENTS)
    assert ids == paged(pipeline, sort=sort, size=7)


@pytest.mark.parametrize("sort", [["v", "_id"], ["o.k", "v", "_id"]])
def test_pages_have_the_order_of_a_search(pipeline, sort):
    assert paged(pipeline, sort=sort, size=3) == [
        hit["_id"] for hit in pipeline.search(None, sort=sort, size=50)["hits"]
    ]


def test_a_list_counts_as_its_smallest_or_largest_value_and_missing_ones_come_last(backend, pipeline):
    query = {"filter": {"v": {"$type": "number"}}, "size": 50}
    rising, falling = (backend.search({**query, "sort": {"v": way}}, Context())["hits"]["hits"] for way in (1, -1))
    assert [hit["_source"]["v"] for hit in rising] == [1.5, [5, 2], 2.5, 3, 3, 3, 7]
    assert [hit["_source"]["v"] for hit in falling] == [7, [5, 2], 3, 3, 3, 2.5, 1.5]
    for sort in ("v", "-v"):
        last = pipeline.search(None, sort=[sort], size=50)["hits"][-4:]
        assert all(hit.get("v") in (None, []) for hit in last)


def test_pages_can_be_gone_back(pipeline):
    first = pipeline.search(None, sort=["v"], size=5, search_after="*")
    second = pipeline.search(None, sort=["v"], size=5, search_after=first["_search_after"])
    back = pipeline.search(None, sort=["v"], size=5, search_after=second["_search_before"])
    assert [hit["_id"] for hit in back["hits"]] == [hit["_id"] for hit in first["hits"]]


def test_shown_documents_have_no_values_of_the_service(pipeline):
    answer = pipeline.search(None, sort=["v"], size=5, search_after="*", _source=["v"])
    assert {name for hit in answer["hits"] for name in hit} == {"_id", "_score", "v"}


def test_a_stream_and_a_scroll_bring_everything_once(pipeline):
    streamed = [hit["_id"] for hits in pipeline.stream(None) for hit in hits]
    scrolled, answer = [], pipeline.search(None, fetch_all=True, aggs=["v"])
    assert answer["facets"]["v"]["missing"] == 4
    with pytest.raises(EndScrollInterrupt):
        while True:
            scrolled += [hit["_id"] for hit in answer["hits"]]
            answer = pipeline.search(None, scroll_id=answer["_scroll_id"])
    assert streamed == scrolled
    assert len(set(streamed)) == len(streamed) == len(DOCUMENTS)


def test_pages_go_on_in_the_collection_before_and_are_stale_when_it_is_gone(mongo_of):
    backend = mongo_of(scroll_size=2)
    pipeline = Pipeline(MongoBuilder(), backend, ElasticFormatter())
    database = backend.connection.database()
    for generation in ("one", "two", "three"):
        database[generation].insert_many({"_id": str(number), "from": generation} for number in range(5))

    def show(current, previous):
        entry = {"current": current, "previous": previous, "updated": "x"}
        database.searchapp_collections.replace_one({"_id": "thing"}, entry, upsert=True)
        backend.collections.known.clear()

    show("one", None)
    scroll = pipeline.search(None, fetch_all=True)["_scroll_id"]
    cursor = pipeline.search(None, size=2, search_after="*")["_search_after"]
    linked = pipeline.search(None, size=2, linked=100)["_generation"]
    show("two", "one")
    assert {hit["from"] for hit in pipeline.search(None, scroll_id=scroll)["hits"]} == {"one"}
    assert {hit["from"] for hit in pipeline.search(None, size=2, search_after=cursor)["hits"]} == {"one"}
    assert {hit["from"] for hit in pipeline.search(None, size=2, generation=linked)["hits"]} == {"one"}
    show("three", "two")
    for options in ({"scroll_id": scroll}, {"size": 2, "search_after": cursor}, {"size": 2, "generation": linked}):
        with pytest.raises(PipelineError, match="Invalid or stale scroll_id"):
            pipeline.search(None, **options)


def test_documents_of_one_search_are_limited_and_complete_results_come_in_small_parts(mongo_of):
    documents = [{"_id": f"{n:02}", "n": n, "name": "word " * 200} for n in range(30)]
    backend = mongo_of(documents, max_answer=48_000)
    every, ids = {"filter": {}, "size": 30}, [document["_id"] for document in documents]
    lookups = [{"filter": {"_id": {"$eq": id}}, "size": 10} for id in ids]
    names = {"projection": {"n": 1}}

    assert len(backend.search({**every, **names}, Context())["hits"]["hits"]) == 30
    assert len(backend.search({**every, "size": 10}, Context())["hits"]["hits"]) == 10
    assert len(backend.multi_search([{**each, **names} for each in lookups], Context())) == 30
    refused = (
        lambda: backend.search(every, Context()),
        lambda: backend.search({**every, "sort": {"n": 1}}, Context()),
        lambda: backend.page_after(every, "*", Context()),
        lambda: backend.multi_search(lookups, Context()),
        lambda: backend.multi_search(lookups[:1] * 30, Context()),
    )
    for ask in refused:
        with pytest.raises(PipelineError, match=r"the documents found take more than 12000 bytes"):
            ask()
    parts = [[hit["_id"] for hit in page["hits"]["hits"]] for page in backend.stream({"filter": {}}, Context())]
    assert ([id for part in parts for id in part], list(map(len, parts))) == (ids, [11, 11, 8])
    first = backend.scroll({"filter": {}, "size": 30}, Context())
    second = backend.next_batch(first["_scroll_id"], Context())
    assert [hit["_id"] for batch in (first, second) for hit in batch["hits"]["hits"]] == ids[
        : 2 * len(first["hits"]["hits"])
    ]


def test_pages_of_ids_in_both_cases_are_complete_where_case_does_not_count(mongo_of):
    backend = mongo_of([{"_id": id, "v": id} for id in "aBcDeF"], scroll_size=2, collation=COLLATION)
    pipeline = Pipeline(
        MongoBuilder(metadata=Metadata(backend, default_item_type="thing")), backend, ElasticFormatter()
    )
    parts = pipeline.stream(None, item_type="thing")
    assert sorted(hit["_id"] for part in parts for hit in part) == sorted("aBcDeF")
    found = pipeline.search("_id:(a OR B OR c)", sort="-v")["hits"]
    assert [hit["_id"] for hit in found] == ["c", "B", "a"]
