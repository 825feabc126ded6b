"""Tables with values, names and keys that are hard to serve, on SQLite and on PostgreSQL."""

import pytest

from searchapp.databases.sql.schema import collections
from tests.services.sql_database import make_database

from .tables import filled

pytestmark = pytest.mark.slow

DATABASES = [pytest.param("sqlite"), pytest.param("postgresql", marks=pytest.mark.postgresql)]


@pytest.fixture(params=DATABASES)
def url(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/awkward.db"
    return make_database(request.getfixturevalue("postgresql_url"))


@pytest.fixture
def postgresql(postgresql_url):
    return make_database(postgresql_url)


def hits(client, **options):
    found = client.get("/v1/row/query", query_string={"score": "false", **options})
    assert found.status_code == 200, found.text
    return found.json["hits"]


def ids(client, **options):
    return [hit["_id"] for hit in hits(client, **options)]


def test_texts_of_sqlite_that_are_no_utf_8_and_json_without_an_end_of_levels_are_answered(served, tmp_path):
    deep = "[" * 2000 + "]" * 2000
    client = served(
        filled(
            f"sqlite:///{tmp_path}/odd.db",
            "CREATE TABLE row (id INTEGER PRIMARY KEY, name TEXT, made DATE, doc JSON)",
            "INSERT INTO row VALUES (1, CAST(x'ff41fe' AS TEXT), 20200101, '{}')",
            f"INSERT INTO row VALUES (2, 'good', '2020-01-03', '{deep}')",
            f"INSERT INTO row VALUES (3, 'good', 3.5, '{deep[1900:-1900]}')",
        )
    )
    assert client.get("/v1/row/1").json == {"_id": "1", "id": 1, "name": "\ufffdA\ufffd", "made": 20200101}
    assert client.get("/v1/row/2").json["doc"] == deep
    for path in ("/query?q=*", "/query?q=*&facets=made:year,name", "/query?q=good&sort=made", "/metadata/fields"):
        assert client.get(f"/v1/row{path}").status_code == 200, path
    for format in ("csv", "yaml", "msgpack", "html"):
        assert client.get(f"/v1/row/query?q=*&format={format}").status_code == 200, format
    assert [one["_id"] for one in client.post("/v1/row", json={"ids": ["1", "2", "3"]}).json] == ["1", "2", "3"]


def test_json_of_sqlite_that_writes_letters_as_escapes_is_searched(served, tmp_path):
    escaped = "\\u0063\\u0064k2"
    client = served(
        filled(
            f"sqlite:///{tmp_path}/odd.db",
            "CREATE TABLE row (id INTEGER PRIMARY KEY, codes JSON)",
            f"""INSERT INTO row VALUES (1, '["{escaped}"]'), (2, '["a", "cdk2"]'), (3, '["CDK2"]')""",
        )
    )
    assert [ids(client, q=f"codes:{text}") for text in ("cdk2", "cdk*", "CDK2")] == [["1", "2"], ["1", "2"], ["3"]]


def test_values_of_sqlite_that_do_not_fit_their_columns_are_answered(served, tmp_path):
    client = served(
        filled(
            f"sqlite:///{tmp_path}/odd.db",
            "CREATE TABLE row (id INTEGER PRIMARY KEY, n NUMERIC, f FLOAT, doc JSON)",
            "INSERT INTO row VALUES (1, 'abc', '', '{\"a\": " + "9" * 400 + "}')",
            'INSERT INTO row VALUES (2, 2, 1e999, \'{"a": "\\ud800"}\')',
            "INSERT INTO row VALUES (3, 3, 1.5, '{\"a\": NaN}')",
            "INSERT INTO row VALUES (4, '', x'ff', x'ff')",
        )
    )
    assert [hit.get("a") for hit in hits(client, q="*")] == [None, "\ufffd", None, None]
    for path in ("sort=a", "facets=a,n,f", "facets=n,f&format=html", "q=a:x", "format=yaml", "format=csv"):
        assert client.get(f"/v1/row/query?q=*&{path}").status_code == 200, path
    for sort in ("n", "-n", "f", "-f", "a"):
        assert sorted(page_by_page(client, sort, 1)) == ["1", "2", "3", "4"], sort


def page_by_page(client, sort, size):
    """The ids of all pages, in their order."""
    found, after = [], "*"
    while after:
        page = client.get("/v1/row/query", query_string={"q": "*", "sort": sort, "size": size, "search_after": after})
        assert page.status_code == 200, page.text
        found += [hit["_id"] for hit in page.json["hits"]]
        after = page.json.get("_search_after")
    return found


@pytest.mark.parametrize(("sort", "expected"), [("at", ["1", "2", "3", "4"]), ("-at", ["3", "4", "1", "2"])])
def test_pages_by_a_moment_of_sqlite_have_every_row_once(served, tmp_path, sort, expected):
    client = served(
        filled(
            f"sqlite:///{tmp_path}/odd.db",
            "CREATE TABLE row (id INTEGER PRIMARY KEY, at DATETIME)",
            "INSERT INTO row VALUES (1, '2020-01-01 10:00:00'), (2, '2020-01-01 10:00:00')",
            "INSERT INTO row VALUES (3, '2020-01-02 10:00:00'), (4, '2020-01-02 10:00:00')",
        )
    )
    assert page_by_page(client, sort, 1) == expected


@pytest.mark.parametrize("sort", ["name", "-name", "t", "-t"])
def test_pages_by_a_text_of_sqlite_that_is_no_utf_8_have_every_row_once(served, tmp_path, sort):
    texts = ["616263", "616263ff", "61626380", "61626381", "616265", "6162efbfbd"]
    insert = "INSERT INTO row VALUES ({0}, CAST(x'{1}' AS TEXT), CAST(x'7b2274223a22{1}227d' AS TEXT))"
    table = "CREATE TABLE row (id INTEGER PRIMARY KEY, name TEXT, doc JSON)"
    rows = [insert.format(*row) for row in enumerate(texts)]
    client = served(filled(f"sqlite:///{tmp_path}/odd.db", table, *rows))
    in_order = ["0", "2", "3", "1", "4", "5"]
    assert page_by_page(client, sort, 1) == (in_order[::-1] if sort.startswith("-") else in_order)


@pytest.mark.mariadb
def test_a_text_of_mariadb_that_is_no_json_is_answered(served, mariadb_url):
    client = served(
        filled(
            make_database(mariadb_url),
            "SET check_constraint_checks = 0",
            "CREATE TABLE row (id INT PRIMARY KEY, doc JSON)",
            "INSERT INTO row VALUES (1, 'no json'), (2, ''), (3, '{\"a\": 1}'), (4, '{\"a\": \"\\\\ud800\"}')",
        )
    )
    assert [hit.get("doc", hit.get("a")) for hit in hits(client, q="*")] == ["no json", "", 1, "\ufffd"]


@pytest.mark.postgresql
def test_json_of_postgresql_that_is_too_deep_is_a_text(served, postgresql):
    deep = "[" * 100 + "]" * 100
    client = served(
        filled(
            postgresql,
            "CREATE TABLE row (id INT PRIMARY KEY, doc JSON)",
            f"INSERT INTO row VALUES (1, '{deep}'), (2, '{{\"a\": \"\\ud800\"}}')",
        )
    )
    assert [hit.get("doc", hit.get("a")) for hit in hits(client, q="*")] == [deep, "\ufffd"]


@pytest.mark.postgresql
def test_dates_that_python_has_not_are_texts(served, postgresql):
    client = served(
        filled(
            postgresql,
            "CREATE TABLE row (id INT PRIMARY KEY, at TIMESTAMPTZ, day DATE, made TIMESTAMP)",
            "INSERT INTO row VALUES (1, 'infinity', '-infinity', '0044-03-15 BC'),"
            " (2, '20000-01-01 00:00+00', '2020-05-06', '2020-05-06 07:08'), (3, '2020-05-06 07:08+00', NULL, NULL)",
        )
    )
    first, second, _ = hits(client)
    assert first == {"_id": "1", "id": 1, "at": "infinity", "day": "-infinity", "made": "0044-03-15 00:00:00 BC"}
    assert (second["at"], second["day"]) == ("20000-01-01 00:00:00+00", "2020-05-06")
    assert client.get("/v1/row/1").json == first
    assert ids(client, q="at:>2021", sort="at") == ["2", "1"]
    facets = client.get("/v1/row/query?facets=at:month,made:year,day").json["facets"]
    assert [term["count"] for term in facets["at:month"]["terms"]] == [1]
    assert (facets["at:month"]["missing"], facets["made:year"]["missing"], facets["day"]["total"]) == (2, 2, 2)
    page = client.get("/v1/row/query?sort=at&size=2&search_after=*").json
    page = client.get("/v1/row/query", query_string={"sort": "at", "search_after": page["_search_after"]}).json
    assert [hit["_id"] for hit in page["hits"]] == ["1"]


@pytest.mark.postgresql
def test_numbers_of_any_size_and_nan_are_read_and_counted(served, postgresql):
    client = served(
        filled(
            postgresql,
            "CREATE TABLE row (id INT PRIMARY KEY, n NUMERIC, doc JSONB, list NUMERIC[])",
            """INSERT INTO row VALUES (1, 'NaN', '{"big": 1e400, "long": 12345678901234567890123}', '{1.5,NaN}'),"""
            " (2, repeat('9', 1000)::NUMERIC, NULL, NULL)",
        )
    )
    first = {"_id": "1", "id": 1, "n": None, "big": None, "long": 1.2345678901234568e22, "list": [1.5, "NaN"]}
    assert hits(client)[0] == client.get("/v1/row/1").json == first
    assert client.get("/v1/row/query?facets=n,list").json["facets"]["n"]["total"] == 2


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("kind", "keys", "shown"),
    [
        ("BYTEA", "('\\x00ff'), ('\\x01')", ["00ff", "01"]),
        ("DATE", "('2020-01-01'), ('2020-01-02')", ["2020-01-01", "2020-01-02"]),
        ("TIMESTAMPTZ", "('2020-01-01 10:00+00')", ["2020-01-01 10:00:00+00:00"]),
        ("INET", "('10.0.0.1'), ('10.0.0.2')", ["10.0.0.1", "10.0.0.2"]),
        ("NUMERIC", "(1.50), (2), (1e30)", ["1.50", "2", "1000000000000000000000000000000"]),
        ("BOOLEAN", "(true), (false)", ["false", "true"]),
        ("CHAR(6)", "('ab'), ('abcdef')", ["ab", "abcdef"]),
        ("BIGINT", "(9223372036854775807), (-5)", ["-5", "9223372036854775807"]),
    ],
)
def test_a_key_of_any_type_is_found_by_its_id(served, postgresql, kind, keys, shown):
    client = served(filled(postgresql, f"CREATE TABLE row (id {kind} PRIMARY KEY)", f"INSERT INTO row VALUES {keys}"))
    assert ids(client) == shown
    assert [each["_id"] for each in client.post("/v1/row", json={"ids": shown}).json] == shown
    for id in shown:
        assert client.get(f"/v1/row/{id}").json["_id"] == id
        assert ids(client, q=id, scopes="_id") == [id]
    page = client.get("/v1/row/query?size=1&search_after=*").json
    page = client.get("/v1/row/query", query_string={"search_after": page.get("_search_after", "*")}).json
    assert [hit["_id"] for hit in page["hits"]] == (shown[1:] or shown)


