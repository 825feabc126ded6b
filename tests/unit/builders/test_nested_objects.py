"""Queries on the fields of nested objects."""

import pytest

from searchapp.builders.nested_objects import in_scopes, text_query

FIELDS = {
    "name": {"type": "text"},
    "kids": {"type": "nested"},
    "kids.n": {"type": "keyword", "nested": "kids"},
    "kids.age": {"type": "long", "nested": "kids"},
}


def shown(text, searched=("name",)):
    return text_query(text, list(searched), FIELDS, lambda part, searched: part)


def kids(query):
    return {"nested": {"path": "kids", "query": query}}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b", "a b"),
        ("name:a (b", "name:a (b"),
        ("name:a AND NOT name:b", "name:a AND NOT name:b"),
        ("kids.n:a", {"bool": {"must": [kids("kids.n:a")]}}),
        ("x kids.n:a y", {"bool": {"must": ["x y", kids("kids.n:a")]}}),
        ("-kids.n:a -x", {"bool": {"must": ["-x"], "must_not": [kids("kids.n:a")]}}),
        ("kids.n:a AND kids.age:>3", {"bool": {"must": [kids("kids.n:a"), kids("kids.age:>3")]}}),
        ("(kids.n:a AND kids.age:3)^2", {"bool": {"must": [kids("(kids.n:a AND kids.age:3)^2")]}}),
        ("kids.n:a OR kids.n:b", {"bool": {"must": [kids("kids.n:a OR kids.n:b")]}}),
        ("kids.n:a OR x", "kids.n:a OR x"),
    ],
)
def test_clauses_on_the_fields_of_objects_are_asked_of_these(text, expected):
    assert shown(text) == expected


def test_words_are_looked_for_in_documents_and_in_objects():
    assert shown("a", ["name^2", "kids.n"]) == {"bool": {"should": ["a", kids("a")]}}
    assert shown("a", ["kids.n"]) == kids("a")


def test_scopes_inside_objects_are_asked_of_these():
    inside, outside = ({"multi_match": {"query": "a", "fields": [name]}} for name in ("kids.n^2", "name"))
    found = in_scopes({"dis_max": {"queries": [{"bool": {"must": [inside]}}, outside]}}, FIELDS)
    assert found == {"dis_max": {"queries": [{"bool": {"must": [kids(inside)]}}, outside]}}
