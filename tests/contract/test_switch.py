"""A reader who follows cursors, scrolls or links sees every document once, also while the collection is switched."""

import json
import re

import pytest
import yaml

from searchapp import create_app
from searchapp.databases.elastic.loader import ElasticLoader
from searchapp.databases.embedded.loader import EmbeddedLoader
from searchapp.engine.index import readers, watch
from searchapp.loading.bad import BadLines
from searchapp.loading.load import Input, replace

COUNT = 250


def write(path, build):
    lines = (json.dumps({"_id": f"{build}-{number}", "n": number % 7, "build": build}) for number in range(COUNT))
    path.write_text("\n".join(lines))
    return path


@pytest.fixture(scope="module")
def loader(engine):
    """A loader with a connection of its own."""
    made = {"embedded": EmbeddedLoader, "elasticsearch": ElasticLoader}[engine.name]
    return made(create_app(engine.config).extensions["searchapp"].backend, BadLines())


@pytest.fixture
def switch(loader, tmp_path, monkeypatch):
    """A function that loads the collection `moving` anew, its ids named after the build, and served at once."""
    for module in (watch, readers):
        monkeypatch.setattr(module, "CHECK_SECONDS", 0)

    def switch(build):
        path = str(write(tmp_path / "moving.ndjson", build))
        replace(loader, "moving", Input([path], None, loader.on_bad), None, {})

    return switch


@pytest.fixture
def client(engine, switch):
    switch("old")
    own = {"ITEM_TYPES": {"moving": {}}, "DEFAULT_ITEM_TYPE": "moving", "SCROLL_SIZE": 40}
    return create_app(engine.config | own).test_client()


def followed(client, between, query, key, parameter):
    """The ids of all pages; `between` is called behind the first."""
    answer = client.get("/v1/moving/query", query_string=query).json
    ids = [hit["_id"] for hit in answer["hits"]]
    between()
    while key in answer:
        answer = client.get("/v1/moving/query", query_string={**query, parameter: answer[key]}).json
        ids += [hit["_id"] for hit in answer.get("hits", ())]
    return ids


@pytest.mark.parametrize("sort", [None, "n", "-n,build"])
def test_a_cursor_reads_on_in_the_collection_that_it_began_in(client, switch, sort):
    query = {"q": "*", "size": 40, "search_after": "*"} | ({"sort": sort} if sort else {})
    ids = followed(client, lambda: switch("new"), query, "_search_after", "search_after")
    assert sorted(ids) == sorted(f"old-{number}" for number in range(COUNT))
    assert client.get("/v1/moving/query").json["hits"][0]["build"] == "new"


@pytest.mark.rule("S1")
def test_a_scroll_reads_on_in_the_collection_that_it_began_in(client, switch):
    ids = followed(client, lambda: switch("new"), {"q": "*", "fetch_all": "true"}, "_scroll_id", "scroll_id")
    assert sorted(ids) == sorted(f"old-{number}" for number in range(COUNT))


@pytest.mark.parametrize("sort", ["", "&sort=-n,build"])
def test_a_stream_reads_on_in_the_collection_that_it_began_in(client, switch, sort):
    with client.get(f"/v1/moving/query?fetch_all=true&format=ndjson{sort}", buffered=False) as answer:
        parts = answer.iter_encoded()
        lines = next(parts)
        switch("new")
        lines += b"".join(parts)
    ids = [json.loads(line)["_id"] for line in lines.splitlines()]
    assert sorted(ids) == sorted(f"old-{number}" for number in range(COUNT))


@pytest.mark.parametrize("query", ["fetch_all=true", "search_after=*&size=40", "size=40"])
def test_who_follows_the_links_sees_every_document_once(client, query):
    path, ids = f"/v1/moving/query?fields=n&{query}", []
    while path:
        answer = client.get(path)
        ids += [hit["_id"] for hit in answer.json["hits"]]
        following = re.search(r'<([^>]*)>; rel="next"', answer.headers.get("Link", ""))
        path = following and f"/v1/moving/query{following[1]}"
    assert sorted(ids) == sorted(f"old-{number}" for number in range(COUNT))


def linked(answer):
    """The path of the next page, None at the end."""
    following = re.search(r'<([^>]*)>; rel="next"', answer.headers.get("Link", ""))
    return following and f"/v1/moving/query{following[1]}"


@pytest.mark.parametrize("query", ["size=40", "size=40&sort=n", "size=40&sort=-n,build&format=yaml", "size=33&from=0"])
@pytest.mark.parametrize("window", [10_000, 100])
def test_links_of_pages_by_from_lead_on_in_the_collection_that_they_began_in(engine, client, switch, query, window):
    """Also behind the end of the window, where a cursor takes over."""
    client = create_app({**client.application.config, "MAX_WINDOW": window}).test_client()
    path, ids = f"/v1/moving/query?q=*&{query}", []
    while path:
        answer = client.get(path)
        page = yaml.safe_load(answer.text)
        ids += [hit["_id"] for hit in page["hits"]]
        assert not {"_generation", "_further"} & set(page)
        if len(ids) <= 40:
            switch("new")
        path = linked(answer)
    assert sorted(ids) == sorted(f"old-{number}" for number in range(COUNT))


@pytest.mark.parametrize("window", [10_000, 40])
def test_links_into_a_removed_collection_say_so(engine, client, switch, window):
    client = create_app({**client.application.config, "MAX_WINDOW": window}).test_client()
    path = linked(client.get("/v1/moving/query?q=*&size=40"))
    switch("new")
    assert client.get(path).json["hits"][0]["build"] == "old"
    switch("newer")
    switch("newest")
    answer = create_app(client.application.config).test_client().get(path)
    assert (answer.status_code, answer.json["error"]) == (400, "Invalid or stale scroll_id.")
    assert "start again" in answer.json["reason"]


def test_the_links_of_a_cursor_lead_back_to_the_first_page(client):
    path, pages = "/v1/moving/query?search_after=*&size=40&sort=n", []
    for direction in ("next", "prev"):
        while path:
            answer = client.get(path)
            pages.append([hit["_id"] for hit in answer.json["hits"]])
            link = re.search(rf'<([^>]*)>; rel="{direction}"', answer.headers.get("Link", ""))
            path = link and f"/v1/moving/query{link[1]}"
        path = direction == "next" and re.search(r'<([^>]*)>; rel="prev"', answer.headers["Link"])[1]
        path = path and f"/v1/moving/query{path}"
    assert len(pages) == 13
    assert pages[7:] == pages[5::-1]