@pytest.mark.parametrize("ids", [["ABC"], ["ABC", "nope"], ["DEF", "ABC"]])
def test_keys_that_ignore_case_are_found_in_batches_too(served, tmp_path, ids):
    statements = "INSERT INTO row VALUES ('abc', 'Abc')", "INSERT INTO row VALUES ('DEF', 'def')"
    table = "CREATE TABLE row (id TEXT COLLATE NOCASE PRIMARY KEY, v TEXT COLLATE NOCASE)"
    client = served(filled(f"sqlite:///{tmp_path}/case.db", table, *statements))
    single = [client.get(f"/v1/row/{id}").json.get("_id") for id in ids]
    assert [found.get("_id") for found in client.post("/v1/row", json={"ids": ids}).json] == single
    for scope in ("_id", "v"):
        found = client.post("/v1/row/query", json={"q": ids, "scopes": [scope]}).json
        assert [each.get("_id") for each in found] == single


@pytest.mark.postgresql
def test_texts_without_case_are_found_as_the_database_compares_them(served, postgresql):
    client = served(
        filled(
            postgresql,
            "CREATE EXTENSION citext",
            "CREATE TABLE row (id CITEXT PRIMARY KEY, v CITEXT)",
            "INSERT INTO row VALUES ('abc', 'Abc'), ('DEF', 'def')",
        )
    )
    for q in ("_id:ABC", "v:aBC", "v:A*", "v:[a TO B]"):
        assert ids(client, q=q) == ["abc"], q
    assert client.get("/v1/row/ABC").json["_id"] == "abc"
    assert [found["_id"] for found in client.post("/v1/row", json={"ids": ["ABC", "def"]}).json] == ["abc", "DEF"]
    found = client.post("/v1/row/query", json={"q": ["aBC", "nope"], "scopes": ["v"]}).json
    assert [each.get("_id") for each in found] == ["abc", None]


