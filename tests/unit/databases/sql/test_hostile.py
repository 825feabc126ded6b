"""Attempts to reach more than is served, through every option, on SQLite and PostgreSQL."""

import random
import string
from urllib.parse import quote

import pytest

from searchapp import create_app
from searchapp.databases.sql.connection.engines import make_engine
from searchapp.errors import PipelineError

pytestmark = pytest.mark.slow

DATABASES = [pytest.param("sqlite"), pytest.param("postgresql", marks=pytest.mark.postgresql)]
ATTACKS = (
    "' OR '1'='1",
    "' OR 1=1 --",
    "\" OR \"\"=\"",
    "'; DROP TABLE gene; --",
    "') UNION SELECT generation FROM searchapp_collections --",
    "1; SELECT pg_sleep(5)",
    "x' AND 1=CAST((SELECT version()) AS int) --",
    "/* */",
    "\\'; --",
    "%",
    "_",
    "%%",
    "%s",
    "%(id)s",
    ":id",
    "$1",
    "{q}",
    "symbol\"); DROP TABLE gene; --",
    "symbol FROM searchapp_collections --",
    "searchapp_collections.generation",
    "gene.symbol",
    "sqlite_master",
    "pg_catalog.pg_user",
    "rowid",
    "ctid",
    "_source",
    "_all",
    "$.alias",
    "alias.symbol[*]",
    "alias\".\"symbol",
    "\x00",
    "\ud800",
    "' || (SELECT 'x') || '",
    "MATCH 'x'",
    "NEAR(a b)",
    "\"unclosed",
    "a:\"b\" * ^ -",
    "{\"$ne\": null}",
    "9" * 400,
    "-0",
    "1e999",
    "NaN",
    "symbol:/' OR 1=1 --/",
    "symbol:/(.*)\\1(?=x)[[:alpha:]]***=a/",
    "symbol:/((a|b)*c){9}(.{20}|x){20}/",
    "_id:/.*[^\x01-\U0010ffff]/",
    "٣",
    "ı",
)  # fmt: skip
OPTIONS = (
    "q",
    "scopes",
    "fields",
    "sort",
    "facets",
    "filter",
    "post_filter",
    "userquery",
    "size",
    "from",
    "facet_size",
)
OPTIONS += ("scroll_id", "search_after", "item_type", "always_list", "jmespath", "highlight", "analyzer", "tables")


@pytest.fixture(scope="module", params=DATABASES)
def engine(request):
    return request.getfixturevalue(f"{request.param}_engine")


@pytest.fixture(scope="module")
def client(engine):
    app = create_app(engine.config)
    yield app.test_client()
    app.extensions["searchapp"].backend.close()


