"""Tables that somebody else made, served by configuration alone, on SQLite, PostgreSQL and MariaDB."""

import pytest

from tests.robustness import sql_fuzz
from tests.robustness.goals import GRACE
from tests.robustness.random_requests import COUNT, fuzz
from tests.services.sql_database import make_database

from .tables import filled

DATABASES = [
    pytest.param("sqlite"),
    pytest.param("postgresql", marks=pytest.mark.postgresql),
    pytest.param("mariadb", marks=pytest.mark.mariadb),
]
SERVERS = ("postgresql", "mariadb")
ESTIMATED = {"postgresql": ("ANALYZE thing",), "mysql": ("ANALYZE TABLE thing",)}
"""By dialect, the statements after which the database knows about how many rows the table has."""
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
    if request.param in SERVERS:
        url = make_database(request.getfixturevalue(f"{request.param}_url"))
    sql_fuzz.fill(url)
    app = sql_fuzz.application(url, folder)
    yield app.test_client()
    app.extensions["searchapp"].backend.close()


def test_the_metadata_have_the_number_of_documents(client):
    assert client.get("/v1/thing/metadata").json["stats"]["total"] == COUNT


def test_the_database_estimates_the_number_of_documents_that_take_too_long_to_count(client, monkeypatch):
    backend = client.application.extensions["searchapp"].backend
    filled(backend.url, *ESTIMATED.get(backend.database.dialect.name, ()))
    monkeypatch.setattr("searchapp.databases.sql.backend.COUNT_SECONDS", -1)
    stats = backend.mapping("thing")["_meta"].get("stats")
    assert stats == ({"total": pytest.approx(COUNT, rel=0.2)} if backend.database.dialect.name in ESTIMATED else None)


def search(client, **options):
    return client.get("/v1/thing/query", query_string=options).json


@pytest.mark.parametrize(
    ("q", "total"),
    [("thing", COUNT), ("hing", 0), ("thin*", COUNT), ("hin*", 0), ('"NUMBER 1"', 1), ('"umber 1"', 0), ("1", 1)],
)
def test_words_are_found_as_a_whole(client, q, total):
    assert search(client, q=f"name:{q}")["total"] == total


@pytest.mark.parametrize(
    "options",
    [{"scopes": ["*"]}, {"scopes": ["name", "code^2", "o.k"]}, {"scopes": ["*"], "filter": "n:>3", "sort": "-n"}],
)
@pytest.mark.slow
def test_terms_of_a_batch_find_the_same_together_as_alone(client, options):
    terms = ["number 7", "", "T:1", "c1", "C2", "5", "v3", "many", "k1", "2020-02-11", "0.25", "Bonn", "true", "x", "é"]
    asked = {"fields": ["n"], "size": 100, "with_total": True, **options}
    alone = [client.post("/v1/thing/query", json={"q": [term], **asked}).json for term in terms]
    together = client.post("/v1/thing/query", json={"q": terms, **asked}).json
    assert together["hits"] == [entry for one in alone for entry in one["hits"]]
    assert together["max_total"] == max(one["max_total"] for one in alone) > 50


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
        ("code:/c[12]/", 18),
        ("o.k:/k[^0]/ AND alias.word:/w(1|2)/", 16),
        ("n:[10 TO 19]", 10),
        ("x:<1", 4),
        ("flag:true AND place.town:Bonn", 20),
        ("made:2020-03", 7),
        ("alias.word:w2", 12),
        ("o.k:k0 OR tags:b", 40),
        ("_exists_:place.town", 40),
        ("NOT _exists_:flag", 20),
        ("thing", 60),
        ("thing c3", 9),
        ("c3 many -c1", 9),
    ],
)
def test_query_strings_find_rows(client, q, total):
    assert search(client, q=q)["total"] == total


def test_facets_count_the_values_of_columns_json_and_joined_tables(client):
    found = search(client, q="n:<10", facets="flag(place.town),alias.word,tags,made", facet_size=2)["facets"]
    assert [(term["term"], term["count"]) for term in found["flag"]["terms"]] == [("false", 4), ("true", 3)]
    assert (found["flag"]["missing"], found["alias.word"]["other"], found["tags"]["total"]) == (3, 16, 15)
    assert found["flag"]["terms"][0]["place.town"]["terms"] == [{"term": "Ulm", "count": 4}]


