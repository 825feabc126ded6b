"""The reconciliation API, with a published client of it and request by request as OpenRefine sends them."""

import json
import re
import sqlite3
from contextlib import closing

import pandas
import pytest
import reconciler
import requests

from searchapp import create_app


def ask(base_url, item_type="gene", method="get", **parameters):
    """The answer of the service; what is no text is sent as JSON."""
    texts = {name: one if isinstance(one, str) else json.dumps(one) for name, one in parameters.items()}
    send = {"params": texts} if method == "get" else {"data": texts}
    return requests.request(method, f"{base_url}/v1/{item_type}/reconcile", timeout=30, **send)


def best(base_url, text, item_type="gene", **query):
    """The candidates for one name."""
    return ask(base_url, item_type, "post", queries={"q0": {"query": text, **query}}).json()["q0"]["result"]


OLD_PANDAS = pytest.mark.filterwarnings("ignore:The inplace keyword")
"""The client is written for an older pandas."""


@OLD_PANDAS
def test_a_published_client_matches_a_column(base_url):
    names = pandas.Series(["CDK2", "BRCA1", "brca1", "HGNC:1722"])
    found = reconciler.reconcile(names, type_id="gene", reconciliation_endpoint=f"{base_url}/v1/gene/reconcile")
    assert list(found["id"]) == ["HGNC:1771", "HGNC:1100", "HGNC:1100", "HGNC:1722"]
    assert list(found["match"]) == [True] * 4
    assert set(found["type_id"]) == {"gene"}


@OLD_PANDAS
def test_the_client_sends_properties(base_url):
    names = pandas.Series(["CDK2", "BRCA1"])
    entrez = pandas.Series(["1017", "1017"])
    endpoint = f"{base_url}/v1/gene/reconcile"
    found = reconciler.reconcile(names, property_mapping={"xref.entrez": entrez}, reconciliation_endpoint=endpoint)
    assert list(found["id"]) == ["HGNC:1771", "HGNC:1100"]
    assert list(found["match"]) == [True, False]
    assert list(found["score"]) == [100.0, 70.0]


def test_the_manifest_leads_to_every_service(base_url):
    manifest = ask(base_url).json()
    assert manifest["versions"] == ["0.1", "0.2"]
    assert manifest["defaultTypes"] == [{"id": "gene", "name": "Genes"}]
    assert requests.get(manifest["view"]["url"].replace("{{id}}", "HGNC:1771"), timeout=30).status_code == 200
    preview = requests.get(manifest["preview"]["url"].replace("{{id}}", "HGNC:1771"), timeout=30)
    assert "CDK2" in preview.text
    assert "frame-ancestors" not in preview.headers["Content-Security-Policy"]
    for name, prefix, first in (("entity", "cdk2", "CDK2"), ("property", "symb", "symbol"), ("type", "gen", "gene")):
        entry = manifest["suggest"][name]
        address = entry["service_url"] + entry["service_path"]
        found = requests.get(address, {"prefix": prefix}, timeout=30).json()["result"]
        assert first in (found[0]["id"], found[0]["name"])


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("cyclin dependent kinase 2", "HGNC:1771"),
        ("cyclin-dependent kinase 2", "HGNC:1771"),
        ("hgnc:1771", "HGNC:1771"),
        ("cyclin dependant kinase 2", "HGNC:1771"),
        ("CDK2 AND", "HGNC:1771"),
    ],
)
def test_names_are_found_as_people_write_them(base_url, text, id):
    assert best(base_url, text)[0]["id"] == id


def test_only_one_equal_name_is_a_match(base_url):
    assert [one["match"] for one in best(base_url, "cyclin dependent kinase")] == [False] * 10
    found = best(base_url, "CDK2", limit=3)
    assert [one["match"] for one in found] == [True] + [False] * (len(found) - 1)
    assert len(found) <= 3


def test_another_type_and_an_empty_name_have_no_candidates(base_url):
    assert best(base_url, "CDK2", type="Q5") == []
    assert best(base_url, " ") == []


