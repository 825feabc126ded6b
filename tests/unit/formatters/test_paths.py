from searchapp.formatters.paths import changed_at, split
from searchapp.options.nesting import MAX_DEPTH

from ..refusals import refusal


def seen(parent, name):
    return {**parent, "seen": name}


def test_the_object_that_holds_the_last_name_is_changed():
    assert changed_at({"a": {"b": 1}, "c": 2}, ["a", "b"], seen) == {"a": {"b": 1, "seen": "b"}, "c": 2}
    assert changed_at({"c": 2}, ["a"], seen) == {"c": 2, "seen": "a"}


def test_lists_on_the_way_are_gone_through():
    value = {"a": [{"b": 1}, "x", [{"b": 2}]]}
    assert changed_at(value, ["a", "b"], seen) == {"a": [{"b": 1, "seen": "b"}, "x", [{"b": 2, "seen": "b"}]]}


def test_a_document_without_the_path_stays_as_it_is():
    for document in ({"c": 1}, {"a": 1}, {"a": None}):
        assert changed_at(document, ["a", "b"], seen) == document


def test_the_document_that_was_given_is_not_changed():
    document = {"a": {"b": 1}, "c": {"d": 2}}
    changed = changed_at(document, ["a", "b"], seen)
    assert document == {"a": {"b": 1}, "c": {"d": 2}}
    assert changed["c"] is document["c"]


def test_a_path_has_names_between_dots():
    assert split("a.b.c", "jmespath") == ["a", "b", "c"]


def test_a_path_of_too_many_names_is_refused():
    assert len(split(".".join("a" * MAX_DEPTH), "jmespath")) == MAX_DEPTH
    path = ".".join("a" * (MAX_DEPTH + 1))
    assert refusal(split, path, "matched")[1] == {
        "keyword": "matched",
        "field": path[:100],
        "max": MAX_DEPTH,
        "num": MAX_DEPTH + 1,
    }
