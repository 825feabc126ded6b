import runpy
from pathlib import Path

import pytest

CONFIG = runpy.run_path(str(Path(__file__).with_name("config.py")))


@pytest.fixture
def client(configured):
    return configured(**{name: value for name, value in CONFIG.items() if name.isupper()})


def hits(client, path):
    return client.get(path).get_json()["hits"]


def test_the_builder_of_the_application_reads_the_terms(client):
    assert hits(client, "/v1/gene/query?q=cdk2")[0]["symbol"] == "CDK2"
    query = client.get("/v1/gene/query?q=cdk2&rawquery").get_json()["query"]
    assert query["dis_max"]["queries"][0] == {"term": {"symbol": {"value": "cdk2", "boost": 100}}}


def test_an_option_of_the_application_filters(client):
    path = "/v1/gene/query?q=symbol:cdk*&size=20"
    everything = client.get(path).get_json()["total"]
    some = client.get(f"{path}&locus_group=protein-coding gene").get_json()
    assert 0 < some["total"] < everything
    assert {hit["locus_group"] for hit in some["hits"]} == {"protein-coding gene"}


def test_the_formatter_of_the_application_changes_the_documents(client):
    label = "CDK2: cyclin dependent kinase 2"
    assert hits(client, "/v1/gene/query?q=symbol:cdk2&labels")[0]["label"] == label
    assert client.get("/v1/gene/HGNC:1771?labels").get_json()["label"] == label
    assert "label" not in client.get("/v1/gene/HGNC:1771").get_json()


def test_changed_defaults_limits_and_aliases_hold(client):
    assert len(hits(client, "/v1/gene/query?q=symbol:cdk*")) == 3
    assert len(hits(client, "/v1/gene/query?q=symbol:cdk*&rows=5")) == 5
    assert client.get("/v1/gene/query?rows=21").get_json()["max"] == 20
    assert client.get("/v1/gene/HGNC:1771").get_json()["xref.uniprot"] == "P24941"


def test_the_specification_knows_the_options_of_the_application(client):
    operation = client.get("/v1/gene/spec").get_json()["paths"]
    names = {
        parameter["name"] for path in operation.values() for parameter in path.get("get", {}).get("parameters", ())
    }
    assert {"group", "labels"} <= names


def test_the_other_applications_are_not_changed(configured):
    assert len(hits(configured(), "/v1/gene/query?q=symbol:cdk*")) == 10
