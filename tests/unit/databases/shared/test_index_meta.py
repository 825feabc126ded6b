"""The names at the top of documents, as the loader notes them."""

import pytest

from searchapp.databases.shared.index_meta import MAX_NAMES, TopNames, note_of_all


def test_the_note_has_the_names_of_all_documents():
    names = TopNames(["b"])
    assert names.has({"b": 1})
    assert not names.has({"a": {"c": 1}})
    names.add({"a": {"c": 1}})
    assert names.note() == ["a", "b"]


@pytest.mark.parametrize("noted", [True, None])
def test_names_that_are_not_known_stay_unknown(noted):
    names = TopNames(noted)
    names.add({"a": 1})
    assert names.has({"b": 1})
    assert names.note() is True


def test_too_many_names_are_not_noted():
    names = TopNames()
    names.add(dict.fromkeys(map(str, range(MAX_NAMES + 1))))
    assert names.note() is True


@pytest.mark.parametrize(
    ("notes", "note"), [([["a"], ["b"]], ["a", "b"]), ([["a"], True], True), ([["a"], None], False)]
)
def test_the_note_of_several_collections_holds_for_each(notes, note):
    assert note_of_all(notes) == note
