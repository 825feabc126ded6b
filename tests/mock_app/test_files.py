"""The fifth backend: found by an entry point, it passes the shared cases that need no more than it says it can."""

import gzip
import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from searchapp.databases.capabilities import BY_NAME
from tests.contract.http_case import run
from tests.contract.shared_cases import SHARED, decided_by_database, named_differences, parameters, unknown
from tests.mock_app import files
from tests.mock_app.needs import needs
from tests.services.engines import COLLECTIONS, DATA, EXAMPLES, PROJECT, Engine
from tests.services.server import Server

DIFFERS = named_differences(Path(__file__).with_name("files_differs.yaml"))
PART = [(file, case) for file, case in decided_by_database(SHARED) if needs(case) <= set(files.CAN)]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the metadata of an installed distribution, as pip would leave it."""
    folder = tmp_path_factory.mktemp("site-packages")
    about = folder / "searchapp_files-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: searchapp-files\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[searchapp.plugins]\nfiles = tests.mock_app.files:DATABASE\n")
    return folder


@pytest.fixture(scope="module")
def environment(installed, tmp_path_factory):
    """What a process needs to serve the collections of the tests from files."""
    data = tmp_path_factory.mktemp("data")
    for item_type, (name, count) in COLLECTIONS.items():
        with gzip.open(EXAMPLES / f"{name}.ndjson.gz", "rt") as lines:
            write(data / f"{item_type}.json", islice(lines, count), EXAMPLES / name)
    write(data / "edge.json", (DATA / "edge.ndjson").read_text().splitlines(), DATA / "edge")
    settings = {"BACKEND": "files", "DATA_FOLDER": str(data), "SECRET_KEY": "k" * 32}
    found = Engine("files", tmp_path_factory.mktemp("instance"), settings).environment
    return {**found, "PYTHONPATH": os.pathsep.join([str(installed), str(PROJECT)])}


def write(path, lines, about):
    """Writes a collection with what the loaders get about it."""
    documents = {document.pop("_id"): document for document in map(json.loads, filter(str.strip, lines))}
    mapping, meta = (json.loads(Path(f"{about}-{kind}.json").read_text()) for kind in ("mapping", "metadata"))
    mapping = mapping.get("mappings", mapping)
    meta = {**meta, "stats": {**meta.get("stats", {}), "total": len(documents)}}
    properties = {name: entry for name, entry in mapping["properties"].items() if name != "all"}
    path.write_text(json.dumps({"mapping": {"properties": properties, "_meta": meta}, "documents": documents}))


@pytest.fixture(scope="module")
def url(environment, tmp_path_factory):
    server = Server(environment, tmp_path_factory.getbasetemp() / "server-files.log", workers=1)
    yield server.url
    server.stop()


def test_it_has_about_a_hundred_lines():
    assert len(Path(files.__file__).read_text().splitlines()) < 110


def test_its_capabilities_have_known_names():
    assert set(files.CAN) <= set(BY_NAME)


def test_it_is_found_by_the_metadata_of_its_distribution(installed):
    script = "from searchapp.databases import database, names; print(names()[-1], database('files').backend)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(installed), str(PROJECT)])}
    answer = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=60)
    assert answer.stdout.strip() == "files tests.mock_app.files.FilesBackend", answer.stderr


def test_without_the_distribution_it_is_no_backend():
    script = "from searchapp.databases import database; database('files')"
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    answer = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=60)
    assert "BACKEND must be one of embedded, elasticsearch, sql, mongo, not 'files'" in answer.stderr


def test_its_part_is_large():
    assert len(PART) - len(DIFFERS) > 80


@pytest.mark.parametrize("case", parameters(PART, DIFFERS))
def test_its_part_of_the_cases_holds(url, case):
    lines = run(case, url)
    assert not lines, "\n" + "\n".join(lines)


def test_every_difference_is_about_a_case_of_its_part():
    assert not unknown(DIFFERS, PART)


NOT = ("sort=symbol", "facets=status", "q=symbol:CDK*", 'q=name:"a b"', "highlight=true", "q=a~")


@pytest.mark.parametrize("query", NOT)
def test_unsupported_requests_are_a_400_with_an_alternative(url, query):
    case = {"request": {"path": f"/v1/gene/query?{query}"}, "status": 400}
    lines = run({**case, "expected": {"code": 400, "error": {"$match": "in files, which cannot do"}}}, url)
    assert not lines, "\n" + "\n".join(lines)


@pytest.mark.parametrize("option", ["fetch_all=true", "search_after=*", "fetch_all=true&format=csv"])
def test_methods_that_its_class_lacks_are_refused(url, option):
    case = {"request": {"path": f"/v1/gene/query?{option}"}, "status": 400}
    lines = run({**case, "expected": {"code": 400, "error": {"$match": "cannot be used with this database"}}}, url)
    assert not lines, "\n" + "\n".join(lines)