def test_a_name_of_a_table_may_have_dots_and_quotes(served, url):
    name = 'od"d.na.me'
    quoted = '"od""d.na.me"'
    client = served(
        filled(url, f"CREATE TABLE {quoted} (id INT PRIMARY KEY, v TEXT)", f"INSERT INTO {quoted} VALUES (1, 'x')"),
        base={"table": name},
    )
    assert ids(client, q="v:x", facets="v") == ["1"]


def test_values_of_sqlite_that_do_not_fit_are_sorted_and_counted(served, tmp_path):
    client = served(
        filled(
            f"sqlite:///{tmp_path}/odd.db",
            "CREATE TABLE row (id INTEGER PRIMARY KEY, flag BOOLEAN, raw BLOB, n REAL)",
            "INSERT INTO row VALUES (1, 7, x'00ff', 9e999), (2, 1, 'text', -9e999), (3, 0, NULL, 1.5)",
        )
    )
    for sort in ("flag", "-flag", "raw", "-raw", "n", "-n"):
        found, cursor = [], "*"
        while cursor:
            page = client.get("/v1/row/query", query_string={"sort": sort, "size": 1, "search_after": cursor}).json
            found += [hit["_id"] for hit in page["hits"]]
            cursor = page.get("_search_after")
        assert sorted(found) == ["1", "2", "3"], sort
    facet = client.get("/v1/row/query?facets=n:1").json["facets"]["n:1"]
    assert ([(term["term"], term["count"]) for term in facet["terms"]], facet["missing"]) == ([(1, 1)], 2)


