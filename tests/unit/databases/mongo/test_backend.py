"""The MongoDB backend on a real server, with a collection that somebody else made."""

import os
import signal
import time
import uuid
from datetime import UTC, datetime

import pytest

from searchapp.databases.mongo.builder import MongoBuilder
from searchapp.errors import EndScrollInterrupt, PipelineError
from searchapp.formatters.elastic import ElasticFormatter
from searchapp.metadata import Metadata
from searchapp.pipeline import Pipeline
from tests.robustness.goals import GRACE, RECOVERY
from tests.services import mongo
from tests.services.process import free_port, freeze, running, wait_until

bson = pytest.importorskip("bson")
pymongo = pytest.importorskip("pymongo")

from searchapp.databases.mongo.backend import MongoBackend  # noqa: E402
from searchapp.protocols import Context  # noqa: E402

pytestmark = pytest.mark.mongo


OID = "507f1f77bcf86cd799439011"
UUID = "12345678-1234-5678-1234-567812345678"
DOCUMENTS = [
    {"_id": bson.ObjectId(OID), "name": "Ann", "born": datetime(1980, 5, 17, 12, 30, tzinfo=UTC), "n": 1},
    {"_id": 5, "name": "Bob", "n": 2, "price": bson.Decimal128("1.5"), "tags": ["x", "y", "x"]},
    {"_id": "5", "name": "Cid", "n": 3, "tags": [], "parts": [{"k": "one"}, {"k": ["two", "one"]}]},
    {"_id": bson.Binary(uuid.UUID(UUID).bytes, 4), "name": "Dee", "n": bson.Int64(4), "tags": None},
    {"_id": datetime(2020, 1, 1, tzinfo=UTC), "name": "Eve $ne", "boss": bson.ObjectId(OID), "parts": {"k": "one"}},
]


@pytest.fixture(scope="module")
def backend(mongo_of):
    backend = mongo_of(DOCUMENTS, scroll_size=2)
    backend.connection.collection("thing").create_index("name")
    return backend


@pytest.fixture(scope="module")
def pipeline(backend):
    metadata = Metadata(backend, default_item_type="thing")
    return Pipeline(MongoBuilder(metadata=metadata), backend, ElasticFormatter())


@pytest.mark.parametrize(("id", "names"), [(OID, "Ann"), (OID.upper(), "Ann"), (UUID, "Dee"), ("nope", None)])
def test_an_id_of_any_type_is_found_by_its_text(pipeline, id, names):
    found = pipeline.fetch(id)
    assert (found and found["name"]) == names


def test_a_text_and_a_number_that_are_written_alike_are_both_found(pipeline):
    assert [each["name"] for each in pipeline.fetch("5")] == ["Bob", "Cid"]


def test_a_batch_of_ids_keeps_its_order_and_loses_none(pipeline):
    found = pipeline.fetch([OID.upper(), "nope", UUID, OID])
    assert [(each["query"], each.get("name")) for each in found] == [
        (OID.upper(), "Ann"),
        ("nope", None),
        (UUID, "Dee"),
        (OID, "Ann"),
    ]


def test_values_that_only_mongodb_has_are_written_sensibly(pipeline):
    by_name = {each["name"]: each for each in pipeline.search(None, score=False)["hits"]}
    assert by_name["Ann"] == {"_id": OID, "born": "1980-05-17T12:30:00Z", "n": 1, "name": "Ann"}
    assert by_name["Bob"]["price"] == 1.5
    assert by_name["Dee"]["_id"] == UUID
    assert by_name["Eve $ne"]["boss"] == OID


def test_fields_and_types_come_from_a_sample(backend):
    mapping = backend.mapping("thing")
    assert mapping["properties"] == {
        "name": {"type": "keyword", "index": True},
        "born": {"type": "date", "index": False},
        "n": {"type": "long", "index": False},
        "price": {"type": "double", "index": False},
        "tags": {"type": "keyword", "index": False},
        "parts": {"properties": {"k": {"type": "keyword", "index": False}}},
        "boss": {"type": "keyword", "index": False},
    }
    assert mapping["_meta"]["stats"] == {"total": 5}
    assert mapping["_meta"]["_guessed"]["labels"]["born"] == "Born"


def test_dates_and_references_are_found(pipeline):
    assert pipeline.search("born:1980-05")["total"] == 1
    assert pipeline.search("born:[1981 TO *]")["total"] == 0
    assert pipeline.search(f"boss:{OID}")["total"] == 1


