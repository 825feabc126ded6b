"""The backend on a real node, where it differs from the embedded one."""

import json
import os
import threading
import time
import uuid

import pytest
from elasticsearch import Elasticsearch

from searchapp.databases.elastic.backend import ElasticBackend
from searchapp.databases.elastic.connection import make_client
from searchapp.databases.search_engine import id_batch
from searchapp.errors import ErrorKind, PipelineError
from searchapp.protocols import Context

from ..numbers import query_string

pytestmark = pytest.mark.elasticsearch


@pytest.fixture
def backend(elastic_of):
    return elastic_of()


def test_an_open_scroll_is_closed_at_its_end(backend, call, prefix):
    def open_scrolls():
        stats = call("GET", f"/{prefix}_number/_stats/search")
        return stats["_all"]["primaries"]["search"]["open_contexts"]

    response = backend.scroll({"query": {"match_all": {}}}, Context())
    assert open_scrolls() == 1
    response = backend.next_batch(response["_scroll_id"], Context())
    backend.next_batch(response["_scroll_id"], Context())
    assert open_scrolls() == 0


def test_where_too_many_scrolls_are_open_the_oldest_gives_way(backend, call):
    most = "search.max_open_scroll_context"
    every = {"query": {"match_all": {}}}
    backend.scroll(every, Context())
    call("DELETE", "/_search/scroll/_all")
    first, second = [backend.scroll(every, Context())["_scroll_id"] for _ in range(2)]
    backend.next_batch(first, Context())
    call("PUT", "/_cluster/settings", {"transient": {most: 2}})
    try:
        third = backend.scroll(every, Context())["_scroll_id"]
        assert backend.next_batch(third, Context())["hits"]["hits"]
        with pytest.raises(PipelineError, match=r"400 Invalid or stale scroll_id\."):
            backend.next_batch(second, Context())
    finally:
        call("PUT", "/_cluster/settings", {"transient": {most: None}})


@pytest.mark.rule("S2")
def test_a_scroll_that_the_node_has_forgotten_is_stale(elastic_of, call, prefix):
    backend = elastic_of()
    text = backend.scroll({"query": {"match_all": {}}}, Context())["_scroll_id"]
    call("DELETE", "/_search/scroll/_all")
    with pytest.raises(PipelineError, match=r"400 Invalid or stale scroll_id\."):
        backend.next_batch(text, Context())


@pytest.fixture
def large(call, prefix):
    """The alias of an index with 40 documents, of which only the first ten are small."""
    index = f"{prefix}_large"
    lines = []
    for number in range(40):
        lines += [{"index": {"_id": str(number)}}, {"text": "a" * (10 if number < 10 else 2000)}]
    call("PUT", f"/{index}", {"mappings": {"dynamic": False}})
    call("POST", f"/{index}/_bulk?refresh=true", "".join(json.dumps(line) + "\n" for line in lines).encode())
    yield index
    call("DELETE", f"/{index}")


def test_batches_of_a_scroll_with_documents_larger_than_the_first_ones_are_limited(elastic_of, call, large):
    every = {"query": {"match_all": {}}}
    backend = elastic_of(indices={"large": large}, scroll_size=20, max_answer=40_000)
    with pytest.raises(PipelineError, match="400 the documents found take more than 15000 bytes") as caught:
        backend.scroll(every, Context("large"))
    assert caught.value.kind is ErrorKind.ANSWER_TOO_LARGE
    first = backend.scroll({**every, "_source": False}, Context("large"))
    assert len(first["hits"]["hits"]) == 20
    later = elastic_of(indices={"large": large}, scroll_size=11, max_answer=40_000)
    text = later.scroll(every, Context("large"))["_scroll_id"]
    with pytest.raises(PipelineError, match="take more than 15000 bytes"):
        later.next_batch(text, Context("large"))
    with pytest.raises(PipelineError, match=r"400 Invalid or stale scroll_id\."):
        later.next_batch(text, Context("large"))


def test_a_batch_of_a_scroll_has_fewer_documents_if_their_highlights_are_large(elastic_of, call, prefix):
    index, text = f"{prefix}_marked", "word " * 100
    lines = [part for id in range(40) for part in ({"index": {"_id": str(id)}}, {"text": text})]
    call("POST", f"/{index}/_bulk?refresh=true", "".join(json.dumps(line) + "\n" for line in lines).encode())
    backend = elastic_of(indices={"marked": index}, scroll_size=40, max_answer=400_000)
    query = {"query": {"match": {"text": "word"}}, "_source": False}
    assert len(backend.scroll(query, Context("marked"))["hits"]["hits"]) == 40
    marked = {**query, "highlight": {"number_of_fragments": 0, "fields": {"text": {}}}}
    backend = elastic_of(indices={"marked": index}, scroll_size=40, max_answer=100_000)
    assert len(backend.scroll(marked, Context("marked"))["hits"]["hits"]) in range(11, 30)