@pytest.mark.postgresql
def test_steps_leave_out_infinity_and_nan(served, postgresql):
    statements = "CREATE TABLE row (id INT PRIMARY KEY, n FLOAT)", "INSERT INTO row VALUES (1, 'NaN'), (2, 5)"
    client = served(filled(postgresql, *statements, "INSERT INTO row VALUES (3, 'Infinity')"))
    facet = client.get("/v1/row/query?facets=n:2").json["facets"]["n:2"]
    assert ([(term["term"], term["count"]) for term in facet["terms"]], facet["missing"]) == ([(4, 1)], 2)
    filled(postgresql, "INSERT INTO row VALUES (4, 1e280)")
    found = client.get("/v1/row/query?facets=n:2")
    assert (found.status_code, found.json["num"]) == (400, 2**53)


def test_ids_are_looked_up_in_the_key_even_if_there_is_a_column_id(served, url):
    statements = "CREATE TABLE row (id INT, code TEXT PRIMARY KEY)", "INSERT INTO row VALUES (1, 'a'), (2, '1')"
    client = served(filled(url, *statements), base={"key": "code"})
    assert [client.get(f"/v1/row/{id}").json.get("_id") for id in ("a", "1", "2")] == ["a", "1", None]
    assert [found.get("_id") for found in client.post("/v1/row", json={"ids": ["1", "2"]}).json] == ["1", None]
    assert ids(client, q="1", scopes="id") == ["a"]


