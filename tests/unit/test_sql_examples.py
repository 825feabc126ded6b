import gzip
import os
import shutil
import subprocess
import sys
from itertools import islice

import pytest

from searchapp import create_app
from tests.services.engines import EXAMPLES, PROJECT
from tests.services.sql_database import make_database

pytestmark = pytest.mark.slow

DOCUMENTS = 1200


@pytest.fixture
def samples(tmp_path):
    """A folder with the first documents of the sample collections, and the other files of the samples."""
    folder = tmp_path / "samples"
    folder.mkdir()
    for path in EXAMPLES.glob("*.json"):
        shutil.copy(path, folder)
    for path in EXAMPLES.glob("*.ndjson.gz"):
        with gzip.open(path, "rt") as lines, gzip.open(folder / path.name, "wt", 1) as found:
            found.writelines(islice(lines, DOCUMENTS))
    return folder


@pytest.mark.parametrize("name", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def test_an_example_is_filled_by_one_command_and_served(tmp_path, samples, monkeypatch, request, name):
    given = {"SEARCHAPP_CONFIG": str(EXAMPLES / f"{name}.py"), "SEARCHAPP_INSTANCE": str(tmp_path)}
    if name == "postgresql":
        given["DATABASE_URL"] = make_database(request.getfixturevalue("postgresql_url"))
    for variable, value in given.items():
        monkeypatch.setenv(variable, value)
    command = [sys.executable, "-m", "searchapp.cli", "demo", "--examples", str(samples)]
    subprocess.run(command, env={**os.environ}, cwd=PROJECT, check=True, capture_output=True, timeout=300)
    app = create_app()
    client = app.test_client()
    assert client.get("/v1/gene/HGNC:1100").get_json()["symbol"] == "BRCA1"
    assert client.get("/v1/disease/query?q=breast cancer&size=1").get_json()["total"] > 1
    app.extensions["searchapp"].backend.close()
