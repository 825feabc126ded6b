import os
import subprocess
import sys
from pathlib import Path

import pytest

from searchapp import create_app
from tests.services.sql_database import make_database

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def test_an_example_is_filled_by_one_command_and_served(tmp_path, monkeypatch, request, name):
    config = str(PROJECT / "examples" / f"{name}.py")
    given = {"SEARCHAPP_CONFIG": config, "SEARCHAPP_INSTANCE": str(tmp_path)}
    if name == "postgresql":
        given["DATABASE_URL"] = make_database(request.getfixturevalue("postgresql_url"))
    for variable, value in given.items():
        monkeypatch.setenv(variable, value)
    command = [sys.executable, "-m", "searchapp.cli", "demo"]
    subprocess.run(command, env={**os.environ}, cwd=PROJECT, check=True, capture_output=True, timeout=300)
    app = create_app()
    client = app.test_client()
    assert client.get("/v1/gene/HGNC:1100").get_json()["symbol"] == "BRCA1"
    assert client.get("/v1/disease/query?q=breast cancer&size=1").get_json()["total"] > 1
    app.extensions["searchapp"].backend.close()