def test_a_facet_counts_documents_with_and_without_a_value(pipeline):
    facets = pipeline.search(None, aggs=["tags", "parts.k", "n"], facet_size=1)["facets"]
    assert facets["tags"] == {
        "_type": "terms",
        "terms": [{"count": 1, "term": "x"}],
        "other": 1,
        "missing": 4,
        "total": 1,
    }
    assert facets["parts.k"]["terms"] == [{"count": 2, "term": "one"}]
    assert (facets["parts.k"]["other"], facets["parts.k"]["missing"]) == (1, 3)


def test_documents_without_the_field_come_last_in_either_order(pipeline):
    for key in ("n", "-n"):
        assert [hit.get("n") for hit in pipeline.search(None, sort=[key])["hits"]][-1] is None
    assert [hit["n"] for hit in pipeline.search(None, sort=["n"], from_=1, size=2)["hits"]] == [2, 3]


def test_everything_is_read_batch_by_batch_with_ids_of_any_type(pipeline):
    names, answer = [], pipeline.search(None, fetch_all=True)
    with pytest.raises(EndScrollInterrupt):
        while True:
            names += [hit["name"] for hit in answer["hits"]]
            answer = pipeline.search(None, scroll_id=answer["_scroll_id"])
    assert names == ["Bob", "Cid", "Dee", "Ann", "Eve $ne"]


def test_a_scroll_id_of_somebody_else_is_refused(pipeline):
    text = pipeline.search(None, fetch_all=True)["_scroll_id"]
    with pytest.raises(PipelineError, match="Invalid or stale scroll_id"):
        pipeline.search(None, scroll_id=text[:-1])


def test_collections_of_others_are_not_served_unasked(backend):
    assert backend.item_types() == []


def test_a_collection_that_is_not_there_is_503(backend):
    with pytest.raises(PipelineError) as raised:
        backend.search({"filter": {}, "size": 1}, Context("nothing"))
    assert (raised.value.code, raised.value.summary) == (503, "the data is not loaded")


@pytest.mark.parametrize("text", ["\ud800", "\0"])
def test_characters_that_mongodb_does_not_take_are_no_fault_of_the_server(pipeline, text):
    try:
        assert pipeline.search(f"name:{text}*")["total"] == 0
    except PipelineError as error:
        assert error.code == 400


def test_a_database_that_is_not_there_is_503_at_once():
    backend = MongoBackend(f"mongodb://127.0.0.1:{free_port()}", default_item_type="people", timeout=3 * GRACE)
    start = time.monotonic()
    with pytest.raises(PipelineError, match="search backend is not available"):
        backend.search({"filter": {}, "size": 1}, Context())
    assert time.monotonic() - start < 2 * GRACE
    backend.connection.client().close()


def test_an_address_that_is_none_is_503():
    backend = MongoBackend("http://127.0.0.1", default_item_type="people")
    with pytest.raises(PipelineError, match="search backend refused the service"):
        backend.search({"filter": {}, "size": 1}, Context())


@pytest.fixture(scope="module")
def own_server():
    yield from running(mongo.Mongo)


@pytest.fixture
def impatient(own_server):
    backend = MongoBackend(own_server.url, default_item_type="people", timeout=1)
    yield backend
    backend.connection.client().close()


def test_a_server_that_stops_answering_is_504_in_time_and_then_503_and_then_well(own_server, impatient):
    with pymongo.MongoClient(own_server.url) as client:
        client.searchapp.people.insert_one({"_id": "a"})
    backend = impatient
    query = {"filter": {"_id": {"$eq": "a"}}, "size": 2}
    assert len(backend.search(query, Context())["hits"]["hits"]) == 1

    freeze(own_server.process.pid)
    os.waitid(os.P_PID, own_server.process.pid, os.WSTOPPED)
    assert failure(backend, query) == (504, "no answer within 1 s")
    own_server.process.send_signal(signal.SIGCONT)
    wait_until(lambda: found(backend, query), RECOVERY)

    own_server.process.kill()
    own_server.process.wait()
    assert failure(backend, query) == (503, "search backend is not available")
    own_server.start()
    wait_until(lambda: found(backend, query), RECOVERY)


def failure(backend, query):
    """Code and text of the error, which must come within the deadline and half a second."""
    start = time.monotonic()
    with pytest.raises(PipelineError) as raised:
        backend.search(query, Context())
    assert time.monotonic() - start < 1 + GRACE
    return raised.value.code, raised.value.summary


def found(backend, query):
    """Whether the document is found; until then the database is away."""
    try:
        return backend.search(query, Context())["hits"]["hits"]
    except PipelineError as error:
        assert error.code in (503, 504)
