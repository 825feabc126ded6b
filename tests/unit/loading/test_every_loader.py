"""What the loaders of the search engines and of MongoDB have in common."""

import orjson
import pytest

from searchapp.loading.bad import LoadError

from .loaders import DOCUMENTS

pytestmark = pytest.mark.slow

LOADERS = [
    "embedded",
    pytest.param("elastic", marks=pytest.mark.elasticsearch),
    pytest.param("mongo", marks=pytest.mark.mongo),
]


@pytest.fixture(params=LOADERS)
def loading(request):
    return request.getfixturevalue(f"{request.param}_loading")


def test_the_notes_hold_metadata_and_the_count(loading):
    loading.replace(DOCUMENTS, about={"src": {"x": {"version": "1"}}, "stats": {"other": 5, "total": 1}})
    notes = loading.notes()
    assert (notes["src"], notes["stats"]) == ({"x": {"version": "1"}}, {"other": 5, "total": 2})


def test_a_repeated_id_is_replaced_and_reported(loading):
    words = loading.replace([*DOCUMENTS, {"_id": "a", "n": 9}])
    assert words.endswith(": 2 documents, 1 replaced by a later one with the same id")
    assert loading.found()["a"] in ({"n": 9}, {"n": 9, "_version": 1})


def test_an_update_adds_and_replaces(loading):
    loading.replace(DOCUMENTS, about={"src": {"x": {}}})
    loading.update([{"_id": "a", "n": 5}, {"_id": "c", "n": 6}])
    found = {id: (document["n"], document.get("name")) for id, document in loading.found().items()}
    assert found == {"a": (5, None), "b": (2, "a nut"), "c": (6, None)}
    notes = loading.notes()
    assert (notes["src"], notes["stats"]["total"]) == ({"x": {}}, 3)


def test_a_delete_removes_by_id(loading):
    loading.replace(DOCUMENTS)
    assert loading.delete(["a", "x"]).endswith(": 1 document, 1 deleted, 1 to delete were not there")
    assert list(loading.found()) == ["b"]
    assert "has all its 1 document" in loading.loader.verify("part")


def test_a_number_of_more_than_64_bits_is_loaded(loading):
    loading.replace([*DOCUMENTS, {"_id": "c", "n": 2**70, "o": {"list": [-(2**80)]}}])
    found = loading.found()["c"]
    assert (found["n"], found["o"]) == (2**70, {"list": [-(2**80)]})


def test_a_load_that_fails_leaves_the_old_collection(loading):
    loading.replace(DOCUMENTS)
    loading.loader.on_bad.skip = False
    with pytest.raises(LoadError, match=r"a\.ndjson line 2: no _id"):
        loading.replace([{"_id": "c"}, {"n": 1}], mapping={"properties": {}})
    assert (sorted(loading.found()), loading.states()) == (["a", "b"], [("current", 2)])


@pytest.mark.parametrize("mapping", [None, {"properties": {}}])
def test_a_load_without_documents_changes_nothing(loading, mapping):
    with pytest.raises(LoadError, match="no documents, nothing was changed"):
        loading.replace([], mapping=mapping)
    assert loading.states() == []


@pytest.mark.parametrize("loading", LOADERS[:2], indirect=True)
def test_documents_that_the_database_refuses_are_counted(loading):
    loading.replace([*DOCUMENTS, {"_id": "c", "n": "x"}], mapping={"properties": {"n": {"type": "long"}}})
    assert (loading.loader.on_bad.count, sorted(loading.found())) == (1, ["a", "b"])


def test_an_update_changes_the_generation(loading):
    loading.replace(DOCUMENTS)
    before = loading.generation()
    loading.update(DOCUMENTS[:1])
    assert loading.generation() != before


