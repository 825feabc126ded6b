"""Documents found by their nested objects, in a collection with a mapping of its own."""

import pytest

from tests.services import engines

FAMILIES = [
    {"_id": "1", "name": "Smith", "kids": [{"n": "Ann", "age": 3}, {"n": "Bob", "age": 5}]},
    {"_id": "2", "name": "Jones", "kids": [{"n": "Ann", "age": 5}]},
    {"_id": "3", "name": "Ann", "kids": []},
]


@pytest.fixture(scope="module")
def families(tmp_path_factory):
    inner = {"n": {"type": "keyword"}, "age": {"type": "long"}}
    mapping = {"name": {"type": "text"}, "kids": {"type": "nested", "properties": inner}}
    return engines.client(tmp_path_factory.mktemp("families"), "family", FAMILIES, mapping)


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("kids.n:Ann", "12"),
        ("kids.n:Ann AND kids.age:5", "12"),
        ("(kids.n:Ann AND kids.age:5)", "2"),
        ("name:smith kids.age:>4", "1"),
        ("NOT kids.n:Bob", "23"),
        ("_exists_:kids", "12"),
        ("NOT _exists_:kids", "3"),
        ("(_exists_:kids AND kids.age:3)", "1"),
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
