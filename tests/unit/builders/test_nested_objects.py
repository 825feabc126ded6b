"""Queries on the fields of nested objects, as bodies and as answers of the embedded engine."""

import json

import pytest

from searchapp import create_app
from searchapp.builders.nested_objects import in_scopes, text_query
from tests.services import engines

FIELDS = {
    "name": {"type": "text"},
    "kids": {"type": "nested"},
    "kids.n": {"type": "keyword", "nested": "kids"},
    "kids.age": {"type": "long", "nested": "kids"},
}
FAMILIES = [
    {"_id": "1", "name": "Smith", "kids": [{"n": "Ann", "age": 3}, {"n": "Bob", "age": 5}]},
    {"_id": "2", "name": "Jones", "kids": [{"n": "Ann", "age": 5}]},
    {"_id": "3", "name": "Ann", "kids": []},
]


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


@pytest.fixture(scope="module")
def families(tmp_path_factory):
    folder = tmp_path_factory.mktemp("families")
    (folder / "docs.ndjson").write_text("".join(json.dumps(each) + "\n" for each in FAMILIES))
    inner = {"n": {"type": "keyword"}, "age": {"type": "long"}}
    mapping = {"name": {"type": "text"}, "kids": {"type": "nested", "properties": inner}}
    (folder / "mapping.json").write_text(json.dumps({"properties": mapping}))
    own = engines.embedded(folder / "instance")
    engines.load(own, "family", folder / "docs.ndjson", "--mapping", str(folder / "mapping.json"))
    return create_app({"INSTANCE": str(folder / "instance"), "SECRET_KEY": "k" * 32}).test_client()


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("kids.n:Ann", "12"),
        ("kids.n:Ann AND kids.age:5", "12"),
        ("(kids.n:Ann AND kids.age:5)", "2"),
        ("name:smith kids.age:>4", "1"),
        ("NOT kids.n:Bob", "23"),
        ("Ann", "123"),
    ],
)
def test_documents_are_found_by_their_objects(families, q, found):
    for option in ("q", "filter"):
        answer = families.get("/v1/family/query", query_string={"q": "*", option: q}).json
        assert sorted(hit["_id"] for hit in answer["hits"]) == [*found]


def test_a_term_is_looked_up_in_objects(families):
    [entry] = families.post("/v1/family/query", json={"q": ["Bob"], "scopes": ["kids.n"]}).json
    assert entry["_id"] == "1"


@pytest.mark.parametrize("option", ["sort", "facets"])
def test_values_inside_objects_cannot_be_sorted_by_or_counted(families, option):
    answer = families.get("/v1/family/query", query_string={"q": "*", option: "kids.age"})
    assert answer.status_code == 400
    assert "kids.age, which is inside the nested objects of kids" in answer.json["error"]
    assert families.get("/v1/family/query?q=*&format=html").status_code == 200