def test_the_last_dates_are_found(served, url):
    statements = (
        "CREATE TABLE row (id INT PRIMARY KEY, day DATE, at TIMESTAMP)",
        "INSERT INTO row VALUES (1, NULL, NULL)",
    )
    last = "INSERT INTO row VALUES (2, '9999-12-31', '9999-12-31 23:59:59')"
    client = served(filled(url, *statements, last))
    for q in ("day:9999", "day:9999-12", "day:9999-12-31", "day:[9999-12-31 TO *]", "at:9999", "at:9999-12-31"):
        assert ids(client, q=q) == ["2"], q
    assert ids(client, q=r"day:<9999-12-31T12\:00\:00") == ["2"]


@pytest.mark.parametrize("sort", ["flag", "-flag"])
def test_pages_continue_after_a_flag(served, url, sort):
    statements = "CREATE TABLE row (id INT PRIMARY KEY, flag BOOLEAN)", "INSERT INTO row VALUES (1, true), (2, false)"
    client = served(filled(url, *statements, "INSERT INTO row VALUES (3, NULL), (4, true)"))
    found, cursor = [], "*"
    while cursor:
        page = client.get("/v1/row/query", query_string={"sort": sort, "size": 1, "search_after": cursor}).json
        found += [hit["_id"] for hit in page["hits"]]
        cursor = page.get("_search_after")
    assert found == (["2", "1", "4", "3"] if sort == "flag" else ["1", "4", "2", "3"])


@pytest.mark.postgresql
def test_padded_texts_are_counted_where_they_are_missing(served, postgresql):
    statements = "CREATE TABLE row (id INT PRIMARY KEY, code CHAR(5))", "INSERT INTO row VALUES (1, 'x'), (2, NULL)"
    client = served(filled(postgresql, *statements))
    facets = client.get("/v1/row/query?facets=code,code:missing").json["facets"]
    assert [term["count"] for term in facets["code:missing"]["terms"]] == [1]


def test_an_id_inside_json_is_not_that_of_the_row(served, url):
    statement = """INSERT INTO row VALUES (1, '{"_id": "other", "a": 1}')"""
    client = served(filled(url, "CREATE TABLE row (id INT PRIMARY KEY, doc JSON)", statement))
    assert hits(client) == [{"_id": "1", "id": 1, "a": 1}]
    assert client.get("/v1/row/1").json["_id"] == client.post("/v1/row", json={"ids": ["1"]}).json[0]["_id"] == "1"


def test_lists_in_json_have_fields_under_the_name_of_their_column(served, url):
    statement = """INSERT INTO row VALUES (1, '[{"a": "x"}, {"a": "y"}]')"""
    client = served(filled(url, "CREATE TABLE row (id INT PRIMARY KEY, doc JSON)", statement))
    assert hits(client, q="doc.a:y", facets="doc.a") == [{"_id": "1", "id": 1, "doc": [{"a": "x"}, {"a": "y"}]}]


