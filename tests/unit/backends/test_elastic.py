"""The backend on a real node."""

import json
import os
import time
import urllib.request
import uuid

import pytest
from elasticsearch import Elasticsearch

from searchapp.backends.connection import make_client
from searchapp.backends.elastic import ElasticBackend
from searchapp.errors import EndScrollInterrupt, PipelineError

pytestmark = pytest.mark.elasticsearch

NUMBERS = 25
FIELDS = {"n": {"type": "long"}, "text": {"type": "text"}, "kw": {"type": "keyword"}}


def call(url, method, target, body=None):
    data = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(url + target, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


@pytest.fixture(scope="module")
def node(elasticsearch_url):
    """Address and prefix of an index of numbers that our loader might have made."""
    prefix = f"backend_test_{uuid.uuid4().hex[:8]}"
    index = f"{prefix}_number-1"
    meta = {"src": {}, "_searchapp": {"item_type": "number", "updated": "1"}}
    settings = {"number_of_replicas": 0}
    mappings = {"_meta": meta, "properties": FIELDS}
    call(elasticsearch_url, "PUT", f"/{index}", {"settings": settings, "mappings": mappings})
    lines = [
        json.dumps(part)
        for n in range(NUMBERS)
        for part in ({"index": {"_id": str(n)}}, {"n": n, "text": f"number {n}", "kw": "even" if n % 2 == 0 else "odd"})
    ]
    call(elasticsearch_url, "POST", f"/{index}/_bulk?refresh=true", ("\n".join(lines) + "\n").encode())
    actions = [{"add": {"index": index, "alias": f"{prefix}_number"}}]
    call(elasticsearch_url, "POST", "/_aliases", {"actions": actions})
    yield elasticsearch_url, prefix
    call(elasticsearch_url, "DELETE", f"/{prefix}_*?expand_wildcards=all")


@pytest.fixture
def backend_of(node):
    """A function that gives a backend with these settings."""
    url, prefix = node
    return lambda **settings: ElasticBackend(
        url=url, **{"prefix": prefix, "default_item_type": "number", "secret_key": "k", "scroll_size": 10, **settings}
    )


@pytest.fixture
def backend(backend_of):
    return backend_of()


def ids(response):
    return [hit["_id"] for hit in response["hits"]["hits"]]


def lookup(id):
    return {"query": {"ids": {"values": [id]}}}


@pytest.mark.rule("I2")
def test_a_body_is_searched(backend):
    response = backend.execute({"query": {"term": {"n": 7}}})
    assert ids(response) == ["7"]
    assert response["hits"]["hits"][0]["_source"]["text"] == "number 7"


@pytest.mark.rule("T5")
def test_the_total_is_a_whole_number_or_an_object(backend_of):
    body = {"query": {"match_all": {}}, "size": 0}
    assert backend_of().execute(body)["hits"]["total"] == NUMBERS
    total = {"value": NUMBERS, "relation": "eq"}
    assert backend_of(total_hits_as_int=False).execute(body)["hits"]["total"] == total
    assert backend_of(total_hits_as_int=False).execute([body, body])[1]["hits"]["total"] == total


def test_keywords_of_the_url_leave_the_body(backend):
    body = {"query": {"match": {"text": "7"}}, "preference": "_local", "search_type": "dfs_query_then_fetch"}
    assert ids(backend.execute(body)) == ["7"]
    assert [ids(response) for response in backend.execute([body, body])] == [["7"], ["7"]]
    assert body["preference"] == "_local"


@pytest.mark.rule("B3", "T4")
def test_a_batch_keeps_its_order(backend_of):
    bodies = [{"query": {"term": {"n": n}}} for n in range(NUMBERS)]
    responses = backend_of(multisearch_batch=4).execute(bodies)
    assert [ids(response) for response in responses] == [[str(n)] for n in range(NUMBERS)]


def test_a_batch_of_ids_keeps_its_order_and_its_misses(backend):
    responses = backend.execute([lookup(id) for id in ("3", "x", "1", "3")])
    assert [ids(response) for response in responses] == [["3"], [], ["1"], ["3"]]
    assert [response["hits"]["total"] for response in responses] == [1, 0, 1, 1]


@pytest.mark.rule("S1", "T2", "T3", "T7", "X1", "Z1")
def test_a_scroll_reads_every_document_once(backend):
    response = backend.execute({"query": {"match_all": {}}, "size": 3}, fetch_all=True)
    found = ids(response)
    with pytest.raises(EndScrollInterrupt):
        while True:
            response = backend.execute(None, scroll_id=response["_scroll_id"])
            found += ids(response)
    assert sorted(found, key=int) == [str(n) for n in range(NUMBERS)]


def test_an_open_scroll_is_closed_at_its_end(backend, node):
    def open_scrolls():
        stats = call(node[0], "GET", f"/{node[1]}_number/_stats/search")
        return stats["_all"]["primaries"]["search"]["open_contexts"]

    response = backend.execute({"query": {"match_all": {}}}, fetch_all=True)
    assert open_scrolls() == 1
    response = backend.execute(None, scroll_id=response["_scroll_id"])
    backend.execute(None, scroll_id=response["_scroll_id"])
    assert open_scrolls() == 0


@pytest.mark.rule("S2")
def test_a_scroll_that_the_node_has_forgotten_is_stale(backend_of, node):
    backend = backend_of()
    text = backend.execute({"query": {"match_all": {}}}, fetch_all=True)["_scroll_id"]
    call(node[0], "DELETE", "/_search/scroll/_all")
    with pytest.raises(PipelineError, match=r"400 Invalid or stale scroll_id\."):
        backend.execute(None, scroll_id=text)


def query_string(text):
    return {"query": {"query_string": {"query": text, "default_field": "text"}}}


@pytest.mark.rule("T8", "I7")
@pytest.mark.parametrize(
    ("body", "summary"),
    [
        (query_string("a )"), "q cannot be parsed: unexpected ) at column 3"),
        (query_string("("), "q cannot be parsed: unexpected end at column 2"),
        (query_string('n "x'), 'q cannot be parsed: " is not closed at column 3'),
        (query_string("n:abc"), "q cannot be parsed: abc is not a number"),
        (query_string("a OR OR b"), "q cannot be parsed: unexpected OR at column 6"),
        ({"sort": ["text"]}, "text cannot be sorted or counted, use a keyword, number, date or boolean field"),
        ({"sort": ["_id"]}, "_id cannot be sorted or counted, use a keyword, number, date or boolean field"),
        ({"sort": ["nope"]}, "nope cannot be sorted, there is no such field"),
        ({"from": 9995, "size": 10}, "from + size must be at most 10000, not 10005; use fetch_all to read everything"),
        ({"query": {"nope": {}}}, "unsupported query: nope"),
    ],
)
def test_what_the_node_refuses_is_a_400_in_our_words(backend, body, summary):
    with pytest.raises(PipelineError) as caught:
        backend.execute(body)
    assert (caught.value.code, caught.value.summary) == (400, summary)
    assert backend.prefix not in str(caught.value.details)


def test_in_a_batch_the_term_that_cannot_be_parsed_is_named(backend_of):
    bodies = [query_string(text) for text in ("a", "b", "c", "d )")]
    with pytest.raises(PipelineError, match=r"400 q cannot be parsed: unexpected \) at column 3 \(at position 3\)"):
        backend_of(multisearch_batch=2).execute(bodies)


def test_a_missing_index_is_data_that_is_not_loaded(backend):
    for query in (query_string("a"), [query_string("a"), query_string("b")], [lookup("a"), lookup("b")]):
        with pytest.raises(PipelineError, match="503 the data is not loaded"):
            backend.execute(query, "nope")
    with pytest.raises(PipelineError, match="503 the data is not loaded"):
        backend.mapping("nope")


def test_a_deadline_too_short_is_a_504(backend):
    with pytest.raises(PipelineError, match="504 no answer within 10 s"):
        backend.execute(query_string("a"), deadline=time.monotonic() + 0.00001)


def test_the_mapping_has_fields_and_notes(backend):
    mapping = backend.mapping("number")
    assert mapping["properties"] == FIELDS
    assert mapping["_meta"]["src"] == {}


def test_the_generation_changes_with_the_index_and_with_an_update(backend_of, node):
    backend = backend_of()
    before = backend.generation("number")
    assert backend.generation("number") == before
    meta = {"src": {}, "_searchapp": {"item_type": "number", "updated": uuid.uuid4().hex}}
    call(node[0], "PUT", f"/{node[1]}_number/_mapping", {"_meta": meta})
    assert backend_of().generation("number") != before


def test_item_types_are_those_that_our_loader_made(backend):
    assert backend.item_types() == ["number"]


def test_health_counts_the_documents(backend):
    health = backend.health()
    assert health["documents"] == {"number": NUMBERS}
    assert health["status"] in ("green", "yellow")


def test_without_a_collection_there_is_no_health(backend_of):
    with pytest.raises(PipelineError, match="503 the data is not loaded"):
        backend_of(prefix="nobody_has_this", default_item_type=None).health()


def test_a_client_of_ones_own_is_made_once_in_each_process(node):
    made = []

    def client() -> Elasticsearch:
        made.append(os.getpid())
        return make_client(node[0])

    backend = ElasticBackend(client, prefix=node[1])
    for _ in range(2):
        backend.execute(query_string("a"), "number")
    assert made == [os.getpid()]
    child = os.fork()
    if child == 0:
        backend.execute(query_string("a"), "number")
        os._exit(0 if made == [os.getppid(), os.getpid()] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