def escape(text):
    return quote(text.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_through_any_option_finds_nothing_and_breaks_nothing(client, attack):
    generation = client.application.extensions["searchapp"].backend.generation("gene")
    for option in OPTIONS:
        answer = client.get(f"/v1/gene/query?{option}={escape(attack)}")
        assert answer.status_code in (200, 400), (option, answer.get_data(as_text=True))
        # what an attack names may be echoed; what stands in our own table may not come back
        assert generation not in answer.get_data(as_text=True)
    for field, most in (("symbol", 0), ("taxid", 0), ("alias.symbol", 0), ("_id", 0), ("name", 999), ("all", 999)):
        found = client.get("/v1/gene/query", query_string={"q": attack.encode("utf-8", "replace"), "scopes": field})
        # texts may hold the words of an attack, `or` and `1` among them
        assert found.status_code == 400 or found.get_json()["total"] <= most, (field, found.get_json())


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_as_an_id_finds_nothing(client, attack):
    if "/" not in attack:
        assert client.get(f"/v1/gene/{escape(attack)}").status_code in (400, 404)
    answer = client.post("/v1/gene", json={"ids": [attack, "HGNC:5"], "fields": "symbol"})
    assert answer.status_code == 400 or [entry["found"] for entry in answer.get_json()] == [False, True]


def test_the_collection_is_as_it_was(client):
    assert client.get("/v1/gene/query?size=0").get_json()["total"] == 3000


@pytest.mark.parametrize("statement", ["DELETE FROM gene", "DROP TABLE gene", "CREATE TABLE x (a int)"])
def test_the_connection_cannot_write(engine, statement):
    reading = make_engine(engine.settings["SQL_URL"])
    with reading.connect() as connection, pytest.raises(Exception, match=r"read-?only"):
        connection.exec_driver_sql(statement)
    reading.dispose()


def test_a_name_of_a_setting_that_is_no_configuration_is_refused():
    from searchapp.databases.sql.dialects.postgresql import config

    with pytest.raises(ValueError, match="not the name"):
        config("simple'; --")


@pytest.mark.parametrize("body", [{"q": {"$ne": 1}}, {"q": [{"$gt": ""}], "scopes": "symbol"}, {"ids": [["a", "b"]]}])
def test_operators_in_a_body_are_refused(client, body):
    path = "/v1/gene" if "ids" in body else "/v1/gene/query"
    assert client.post(path, json=body).status_code == 400


def test_words_times_fields_are_limited(client):
    words = [f"w{number}" for number in range(300)]
    answer = client.get("/v1/gene/query", query_string={"q": " OR ".join(words)})
    assert (answer.status_code, answer.json["max"], answer.json["keyword"]) == (400, 400, "q")
    assert client.get("/v1/gene/query", query_string={"q": " OR ".join(words[:20])}).json["total"] == 0


def test_words_of_a_text_that_is_split_at_underscores_are_limited(client):
    body = {"q": ["ab_" * 3000], "scopes": ["name"]}
    answer = client.post("/v1/gene/query", json=body)
    assert (answer.status_code, answer.json["max"]) == (400, 2000)
    assert client.post("/v1/gene/query", json={**body, "q": ["ab_" * 100]}).json[0]["found"] is False


def test_raw_queries_and_answers_are_not_shown(client):
    for option in ("raw", "rawquery", "explain"):
        assert "SELECT" not in client.get(f"/v1/gene/query?q=cdk2&{option}=true").get_data(as_text=True)


def test_a_fuzz_of_requests_is_never_answered_by_a_failure(client):
    rng = random.Random(7)
    pieces = [
        *ATTACKS,
        "symbol:",
        "name:",
        "AND",
        "OR",
        "NOT",
        "(",
        ")",
        "[",
        " TO ",
        "]",
        "*",
        "?",
        "~",
        "^2",
        '"',
        "cdk2",
    ]
    pieces += ["taxid", "alias.symbol", "_exists_:", ">5", "\\", "/x/", "kinase", "-", "+", "9606", "when:", "2020"]
    for number in range(600):
        options = {
            rng.choice(OPTIONS[:11]): "".join(rng.choice(pieces) for _ in range(rng.randint(1, 5))) for _ in range(2)
        }
        if rng.random() < 0.2:
            options["q"] = "".join(rng.choice(string.printable) for _ in range(rng.randint(0, 30)))
        item_type = rng.choice(("gene", "disease", "edge"))
        path = f"/v1/{item_type}/query?" + "&".join(f"{name}={escape(value)}" for name, value in options.items())
        answer = client.get(path) if number % 5 else client.get(f"/v1/{item_type}/{escape(options.get('q', 'x'))}")
        assert answer.status_code < 500, (path, answer.get_data(as_text=True))


def test_a_statement_that_lasts_too_long_is_given_up(engine):
    from searchapp.databases.sql.backend import SqlBackend

    backend = SqlBackend(engine.settings["SQL_URL"], timeout=0.3)
    slow = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(PipelineError, match="504 no answer within"):
        backend.database.run(lambda connection: connection.exec_driver_sql(slow).all(), backend.end(None))
    backend.close()