def test_a_list_of_ids_during_a_switch_has_the_documents_of_one_load(elastic_of, call, prefix, monkeypatch):
    monkeypatch.setattr(id_batch, "IDS_PER_PART", 2)
    alias, ids = f"{prefix}_switched", [str(number) for number in range(6)]

    def switch(name):
        index = f"{alias}-{name}"
        lines = [part for id in ids for part in ({"index": {"_id": id}}, {"load": name})]
        call("POST", f"/{index}/_bulk?refresh=true", "".join(json.dumps(line) + "\n" for line in lines).encode())
        remove = {"remove": {"index": f"{alias}-*", "alias": alias, "must_exist": False}}
        call("POST", "/_aliases", {"actions": [remove, {"add": {"index": index, "alias": alias}}]})

    backend = elastic_of(indices={"switched": alias}, multisearch_concurrency=2)
    run, names, lock = backend.run, ["new"], threading.Lock()

    def run_and_switch(*arguments):
        with lock:
            response = run(*arguments)
            if names:
                switch(names.pop())
        return response

    switch("old")
    monkeypatch.setattr(backend, "run", run_and_switch)
    bodies = [{"query": {"ids": {"values": [id]}}} for id in ids]
    responses = backend.multi_search(bodies, Context("switched"))
    assert [hit["_source"] for each in responses for hit in each["hits"]["hits"]] == [{"load": "new"}] * 6


def test_a_list_of_ids_in_an_alias_of_several_indices_is_one_search(elastic_of, call, prefix, monkeypatch):
    monkeypatch.setattr(id_batch, "IDS_PER_PART", 2)
    alias = f"{prefix}_joined"
    for id in "abcd":
        call("PUT", f"/{prefix}_part_{id}/_doc/{id}?refresh=true", {"n": 1})
        call("POST", "/_aliases", {"actions": [{"add": {"index": f"{prefix}_part_{id}", "alias": alias}}]})
    backend, asked = elastic_of(indices={"joined": alias}), []
    run = backend.run
    monkeypatch.setattr(backend, "run", lambda *arguments: (asked.append(1), run(*arguments))[1])
    bodies = [{"query": {"ids": {"values": [id]}}} for id in "abcd"]
    for searches in (3, 1):
        asked.clear()
        responses = backend.multi_search(bodies, Context("joined"))
        assert [len(response["hits"]["hits"]) for response in responses] == [1] * 4
        assert len(asked) == searches


def test_many_patterns_of_fields_to_leave_out_are_refused(backend):
    patterns = [f"*a{number}*" for number in range(100)]
    with pytest.raises(PipelineError, match="the patterns are too complex") as raised:
        backend.search({"_source": {"excludes": patterns}}, Context())
    assert raised.value.code == 400


def test_a_deadline_too_short_is_a_504(backend):
    with pytest.raises(PipelineError, match="504 no answer within 10 s"):
        backend.search(query_string("a"), Context(deadline=time.monotonic() + 0.00001))


def test_the_generation_changes_with_the_index_and_with_an_update(elastic_of, call, prefix):
    backend = elastic_of()
    before = backend.generation("number")
    assert backend.generation("number") == before
    meta = {"src": {}, "_searchapp": {"item_type": "number", "updated": uuid.uuid4().hex}}
    call("PUT", f"/{prefix}_number/_mapping", {"_meta": meta})
    assert elastic_of().generation("number") != before


def test_health_has_the_colour_of_the_node(backend):
    assert backend.health()["status"] in ("green", "yellow")


def test_without_a_collection_there_is_no_health(elastic_of):
    with pytest.raises(PipelineError, match="503 the data is not loaded"):
        elastic_of(prefix="nobody_has_this", default_item_type=None).health()


def test_a_client_of_ones_own_is_made_once_in_each_process(elasticsearch_url, prefix):
    made = []

    def client() -> Elasticsearch:
        made.append(os.getpid())
        return make_client(elasticsearch_url)

    backend = ElasticBackend(client, prefix=prefix)
    for _ in range(2):
        backend.search(query_string("a"), Context("number"))
    assert made == [os.getpid()]
    child = os.fork()
    if child == 0:
        backend.search(query_string("a"), Context("number"))
        os._exit(0 if made == [os.getppid(), os.getpid()] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_an_index_of_another_program_has_its_number_of_documents(elastic_of, call, prefix):
    def add(id):
        call("PUT", f"/{prefix}_other/_doc/{id}?refresh=true", {"n": id})

    add(1)
    add(2)

    def backend():
        return elastic_of(indices={"other": f"{prefix}_other"})

    meta = backend().mapping("other")["_meta"]
    assert (meta["stats"], meta["_guessed"]["labels"]) == ({"total": 2}, {"n": "N"})
    before = backend().generation("other")
    assert backend().generation("other") == before
    add(3)
    assert backend().mapping("other")["_meta"]["stats"]["total"] == 3
    assert backend().generation("other") != before
