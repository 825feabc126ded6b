"""What a browser gets: complete pages in one design, escaped, without requests to other hosts."""

import html
import re
from html.parser import HTMLParser

import pytest

from searchapp import create_app
from searchapp.web.addresses import document_url
from tests.services import engines
from tests.services.process import free_port

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
PAGES = [
    "/",
    "/v1/gene/HGNC:1100",
    "/v1/gene/query?q=kinase&facets=locus_group,status&filter=status:%22Approved%22",
    "/v1/disease/query?q=nothingatall",
    "/v1/gene/query?q=*&facets=status(locus_group)&size=0",
    "/search?q=cancer&type=disease",
    "/metadata",
    "/metadata/fields",
    "/v1/disease/metadata/fields?search=x",
    "/spec",
    "/status",
    "/v1/gene/batch",
    "/v1/gene/batch?list=A1BG,brcc1,nothing,1017,tp35",
    "/docs",
    "/docs/",
    "/search?q=cancer&type=disease&view=tree",
    "/search?q=cancer&type=disease&view=json",
    "/v1/gene/query?q=cdk2&rawquery=true",
    "/v1/gene/nothing",
    "/v1/gene/query?size=x",
    "/nowhere",
]


class Page(HTMLParser):
    """The links, the ids and what is written inside a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.links, self.ids, self.styles, self.inline, self.inside = [], [], [], [], "", ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.tags.append(tag)
        self.inside = "data" if given.get("type") == "application/ld+json" else tag
        self.ids += [given["id"]] if given.get("id") else []
        if given.get("rel") not in ("alternate", "canonical"):
            self.links += [(tag, given[key]) for key in ("href", "src", "action") if key in given]
        self.styles += [key for key in given if key == "style" or key.startswith("on")]

    def handle_data(self, data):
        self.inline += data.strip() if self.inside == "script" else ""


def browse(client, path):
    answer = client.get(path, headers=BROWSER)
    return answer, answer.get_data(as_text=True)


@pytest.mark.rule("G6", "E11", "R8")
@pytest.mark.parametrize("path", PAGES)
def test_a_browser_gets_a_page(client, path):
    answer, text = browse(client, path)
    assert answer.mimetype == "text/html"
    assert text.startswith("<!doctype html>")
    assert text.count("<h1") == 1


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_inline_code_and_loads_nothing_from_elsewhere(client, path):
    answer, text = browse(client, path)
    page = Page(text)
    loaded = [link for tag, link in page.links if tag in ("link", "script", "img", "form", "iframe")]
    assert page.inline == ""
    assert "style" not in page.tags
    assert page.styles == []
    assert all(link.startswith("/") for link in loaded)
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", PAGES)
def test_links_out_are_http_and_give_no_opener(client, path):
    _, text = browse(client, path)
    for tag in re.findall(r"<a [^>]*href=\"[a-z]+:[^>]*>", text):
        assert 'href="http' in tag
        assert "noopener" in tag


@pytest.mark.parametrize("path", PAGES)
def test_the_links_inside_a_page_lead_somewhere(client, path):
    _, text = browse(client, path)
    base = path.partition("?")[0]
    parent = re.compile(r"/v1/disease/DOID:\d+")  # the small collection does not hold every parent
    for link in {link for tag, link in Page(text).links if tag == "a"}:
        if link.startswith("?"):
            link = base + link
        if link.startswith("/") and "nowhere" not in link and "nothing" not in link and "size=x" not in link:
            assert client.get(link).status_code in ((200, 404) if parent.fullmatch(link) else (200,)), link


@pytest.mark.parametrize("path", PAGES)
def test_ids_in_a_page_are_unique(client, path):
    ids = Page(browse(client, path)[1]).ids
    assert len(ids) == len(set(ids))


@pytest.mark.rule("E11")
def test_the_front_page_shows_collections_examples_and_commands(client):
    _, text = browse(client, "/")
    assert "3,000" in text
    assert "HGNC gene names" in text
    assert "CC0 1.0" in text
    assert "curl http://localhost/v1/gene/" in text
    assert 'role="search"' in text


@pytest.mark.rule("E11")
def test_the_front_page_is_a_page_whoever_asks_and_has_a_json_twin(client):
    assert client.get("/", headers={"Accept": "*/*"}).mimetype == "text/html"
    assert client.get("/?format=json").json["item_types"]["gene"]["documents"] == 3000


@pytest.mark.parametrize("path", ["/v1/disease/DOID:1612", "/search?type=disease&q=x", "/v1/disease/nothing"])
def test_the_head_of_a_page_links_to_fields_and_metadata_of_its_collection(client, path):
    links = Page(browse(client, path)[1]).links
    assert ("a", "/v1/disease/metadata/fields?format=html") in links
    assert ("a", "/v1/disease/metadata?format=html") in links


@pytest.mark.rule("CA4")
@pytest.mark.parametrize(
    ("id", "address"),
    [
        ("HGNC:5", "/v1/gene/HGNC:5"),
        ("50%", "/v1/gene/50%25"),
        ("a/b", "/v1/gene/a/b"),
        ("a//b/", "/v1/gene/a//b/"),
        ("10.6559/a?b#c d", "/v1/gene/10.6559/a%3Fb%23c%20d"),
        ("/a", "/v1/gene?id=/a"),
        ("a/../b", "/v1/gene?id=a/../b"),
        ("metadata/fields", "/v1/gene?id=metadata/fields"),
        ("..", "/v1/gene?id=.."),
        ("query", "/v1/gene?id=query"),
    ],
)
def test_every_document_has_an_address(app, id, address):
    gene = app.extensions["searchapp"].item_types["gene"]
    with app.test_request_context():
        assert document_url(gene, id) == address


def test_an_id_that_is_not_there_can_be_searched_for(client):
    _, text = browse(client, "/v1/gene/HGNC:0")
    assert 'value="&#34;HGNC:0&#34;"' in text
    assert ("a", "/search?type=gene&q=%22HGNC:0%22") in Page(text).links
    assert 'value="nothing"' in browse(client, "/v1/gene/nothing")[1]


def test_a_collection_without_a_configuration_has_titles_and_facets(configured):
    client = configured(ITEM_TYPES=None, DEFAULT_ITEM_TYPE=None)
    _, text = browse(client, "/search?type=gene&q=brcc1")
    assert re.findall(r'aria-label="Remove the facet ([^"]*)"', text) == ["Status", "Locus group", "Locus type"]
    assert re.findall(r'<span class="field">(.*?)</span>', text) == ["Alias: symbol"]
    assert '<h1 class="name">A1BG <small>alpha-1-B glycoprotein</small></h1>' in browse(client, "/v1/gene/HGNC:5")[1]


def test_notes_on_fields_are_at_hand_where_fields_are_named(client):
    _, text = browse(client, "/search?type=edge&q=*&fields=label")
    assert '<th scope="col" title="label: What people call it">' in text


def test_a_document_has_a_title_links_out_and_a_place_for_each_path(client):
    _, text = browse(client, "/v1/gene/HGNC:1100")
    assert "<title>BRCA1 – BRCA1 DNA repair associated – " in text
    assert '<h1 class="name">BRCA1 <small>BRCA1 DNA repair associated</small></h1>' in text
    assert 'href="https://www.ensembl.org/id/ENSG00000012048"' in text
    assert "xref.entrez" in Page(text).ids


def test_results_have_a_row_per_hit_facets_and_a_next_page(client):
    _, text = browse(client, "/v1/gene/query?q=kinase&facets=locus_group&sort=-symbol")
    assert len(re.findall(r'<th scope="row"><input [^>]*>\s*<a href="/v1/gene/', text)) == 10
    assert 'aria-sort="descending"' in text
    assert 'rel="next" href="?q=kinase&amp;facets=locus_group&amp;sort=-symbol&amp;from=10"' in text
    assert "filter=locus_group%3A%22protein-coding+gene%22" in text


def test_a_facet_link_narrows_the_results(client):
    link = re.search(r'href="(\?[^"]*filter=[^"]*)"', browse(client, "/v1/gene/query?q=kinase&facets=locus_group")[1])
    address = "/v1/gene/query" + link[1].replace("&amp;", "&") + "&format=json"
    answer = client.get(address).json
    assert [term["term"] for term in answer["facets"]["locus_group"]["terms"]] == ["protein-coding gene"]


def test_facets_inside_facets_are_shown(client):
    _, text = browse(client, "/v1/gene/query?q=*&facets=locus_group(status)&size=0")
    assert "filter=locus_group%3A%22other%22+AND+status%3A%22Symbol+Withdrawn%22" in text


def test_a_search_that_finds_nothing_offers_to_look_the_text_up(client):
    assert 'href="/v1/gene/NM_1.2"' in browse(client, "/v1/gene/query?q=NM_1.2")[1]


def test_a_batch_is_a_table_with_its_misses(client):
    text = client.post("/v1/gene?format=html", data={"ids": "HGNC:5,nothing"}).get_data(as_text=True)
    assert "A1BG" in text
    assert "<small>in Genes, 1 not found</small>" in text
    assert re.findall('<th scope="col".*?>(.*?)</th>', text) == [
        "query",
        "_id",
        "Symbol",
        "Name",
        "Locus type",
        "Status",
    ]


def test_a_batch_shows_the_fields_that_are_asked_for(client):
    given = {"ids": "HGNC:5,nothing", "fields": "xref.entrez,alias"}
    text = client.post("/v1/gene?format=html", data=given).get_data(as_text=True)
    assert re.findall('<th scope="col".*?>(.*?)</th>', text) == ["query", "_id", "Entrez", "Alias"]


@pytest.mark.parametrize("view", ["table", "tree", "json"])
@pytest.mark.parametrize("made", ["{a: symbol}", "{_id: length(symbol)}", "{_id: {b: symbol}}", "{_id: nothing}"])
def test_hits_that_lost_their_ids_are_shown_without(client, made, view):
    answer = client.get(
        "/v1/gene/query", query_string={"q": "symbol:cdk2", "jmespath": f".|{made}", "view": view, "format": "html"}
    )
    assert (answer.status_code, "1 result" in answer.get_data(as_text=True)) == (200, True)


def test_an_empty_search_leads_to_everything(client):
    answer = client.get("/search?q=+&type=disease&filter=depth:1", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "?type=disease&filter=depth%3A1")
    _, text = browse(client, "/v1/disease/query?q=")
    assert "The query is empty" in text
    assert '<a href="/search?type=disease">Browse Diseases</a>' in text


def test_documents_that_lost_their_ids_are_shown_without(client):
    path = "/v1/gene/HGNC:5?jmespath=.|{_id: length(symbol)}&format=html"
    assert "no fields" not in browse(client, path)[1]
    given = {"ids": "HGNC:5,HGNC:7", "jmespath": ".|{_id: length(symbol)}"}
    assert client.post("/v1/gene?format=html", data=given).status_code == 200


@pytest.mark.parametrize("walk", ["search_after=*&size=20", "fetch_all=true"])
def test_a_page_after_a_cursor_links_to_the_next_and_to_ordinary_pages(client, walk):
    path = f"/v1/gene/query?q=status:Approved&{walk}"
    _, text = browse(client, path)
    links = {
        kind: f"/v1/gene/query{html.unescape(link)}" for kind, link in re.findall(r'rel="(next)" href="([^"]*)"', text)
    }
    shown = client.get(path).json["hits"]
    after = client.get(links["next"], headers={"Accept": "application/json"}).json["hits"]
    assert {hit["_id"] for hit in after}.isdisjoint({hit["_id"] for hit in shown})
    assert f"<span>{len(shown):,} of " in text
    elsewhere = re.findall(r'href="(\?[^"]*(?:sort|filter|size)=[^"]*)"', text)
    assert elsewhere
    for link in map(html.unescape, elsewhere):
        assert client.get(f"/v1/gene/query{link}").status_code == 200, link


def test_the_front_page_leads_to_the_page_for_a_list_of_each_collection(client):
    links = Page(browse(client, "/")[1]).links
    assert {("a", "/v1/gene/batch"), ("a", "/v1/disease/batch")} <= set(links)


@pytest.mark.parametrize(
    "script", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "javascript:alert(1)"]
)
def test_texts_of_callers_are_escaped(client, script):
    for option in ("q", "filter", "sort", "fields", "facets", "from"):
        text = client.get("/v1/gene/query", query_string={option: script, "format": "html"}).get_data(as_text=True)
        assert "<script>alert" not in text
        assert "<img src=x" not in text
        assert 'href="javascript' not in text


def test_an_error_page_names_the_option(client):
    answer, text = browse(client, "/v1/gene/query?size=5000")
    assert answer.status_code == 400
    assert "size must be a whole number from 0 to 1000" in text


def test_the_stylesheet_is_served(client):
    with client.get("/static/style.css") as answer:
        assert (answer.status_code, answer.mimetype) == (200, "text/css")
        assert b"prefers-color-scheme: dark" in answer.data
        assert b"url(" not in answer.data


@pytest.mark.rule("N2")
def test_pages_under_a_prefix_link_inside_it(configured):
    text = configured(URL_PREFIX="api").get("/api/").get_data(as_text=True)
    assert 'href="/api/static/style.css"' in text
    assert 'action="/api/search"' in text


def test_a_query_without_hits_is_explained_part_by_part(client):
    _, text = browse(client, "/search?type=gene&q=kinas+AND+alpha&filter=status:nothing")
    words = re.sub(r"<[^>]+>|\s+", " ", text)
    assert re.search(r"kinas\s+0 documents", words)
    assert re.search(r"alpha\s+[1-9]\d* documents", words)
    assert re.search(r"Did you mean\s+kinase\s+\d+ documents?\s+Results of each part", words)


def test_filters_that_leave_nothing_are_named(client):
    _, text = browse(client, "/search?type=gene&q=kinase&filter=status:nothing")
    assert re.search(r'<h2>Without the filters</h2>\s*<ul class="tries">\s*<li><a href="[^"]*">kinase</a>', text)
    assert "Did you mean" not in text  # the words are good ones


def test_the_page_of_results_counts_the_configured_facets(client):
    _, text = browse(client, "/search?type=disease&q=cancer")
    assert 'class="histogram"' in text
    assert 'aria-label="Remove the facet Category"' in text
    assert "facets=depth%3A1%2Ccategory%2Cleaf" in text


def test_facets_that_a_page_cannot_count_do_not_take_the_page_away(configured):
    client = configured(ITEM_TYPES={"edge": {"page_facets": ["n:1"]}}, DEFAULT_ITEM_TYPE="edge")
    assert browse(client, "/search?type=edge&q=*&facets=n:1")[0].status_code == 400
    answer, text = browse(client, "/search?type=edge&q=*")
    assert answer.status_code == 200
    assert "14 results" in text


def test_a_program_gets_no_facets_that_it_did_not_ask_for(client):
    assert "facets" not in client.get("/v1/gene/query?q=kinase").json


def test_the_query_that_was_built_is_shown_where_it_may_be(configured):
    path = "/v1/gene/query?q=kinase&format=html"
    assert "The query to the database" in configured().get(path).get_data(as_text=True)
    assert "The query to the database" not in configured(ALLOW_RAW=False).get(path).get_data(as_text=True)


def test_a_query_that_cannot_be_read_stays_in_the_search_box(client):
    _, text = browse(client, "/v1/disease/query?q=name:(a")
    assert 'value="name:(a"' in text
    assert '<option value="disease" selected' in text


def test_the_api_page_loads_its_files_from_this_service(client):
    answer, text = browse(client, "/docs")
    assert "img-src 'self' data:" in answer.headers["Content-Security-Policy"]
    assert len(answer.headers.getlist("Content-Security-Policy")) == 1
    for link in [link for tag, link in Page(text).links if tag in ("script", "link")]:
        with client.get(link) as file:
            assert file.status_code == 200


def test_the_page_of_the_api_describes_one_collection_and_leads_to_the_others(client):
    _, text = browse(client, "/spec")
    assert "/v1/gene/query" in text and "/v1/disease/query" not in text and "/v1/lookup" in text
    _, other = browse(client, "/v1/disease/spec")
    assert "/v1/disease/query" in other and 'href="/v1/gene/spec?format=html"' in other


def test_the_collections_of_the_page_of_the_state_can_be_searched(client):
    assert '<a href="/search?type=gene' in browse(client, "/status")[1]


def test_without_swagger_ui_the_api_page_points_to_the_description(configured, monkeypatch):
    monkeypatch.setattr("searchapp.web.pages.blueprint.find_spec", lambda name: None)
    text = configured().get("/docs").get_data(as_text=True)
    assert "extra <code>docs</code>" in text
    assert "swagger" not in text


@pytest.mark.parametrize("path", ["/v1/gene/HGNC:1100", "/v1/gene/query?q=cdk2", "/metadata", "/status", "/nowhere"])
def test_a_browser_gets_a_page_a_program_json_and_format_always_wins(client, path):
    answer, _ = browse(client, path)
    assert (answer.mimetype, answer.headers["Vary"]) == ("text/html", "Accept")
    assert client.get(path).mimetype == "application/json"
    joint = "&" if "?" in path else "?"
    assert client.get(f"{path}{joint}format=json", headers=BROWSER).mimetype == "application/json"


def shown(client, address):
    """The page that a browser gets."""
    return client.get(address, headers=BROWSER).get_data(as_text=True)


def test_a_relaxed_page_names_its_query_and_links_to_the_typed_one(client):
    text = shown(client, "/search?type=gene&q=what+is+BRCA1%3F")
    assert "These are the results for <b>BRCA1</b>" in text
    assert 'href="?type=gene&amp;q=what+is+BRCA1%3F&amp;relax=none"' in text
    strict = shown(client, "/search?type=gene&q=what+is+BRCA1%3F&relax=none")
    assert "Nothing found" in strict


def test_signs_that_are_searched_as_text_are_no_other_query(client):
    assert "These are the results" not in shown(client, "/search?type=gene&q=%3A%29")
    assert "These are the results for <b>BRCA1</b>" in shown(client, "/search?type=gene&q=%22BRCA1")


def test_the_files_of_a_relaxed_page_hold_its_hits(client):
    text = shown(client, "/search?type=gene&q=what+is+BRCA1%3F")
    address = re.search(r'href="(/v1/gene/query\?[^"]*format=csv[^"]*)"', text)[1].replace("&amp;", "&")
    assert "relax=auto" in address
    assert "BRCA1" in client.get(address).get_data(as_text=True)


def test_the_links_of_a_page_without_hits_give_its_answer_too(client):
    text = shown(client, "/search?type=gene&q=%3A%29")
    address = re.search(r'href="(/v1/gene/query\?[^"]*format=json[^"]*)"', text)[1].replace("&amp;", "&")
    assert client.get(address).json["total"] == 0


def test_an_id_shows_its_document_alone(client):
    text = shown(client, "/search?type=gene&q=hgnc%3A1100")
    assert "The document with the identifier <b>HGNC:1100</b>" in text and "1 result" in text
    assert "no field is named" not in text


def test_an_id_that_is_also_a_word_says_how_many_documents_have_it(client):
    text = shown(client, "/search?type=gene&q=5")
    assert "The document with the identifier <b>HGNC:5</b>" in text
    assert re.search(r'<a href="[^"]*relax=none[^"]*">All \d+ results for 5</a>', text)


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("/v1/gene/HGNC:11000000", "HGNC:11000000 is not in Genes"),
        ("/v1/gene/A%201003%20M", "A 1003 M is not in Genes"),
        ("/search?type=gene&q=(a&relax=none", "The query cannot be parsed: ( is not closed at column 1"),
        ("/search?type=gene&q=a~ b~ c~ d~ e~ f~ g~ h~ i~ j~ k~", "The query has 11 fuzzy words"),
        ("/search?type=gene&q=a&size=x", "size must be a whole number"),
        ("/search?type=gene&q=a&filter=(a", "filter cannot be parsed: ( is not closed at column 1"),
    ],
)
def test_an_error_has_a_heading_for_readers(client, path, heading):
    _, text = browse(client, path)
    assert re.search(r'<div class="error".*?<h1[^>]*>([^<]*)', text, re.DOTALL)[1].startswith(heading)
    assert re.search(rf"<title>(Error 400: )?{re.escape(heading)}", text)


def test_the_page_of_the_state_has_dates_and_the_paths_for_monitoring(client):
    _, text = browse(client, "/status")
    assert "database: " in text and "As of" in text
    assert ('<a href="/metrics">' in text) == (client.get("/metrics").status_code == 200)
    assert '<a href="/status/ready?format=json">/status/ready</a>' in text


def test_the_front_page_names_the_main_fields_of_a_collection(tmp_path):
    client = engines.client(tmp_path, "part", [{"_id": "1", "name": "A lamp", "colour": "red"}])
    assert "<span>Name, Colour</span>" in browse(client, "/")[1]


def test_the_front_page_says_which_collection_is_not_loaded(tmp_path):
    client = engines.client(tmp_path, "part", [{"_id": "1", "name": "A lamp"}], ITEM_TYPES={"part": {}, "maker": {}})
    _, text = browse(client, "/")
    assert "The database answers" in text
    assert re.findall(r"</a> <small>([\w ]+)", text) == ["1 document", "not loaded"]


def test_the_front_page_is_there_while_every_question_to_the_database_takes_seconds(tmp_path):
    pytest.importorskip("pymongo")
    away = {"BACKEND": "mongo", "MONGO_URL": f"mongodb://127.0.0.1:{free_port()}"}
    types = {"ITEM_TYPES": {name: {} for name in ("part", "maker", "shop", "town")}}
    app = create_app({"INSTANCE": str(tmp_path), **away, **types})
    answer, text = browse(app.test_client(), "/")
    app.extensions["searchapp"].backend.connection.client().close()
    assert answer.status_code == 200 and "The database does not answer at the moment" in text
    assert "documents</small>" not in text