def test_counted_values_can_be_searched(client):
    found = search(client, q="alias.word:w1", facets="alias.word,place.town", sort="alias.word", facet_size=1)
    assert found["total"] == found["facets"]["alias.word"]["terms"][0]["count"] == 12


def test_everything_streams_in_the_order_that_is_asked_for(client):
    lines = client.get("/v1/thing/query?q=n:<50&fetch_all=true&format=csv&fields=n&sort=-n").text.split()
    assert lines == ["_id,n", *(f"T:{n},{n}" for n in range(49, -1, -1))]


def test_the_fields_are_the_columns_of_the_tables(client):
    fields = client.get("/metadata/fields").json
    kinds = {name: entry["type"] for name, entry in fields.items()}
    assert kinds["alias.word"] == kinds["place.town"] == kinds["o.k"] == "keyword"
    assert (kinds["x"], kinds["made"], kinds["flag"], kinds["name"]) == ("double", "date", "boolean", "text")


@pytest.mark.slow
def test_random_requests_are_never_answered_5xx(client):
    statuses, bad, longest = fuzz(client.application, sql_fuzz.WORDS, 500, seed=7)
    assert bad == []
    assert {200, 400, 404} <= set(statuses)
    assert longest < GRACE


def test_values_that_do_not_fit_their_columns_in_sqlite_stay_as_they_are(served, tmp_path):
    client = served(
        filled(
            f"sqlite:///{tmp_path}/odd.db",
            "CREATE TABLE row (id INTEGER PRIMARY KEY, born DATE, at TIMESTAMP, n NUMERIC, flag BOOLEAN, doc JSON)",
            "INSERT INTO row VALUES (1, '2020-05-06', '2020-05-06 07:08:09', 1.5, 1, '{\"a\": {\"b\": [1, 2]}}')",
            "INSERT INTO row VALUES (2, '', 'yesterday', 'n.a.', 'maybe', '{no json')",
        )
    )
    first = {"_id": "1", "id": 1, "born": "2020-05-06", "at": "2020-05-06T07:08:09", "n": 1.5, "flag": True}
    second = {"_id": "2", "id": 2, "born": "", "at": "yesterday", "n": "n.a.", "flag": "maybe", "doc": "{no json"}
    documents = [{**first, "a": {"b": [1, 2]}}, second]
    assert client.get("/v1/row/query?score=false").json["hits"] == documents
    found = client.post("/v1/row", json={"ids": ["1", "2"]}).json
    assert [{name: one[name] for name in like} for one, like in zip(found, documents, strict=True)] == documents
    for q in ("a.b:2", "at:2020-05", "born:2020", "n:<2", "flag:true"):
        assert client.get(f"/v1/row/query?q={q}").json["total"] == 1


@pytest.mark.postgresql
def test_arrays_padded_texts_and_types_of_postgresql_are_plain_values(served, postgresql_url):
    client = served(
        filled(
            make_database(postgresql_url),
            "CREATE TYPE mood AS ENUM ('good', 'bad')",
            "CREATE TABLE row (id UUID PRIMARY KEY, tags TEXT[], code CHAR(5), mood mood, price NUMERIC, raw BYTEA,"
            " ip INET, net INET, span INTERVAL, place POINT, path JSONPATH, words TSVECTOR)",
            "INSERT INTO row VALUES ('00000000-0000-0000-0000-000000000001', '{a,b}', 'x', 'good', 2.50, '\\x00ff',"
            " '10.0.0.1', '10.1.0.0/16', '1 day 2 hours', '(1,2)', '$.a', 'a b')",
        )
    )
    odd = {"raw": "00ff", "ip": "10.0.0.1", "net": "10.1.0.0/16", "span": "1 day 02:00:00", "place": "(1,2)"}
    document = {"tags": ["a", "b"], "code": "x", "mood": "good", "price": 2.5, **odd}
    found = client.get("/v1/row/00000000-0000-0000-0000-000000000001").json
    assert {name: found[name] for name in document} == document
    for q in ("tags:b", "code:x", "mood:good", "price:2.5", "_id:00000000-0000-0000-0000-000000000001"):
        assert client.get(f"/v1/row/query?q={q}").json["total"] == 1
    for name in (*odd, "code", "mood"):
        assert client.get("/v1/row/query", query_string={"q": document[name], "scopes": name}).json["total"] == 1
        assert client.post("/v1/row/query", json={"q": [document[name]], "scopes": [name]}).json[0]["found"]
        for option in (f"facets={name}", f"sort={name}", f"q={name}:[1 TO 2]", f"q={name}:1*", f"q={name}:/1.*/"):
            assert client.get(f"/v1/row/query?{option}").status_code == 200, (name, option)
    assert client.get("/v1/row/query?q=all:[a TO b]").status_code == 400
    facets = client.get("/v1/row/query?facets=tags,code,mood").json["facets"]
    assert [[term["term"] for term in facets[name]["terms"]] for name in facets] == [["a", "b"], ["x"], ["good"]]


