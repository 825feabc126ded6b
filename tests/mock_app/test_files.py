"""The fifth backend: found by an entry point, it passes its part of the cases; what it lacks is a 400."""

import json
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
import yaml

from searchapp import create_app, databases, plugins
from tests.mock_app import files
from tests.services.engines import COLLECTIONS, EXAMPLES, Engine

CASES = Path(__file__).parents[1] / "cases"
PART = {
    "annotation_get": ("an unknown id is a 404",),
    "annotation_post": (),
    "query_get": (
        "without q every document matches",
        "__all__ is every document",
        "an empty q matches nothing",
        "a size above the maximum is refused with the limit, the value and the other name",
    ),
}


@pytest.fixture
def plugin(monkeypatch):
    """The entry point, as an installed package would bring it."""
    found = EntryPoint("files", "tests.mock_app.files:DATABASE", plugins.GROUP)
    monkeypatch.setattr(plugins, "entry_points", lambda group: [found] if group == plugins.GROUP else [])


@pytest.fixture
def client(plugin, tmp_path):
    """An application on a folder with the genes of the tests."""
    import gzip

    documents = {}
    with gzip.open(EXAMPLES / "genes.ndjson.gz", "rt") as lines:
        for _, line in zip(range(COLLECTIONS["gene"][1]), lines, strict=False):
            document = json.loads(line)
            documents[document.pop("_id")] = document
    data = tmp_path / "data"
    data.mkdir()
    (data / "gene.json").write_text(json.dumps({"documents": documents}))
    engine = Engine("files", tmp_path, {"BACKEND": "files", "DATA_FOLDER": str(data), "SECRET_KEY": "tests"})
    return create_app(engine.config | {"ITEM_TYPES": {"gene": {}}, "DEFAULT_ITEM_TYPE": "gene"}).test_client()


def test_it_has_fewer_than_a_hundred_lines():
    assert len(Path(files.__file__).read_text().splitlines()) < 100


def test_it_is_found_by_its_entry_point(plugin):
    assert databases.database("files") is files.DATABASE
    assert "files" in databases.names()


def test_documents_are_looked_up_one_and_many(client):
    assert client.get("/v1/gene/HGNC:1100").get_json()["symbol"] == "BRCA1"
    assert client.get("/v1/gene/symbol:BRCA1?fields=symbol").get_json()["_id"] == "HGNC:1100"
    assert client.get("/v1/gene/nothing").status_code == 404
    answer = client.post("/v1/gene", json={"ids": ["HGNC:1100", "nothing"], "fields": "symbol"}).get_json()
    assert [entry["found"] for entry in answer] == [True, False]


def test_everything_is_listed_and_described(client):
    assert client.get("/v1/gene/query?size=3").get_json()["total"] == 3000
    assert client.get("/v1/gene/query?q=taxid:9606&size=0").get_json()["total"] == 3000
    assert client.get("/v1/gene/metadata/fields").get_json()["symbol"]["type"] == "keyword"
    assert client.get("/status").get_json()["documents"] == {"gene": 3000}


@pytest.mark.parametrize("query", ["q=kinase", "q=symbol:CDK*", "sort=symbol", "facets=status", "filter=status:x"])
def test_what_it_cannot_do_is_a_400_that_says_what_it_can(client, query):
    answer = client.get(f"/v1/gene/query?{query}")
    assert answer.status_code == 400
    assert "can look up ids" in answer.get_json()["error"]


def simple(case):
    """A case of one request that asks for documents by ids or values, or for wrong options."""
    return "engines" not in case and "steps" not in case and case["name"] in NAMES


NAMES = {name for names in PART.values() for name in names}
FOUND = [case for file in PART for case in yaml.safe_load((CASES / f"{file}.yaml").read_text()) if simple(case)]


@pytest.mark.parametrize("case", FOUND, ids=lambda case: case["name"])
def test_its_part_of_the_cases_holds(client, case):
    from tests.contract.compare import differences

    request = case["request"]
    answer = client.get(request["path"], query_string=request.get("query"))
    assert differences(case.get("status", 200), answer.status_code) == []
    assert differences(case["expected"], answer.get_json()) == []