def test_one_query_has_one_result(base_url):
    for query in ("CDK2", {"query": "CDK2", "limit": 1}):
        assert ask(base_url, query=query).json()["result"][0]["id"] == "HGNC:1771"


def test_documents_are_extended_by_their_values(base_url):
    asked = {
        "ids": ["DOID:83", "none"],
        "properties": [
            {"id": "name"},
            {"id": "parent.name", "settings": {"limit": 1}},
            {"id": "depth"},
            {"id": "leaf"},
        ],
    }
    found = ask(base_url, "disease", "post", extend=asked).json()
    assert [one["id"] for one in found["meta"]] == ["name", "parent.name", "depth", "leaf"]
    assert found["rows"]["DOID:83"] == {
        "name": [{"str": "cataract"}],
        "parent.name": [{"str": "monogenic disease"}],
        "depth": [{"int": 3}],
        "leaf": [{"bool": False}],
    }
    assert found["rows"]["none"] == {"name": [], "parent.name": [], "depth": [], "leaf": []}


def test_properties_are_proposed(base_url):
    found = requests.get(f"{base_url}/v1/disease/reconcile/properties?type=disease&limit=3", timeout=30).json()
    assert (found["type"], found["limit"], len(found["properties"])) == ("disease", 3, 3)
    assert {"id", "name"} == set(found["properties"][0])


def test_every_site_may_read_it_and_old_sites_by_jsonp(base_url):
    answer = ask(base_url, callback="jQuery1_2.done")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Content-Type"].startswith("application/javascript")
    body = re.fullmatch(r"/\*\*/jQuery1_2\.done\((.*)\);", answer.text).group(1)
    assert json.loads(body)["versions"]


@pytest.mark.parametrize(
    "parameters",
    [
        {"queries": "{"},
        {"queries": "[]"},
        {"queries": {"q": "CDK2"}},
        {"queries": {"q": {"query": "CDK2", "limit": 0}}},
        {"extend": {"ids": "a"}},
        {"extend": {"ids": [], "properties": [1]}},
        {"callback": "alert(1)"},
    ],
)
def test_unreadable_requests_are_a_400(base_url, parameters):
    answer = ask(base_url, **parameters)
    assert answer.status_code == 400
    assert answer.json()["keyword"] == next(iter(parameters))


MANY = {"query": "kinase", "limit": 50, "properties": [{"pid": pid, "v": 1} for pid in "abcd"]}


@pytest.mark.parametrize(
    ("parameters", "error"),
    [
        ({"queries": {str(number): MANY for number in range(81)}}, "at most 20000 names and properties, not 20250"),
        ({"queries": {"q": {**MANY, "properties": [{"pid": "a." * 501, "v": 1}]}}}, "at most 1000 characters"),
        ({"queries": {"q": {**MANY, "properties": [{"pid": "a", "v": ["a" * 10_001]}]}}}, "at most 10000 characters"),
        ({"queries": {"q": {**MANY, "properties": [{"pid": "a", "v": [1] * 20_001}]}}}, "at most 20000 values"),
        ({"queries": "[" + "[]," * 100_001}, "more than 200000 values"),
        ({"extend": {"ids": ["a"], "properties": [{"id": "a." * 501}]}}, "at most 1000 characters"),
        ({"extend": {"ids": ["a" * 10_001], "properties": []}}, "ids of at most 10000 characters"),
    ],
)
def test_too_expensive_requests_are_a_400(base_url, parameters, error):
    answer = ask(base_url, method="post", **parameters)
    assert (answer.status_code, answer.json()["keyword"]) == (400, next(iter(parameters)))
    assert error in answer.json()["error"]


def test_a_form_of_too_many_fields_is_a_413(base_url):
    data = {f"a{number}": "" for number in range(1001)}
    assert requests.post(f"{base_url}/v1/gene/reconcile", data=data, timeout=30).status_code == 413


