"""A file of SQLite that nobody described: whole words, names first and in any case, prose by its words."""

import sqlite3
from contextlib import closing

import pytest

from searchapp import create_app

ROWS = [
    (1, "Resting", "solid", "It is found with tin ore, and is not one. " * 3),
    (2, "Tin", "Solid", "A metal that is used for cans, and for much else in every kitchen."),
    (3, "Tin foil", "Solid", "A thin sheet, which is aluminium today; its name is older than that."),
    (4, "Martini", "Liquid", "A drink for those who are resting after a day of work in the mines."),
    (
        7,
        "Sheet metal",
        "Solid",
        "It is rolled, cut and bent, and has a thickness of six millimetres at most, mostly less.",
    ),
    (5, "Tinsel", "Solid", "Threads that glitter on a tree, until they are found in the carpet in May."),
]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("guessed")
    with closing(sqlite3.connect(folder / "a.db")) as database, database:
        database.execute("CREATE TABLE thing (id INTEGER PRIMARY KEY, name VARCHAR, phase VARCHAR, about VARCHAR)")
        database.executemany("INSERT INTO thing VALUES (?, ?, ?, ?)", ROWS)
        database.execute("CREATE TABLE offer (id INTEGER PRIMARY KEY, title VARCHAR, state VARCHAR)")
        offers = [(n, ("The Golden River", "The golden gate", "Rivers of ice")[n % 3], "In stock") for n in range(12)]
        database.executemany("INSERT INTO offer VALUES (?, ?, ?)", offers)
        database.execute("CREATE TABLE dish (id INTEGER PRIMARY KEY, name VARCHAR, about VARCHAR)")
        dishes = ["Суп одзони", "Грибной Суп", "ЛУКОВЫЙ СУП", "Супница", "ÉPINARDS au four", "Pâté d'épinards"]
        database.executemany("INSERT INTO dish VALUES (?, ?, 'A dish.')", [*enumerate(dishes)])
        database.execute("INSERT INTO thing VALUES (6, CAST(x'74696eff' AS TEXT), 'Solid', 'A damaged name: tin.')")
    settings = {"BACKEND": "sql", "SQL_URL": f"sqlite:///{folder / 'a.db'}", "INSTANCE": str(folder)}
    return create_app({**settings, "SECRET_KEY": "k" * 32}).test_client()


@pytest.mark.parametrize(
    ("q", "expected"),
    [
        ("tin", [2, 3, 6, 1]),
        ("TIN FOIL", [3]),
        ("foil", [3]),
        ("ore tin", [1]),
        ("metal", [7, 2]),
        ("name:tin", [2, 3, 6]),
        ("name:foil", [3]),
        ("name:(foil tin)", [3]),
        ('name:"tin foil"', [3]),
        ("name:mart*", [4]),
        ("name:*foil", [3]),
        ("about:tin", [1, 6]),
        ("about:fou*", [1, 5]),
        ('"tin ore"', [1]),
        ("phase:Solid", [2, 3, 5, 6, 7]),
        ("phase:solid", [1]),
    ],
)
def test_words_are_whole_and_names_come_first(client, q, expected):
    answer = client.get("/v1/thing/query", query_string={"q": q}).json
    assert [int(hit["_id"]) for hit in answer["hits"]] == expected


@pytest.mark.parametrize(
    ("q", "count"), [("golden river", 4), ("title:golden", 8), ('title:"golden river"', 4), ("state:stock", 12)]
)
def test_values_of_several_words_are_found_by_each_though_they_repeat(client, q, count):
    answer = client.get("/v1/offer/query", query_string={"q": q, "facets": "title"}).json
    assert answer["total"] == count
    assert {one["term"] for one in answer["facets"]["title"]["terms"]} <= {
        "The Golden River",
        "The golden gate",
        "Rivers of ice",
    }


def test_categories_are_counted_as_they_are_written(client):
    answer = client.get("/v1/thing/query?facets=phase&size=0").json
    assert {one["term"]: one["count"] for one in answer["facets"]["phase"]["terms"]} == {
        "Solid": 5,
        "solid": 1,
        "Liquid": 1,
    }


def test_names_are_looked_up_as_a_whole_and_marked_as_they_are_written(client):
    found = client.post(
        "/v1/thing/query", json={"q": ["tin", "foil", "Tin Foil"], "scopes": ["name"], "fields": ["name"]}
    )
    assert [entry.get("_id") for entry in found.json] == ["2", None, "3"]
    [hit] = client.get("/v1/thing/query?q=name:foil&highlight=name&fields=name").json["hits"]
    assert hit["_highlight"] == {"name": ["Tin <em>foil</em>"]}


@pytest.mark.parametrize(
    ("q", "expected"),
    [("суп", {0, 1, 2}), ("луковый суп", {2}), ("ГРИБНОЙ", {1}), ("épinards", {4, 5}), ("Суп*", {0, 1, 2, 3})],
)
def test_words_beyond_ascii_are_found_in_upper_and_lower_case(client, q, expected):
    hits = client.get("/v1/dish/query", query_string={"q": q, "fields": "name"}).json["hits"]
    assert {int(hit["_id"]) for hit in hits} == expected