def test_a_rollback_restores_the_previous_collection_and_a_second_one_takes_it_back(loading):
    with pytest.raises(LoadError, match=r"there is no collection|has no earlier"):
        loading.loader.rollback("part")
    loading.replace(DOCUMENTS)
    with pytest.raises(LoadError, match=r"has no earlier (collection to restore|generation)"):
        loading.loader.rollback("part")
    loading.replace(DOCUMENTS[:1])
    for count in (2, 1):
        loading.loader.rollback("part")
        assert len(loading.found()) == count
        assert sorted(state for state, _ in loading.states()) == ["current", "previous"]


@pytest.mark.parametrize("change", ["update", "delete"])
def test_a_change_needs_a_collection(loading, change):
    with pytest.raises(LoadError, match="there is no collection of type part, load one first"):
        loading.loader.plan("part", change)


def test_the_notes_hold_count_and_example_of_each_field(loading):
    loading.replace([*DOCUMENTS, {"_id": "d"}])
    fields = {"_id": [3, "a"], "n": [2, 1], "name": [2, "a bolt"]}
    assert loading.notes()["_coverage"] == {"documents": 3, "fields": fields}


def test_an_update_and_a_delete_mark_the_counts_as_stale_until_the_next_load(loading):
    def coverage():
        found = loading.notes()["_coverage"]
        return found["documents"], found.get("stale")

    loading.replace(DOCUMENTS)
    assert coverage() == (2, None)
    loading.update([{"_id": "e", "n": 5}])
    assert coverage() == (2, True)
    loading.replace(DOCUMENTS)
    loading.delete(["a"])
    assert coverage() == (2, True)
    loading.replace(DOCUMENTS)
    assert coverage() == (2, None)


def test_a_mapping_brings_the_notes_about_the_collection(loading):
    meta = {
        "src": {"x": {"version": "1"}},
        "build_version": "7",
        "_coverage": {"documents": 900},
        "stats": {"other": 5},
    }
    mapping = {"dynamic": "true", "properties": {"n": {"type": "long"}, "name": {"type": "text"}}, "_meta": meta}
    loading.replace(DOCUMENTS, mapping=mapping, about={"build_version": "8"})
    notes = loading.notes()
    assert (notes["src"], notes["build_version"]) == ({"x": {"version": "1"}}, "8")
    assert notes["stats"] == {"other": 5, "total": 2}
    assert notes["_coverage"]["documents"] == 2


def test_documents_as_deep_as_they_may_be_are_loaded(loading):
    value = 1
    for _ in range(60):
        value = {"o": value}
    loading.replace([{"_id": "deep", "deep": value}])
    assert list(loading.found()) == ["deep"]


@pytest.mark.parametrize("loading", LOADERS[:2], indirect=True)
def test_keys_are_stored_in_order_and_the_notes_say_so(loading):
    loading.replace([{"_id": "a", "z": {"y": 1, "b": [{"d": 1, "c": 2}]}, "n": 1}])
    loading.update([{"_id": "b", "z": {"y": 2, "b": []}, "n": 3}])
    assert loading.notes()["_sorted_keys"] == ["_id", "n", "z"]
    assert [orjson.dumps(document) for _, document in sorted(loading.found().items())] == [
        b'{"n":1,"z":{"b":[{"c":2,"d":1}],"y":1}}',
        b'{"n":3,"z":{"b":[],"y":2}}',
    ]


@pytest.mark.parametrize("loading", LOADERS[:2], indirect=True)
def test_the_notes_name_a_field_of_an_update_or_no_field(loading):
    loading.replace([{"_id": "a", "n": 1}])
    loading.update([{"_id": "b", "n": 1}])
    assert loading.notes()["_sorted_keys"] == ["_id", "n"]
    loading.update([{"_id": "c", "query": "mine"}])
    assert loading.notes()["_sorted_keys"] in (["_id", "n", "query"], True)
    loading.update([{"_id": "d", "n": 1}])
    assert loading.notes()["_sorted_keys"] in (["_id", "n", "query"], True)


def test_the_notes_hold_the_order_of_the_fields(loading):
    names = [f"{letter}{number}" for number in range(5) for letter in "zbxa"]
    loading.replace([{"_id": "a", **dict.fromkeys(names, 1)}])
    assert loading.notes()["_guessed"]["field_order"] == names
