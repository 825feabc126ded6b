"""Whole collections as files: made by the command line, listed in the metadata, read by pandas and DuckDB."""

import hashlib
import io
import re
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import duckdb_extension_httpfs
import pandas
import pytest
import requests
from click.testing import CliRunner

from searchapp import create_app
from searchapp.cli import main
from searchapp.engine import Engine
from searchapp.engine.index.watch import CHECK_SECONDS
from tests.services.engines import PROJECT
from tests.services.server import Server

FIRST = '{"_id":"1","n":{"x":[1,2]},"name":"a|b","f":1}\n{"_id":"2","name":"c","ok":true,"f":2.5}\n'
COLUMNS = ["_id", "n.x", "name", "f", "ok"]


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def command(*arguments, lines=None, code=0):
        if lines:
            Path("parts.ndjson").write_text(lines)
        result = CliRunner().invoke(main, [*arguments, "--instance", str(tmp_path)])
        assert result.exit_code == code, result.output
        return result.output

    return command


@pytest.fixture
def served(tmp_path):
    """A function that gives a client of a service that has just started."""
    return lambda: create_app({"INSTANCE": str(tmp_path)}).test_client()


@pytest.fixture
def client(run, served):
    run("load", "part", "parts.ndjson", "--files", "ndjson,csv,parquet", lines=FIRST)
    return served()


def listed(client):
    return {file["format"]: file for file in client.get("/v1/part/metadata").json.get("files", [])}


def content(client, file):
    return client.get(file["url"].removeprefix("http://localhost"), buffered=True)


def test_the_files_hold_every_document_with_sizes_and_sums(client):
    files = listed(client)
    assert list(files) == ["ndjson", "csv", "parquet"]
    for file in files.values():
        answer = content(client, file)
        assert (len(answer.data), file["documents"]) == (file["bytes"], 2)
        assert hashlib.sha256(answer.data).hexdigest() == file["sha256"]
        assert "Content-Encoding" not in answer.headers


def test_pandas_reads_each_of_them(client):
    files = {name: io.BytesIO(content(client, file).data) for name, file in listed(client).items()}
    lines = pandas.read_json(files["ndjson"], lines=True, compression="gzip", dtype={"_id": str})
    assert lines["name"].tolist() == ["a|b", "c"]
    table = pandas.read_csv(files["csv"], compression="gzip", dtype=str)
    assert sorted(table.columns) == sorted(COLUMNS)
    assert table["n.x"].iloc[0] == "1|2"
    frame = pandas.read_parquet(files["parquet"])
    assert frame["n.x"].iloc[0].tolist() == [1, 2]
    assert frame["f"].tolist() == [1.0, 2.5]
    assert frame["ok"].tolist() == [None, True]


def test_a_broken_download_can_go_on(client):
    file = listed(client)["csv"]
    address = file["url"].removeprefix("http://localhost")
    parts = [client.get(address, headers={"Range": f"bytes={span}"}, buffered=True) for span in ("0-9", "10-")]
    assert [part.status_code for part in parts] == [206, 206]
    assert hashlib.sha256(b"".join(part.data for part in parts)).hexdigest() == file["sha256"]


def test_files_belong_to_the_served_state(client, run, served):
    before = listed(client)
    run("load", "part", "parts.ndjson", "--update", lines='{"_id":"3","name":"d"}\n')
    assert listed(served()) == {}
    run("files", "part", "--format", "csv")
    assert listed(served())["csv"]["documents"] == 3
    run("rollback", "part")
    assert listed(served()) == before


def test_pages_and_croissant_list_them(client):
    file = listed(client)["parquet"]
    assert file["sha256"] in client.get("/v1/part/metadata", headers={"Accept": "text/html"}).text
    found = client.get("/metadata?format=croissant").json
    assert file["sha256"] in [one.get("sha256") for one in found["distribution"]]


@pytest.mark.parametrize("path", ["part/nothing.gz", "nope/x.gz", "part/..%2Ffiles.json"])
def test_nothing_else_is_served(client, path):
    assert client.get(f"/downloads/{path}").status_code == 404


def test_a_format_that_no_file_has_is_refused(run):
    assert "use csv, tsv, ndjson, parquet" in run("load", "part", "x", "--files", "xls", code=2)


def test_a_collection_that_changes_meanwhile_gets_no_files(client, run, tmp_path, monkeypatch):
    from searchapp.web.downloads import files

    real = files.columns_of

    def loaded_meanwhile(*arguments):
        with Engine(tmp_path / "data").builder("part", {"properties": {}}) as builder:
            builder.add({"_id": "9"})
        time.sleep(CHECK_SECONDS)  # so that the engine looks what is served now
        return real(*arguments)

    monkeypatch.setattr(files, "columns_of", loaded_meanwhile)
    assert "was loaded again" in run("files", "part", "--format", "csv", code=1)
    assert listed(client) == {}
    assert not list((tmp_path / "downloads" / "part").glob("building-*"))


SECOND = '{"_id":"1","n":{"x":[1,3]},"name":"a|b","f":1}\n{"_id":"3","name":"d"}\n'


