"""What callers get while Elasticsearch is away, busy, slow or wrong: never a 500, never a miss."""

import json
import time

import msgpack
import pytest
import yaml

from searchapp import create_app
from searchapp.web.request.admission import ARRIVED
from tests.robustness.goals import GRACE
from tests.services import fault
from tests.services.fault import FaultServer
from tests.services.process import free_port

AWAY = (503, "search backend is not available", "5")
BUSY = (503, "search backend is overloaded", "2")
EMPTY = {"took": 1, "timed_out": False, "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0}}
PART = EMPTY | {"_shards": {"total": 2, "successful": 1, "skipped": 0, "failed": 1}, "hits": {"total": 0, "hits": []}}
LATE = EMPTY | {"timed_out": True, "hits": {"total": 0, "hits": []}}
MISS = EMPTY | {"status": 200, "hits": {"total": 0, "max_score": None, "hits": []}}
REJECTED = {"status": 429, "error": {"type": "es_rejected_execution_exception", "reason": "queue is full"}}

FAULTS = {
    "reset": (fault.reset, AWAY),
    "cut": (fault.cut, AWAY),
    "junk": (fault.junk, AWAY),
    "another shape": (fault.body({"acknowledged": True}), AWAY),
    "a list": (fault.body([]), AWAY),
    "another service": (fault.stranger, AWAY),
    "circuit breaker": (fault.status(429, "circuit_breaking_exception"), BUSY),
    "bad gateway": (fault.status(502), BUSY),
    "rejected": (fault.status(503, "es_rejected_execution_exception"), BUSY),
    "no index": (fault.status(404, "index_not_found_exception"), (503, "the data is not loaded", "30")),
    "no credentials": (fault.status(401, "security_exception"), (503, "search backend refused the service", None)),
    "no permission": (fault.status(403, "security_exception"), (503, "search backend refused the service", None)),
    "a shard failed": (fault.body(PART), (503, "only part of the index answered", "2")),
    "timed out": (fault.body(LATE), (503, "only part of the index answered", "2")),
}


TERMS = [f"term{number}" for number in range(1000)]
LARGE = {"/v1/gene": {"ids": TERMS}, "/v1/gene/query": {"q": TERMS, "scopes": ["symbol"]}}
"""Batches that are several searches side by side, by path."""

READERS = {
    "yaml": ("application/yaml", yaml.safe_load),
    "msgpack": ("application/msgpack", msgpack.unpackb),
    "html": ("text/html", bytes.decode),
    "csv": ("application/json", json.loads),
}
"""The type of an error in each format, and what reads it."""


@pytest.fixture
def client_of(tmp_path):
    """A function that gives a test client whose database is at this address."""

    def client(url, **settings):
        config = {"BACKEND": "elasticsearch", "ES_URL": url, "INSTANCE": str(tmp_path), "ITEM_TYPES": {"gene": {}}}
        return create_app(config | settings).test_client()

    return client


@pytest.fixture
def broken(client_of):
    """A function that gives a test client whose database behaves like this."""
    servers = []

    def client(behaviour, **settings):
        servers.append(FaultServer(behaviour))
        return client_of(servers[-1].url, **settings)

    yield client
    for server in servers:
        server.stop()


def for_the_last(behaviour):
    """Searches without the last term find nothing, and those with it are answered by `behaviour`."""

    def answer(handler):
        (behaviour if TERMS[-1].encode() in handler.body else fault.body(MISS))(handler)

    return answer


def told(answer):
    return answer.status_code, answer.json["error"], answer.headers.get("Retry-After")


@pytest.mark.rule("T8", "I7", "FC21")
def test_an_unreachable_database_is_a_503(client_of):
    assert told(client_of(f"http://127.0.0.1:{free_port()}").get("/v1/gene/query?q=cdk2")) == AWAY


@pytest.mark.rule("T8", "I7", "FC21", "FC22", "FC24", "FC25", "FC26", "FC2")
@pytest.mark.parametrize(("behaviour", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_fault_of_the_database_has_its_answer(broken, behaviour, expected):
    answer = broken(behaviour).get("/v1/gene/query?q=cdk2")
    assert told(answer) == expected
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.rule("FC22", "CA7")
@pytest.mark.parametrize(("behaviour", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_never_a_miss_in_a_batch(broken, behaviour, expected):
    answer = broken(behaviour).post("/v1/gene", json={"ids": ["1", "2"]})
    assert told(answer) == expected


@pytest.mark.rule("FC22")
def test_a_rejected_part_of_a_batch_fails_the_batch(broken):
    answer = broken(fault.body({"took": 1, "responses": [MISS, REJECTED]})).post(
        "/v1/gene/query", json={"q": ["a", "b"], "scopes": ["symbol"]}
    )
    assert told(answer) == BUSY


@pytest.mark.rule("FC22", "CA7")
@pytest.mark.parametrize("path", LARGE)
@pytest.mark.parametrize(("behaviour", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_fault_of_one_search_of_a_large_batch_fails_the_batch(broken, path, behaviour, expected):
    assert told(broken(for_the_last(behaviour)).post(path, json=LARGE[path])) == expected


@pytest.mark.rule("FC23")
@pytest.mark.parametrize("path", LARGE)
def test_a_large_batch_with_one_slow_search_is_a_504_within_the_deadline(broken, path):
    client = broken(for_the_last(fault.late(5)), DEADLINE=1)
    started = time.monotonic()
    assert told(client.post(path, json=LARGE[path])) == (504, "no answer within 1 s", "2")
    assert time.monotonic() - started < 1 + GRACE


@pytest.mark.rule("T8", "FC23")
def test_a_slow_database_is_a_504_within_the_deadline(broken):
    client = broken(fault.late(5), DEADLINE=1)
    started = time.monotonic()
    assert told(client.get("/v1/gene/query?q=cdk2")) == (504, "no answer within 1 s", "2")
    assert time.monotonic() - started < 1 + GRACE


@pytest.mark.parametrize("path", ["/v1/gene/1", "/v1/gene/query?q=cdk2", "/v1/gene/query?fetch_all=true&format=csv"])
def test_a_request_whose_time_is_over_when_it_gets_a_thread_does_not_ask_the_database(client_of, path):
    server = FaultServer(fault.body(MISS))
    answer = client_of(server.url).get(path, environ_overrides={ARRIVED: time.monotonic() - 60})
    server.stop()
    assert told(answer) == (504, "no answer within 10 s", "2")
    assert server.calls == 0


@pytest.mark.rule("FC1", "FC2", "FC3")
@pytest.mark.parametrize(("behaviour", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_reported_in_the_requested_format_with_the_request_id(broken, behaviour, expected):
    client = broken(behaviour)
    for format, (kind, read) in READERS.items():
        answer = client.get(f"/v1/gene/query?q=cdk2&format={format}", headers={"X-Request-ID": "abc-1"})
        assert (answer.status_code, answer.mimetype) == (expected[0], kind)
        assert (answer.headers["Cache-Control"], answer.headers["X-Request-ID"]) == ("no-store", "abc-1")
        body = read(answer.data)
        assert "abc-1" in body if format == "html" else (body["code"], body["request_id"]) == (expected[0], "abc-1")


@pytest.mark.rule("FC19")
def test_too_many_scrolls_are_a_429_that_says_when_to_come_again(broken):
    answer = broken(fault.status(429, "too_many_scroll_contexts_exception")).get("/v1/gene/query?fetch_all=true")
    assert told(answer) == (429, "too many open scrolls", "2")
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_fault_names_no_host_class_or_index(broken):
    text = broken(fault.reset).get("/v1/gene/query?q=cdk2").get_data(as_text=True)
    assert not any(word in text for word in ("127.0.0.1", "Error(", "Exception", "searchapp_gene", "Traceback"))


def test_the_status_says_that_the_database_is_away(client_of):
    assert client_of(f"http://127.0.0.1:{free_port()}").get("/status").status_code == 503


@pytest.mark.rule("FL1")
def test_the_process_is_live_all_the_same(client_of):
    assert client_of(f"http://127.0.0.1:{free_port()}").get("/status/live").status_code == 200


@pytest.mark.parametrize("answer", [[], {"a": 1}, {"a": {"mappings": []}}, {"a": {"mappings": {"properties": []}}}])
@pytest.mark.parametrize("path", ["metadata", "metadata/fields", "query?q=cdk2", "query?q=*&facets=x", "1"])
def test_an_answer_about_the_collection_of_another_shape_is_a_503(broken, answer, path):
    response = broken(lambda handler: handler.send(200, answer)).get(f"/v1/gene/{path}")
    assert told(response) == AWAY


def test_too_few_answers_to_a_batch_are_no_misses(broken):
    answer = broken(fault.body({"took": 1, "responses": [MISS]})).post("/v1/gene/query", json={"q": ["a", "b"]})
    assert told(answer) == AWAY
