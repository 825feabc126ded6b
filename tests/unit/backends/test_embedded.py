import os
import time

import pytest

from searchapp.backends.embedded import EmbeddedBackend
from searchapp.errors import EndScrollInterrupt, PipelineError

NUMBERS = 25
FIELDS = {"kw": {"type": "keyword"}, "n": {"type": "long"}, "text": {"type": "text"}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of the engine with an index of numbers."""
    folder = tmp_path_factory.mktemp("data")
    engine = EmbeddedBackend(folder).engine()
    with engine.builder("number", {"properties": FIELDS, "_meta": {"src": {}}}) as builder:
        for n in range(NUMBERS):
            builder.add({"_id": str(n), "n": n, "text": f"number {n}", "kw": "even" if n % 2 == 0 else "odd"})
    return folder


@pytest.fixture
def backend_of(folder):
    """A function that gives a backend with these settings."""
    return lambda **settings: EmbeddedBackend(
        folder, **{"default_item_type": "number", "secret_key": "k", "scroll_size": 10, **settings}
    )


@pytest.fixture
def backend(backend_of):
    return backend_of()


def ids(response):
    return [hit["_id"] for hit in response["hits"]["hits"]]


def lookup(id):
    return {"query": {"ids": {"values": [id]}}}


def query_string(text):
    return {"query": {"query_string": {"query": text, "default_field": "text"}}}


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


def test_keywords_of_a_cluster_mean_nothing_here(backend):
    body = {"query": {"match": {"text": "7"}}, "preference": "_local", "search_type": "dfs_query_then_fetch"}
    assert ids(backend.execute(body)) == ["7"]
    assert [ids(response) for response in backend.execute([body, body])] == [["7"], ["7"]]


@pytest.mark.rule("T1", "X2")
def test_an_item_type_may_have_an_index_of_another_name(backend_of):
    backend = backend_of(indices={"integer": "number", "number": None})
    assert ids(backend.execute(lookup("7"), "integer")) == ["7"]
    assert ids(backend.execute(lookup("7"), "number")) == ["7"]


@pytest.mark.rule("B3", "T4")
def test_a_batch_keeps_its_order(backend_of):
    bodies = [{"query": {"term": {"n": n}}} for n in range(NUMBERS)]
    responses = backend_of(multisearch_batch=4).execute(bodies)
    assert [ids(response) for response in responses] == [[str(n)] for n in range(NUMBERS)]


def test_a_batch_of_ids_keeps_its_order_and_its_misses(backend):
    responses = backend.execute([lookup(id) for id in ("3", "x", "1", "3")])
    assert [ids(response) for response in responses] == [["3"], [], ["1"], ["3"]]
    assert [response["hits"]["total"] for response in responses] == [1, 0, 1, 1]


@pytest.mark.rule("S1", "T3", "T7", "X1")
def test_a_scroll_reads_every_document_once(backend):
    response = backend.execute({"query": {"match_all": {}}, "size": 3}, fetch_all=True)
    found = ids(response)
    with pytest.raises(EndScrollInterrupt):
        while True:
            response = backend.execute(None, scroll_id=response["_scroll_id"])
            found += ids(response)
    assert sorted(found, key=int) == [str(n) for n in range(NUMBERS)]


@pytest.mark.rule("S2")
def test_a_scroll_of_a_generation_that_is_gone_is_stale(tmp_path):
    backend = EmbeddedBackend(tmp_path, secret_key="k", scroll_size=2)

    def load():
        with backend.engine().builder("a", {"properties": FIELDS}) as builder:
            for n in range(5):
                builder.add({"_id": str(n), "n": n})

    load()
    text = backend.execute({"query": {"match_all": {}}}, "a", fetch_all=True)["_scroll_id"]
    for _ in range(3):
        load()
    backend.engine().close()
    with pytest.raises(PipelineError, match=r"400 Invalid or stale scroll_id\."):
        backend.execute(None, "a", scroll_id=text)


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
        ({"query": {"span_near": {}}}, "unsupported query: span_near"),
    ],
)
def test_what_the_engine_refuses_is_a_400_in_our_words(backend, body, summary):
    with pytest.raises(PipelineError) as caught:
        backend.execute(body)
    assert (caught.value.code, caught.value.summary) == (400, summary)


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


def test_a_damaged_index_is_data_that_is_not_loaded(tmp_path):
    backend = EmbeddedBackend(tmp_path)
    with backend.engine().builder("a", {}) as builder:
        builder.add({"_id": "1"})
    (part,) = tmp_path.glob("a/*/sources-*.part")
    part.write_bytes(part.read_bytes()[:-3])
    with pytest.raises(PipelineError, match="503 the data is not loaded"):
        backend.execute(lookup("1"), "a")


def test_a_batch_stops_at_its_deadline(backend):
    bodies = [query_string(f"number {n}") for n in range(2000)]
    started = time.monotonic()
    with pytest.raises(PipelineError, match="504 no answer within 10 s"):
        backend.execute(bodies, deadline=time.monotonic() + 0.01)
    assert time.monotonic() - started < 0.5


def test_the_mapping_has_fields_and_notes(backend):
    mapping = backend.mapping("number")
    assert mapping["properties"] == FIELDS
    assert mapping["_meta"]["src"] == {}


def test_the_item_types_are_those_in_the_folder(backend):
    assert backend.item_types() == ["number"]


def test_health_counts_the_documents(backend):
    assert backend.health()["documents"] == {"number": NUMBERS}


def test_an_empty_folder_has_no_health(tmp_path):
    with pytest.raises(PipelineError, match="503 the data is not loaded"):
        EmbeddedBackend(tmp_path).health()


def test_after_a_fork_the_child_searches_by_itself(backend):
    backend.execute(lookup("7"))
    child = os.fork()
    if child == 0:
        os._exit(0 if ids(backend.execute([lookup("7"), query_string("8")])[1]) == ["8"] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