def loaded(client, name):
    """Waits until a newer load than the generation `name` is served; returns the answer about the loads."""
    end = time.monotonic() + 10
    while client.get("/v1/part/metadata/changes").json["current"] == name and time.monotonic() < end:
        time.sleep(CHECK_SECONDS)
    time.sleep(2 * CHECK_SECONDS)  # the list of loads is read at once, documents when the engine looks again
    return client.get("/v1/part/metadata/changes").json


def test_changes_between_loads_are_listed_with_their_ids(run, client):
    first = client.get("/v1/part/metadata/changes").json
    assert [one["documents"] for one in first["generations"]] == [2]
    assert "counts" not in first
    run("load", "part", "parts.ndjson", "--files", "changes", lines=SECOND)
    found = loaded(client, first["current"])
    assert [one["name"] for one in found["generations"]] == [found["current"], first["current"]]
    assert (found["from"], found["to"]) == (first["current"], found["current"])
    assert found["counts"] == {"added": 1, "changed": 1, "removed": 1}
    assert (found["added"], found["changed"], found["removed"]) == (["3"], ["1"], ["2"])
    lines = pandas.read_json(io.BytesIO(content(client, {"url": found["url"]}).data), lines=True, compression="gzip")
    assert dict(zip(lines["_id"].astype(str), lines["change"], strict=True)) == {
        "1": "changed",
        "3": "added",
        "2": "removed",
    }


def test_the_first_load_has_no_changes(run):
    assert "no earlier generation" in run("load", "part", "parts.ndjson", "--files", "changes", lines=FIRST, code=1)


def test_an_older_load_answers_by_its_name(run, client):
    first = client.get("/v1/part/metadata/changes").json["current"]
    run("load", "part", "parts.ndjson", lines=SECOND)
    assert loaded(client, first)["current"] != first
    asked = {"generation": first}
    assert [hit["_id"] for hit in client.get("/v1/part/query", query_string=asked).json["hits"]] == ["1", "2"]
    assert client.get("/v1/part/2", query_string=asked).json["name"] == "c"
    assert client.get("/v1/part/2").status_code == 404
    assert (
        client.get("/v1/part/query?fetch_all=true&format=csv&fields=name&generation=" + first).text
        == "_id,name\r\n1,a\\|b\r\n2,c\r\n"
    )
    refused = client.get("/v1/part/query?search_after=*&generation=" + first)
    assert (refused.status_code, refused.json["keyword"]) == (400, "generation")
    run("load", "part", "parts.ndjson", lines=FIRST)
    end = time.monotonic() + 10
    while (gone := client.get("/v1/part/query", query_string=asked)).status_code == 200 and time.monotonic() < end:
        time.sleep(CHECK_SECONDS)
    assert gone.status_code == 400
    assert gone.json["error"].startswith(f"generation: {first} is not kept, there is ")


@pytest.fixture(scope="module")
def published(tmp_path_factory, embedded_engine):
    """The addresses of the files of the sample genes, by format, on a live server."""
    folder = tmp_path_factory.mktemp("published")
    environment = embedded_engine.environment | {"SEARCHAPP_DOWNLOADS": str(folder)}
    write = [sys.executable, "-m", "searchapp.cli", "files", "gene", "--format", "ndjson,csv,parquet"]
    subprocess.run(write, env=environment, check=True, capture_output=True, timeout=120)
    server = Server(environment, folder / "server.log", workers=1)
    listed = requests.get(f"{server.url}/v1/gene/metadata", timeout=30).json()["files"]
    yield {file["format"]: file["url"] for file in listed}
    server.stop()


@pytest.fixture
def duck(tmp_path):
    """DuckDB with what reads addresses, which its own installer would fetch."""
    found = Path(duckdb_extension_httpfs.__file__).parent
    with duckdb.connect(config={"extension_directory": str(tmp_path)}) as connection:
        connection.install_extension(str(next(found.rglob("httpfs.duckdb_extension"))))
        connection.load_extension("httpfs")
        yield connection


EXAMPLES = re.search(r"```sql\n(.*?)```", (PROJECT / "docs" / "formats.md").read_text(), re.S)[1]
STATEMENTS = [statement.strip() for statement in EXAMPLES.split(";") if statement.strip()]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_duckdb_reads_a_file_by_its_address_as_the_documentation_says(published, duck, statement):
    ending = re.search(r"gene-\w+\.(ndjson|csv|parquet)", statement)[1]
    rows = duck.sql(re.sub(r"http://[^']+", published[ending], statement)).fetchall()
    assert len(rows) >= 4


def test_duckdb_counts_as_many_documents_as_the_service(published, duck):
    address = published["parquet"]
    (rows,) = duck.sql(f"SELECT count(*), count(DISTINCT _id) FROM '{address}'").fetchall()
    assert rows == (3000, 3000)


def test_pandas_reads_a_file_by_its_address(published):
    table = pandas.read_csv(published["csv"], dtype=str, keep_default_na=False)
    assert table.loc[table["symbol"] == "CDK2", "_id"].tolist() == ["HGNC:1771"]
    assert len(pandas.read_json(published["ndjson"], lines=True)) == 3000
