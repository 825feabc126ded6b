"""The loader on a real node."""

import subprocess
import sys

import pytest

from searchapp.loading.bad import LoadError

from ...loading.loaders import DOCUMENTS

pytestmark = pytest.mark.elasticsearch


@pytest.fixture
def loading(elastic_loading):
    return elastic_loading


def indices(node):
    return sorted(node("GET", "/PREFIX*?features=aliases&expand_wildcards=all"))


def test_a_load_makes_an_index_for_the_alias(loading, node):
    words = loading.replace(DOCUMENTS)
    assert loading.found() == {"a": {"n": 1, "name": "a bolt"}, "b": {"n": 2, "name": "a nut"}}
    (index,) = indices(node)
    assert words == f"{index}: 2 documents"
    assert node("GET", "/_alias/PREFIX_part") == {index: {"aliases": {f"{node.prefix}_part": {}}}}


def test_the_notes_hold_the_note_of_our_loader(loading):
    loading.replace(DOCUMENTS)
    mark = loading.notes()["_searchapp"]
    assert (mark["item_type"], mark["state"], mark["documents"]) == ("part", "complete", 2)
    assert {"host", "pid"}.isdisjoint(mark)


def test_the_settings_of_loading_do_not_stay(loading, node):
    loading.replace(DOCUMENTS)
    settings = node("GET", "/PREFIX_part/_settings?flat_settings=true")
    (flat,) = [index["settings"] for index in settings.values()]
    assert not {"index.refresh_interval", "index.translog.durability"} & set(flat)


def test_a_mapping_may_bring_settings(loading):
    analysis = {"analysis": {"analyzer": {"mine": {"type": "custom", "tokenizer": "standard"}}}}
    fields = {"properties": {"name": {"type": "text", "analyzer": "mine"}}}
    loading.replace(DOCUMENTS, mapping={"mappings": fields, "settings": analysis})
    assert loading.loader.backend.mapping("part")["properties"]["name"]["analyzer"] == "mine"


def test_a_second_load_keeps_one_index_for_a_rollback_and_a_third_deletes_it(loading, node):
    loading.replace(DOCUMENTS)
    (first,) = indices(node)
    loading.replace(DOCUMENTS[:1])
    assert loading.states() == [("previous", 2), ("current", 1)]
    plan = loading.loader.plan("part", "replace")
    assert f"will delete {first}" in plan
    loading.replace(DOCUMENTS)
    assert first not in indices(node)
    assert loading.states() == [("previous", 1), ("current", 2)]


@pytest.mark.parametrize("reason", [LoadError("a.csv line 2: no _id"), KeyboardInterrupt()])
def test_an_update_that_stops_says_that_a_part_is_written(loading, reason):
    loading.replace(DOCUMENTS)
    with (
        pytest.raises(LoadError, match=r"(line 2: no _id|interrupted) \(the documents before it were written\)"),
        loading.loader.updating("part"),
    ):
        raise reason


def test_indices_of_other_programs_are_never_touched(loading, node):
    node("PUT", "/PREFIX_part", {})
    with pytest.raises(LoadError, match=r"is the name or alias of .*_part, which searchapp load did not make"):
        loading.loader.plan("part", "replace")
    node("DELETE", "/PREFIX_part")
    node("PUT", "/PREFIX_part-1", {"aliases": {f"{node.prefix}_part": {}}})
    with pytest.raises(LoadError, match="which searchapp load did not make"):
        loading.loader.plan("part", "replace")


def test_an_index_of_another_type_is_not_taken_for_ours(loading, node):
    meta = {"_meta": {"_searchapp": {"item_type": "part-two", "state": "complete"}}}
    node("PUT", "/PREFIX_part-two-1", {"mappings": meta})
    loading.replace(DOCUMENTS)
    loading.replace(DOCUMENTS)
    loading.replace(DOCUMENTS)
    assert f"{node.prefix}_part-two-1" in indices(node)


def test_documents_that_are_lost_are_noticed(loading, node):
    loading.replace(DOCUMENTS)
    node("DELETE", "/PREFIX_part/_doc/a?refresh=true")
    with pytest.raises(LoadError, match="has 1 documents, but 2 were loaded"):
        loading.loader.verify("part")


UNFINISHED = """
import os, sys
from searchapp.databases.elastic.backend import ElasticBackend
from searchapp.databases.elastic.loader import ElasticLoader
from searchapp.loading.formats.readers import Record
loader = ElasticLoader(ElasticBackend(url=sys.argv[1], prefix=sys.argv[2]))
with loader.replacing("part", {"properties": {}}) as writer:
    writer.add(Record("a", 1, {"_id": "x"}))
    writer.bulk.flush()
    os._exit(1)
"""


def test_after_a_kill_the_old_collection_is_served_and_the_next_load_cleans_up(loading, node):
    loading.replace(DOCUMENTS)
    subprocess.run([sys.executable, "-c", UNFINISHED, node.url, node.prefix], check=False, timeout=60)
    assert loading.states() == [("current", 2), ("unfinished", 0)]
    assert len(loading.found()) == 2
    unfinished = indices(node)[1]
    assert f"will delete {unfinished}" in loading.loader.plan("part", "replace")
    loading.replace(DOCUMENTS[:1])
    assert loading.states() == [("previous", 2), ("current", 1)]


def test_a_load_that_is_going_on_is_left_alone(loading):
    with loading.loader.replacing("part", {"properties": {}}):
        assert not any(line.startswith("will delete") for line in loading.loader.plan("part", "replace"))
