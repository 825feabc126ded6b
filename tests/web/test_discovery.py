"""robots.txt, sitemaps, llms.txt, the icon, the API catalog, and what pages say to programs."""

import gzip
import re
import xml.etree.ElementTree as ElementTree

import pytest
from requests.utils import parse_header_links

from searchapp import create_app
from searchapp.web.discovery import crawlers

NAMESPACE = {"s": crawlers.XMLNS}


def locations(answer):
    assert answer.status_code == 200
    return [element.text for element in ElementTree.fromstring(answer.data).iterfind(".//s:loc", NAMESPACE)]


def path_of(address):
    return address.removeprefix("http://localhost")


def test_robots_may_read_documents_and_not_search(client):
    answer = client.get("/robots.txt")
    lines = answer.text.splitlines()
    assert answer.mimetype == "text/plain"
    assert "Disallow: /v1/*/query" in lines
    assert "Allow: /" in lines
    assert "Sitemap: http://localhost/sitemap.xml" in lines


def test_the_sitemaps_hold_every_document_once(client, monkeypatch):
    monkeypatch.setattr(crawlers, "MAX_URLS", 1400)
    maps = [address for address in locations(client.get("/sitemap.xml")) if "/gene/" in address]
    assert maps == [f"http://localhost/sitemap/gene/{number}.xml" for number in (1, 2, 3)]
    documents = [address for one in maps for address in locations(client.get(path_of(one)))]
    assert len(documents) == len(set(documents)) == 3000
    assert client.get(path_of(documents[0])).status_code == 200


def test_sitemaps_are_compressed_for_callers_that_accept_gzip(client):
    plain = client.get("/sitemap/gene/1.xml")
    packed = client.get("/sitemap/gene/1.xml", headers={"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in plain.headers
    assert (packed.headers["Content-Encoding"], packed.headers["Vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(packed.data) == plain.data
    assert client.get("/sitemap.xml", headers={"Accept-Encoding": "gzip;q=0"}).data.startswith(b"<?xml")


@pytest.mark.parametrize("path", [f"/sitemap/{name}.xml" for name in ("gene/2", "gene/0", "nope/1", f"gene/{10**20}")])
def test_there_is_no_sitemap_after_the_last(client, path):
    assert client.get(path).status_code == 404


def test_a_collection_that_is_away_is_not_left_out(tmp_path):
    client = create_app({"INSTANCE": str(tmp_path), "ITEM_TYPES": {"thing": {}}}).test_client()
    answer = client.get("/sitemap.xml")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (503, "no-store")
    text = client.get("/llms.txt").text
    assert "/v1/thing/query" in text
    assert "documents;" not in text


def test_llms_txt_names_the_collections_and_how_to_ask(client):
    text = client.get("/llms.txt").text
    assert text.startswith("# ")
    assert "3,000 documents" in text
    assert "/mcp" in text


def test_the_icon_is_found_at_the_root(client):
    answer = client.get("/favicon.ico")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/static/icon.svg")


def links(answer):
    """The `Link` header as a mapping from relation to address; of several with one relation the last."""
    found = parse_header_links(",".join(answer.headers.getlist("Link")))
    return {one["rel"]: (one["url"], one.get("type")) for one in found}


def test_the_api_catalog_leads_to_the_description_of_each_api(client):
    answer = client.get("/.well-known/api-catalog")
    assert answer.mimetype == "application/linkset+json"
    assert links(client.head("/.well-known/api-catalog"))["api-catalog"] == ("/.well-known/api-catalog", None)
    listed, *apis = answer.json["linkset"]
    assert [one["href"] for one in listed["item"]] == [api["anchor"] for api in apis]
    gene = next(api for api in apis if api["anchor"] == "http://localhost/v1/gene")
    for relation in ("service-desc", "service-meta", "status"):
        assert client.get(path_of(gene[relation][0]["href"])).mimetype == gene[relation][0]["type"]


def test_a_page_of_a_document_is_signposted(client):
    answer = client.get("/v1/gene/HGNC:1100", headers={"Accept": "text/html"})
    found = links(answer)
    assert found["cite-as"] == ("http://localhost/v1/gene/HGNC:1100", None)
    assert found["type"] == ("https://schema.org/AboutPage", None)
    assert found["license"][0].startswith("http")
    assert client.get(path_of(found["item"][0])).json["_id"] == "HGNC:1100"
    assert client.get(path_of(found["collection"][0])).mimetype == found["collection"][1]
    assert client.get(found["service-desc"][0]).json["openapi"]


def test_data_has_no_signposts(client):
    assert "Link" not in client.get("/v1/gene/HGNC:1100").headers


def test_a_page_names_its_other_formats(client):
    text = client.get("/v1/gene/HGNC:1100", headers={"Accept": "text/html"}).text
    found = dict(re.findall(r'<link rel="alternate" type="([^"]+)" href="([^"]+)">', text))
    assert set(found) >= {"application/json", "text/csv", "application/x-ndjson"}
    for kind, address in found.items():
        assert client.get(f"/v1/gene/HGNC:1100{address}").mimetype == kind


@pytest.mark.parametrize(
    ("path", "is_listed"), [("/", True), ("/v1/gene/HGNC:5", True), ("/v1/gene/query?q=a", False), ("/build", False)]
)
def test_pages_without_an_end_are_not_listed(client, path, is_listed):
    text = client.get(path, headers={"Accept": "text/html"}).text
    assert ('name="robots" content="noindex' not in text) == is_listed
    assert '<link rel="canonical"' in text
    assert 'name="description" content=""' not in text