@pytest.mark.parametrize("joined", [{"many": True}, {}], ids=["a list of objects", "an object"])
def test_json_of_a_joined_table_is_searched_sorted_and_counted(served, url, joined):
    client = served(
        filled(
            url,
            "CREATE TABLE row (id INT PRIMARY KEY)",
            "CREATE TABLE part (id INT PRIMARY KEY, of INT, doc JSON, list JSON)",
            "INSERT INTO row VALUES (1), (2), (3)",
            """INSERT INTO part VALUES (1, 1, '{"k": {"n": 5}}', '["a", "b"]'), (2, 2, '{"k": {"n": 3}}', '["b"]')""",
        ),
        joined=[{"table": "part", "on": {"of": "id"}, "as": "part", **joined}],
    )
    assert ids(client, q="part.list:a") == ids(client, q="part.doc.k.n:>4") == ["1"]
    assert ids(client, sort="part.doc.k.n") == ["2", "1", "3"]
    assert ids(client, sort="-part.list") == ["1", "2", "3"]
    facet = client.get("/v1/row/query?facets=part.list").json["facets"]["part.list"]
    assert [(term["term"], term["count"]) for term in facet["terms"]] == [("b", 2), ("a", 1)]
    assert facet["missing"] == 1


@pytest.mark.slow
def test_a_table_may_have_hundreds_of_columns_and_so_may_one_that_is_joined(served, url):
    columns = ", ".join(f"c{number} TEXT" for number in range(600))
    client = served(
        filled(
            url,
            f"CREATE TABLE row (id INT PRIMARY KEY, {columns})",
            f"CREATE TABLE part (of INT, {columns})",
            "INSERT INTO row (id, c7, c599) VALUES (1, 'five', 'six')",
            "INSERT INTO part (of, c8, c598) VALUES (1, 'seven', 'eight')",
        ),
        joined=[{"table": "part", "on": {"of": "id"}, "as": "part", "many": True}],
    )
    (document,) = hits(client, q="six")
    assert (document["c7"], document["part"][0]["c8"], document["part"][0]["c598"]) == ("five", "seven", "eight")


@pytest.mark.parametrize(
    "change",
    [
        ["ALTER TABLE row DROP COLUMN v"],
        ["DROP TABLE row", "CREATE TABLE row (id INT PRIMARY KEY, w TEXT)", "INSERT INTO row VALUES (1, 'new')"],
        ["DROP TABLE row", "CREATE TABLE row (id TEXT PRIMARY KEY, v INT)", "INSERT INTO row VALUES ('1', 7)"],
    ],
)
def test_a_table_that_is_altered_is_looked_at_anew(served, url, change, monkeypatch):
    monkeypatch.setattr(collections, "MIN_FORGET_INTERVAL", 0)
    client = served(filled(url, "CREATE TABLE row (id INT PRIMARY KEY, v TEXT)", "INSERT INTO row VALUES (1, 'old')"))
    asked = (
        lambda: client.get("/v1/row/1"),
        lambda: client.post("/v1/row", json={"ids": ["1", "2"]}),
        lambda: client.get("/v1/row/query?q=v:7"),
        lambda: client.get("/v1/row/query?facets=v&sort=v"),
        lambda: client.get("/v1/row/query?q=1&scopes=id,v&search_after=*"),
    )
    for ask in asked * 6:  # as often as the driver needs to prepare a statement
        assert ask().status_code == 200
    filled(url, *change)
    answers = [(ask().status_code, ask().status_code) for ask in asked]
    assert {status for both in answers for status in both} <= {200, 400}
    assert answers[0] == answers[1] == (200, 200)


def test_a_table_that_is_dropped_is_not_loaded_until_it_is_there_again(served, url, monkeypatch):
    monkeypatch.setattr(collections, "MIN_FORGET_INTERVAL", 0)
    make = "CREATE TABLE row (id INT PRIMARY KEY)", "INSERT INTO row VALUES (1)"
    client = served(filled(url, *make))
    assert ids(client) == ["1"]
    filled(url, "DROP TABLE row")
    for path in ("/v1/row/1", "/v1/row/query", "/v1/row/query?facets=id", "/v1/row/query?fetch_all=true&format=ndjson"):
        found = client.get(path)
        assert (found.status_code, found.json["error"]) == (503, "the data is not loaded"), path
    filled(url, *make)
    assert ids(client) == ["1"]
