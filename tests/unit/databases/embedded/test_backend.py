"""The backend on the embedded engine, where it differs from that on a node."""

import os
import time

import pytest

from searchapp.databases.embedded.backend import EmbeddedBackend
from searchapp.errors import PipelineError
from searchapp.protocols import Bodies, Context

from ...refusals import refusal
from ..numbers import FIELDS, ids, lookup, query_string


@pytest.fixture
def backend(embedded_of):
    return embedded_of()


@pytest.mark.rule("T1", "X2")
def test_an_item_type_may_have_an_index_of_another_name(embedded_of):
    backend = embedded_of(indices={"integer": "number", "number": None})
    assert ids(backend.search(lookup("7"), Context("integer"))) == ["7"]
    assert ids(backend.search(lookup("7"), Context("number"))) == ["7"]


@pytest.mark.rule("S2")
def test_a_scroll_of_a_generation_that_is_gone_is_stale(tmp_path):
    backend = EmbeddedBackend(tmp_path, secret_key="k", scroll_size=2)

    def load():
        with backend.engine.builder("a", {"properties": FIELDS}) as builder:
            for n in range(5):
                builder.add({"_id": str(n), "n": n})

    load()
    text = backend.scroll({"query": {"match_all": {}}}, Context("a"))["_scroll_id"]
    for _ in range(3):
        load()
    backend.engine.close()
    with pytest.raises(PipelineError, match=r"400 Invalid or stale scroll_id\."):
        backend.next_batch(text, Context("a"))


def test_a_query_that_the_engine_does_not_have_is_refused(backend):
    assert refusal(backend.search, {"query": {"span_near": {}}}, Context())[0] == "unsupported query: span_near"


def test_a_damaged_index_is_data_that_is_not_loaded(tmp_path):
    backend = EmbeddedBackend(tmp_path)
    with backend.engine.builder("a", {}) as builder:
        builder.add({"_id": "1"})
    (part,) = tmp_path.glob("a/*/sources-*.part")
    part.write_bytes(part.read_bytes()[:-3])
    with pytest.raises(PipelineError, match="503 the data is not loaded"):
        backend.search(lookup("1"), Context("a"))


def test_a_batch_stops_at_its_deadline(backend):
    bodies = [query_string(f"number {n}") for n in range(300)]
    assert len(backend.multi_search(bodies, Context())) == 300
    with pytest.raises(PipelineError, match="504 no answer within 10 s"):
        backend.multi_search(bodies, Context(deadline=time.monotonic() + 0.001))


def test_an_item_type_that_cannot_be_read_is_there_and_spoils_the_health(tmp_path):
    backend = EmbeddedBackend(tmp_path)
    for name in ("a", "b"):
        with backend.engine.builder(name, {"properties": FIELDS}) as builder:
            builder.add({"_id": "1", "n": 1})
    (store,) = tmp_path.glob("a/*/index/*.store")
    store.write_bytes(b"")
    assert backend.item_types() == ["a", "b"]
    with pytest.raises(PipelineError, match="503"):
        backend.health()


def test_an_empty_folder_has_no_health(tmp_path):
    with pytest.raises(PipelineError, match="503 the data is not loaded"):
        EmbeddedBackend(tmp_path).health()


def test_after_a_fork_the_child_searches_by_itself(backend):
    backend.search(lookup("7"), Context())
    child = os.fork()
    if child == 0:
        os._exit(0 if ids(backend.multi_search([lookup("7"), query_string("8")], Context())[1]) == ["8"] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_few_queries_of_a_batch_exist_at_the_same_time(embedded_of, monkeypatch):
    backend, sizes = embedded_of(multisearch_batch=200), []
    run_many = backend.run_many
    monkeypatch.setattr(
        backend, "run_many", lambda index, bodies, end, state: sizes.append(len(bodies)) or run_many(index, bodies, end)
    )
    responses = backend.multi_search([{"query": {"match_all": {}}, "size": 1} for _ in range(120)], Context())
    assert (len(responses), sizes) == (120, [50, 50, 20])


@pytest.mark.parametrize("rest", [{}, {"aggs": {"n": {"terms": {"field": "n"}}}}], ids=["hits", "facets"])
def test_bodies_that_are_made_when_they_are_read_find_what_a_list_of_them_finds(backend, rest):
    def make(text):
        return {"query": {"multi_match": {"query": text, "fields": ["n"]}}, "size": 1, **rest}

    bodies = Bodies(make, [str(number) for number in range(60)])
    found, apart = backend.multi_search(bodies, Context()), backend.multi_search([*bodies], Context())
    assert [each["hits"] for each in found] == [each["hits"] for each in apart]
    assert [each.get("aggregations") for each in found] == [each.get("aggregations") for each in apart]
    assert ids(found[7]) == ["7"]


def test_a_batch_during_a_load_has_the_documents_of_one_load(tmp_path, monkeypatch):
    backend = EmbeddedBackend(tmp_path, secret_key="k", multisearch_batch=2)

    def load(name):
        with backend.engine.builder("a", {"properties": FIELDS}) as builder:
            for n in range(6):
                builder.add({"_id": str(n), "n": n, "load": name})

    load("old")
    run_many, names = backend.run_many, ["new"]

    def run_many_and_load(*arguments):
        responses = run_many(*arguments)
        if names:
            load(names.pop())
        return responses

    monkeypatch.setattr(backend, "run_many", run_many_and_load)
    bodies = [{"query": {"term": {"n": n}}} for n in range(6)]
    responses = backend.multi_search(bodies, Context("a"))
    assert {hit["_source"]["load"] for each in responses for hit in each["hits"]["hits"]} == {"old"}
    assert not names
