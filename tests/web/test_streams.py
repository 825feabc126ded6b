"""Whole results in one response."""

import csv
import io
import json

import pytest
import requests

from tests.services.server import Server

FAILURES = (requests.exceptions.ChunkedEncodingError, requests.exceptions.ConnectionError)


def ids(base_url, **query):
    """Every id of a stream of NDJSON, in order."""
    answer = requests.get(
        f"{base_url}/v1/gene/query", params={"fetch_all": "true", "format": "ndjson", **query}, timeout=60
    )
    assert answer.status_code == 200
    return [json.loads(line)["_id"] for line in answer.text.splitlines()]


def test_every_document_comes_once(base_url):
    found = ids(base_url, fields="symbol")
    assert len(found) == len(set(found)) == 3000


@pytest.mark.parametrize("sort", ["symbol", "-symbol", "status,-symbol", "-taxid,symbol"])
def test_the_order_is_that_of_sort(base_url, sort):
    found = ids(base_url, q="name:kinase OR status:Approved", sort=sort, fields="symbol")
    page = requests.get(
        f"{base_url}/v1/gene/query",
        params={"q": "name:kinase OR status:Approved", "sort": sort, "size": 1000, "fields": "symbol"},
        timeout=60,
    ).json()
    assert found[:1000] == [hit["_id"] for hit in page["hits"]]
    assert len(found) == len(set(found)) == page["total"]


def test_all_three_formats_hold_the_same_documents(base_url):
    def rows(format, delimiter):
        query = {
            "q": "symbol:cdk*",
            "sort": "symbol",
            "fetch_all": "true",
            "format": format,
            "fields": "symbol,xref.entrez",
        }
        text = requests.get(f"{base_url}/v1/gene/query", params=query, timeout=60).content.decode()
        return [row["_id"] for row in csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)]

    assert rows("csv", ",") == rows("tsv", "\t") == ids(base_url, q="symbol:cdk*", sort="symbol")


def test_a_stream_has_no_length_and_is_not_stored(base_url):
    answer = requests.head(f"{base_url}/v1/gene/query?fetch_all=true&format=csv", timeout=60)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert "ETag" not in answer.headers


@pytest.fixture(scope="module")
def breaking_url(embedded_engine, tmp_path_factory):
    """The address of a server whose formatter fails in the middle of a stream."""
    own = {"SEARCHAPP_FORMATTER": "tests.web.breaking.BreakingFormatter"}
    server = Server({**embedded_engine.environment, **own}, tmp_path_factory.mktemp("breaking") / "log", workers=1)
    yield server.url
    server.stop()


@pytest.mark.rule("FC28")
@pytest.mark.parametrize("format", ["csv", "tsv", "ndjson"])
def test_a_failure_after_the_200_breaks_the_connection(breaking_url, format):
    with pytest.raises(FAILURES):
        requests.get(f"{breaking_url}/v1/gene/query?fetch_all=true&format={format}", timeout=60)
    assert requests.get(f"{breaking_url}/status/live", timeout=60).status_code == 200


@pytest.mark.rule("FC28", "CW12")
def test_the_number_of_streams_is_limited(configured_on_each):
    client = configured_on_each(MAX_STREAMS=1)
    path = "/v1/gene/query?fetch_all=true&format=csv"
    with client.get(path) as first:
        assert first.status_code == 200
        refused = client.get(path)
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "2")
        assert (refused.json["success"], refused.json["max"]) == (False, 1)
        assert client.get("/v1/gene/query?format=csv").status_code == 200
    with client.get(path) as again:
        assert again.status_code == 200


def test_a_request_that_is_refused_keeps_no_place(configured):
    client = configured(MAX_STREAMS=1)
    for _ in range(3):
        assert client.get("/v1/gene/query?fetch_all=true&format=csv&q=symbol:(").status_code == 400
    with client.get("/v1/gene/query?fetch_all=true&format=csv") as answer:
        assert answer.status_code == 200


def test_a_table_can_be_loaded_again(base_url):
    query = {"q": "symbol:cdk2", "fetch_all": "true", "format": "csv", "fields": "symbol,xref"}
    text = requests.get(f"{base_url}/v1/gene/query", params=query, timeout=60).content.decode()
    row = next(csv.DictReader(io.StringIO(text, newline="")))
    assert (row["_id"], row["symbol"], row["xref.entrez"]) == ("HGNC:1771", "CDK2", "1017")
