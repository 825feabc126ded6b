"""The loader on a MongoDB server: what readers see is the old collection or the new one."""

import subprocess
import sys

import pytest

from searchapp.databases.mongo.query.word_index import WORDS
from searchapp.loading.bad import LoadError

from ....loading.loaders import DOCUMENTS

pymongo = pytest.importorskip("pymongo")

pytestmark = pytest.mark.mongo


@pytest.fixture
def loading(mongo_loading):
    return mongo_loading


def collections(database):
    return sorted(name for name in database.list_collection_names() if name != "test_collections")


def test_a_load_makes_a_collection_with_versions_and_indexes(loading, database):
    words = loading.replace(DOCUMENTS)
    (name,) = collections(database)
    assert words == f"{name}: 2 documents"
    first, second = ({"n": 1, "name": "a bolt"}, {"n": 2, "name": "a nut"})
    assert database[name].find_one({"_id": "a"})[WORDS] == ["a", "bolt"]
    assert loading.found() == {"a": {**first, "_version": 1}, "b": {**second, "_version": 1}}
    assert {key for index in database[name].list_indexes() for key in index["key"]} == {"_id", "n", WORDS}
    assert loading.states() == [("current", 2)]


def test_documents_that_mongodb_does_not_take_are_counted(loading):
    loading.replace([*DOCUMENTS, {"_id": "c", "n": "\ud800"}], mapping={"properties": {}})
    assert loading.loader.on_bad.count == 1
    assert sorted(loading.found()) == ["a", "b"]


def test_an_update_adds_and_replaces_in_one_step(loading):
    loading.replace(DOCUMENTS, about={"src": {"x": {}}})
    before = loading.loader.backend.generation("part")
    loading.update([{"_id": "a", "n": "$name"}, {"_id": "c", "n": 6}])
    assert loading.found() == {
        "a": {"n": "$name", "_version": 2},
        "b": {"n": 2, "name": "a nut", "_version": 1},
        "c": {"n": 6, "_version": 1},
    }
    notes = loading.loader.backend.mapping("part")["_meta"]
    assert (notes["src"], notes["stats"]["total"]) == ({"x": {}}, 3)
    assert loading.loader.backend.generation("part") != before


def test_an_update_that_fails_changes_nothing(loading, database):
    loading.replace(DOCUMENTS)
    loading.loader.on_bad.skip = False
    with pytest.raises(LoadError, match="no _id"):
        loading.update([{"_id": "a", "n": 5}, {"n": 1}])
    assert loading.found()["a"]["n"] == 1
    assert len(collections(database)) == 1


def test_a_rollback_goes_back_and_back_again(loading):
    loading.replace(DOCUMENTS)
    loading.delete(["a"])
    assert [state for state, _ in loading.states()] == ["previous", "current"]
    loading.loader.rollback("part")
    assert sorted(loading.found()) == ["a", "b"]
    loading.loader.rollback("part")
    assert sorted(loading.found()) == ["b"]


def test_only_the_collection_before_is_kept(loading, database):
    for count in (2, 1, 2):
        loading.replace(DOCUMENTS[:count])
    assert loading.states() == [("previous", 1), ("current", 2)]
    assert len(collections(database)) == 2


def test_documents_that_are_gone_are_noticed(loading, database):
    loading.replace(DOCUMENTS)
    assert loading.loader.verify("part").endswith("has all its 2 documents")
    (name,) = collections(database)
    database[name].delete_one({"_id": "a"})
    with pytest.raises(LoadError, match="has 1 documents, but 2 were loaded"):
        loading.loader.verify("part")


def test_a_collection_of_somebody_else_is_not_replaced(loading, database):
    database.part.insert_one({"_id": "theirs"})
    with pytest.raises(LoadError, match="the collection part was not made by searchapp load"):
        loading.loader.plan("part", "replace")


def test_the_plan_names_each_collection_that_is_made_published_or_dropped(loading):
    loading.replace(DOCUMENTS)
    current = loading.loader.current("part")["_id"]
    assert loading.loader.plan("part", "update") == [
        f"will update documents in a copy of {current}",
        "will publish it as part",
    ]
    assert loading.loader.plan("part", "replace")[1:] == ["will publish it as part"]


UNFINISHED = """
import os, sys
from searchapp.databases.mongo.backend import MongoBackend
from searchapp.databases.mongo.loading.loader import MongoLoader
from searchapp.loading.formats.readers import Record
loader = MongoLoader(MongoBackend(sys.argv[1], sys.argv[2], prefix="test"))
way = loader.updating("part") if sys.argv[3] == "update" else loader.replacing("part", {"properties": {}})
with way as writer:
    for n in range(3000):
        writer.add(Record("a", n, {"_id": "ab"[n % 2] + str(n // 2 or ""), "n": -1}))
    os._exit(1)
"""


@pytest.mark.parametrize("way", ["replace", "update"])
def test_after_a_kill_the_old_collection_is_served_and_the_next_load_clears_up(loading, database, mongo_url, way):
    loading.replace(DOCUMENTS)
    subprocess.run([sys.executable, "-c", UNFINISHED, mongo_url, database.name, way], check=False, timeout=60)
    assert {id: document["n"] for id, document in loading.found().items()} == {"a": 1, "b": 2}
    assert [state for state, _ in loading.states()] == ["current", "unfinished"]
    loading.replace(DOCUMENTS[:1])
    assert [state for state, _ in loading.states()] == ["previous", "current"]
    assert len(collections(database)) == 2
