"""/metrics: one set of counts for all workers of a live server."""

import re

import pytest
import requests

from tests.services.server import Server

COUNT = re.compile(
    r'^searchapp_requests_total\{endpoint="annotation.document:gene",.*status="200"\} (\d+)', re.MULTILINE
)


def counted(url):
    text = requests.get(f"{url}/metrics", timeout=60).text
    return sum(int(number) for number in COUNT.findall(text))


def test_the_requests_of_all_workers_are_counted_across_a_reload(embedded_engine, tmp_path):
    server = Server(embedded_engine.environment, tmp_path / "server.log", workers=2)
    try:
        for _ in range(20):
            assert requests.get(f"{server.url}/v1/gene/HGNC:5", timeout=60).status_code == 200
        assert [counted(server.url) for _ in range(5)] == [20] * 5
        server.reload()
        assert requests.get(f"{server.url}/v1/gene/HGNC:5", timeout=60).status_code == 200
        assert counted(server.url) == 21
    finally:
        server.stop()


def test_the_text_counts_requests_under_way_and_their_times(client):
    client.get("/v1/gene/HGNC:5")
    answer = client.get("/metrics")
    text = answer.get_data(as_text=True)
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert answer.headers["Cache-Control"] == "no-store"
    assert 'searchapp_request_seconds_bucket{endpoint="annotation.document:gene"' in text
    assert "searchapp_requests_under_way 1.0" in text


def test_an_unknown_method_has_no_separate_count(client):
    client.open("/v1/gene/HGNC:5", method="BREW")
    text = client.get("/metrics").get_data(as_text=True)
    assert "BREW" not in text
    assert 'method="unknown",status="405"' in text


def test_the_service_works_without_the_library(configured, monkeypatch):
    monkeypatch.setattr("searchapp.web.observability.metrics.prometheus_client", None)
    client = configured()
    assert client.get("/v1/gene/HGNC:5").status_code == 200
    assert client.get("/metrics").status_code == 404


def test_options_and_known_fields_are_counted_on_request(configured):
    client = configured(METRICS_USAGE=True)
    client.get("/v1/gene/query?q=symbol:cdk2+AND+nothing:x&facets=status,locus_type:missing&sort=-symbol&fields=xref.*")
    client.get("/v1/gene/query?q=symbol:cdk2&size=wrong")
    text = client.get("/metrics").text
    assert 'searchapp_options_total{item_type="gene",option="aggs"} 1.0' in text
    assert 'searchapp_fields_total{field="symbol",item_type="gene",option="q"} 1.0' in text
    assert 'searchapp_fields_total{field="other",item_type="gene",option="q"} 1.0' in text
    assert 'searchapp_fields_total{field="locus_type",item_type="gene",option="aggs"} 1.0' in text
    assert 'searchapp_fields_total{field="symbol",item_type="gene",option="sort"} 1.0' in text
    assert 'searchapp_fields_total{field="other",item_type="gene",option="_source"} 1.0' in text
    assert "nothing" not in text


def test_a_collection_has_a_bounded_number_of_counts(configured, monkeypatch):
    monkeypatch.setattr("searchapp.web.observability.usage.MAX_FIELDS", 1)
    client = configured(METRICS_USAGE=True)
    client.get("/v1/disease/query?fields=depth,leaf,name,children")
    text = client.get("/metrics").text
    assert len(re.findall(r'searchapp_fields_total\{field="[a-z]+",item_type="disease"', text)) == 2


def test_slow_queries_are_logged_as_the_database_gets_them(configured, caplog):
    client = configured(SLOW_QUERY=0)
    assert client.get("/v1/gene/query?q=symbol:cdk2&size=1").json["total"] == 1
    assert client.post("/v1/gene", json={"ids": ["HGNC:5", "HGNC:1100"]}).status_code == 200
    one, several = [record for record in caplog.records if record.name == "searchapp.slow"][-2:]
    assert one.fields["item_type"] == "gene"
    assert '"query":"symbol:cdk2"' in one.fields["query"]
    assert several.fields["queries"] == 2
    assert several.getMessage().startswith("slow query of gene, ")


@pytest.mark.parametrize("path", ["/", "/metadata?format=html", "/v1/gene/metadata?format=croissant"])
def test_pages_name_the_downloads_of_a_database_whose_queries_are_logged(configured, path):
    assert "fetch_all=true" in configured(SLOW_QUERY=60).get(path, headers={"Accept": "text/html"}).text


def test_quick_queries_are_not_logged(configured, caplog):
    assert configured(SLOW_QUERY=60).get("/v1/gene/query?q=symbol:cdk2").status_code == 200
    assert not [record for record in caplog.records if record.name == "searchapp.slow"]
