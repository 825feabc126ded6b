"""/metrics: one set of counts for all workers of a live server."""

import re

import requests

from tests.services.server import Server

COUNT = re.compile(
    r'^searchapp_requests_total\{endpoint="annotation.document:gene",.*status="200"\} (\d+)', re.MULTILINE
)


def counted(url):
    text = requests.get(f"{url}/metrics", timeout=10).text
    return sum(int(number) for number in COUNT.findall(text))


def test_the_requests_of_all_workers_are_counted_across_a_reload(embedded_engine, tmp_path):
    server = Server(embedded_engine.environment, tmp_path / "server.log", workers=2)
    try:
        for _ in range(20):
            assert requests.get(f"{server.url}/v1/gene/HGNC:5", timeout=10).status_code == 200
        assert [counted(server.url) for _ in range(5)] == [20] * 5
        server.reload()
        assert requests.get(f"{server.url}/v1/gene/HGNC:5", timeout=10).status_code == 200
        assert counted(server.url) == 21
    finally:
        server.stop()


def test_the_text_says_what_is_under_way_and_how_long_requests_take(client):
    client.get("/v1/gene/HGNC:5")
    answer = client.get("/metrics")
    text = answer.get_data(as_text=True)
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert answer.headers["Cache-Control"] == "no-store"
    assert 'searchapp_request_seconds_bucket{endpoint="annotation.document:gene"' in text
    assert "searchapp_requests_under_way 1.0" in text


def test_a_method_that_nobody_knows_makes_no_count_of_its_own(client):
    client.open("/v1/gene/HGNC:5", method="BREW")
    text = client.get("/metrics").get_data(as_text=True)
    assert "BREW" not in text
    assert 'method="unknown",status="405"' in text


def test_the_service_works_without_the_library(configured, monkeypatch):
    monkeypatch.setattr("searchapp.web.observability.metrics.prometheus_client", None)
    client = configured()
    assert client.get("/v1/gene/HGNC:5").status_code == 200
    assert client.get("/metrics").status_code == 404
