"""robots.txt, sitemaps, llms.txt and the icon."""

import xml.etree.ElementTree as ElementTree

import pytest

from searchapp.web import crawlers

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


@pytest.mark.parametrize("path", ["/sitemap/gene/2.xml", "/sitemap/gene/0.xml", "/sitemap/nope/1.xml"])
def test_there_is_no_sitemap_after_the_last(client, path):
    assert client.get(path).status_code == 404


def test_llms_txt_names_the_collections_and_how_to_ask(client):
    text = client.get("/llms.txt").text
    assert text.startswith("# ")
    assert "3,000 documents" in text
    assert "/mcp" in text


def test_the_icon_is_found_at_the_root(client):
    answer = client.get("/favicon.ico")
    assert (answer.status_code, answer.headers["Location"]) == (301, "/static/icon.svg")