@pytest.mark.mariadb
def test_years_of_mariadb_are_integers(served, mariadb_url):
    table = "CREATE TABLE `row` (id INT PRIMARY KEY, made YEAR)"
    client = served(filled(make_database(mariadb_url), table, "INSERT INTO `row` VALUES (1, 1991), (2, 2020)"))
    assert client.get("/v1/row/1").json == {"_id": "1", "id": 1, "made": 1991}
    assert client.get("/v1/row/metadata/fields").json["made"]["type"] == "long"
    found = client.get("/v1/row/query?q=made:[2000 TO *]&facets=made:10").json
    assert (found["total"], found["facets"]["made:10"]["terms"]) == (1, [{"count": 1, "term": 2020}])


@pytest.mark.mariadb
def test_names_in_columns_without_an_index_are_completed(served, mariadb_url):
    table = "CREATE TABLE `row` (id VARCHAR(20) PRIMARY KEY, title VARCHAR(200)) CHARACTER SET utf8mb4"
    rows = "INSERT INTO `row` VALUES ('a1', 'Bohemian Rhapsody'), ('a2', 'Für Elise')"
    client = served(filled(make_database(mariadb_url), table, rows))
    for typed, first in (("bohe", "Bohemian Rhapsody"), ("bohemain", "Bohemian Rhapsody"), ("fur", "Für Elise")):
        assert client.get(f"/v1/row/suggest?q={typed}").json["suggestions"][0]["text"] == first
    assert client.get("/v1/row/suggest?q=titl").json["suggestions"][0]["text"] == "title:"


def test_joined_columns_may_ignore_case_and_be_searched_by_words(served, tmp_path):
    joined = {"table": "word", "on": {"row": "id"}, "as": "word", "many": True, "lower": ["w"], "text": ["note"]}
    client = served(
        filled(
            f"sqlite:///{tmp_path}/joined.db",
            "CREATE TABLE row (id INTEGER PRIMARY KEY)",
            "CREATE TABLE word (row INTEGER, w TEXT, note TEXT)",
            "INSERT INTO row VALUES (1)",
            "INSERT INTO word VALUES (1, 'RNF53', 'the quick fox')",
        ),
        joined=[joined],
    )
    for q in ("word.w:rnf53", "word.note:fox"):
        assert client.get(f"/v1/row/query?q={q}").json["total"] == 1


def test_steps_ranges_and_periods_are_counted(client):
    found = search(client, q="*", facets="n:20,x:min..5..10,made:quarter,place.town:missing,flag(n:40)", size=0)[
        "facets"
    ]
    counts = {name: [(term["term"], term["count"]) for term in found[name]["terms"]] for name in found}
    assert counts["n:20"] == [(0, 20), (20, 20), (40, 20)]
    assert (counts["x:min..5..10"], found["x:min..5..10"]["other"]) == ([("min..5", 20), ("5..10", 20)], 20)
    quarters = [f"2020-{month}-01T00:00:00.000Z" for month in ("01", "04", "07")]
    assert [term for term, _ in counts["made:quarter"]] == quarters
    assert counts["place.town:missing"] == [("missing", 20)]
    assert [(term["term"], term["count"]) for term in found["flag"]["terms"][0]["n:40"]["terms"]] == [(0, 14), (40, 6)]
