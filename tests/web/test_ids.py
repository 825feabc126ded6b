"""Ids with any character: over HTTP, by the published client, in pages, through nginx."""

import html
import re
from urllib.parse import quote

import biothings_client
import pytest
import requests

from searchapp.web.ids import RESERVED_IDS
from tests.services import engines
from tests.services.nginx import Nginx
from tests.services.process import Unavailable
from tests.services.server import Server

IDS = [
    "10.6559/x",
    "10.6559/x/y",
    "10.6559",
    "10.6559/x/",
    "a//b",
    "http://example.org/a?b=c&d#e",
    "100%/2",
    "%2F",
    "with blank/and more",
    "日本/語",
    "queries/query",
    "metadata/fields/x",
    "query/x",
    "a\\b/c",
    "q\"uo'te/<b>",
    "a;b=c/d,e",
    "a/b:c",
]
AWKWARD = ["/begins", "a/../b", "./a", "query", "metadata/fields", "batch", "..", "/", "query/", *RESERVED_IDS[-7:]]
"""Ids that no path can hold for every client; they stand in the query string."""

SENDS_AS_IT_IS = [id for id in IDS if not set(id) & set("?#%")]
"""Those that a client finds that does not escape ids."""

BROWSER = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def papers(tmp_path_factory):
    folder = tmp_path_factory.mktemp("papers")
    documents = [{"_id": id, "title": f"Paper {number}"} for number, id in enumerate(IDS + AWKWARD)]
    engine = engines.loaded(folder, "paper", documents)
    environment = {name: value for name, value in engine.environment.items() if name != "SEARCHAPP_CONFIG"}
    server = Server(environment, folder / "log", workers=1)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def proxied(papers, tmp_path_factory):
    try:
        nginx = Nginx([papers.port, papers.port], tmp_path_factory.mktemp("nginx"))
    except Unavailable as reason:
        pytest.skip(str(reason))
    yield nginx
    nginx.stop()


def found(url, path):
    return requests.get(url + path, timeout=60).json().get("_id")


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("safe", ["/", "/:@!$&'()*+,;=", ""], ids=["usual", "little", "all"])
def test_a_path_holds_any_id(papers, id, safe):
    assert found(papers.url, f"/v1/paper/{quote(id, safe=safe)}") == id


@pytest.mark.parametrize("id", IDS + AWKWARD)
def test_the_query_string_and_a_post_hold_any_id(papers, id):
    assert found(papers.url, f"/v1/paper?id={quote(id, safe='')}") == id
    answer = requests.post(f"{papers.url}/v1/paper", json={"ids": [id]}, timeout=60).json()
    assert [entry["_id"] for entry in answer] == [id]


@pytest.mark.parametrize("id", IDS)
def test_nginx_passes_the_id_on_as_it_is(proxied, id):
    assert found(proxied.url, f"/v1/paper/{quote(id)}") == id
    assert found(proxied.url, f"/v1/paper/{quote(id, safe='')}") == id


@pytest.mark.parametrize("id", SENDS_AS_IT_IS)
def test_the_published_client_finds_it(papers, id):
    client = biothings_client.get_client("gene", url=f"{papers.url}/v1")
    client._annotation_endpoint = "/paper/"
    assert client.getgene(id)["_id"] == id


@pytest.mark.parametrize("path", ["10.6559/none", "10.6559/x/y/z", "none/", "a/b/../../10.6559", "%2F%2F%2F"])
def test_a_part_of_a_path_is_no_id(papers, path):
    assert papers_status(papers, path) == 404


def papers_status(papers, path):
    session = requests.Session()
    prepared = session.prepare_request(requests.Request("GET", papers.url))
    prepared.url = f"{papers.url}/v1/paper/{path}"
    return session.send(prepared, timeout=60).status_code


@pytest.mark.parametrize(
    ("path", "id"), [("10.6559/", "10.6559"), ("10.6559/x/", "10.6559/x/"), ("10.6559/x/y/", "10.6559/x/y")]
)
def test_a_slash_at_the_end_is_part_of_the_id_where_there_is_such_an_id(papers, path, id):
    assert found(papers.url, f"/v1/paper/{path}") == id


def test_every_path_below_an_item_type_is_reserved(tmp_path):
    app = engines.client(tmp_path, "paper", [{"_id": "1"}]).application
    rules = [rule.rule.strip("/") for rule in app.url_map.iter_rules() if "<" not in rule.rule]
    assert {rule.removeprefix("v1/paper/") for rule in rules if rule.startswith("v1/paper/")} == set(RESERVED_IDS)


@pytest.mark.parametrize(("path", "key"), [("query", "hits"), ("query/", "hits"), ("metadata/fields", "title")])
def test_a_reserved_name_wins(papers, path, key):
    assert key in requests.get(f"{papers.url}/v1/paper/{path}", timeout=60).json()


def test_a_post_with_an_id_in_its_path(papers):
    answer = requests.post(f"{papers.url}/v1/paper/10.6559/x", timeout=60).json()
    assert [entry["_id"] for entry in answer] == ["10.6559/x"]


def test_the_links_of_the_results_lead_to_every_document(papers):
    text = requests.get(f"{papers.url}/v1/paper/query?size=100", headers=BROWSER, timeout=60).text
    links = re.findall(r'<th scope="row">(?:<input [^>]*>\s*)?<a href="([^"]+)"', text)
    assert sorted(found(papers.url, html.unescape(link)) for link in links) == sorted(IDS + AWKWARD)


def test_the_front_page_shows_ids_and_titles_that_are_there(papers):
    text = requests.get(papers.url, headers=BROWSER, timeout=60).text
    (tries,) = re.findall(r'<p class="examples">(.*?)</p>', text, re.DOTALL)
    links = [html.unescape(link) for link in re.findall(r'<a href="([^"]+)">', tries)]
    assert links
    assert all(requests.get(papers.url + link, timeout=60).json()["total"] for link in links)
    (path,) = re.findall(r"<code>curl http://[^/]*(/v1/paper/(?!query|suggest)[^<]*)</code>", text)
    assert found(papers.url, path) in IDS
