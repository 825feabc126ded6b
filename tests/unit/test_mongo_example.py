"""The sample application on MongoDB: filled and served by the commands of docs/mongodb.md."""

import gzip
import os
import subprocess
import sys
import uuid
from itertools import islice

import pytest

from searchapp import create_app
from tests.services.engines import EXAMPLES, PROJECT, described_by
from tests.services.mongo import drop_database

pytestmark = [pytest.mark.mongo, pytest.mark.slow]


@pytest.fixture
def settings(mongo_url, tmp_path, monkeypatch):
    """What the shell has to say: the configuration, and where the server is."""
    name = f"searchapp_test_{uuid.uuid4().hex[:8]}"
    given = {"CONFIG": str(EXAMPLES / "mongo.py"), "INSTANCE": str(tmp_path), "MONGO_URL": mongo_url}
    for variable, value in {**given, "MONGO_DATABASE": name}.items():
        monkeypatch.setenv(f"SEARCHAPP_{variable}", value)
    yield tmp_path
    drop_database(mongo_url, name)


def load(folder, item_type, name):
    """Loads the first documents of a sample, as `searchapp demo` loads all of them."""
    path = folder / f"{name}.ndjson"
    with gzip.open(EXAMPLES / f"{name}.ndjson.gz", "rt") as lines:
        path.write_text("".join(islice(lines, 400)))
    command = [sys.executable, "-m", "searchapp.cli", "load", item_type, str(path), *described_by(EXAMPLES / name)]
    subprocess.run(command, env={**os.environ}, cwd=PROJECT, check=True, capture_output=True, timeout=120)


def test_the_example_is_filled_and_served(settings):
    load(settings, "gene", "genes")
    load(settings, "disease", "diseases")
    app = create_app()
    client = app.test_client()
    assert client.get("/v1/gene/HGNC:5").get_json()["symbol"] == "A1BG"
    assert client.get("/v1/gene/query?q=a1bg&fields=symbol").get_json()["hits"][0]["symbol"] == "A1BG"
    assert client.get("/v1/gene/query?q=a1bg&userquery=any_symbol").get_json()["total"] == 1
    assert client.get("/v1/gene/query?q=*&userquery=protein_coding&size=0").get_json()["total"] > 100
    assert client.get("/v1/disease/query?q=*&userquery=rare&size=0").get_json()["total"] > 1
    assert client.get("/v1/gene/suggest?q=a1b").get_json()["suggestions"][0]["text"] == "A1BG"
    assert client.get("/v1/gene/query?q=symbol:a1*&format=html").status_code == 200
    assert client.get("/status").get_json()["documents"] == {"gene": 400, "disease": 400}
    app.extensions["searchapp"].backend.connection.client().close()
