"""Fields with names that no program would choose, as the first line of a spreadsheet has them."""

import html
import json
import re

import pytest

from searchapp import create_app
from tests.services import engines

LINES = ["Name,Locus type,Chr (pos),5'UTR,a:b", *(f"N{number},type {number % 2},c{number},x,y" for number in range(30))]
SEARCHES = re.compile(r'<a [^>]*href="(\?[^"]*|/search\?[^"]*)"')


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("names")
    (folder / "sheet.csv").write_text("\n".join(LINES))
    engine = engines.embedded(folder)
    engines.load(engine, "sheet", folder / "sheet.csv", "--id", "Name")
    return create_app(engine.config | {"ITEM_TYPES": None, "DEFAULT_ITEM_TYPE": None}).test_client()


@pytest.mark.parametrize(
    "path", ["/search?type=sheet&q=*", "/v1/sheet/metadata/fields", "/v1/sheet/query?q=*&facets=Name"]
)
def test_the_links_of_a_page_find_something(client, path):
    browser = {"Accept": "text/html"}
    links = [html.unescape(link) for link in SEARCHES.findall(client.get(path, headers=browser).text)]
    links = [link for link in links if "format=" not in link]
    assert len(links) > 8
    for link in links:
        answer = client.get(path.partition("?")[0] + link if link.startswith("?") else link, headers=browser)
        assert (answer.status_code, "Nothing found" in answer.text) == (200, False), link


def test_the_columns_that_are_chosen_are_shown(client):
    text = client.get("/search?type=sheet&q=*", headers={"Accept": "text/html"}).text
    boxes = [html.unescape(value) for value in re.findall(r'name="fields" value="([^"]*)"', text)]
    shown = client.get("/search", query_string={"type": "sheet", "fields": boxes, "format": "html"}).text
    assert boxes[0] == "Name"
    names = ["Locus type", "Chr (pos)", "5&#39;UTR", "A: b"]
    assert re.findall(r'data-label="([^"]*)"', shown)[: len(names)] == names


@pytest.mark.parametrize("name", ["Locus type", "Chr (pos)"])
def test_fields_with_blanks_are_counted(client, name):
    for written in (f'"{name}"', f'["{name}"]'):
        facets = client.get("/v1/sheet/query", query_string={"facets": written, "size": 0}).json["facets"]
        assert sum(term["count"] for term in facets[name]["terms"]) + facets[name]["other"] == 30
    page = client.get("/v1/sheet/query?q=*&facets=Name", headers={"Accept": "text/html"}).text
    assert f'<span title="{name}">{name}</span></a>' in page


def test_fields_with_blanks_are_named_without_quotes(client):
    asked = {"q": "Name:*", "fields": "Locus type,Name", "sort": "-Locus type", "facets": "Locus type,Name", "size": 2}
    answer = client.get("/v1/sheet/query", query_string=asked).json
    assert answer["hits"][0].keys() >= {"Locus type", "Name"} and "warnings" not in answer
    assert list(answer["facets"]) == ["Locus type", "Name"]
    lines = client.get("/v1/sheet/query", query_string={"format": "csv", "q": "Name:*", "fields": "Locus type,Name"})
    assert lines.text.splitlines()[0] == "_id,_score,Locus type,Name"
    value = answer["hits"][0]["Locus type"]
    given = {"q": [value], "scopes": "Locus type^2,Name", "highlight": "Locus type"}
    found = client.post("/v1/sheet/query", json=given).json
    assert found[0]["Locus type"] == value and found[0]["_highlight"]["Locus type"]


def test_a_facet_is_added_to_one_with_a_blank_and_removed(client):
    asked = {"q": "*", "facets": '["Locus type","Name"]'}
    page = client.get("/v1/sheet/query", query_string=asked, headers={"Accept": "text/html"}).text
    (fewer,) = re.findall(r'class="remove" href="([^"]*)"[^>]* aria-label="Remove the facet Name"', page)
    answer = client.get("/v1/sheet/query" + html.unescape(fewer), headers={"Accept": "application/json"})
    assert list(answer.json["facets"]) == ["Locus type"]


def test_a_list_is_looked_up_in_fields_with_blanks_in_their_names(tmp_path):
    named = [("Oslo Main", "ENGM"), ("Nuuk", "BGGH"), ("Perth North", "YPPH")]
    airports = [{"_id": str(number), "Airport Name": name, "ICAO": code} for number, (name, code) in enumerate(named)]
    (tmp_path / "airports.ndjson").write_text("".join(json.dumps(airport) + "\n" for airport in airports))
    engines.load(engines.embedded(tmp_path / "instance"), "airport", tmp_path / "airports.ndjson")
    client = create_app({"INSTANCE": str(tmp_path / "instance"), "SECRET_KEY": "k" * 32}).test_client()
    text = client.get("/v1/airport/batch", headers={"Accept": "text/html"}).text
    scopes = html.unescape(re.search(r'name="scopes" value="([^"]*)"', text)[1])
    assert '"Airport Name.keyword"' in scopes
    data = {"list": "Nuuk\nENGM", "scopes": scopes}
    found = client.post("/v1/airport/batch?format=html", data=data, content_type="multipart/form-data").text
    assert "2 terms" in found
    assert "scopes=[" in html.unescape(client.get("/", headers={"Accept": "text/html"}).text)
