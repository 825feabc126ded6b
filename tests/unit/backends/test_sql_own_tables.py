"""Tables that somebody else made, served by configuration alone, on SQLite and on PostgreSQL."""

import pytest

from tests.robustness import sql_fuzz
from tests.services.postgres import make_database

DATABASES = [pytest.param("sqlite"), pytest.param("postgresql", marks=pytest.mark.postgresql)]
DOCUMENT = {
    "_id": "T:1",
    "alias": [{"word": "v1"}, {"word": "w1"}],
    "code": "C1",
    "flag": True,
    "id": "T:1",
    "made": "2020-02-11",
    "n": 1,
    "name": "thing number 1 of many",
    "o": {"k": "k1"},
    "place": {"town": "Bonn"},
    "place_id": 1,
    "tags": ["a", "b"],
    "x": 0.25,
}


@pytest.fixture(scope="module", params=DATABASES)
def client(request, tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("tables"))
    url = f"sqlite:///{folder}/things.db"
    if request.param == "postgresql":
        url = make_database(request.getfixturevalue("postgresql_url"))
    sql_fuzz.fill(url)
    app = sql_fuzz.application(url, folder)
    yield app.test_client()
    app.extensions["searchapp"].backend.close()


def search(client, **options):
    return client.get("/v1/thing/query", query_string=options).json


def in_order(document):
    """The document, its joined rows in an order."""
    return {**document, "alias": sorted(document["alias"], key=lambda row: row["word"])}


def test_a_row_is_a_document(client):
    found = client.get("/v1/thing/T:1").json
    found.pop("_version", None)
    assert in_order(found) == DOCUMENT


def test_rows_are_the_same_documents_however_they_are_found(client):
    by_id = client.post("/v1/thing", json={"ids": ["T:1"]}).json[0]
    by_name = client.post("/v1/thing/query", json={"q": ["k1"], "scopes": "o.k", "size": 1, "sort": "n"}).json[0]
    by_query = search(client, q="id:T\\:1")["hits"][0]
    for found in (by_id, by_name, by_query):
        document = {name: found[name] for name in DOCUMENT}
        assert in_order(document) == DOCUMENT


@pytest.mark.parametrize(
    ("q", "total"),
    [
        ("name:many", 60),
        ('name:"number 7"', 1),
        ("code:c3", 9),
        ("n:[10 TO 19]", 10),
        ("x:<1", 4),
        ("flag:true AND place.town:Bonn", 20),
        ("made:2020-03", 7),
        ("alias.word:w2", 12),
        ("o.k:k0 OR tags:b", 40),
        ("_exists_:place.town", 40),
        ("NOT _exists_:flag", 20),
        ("thing", 60),
    ],
)
def test_query_strings_find_rows(client, q, total):
    assert search(client, q=q)["total"] == total


def test_facets_count_the_values_of_columns_json_and_joined_tables(client):
    found = search(client, q="n:<10", facets="flag(place.town),alias.word,tags,made", facet_size=2)["facets"]
    assert [(term["term"], term["count"]) for term in found["flag"]["terms"]] == [("false", 4), ("true", 3)]
    assert (found["flag"]["missing"], found["alias.word"]["other"], found["tags"]["total"]) == (3, 16, 15)
    assert found["flag"]["terms"][0]["place.town"]["terms"] == [{"term": "Ulm", "count": 4}]


def test_everything_streams_in_the_order_that_is_asked_for(client):
    lines = client.get("/v1/thing/query?q=n:<50&fetch_all=true&format=csv&fields=n&sort=-n").text.split()
    assert lines == ["_id,n", *(f"T:{n},{n}" for n in range(49, -1, -1))]


def test_the_fields_are_those_of_the_tables(client):
    fields = client.get("/metadata/fields").json
    kinds = {name: entry["type"] for name, entry in fields.items()}
    assert kinds["alias.word"] == kinds["place.town"] == kinds["o.k"] == "keyword"
    assert (kinds["x"], kinds["made"], kinds["flag"], kinds["name"]) == ("double", "date", "boolean", "text")


def test_random_requests_are_never_answered_5xx(client):
    statuses, bad, longest = sql_fuzz.fuzz(client.application, 500, seed=7)
    assert bad == []
    assert {200, 400, 404} <= set(statuses)
    assert longest < 5