@pytest.mark.parametrize("settings", ["x", [1], {"limit": "9" * 5000}, {"limit": None}])
def test_odd_settings_of_a_property_do_not_count(base_url, settings):
    asked = {"ids": ["HGNC:5"], "properties": [{"id": "symbol", "settings": settings}]}
    assert ask(base_url, method="post", extend=asked).json()["rows"] == {"HGNC:5": {"symbol": [{"str": "A1BG"}]}}


def test_limits_have_no_end_of_digits(base_url):
    assert len(best(base_url, "kinase", limit="9" * 5000)) == 50
    address = f"{base_url}/v1/gene/reconcile/properties?limit={'9' * 30}"
    assert requests.get(address, timeout=30).json()["limit"] == 10_000


def test_a_setting_switches_it_off(configured):
    assert configured(RECONCILE=False).get("/v1/gene/reconcile?queries={}").status_code == 404


def test_only_the_fields_that_are_compared_are_read(configured):
    queries = {
        f"q{n}": {"query": f"kinase inhibitor {n}", "properties": [{"pid": "status", "v": "Approved"}]}
        for n in range(20)
    }
    client = configured(MAX_ANSWER=60_000)
    answer = client.post("/v1/gene/reconcile", data={"queries": json.dumps(queries)})
    assert answer.status_code == 200
    assert all(one["result"] for one in answer.json.values())


def test_more_than_a_hundred_names_are_refused(configured):
    queries = {f"q{n}": {"query": f"kinase {n}"} for n in range(101)}
    client = configured()
    answer = client.post("/v1/gene/reconcile", data={"queries": json.dumps(queries)})
    assert (answer.status_code, answer.json["keyword"]) == (400, "queries")
    del queries["q0"]
    assert client.post("/v1/gene/reconcile", data={"queries": json.dumps(queries)}).status_code == 200


def test_names_are_found_in_tables(tmp_path):
    with closing(sqlite3.connect(tmp_path / "a.db")) as database, database:
        database.executescript("CREATE TABLE part (id TEXT PRIMARY KEY, name TEXT); INSERT INTO part VALUES (1, 'nut')")
    settings = {"BACKEND": "sql", "SQL_URL": f"sqlite:///{tmp_path}/a.db", "INSTANCE": str(tmp_path)}
    client = create_app({**settings, "SECRET_KEY": "k" * 32}).test_client()
    queries = {str(number): {"query": "nut"} for number in range(101)}
    answer = client.post("/v1/part/reconcile", data={"queries": json.dumps(queries)})
    assert (answer.status_code, answer.json["keyword"]) == (400, "queries")
    assert client.get("/v1/part/reconcile").json["batchSize"] == 100
    queries["0"] = {"query": "a\\:n*t"}  # of which the relaxed forms are patterns that tables are not searched by
    del queries["1"]
    found = client.post("/v1/part/reconcile", data={"queries": json.dumps(queries)}).json
    assert found.pop("0")["result"] == []
    assert {one["result"][0]["id"] for one in found.values()} == {"1"} and len(found) == 99


def test_a_name_with_an_error_is_found_in_a_table_whose_names_are_larger_than_an_answer(tmp_path):
    with closing(sqlite3.connect(tmp_path / "a.db")) as database, database:
        database.execute("CREATE TABLE part (id TEXT PRIMARY KEY, name TEXT)")
        names = [(str(number), f"hexagonal bolt {number}, " + 15 * "zinc plated ") for number in range(3000)]
        database.executemany("INSERT INTO part VALUES (?, ?)", [*names, ("x", "countersunk screw")])
    settings = {"BACKEND": "sql", "SQL_URL": f"sqlite:///{tmp_path}/a.db", "INSTANCE": str(tmp_path)}
    client = create_app({**settings, "SECRET_KEY": "k" * 32, "MAX_ANSWER": 1_000_000}).test_client()
    found = client.post("/v1/part/reconcile", data={"queries": '{"q": {"query": "countersnk screw"}}'})
    assert found.status_code == 200, found.text
    assert found.json["q"]["result"][0]["id"] == "x"
    answer = client.get("/v1/part/query?q=countersnk&relax=auto").json
    assert answer["relaxed"] == {"step": "spelling", "q": "countersunk"}
