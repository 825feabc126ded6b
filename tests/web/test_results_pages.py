"""Pages of results to work with: values to choose and to leave out, ranges, the search builder, what crawlers read."""

import html
import re
import sqlite3
from urllib.parse import parse_qs, urlsplit

import pytest

from searchapp import create_app
from searchapp.engine import costs
from tests.services import engines
from tests.web.test_pages import browse

STATUS = 'status:"Approved"'


def links(text, pattern):
    return [html.unescape(found) for found in re.findall(pattern, text)]


def filter_of(address):
    return parse_qs(urlsplit(address).query).get("filter", [""])[0]


def test_a_second_value_of_a_facet_is_found_with_the_first(client):
    _, text = browse(client, f"/search?type=gene&q=*&filter={STATUS}")
    (second,) = [link for link in links(text, r'class="value" href="([^"]*)"') if "Entry Withdrawn" in filter_of(link)][
        :1
    ]
    assert filter_of(second) == '(status:"Approved" OR status:"Entry Withdrawn")'
    _, both = browse(client, f"/search{second}" if second.startswith("?") else second)
    assert "2,346 results" in both
    assert both.count('aria-label="Remove the filter Status') == 2


def test_a_value_can_be_left_out_and_taken_in_again(client):
    _, text = browse(client, "/search?type=gene&q=*")
    (out,) = links(text, r'class="not" href="([^"]*)"[^>]*aria-label="Exclude Approved"')
    assert filter_of(out) == 'NOT status:"Approved"'
    _, without = browse(client, f"/search{out}")
    assert "826 results" in without
    assert 'aria-label="Include Approved"' in without
    assert "not Approved" in re.sub(r"<[^>]+>|\s+", " ", without).replace("  ", " ")


def test_facets_show_the_counts_of_other_values(client):
    _, text = browse(client, f"/search?type=gene&q=*&filter={STATUS}")
    assert "654" in text
    assert "disjunctive=true" in text


def test_documents_too_long_to_highlight_are_shown_without_marks(configured, monkeypatch):
    client = configured()
    _, marked = browse(client, "/v1/gene/query?q=kinase")
    monkeypatch.setitem(costs.MAX_PER_SEARCH, costs.WORDS, 1)
    response, plain = browse(client, "/v1/gene/query?q=kinase")
    assert response.status_code == 200
    assert "<mark>" in marked
    assert "<mark>" not in plain
    assert 'class="facet' in plain


def test_documents_without_a_value_are_a_link(client):
    _, text = browse(client, "/search?type=gene&q=*&facets=enzyme&size=10")
    (missing,) = [link for link in links(text, r'class="value" href="([^"]*)"') if "_exists_" in filter_of(link)]
    assert filter_of(missing) == "NOT _exists_:enzyme"


def test_more_values_of_a_facet_are_a_page_with_a_search(client):
    _, text = browse(client, "/search?type=gene&q=*&facets=enzyme&size=10")
    (more,) = links(text, r'href="([^"]*)"[^>]*aria-label="More values of [^"]*"')
    _, page = browse(client, f"/search{more}")
    assert page.count('class="value"') == 101
    _, found = browse(client, f"/search{more}&facet_query=2.7.11.17")
    assert page.count("<h1") == found.count("<h1") == 1
    (value,) = [link for link in links(found, r'class="value" href="([^"]*)"') if "2.7.11" in filter_of(link)]
    assert "values_of" not in value
    assert client.get(f"/search{value}").status_code == 200


@pytest.mark.parametrize(
    ("ends", "wanted"),
    [(("2", "3"), "depth:[2 TO 3]"), (("2", ""), "depth:[2 TO *]"), (("", "3"), "depth:[* TO 3]"), (("", ""), "")],
)
def test_from_and_to_become_a_filter(client, ends, wanted):
    given = {"type": "disease", "q": "*", "filter": 'depth:[0 TO 9] AND leaf:"true"', "into": "filter", "in": "depth"}
    answer = client.get("/build", query_string={**given, "is": "between", "value": ends[0], "to": ends[1]})
    assert answer.status_code == 302
    found = parse_qs(urlsplit(answer.location).query)
    assert found["filter"] == [f'leaf:"true" AND {wanted}' if wanted else 'leaf:"true"']
    assert (found["q"], found["type"], "in" in found) == (["*"], ["disease"], False)
    assert client.get(answer.location, headers={"Accept": "text/html"}).status_code == 200


def test_the_search_builder_writes_a_query_and_reads_it_back(client):
    rows = "in=symbol&is=starts&value=CDK&to=&in=status&is=is&value=Approved&to=&in=&is=has&value=&to="
    answer = client.get(f"/build?type=gene&into=q&match=all&{rows}")
    q = parse_qs(urlsplit(answer.location).query)["q"][0]
    assert q == 'symbol:CDK* AND status:"Approved"'
    _, page = browse(client, f"/build?type=gene&q={q}")
    assert 'value="CDK"' in page
    assert re.search(r'<option value="starts" selected', page)
    assert "The query text" in page and "The query text" not in browse(client, "/build?type=gene")[1]


def test_a_row_is_added_without_a_script(client):
    _, page = browse(client, "/build?type=gene&into=q&in=symbol&is=is&value=CDK2&to=&more=1")
    assert page.count("<fieldset") == 3
    assert 'value="CDK2"' in page


def test_the_title_leads_to_the_document_and_stands_first(client):
    _, text = browse(client, "/search?type=gene&q=symbol:CDK2")
    assert re.search(
        r'<th scope="row"><input [^>]*>\s*<a href="/v1/gene/HGNC:1771[^"]*">.*CDK2.*</a> <small class="id">HGNC:1771',
        text,
    )


def test_the_pager_has_numbers_to_the_last_page(client):
    _, text = browse(client, "/search?type=gene&q=*&from=100")
    assert re.findall(r'aria-label="Page (\d+)"', text) == ["1", "9", "10", "12", "13", "300"]
    assert '<strong aria-current="page">11</strong>' in text


def test_a_filter_is_not_marked_as_if_it_were_asked_for(client):
    answer = client.get("/v1/gene/query", query_string={"q": "kinase", "filter": STATUS, "highlight": True})
    marked = " ".join(str(hit.get("_highlight")) for hit in answer.json["hits"])
    assert "<em>kinase</em>" in marked
    assert "<em>Approved</em>" not in marked


@pytest.mark.parametrize(
    "path", ["/", "/v1/gene/HGNC:1100", "/metadata/fields?format=html", "/search?q=cdk2", "/build"]
)
def test_pages_have_title_description_and_canonical_address(client, path):
    _, text = browse(client, path)
    text = text.partition("</head>")[0]
    assert len(re.findall(r"<title>[^<]+</title>", text)) == 1
    assert len(re.findall(r'<meta name="description" content="[^"]+">', text)) == 1
    assert f'<link rel="canonical" href="{path.partition("?")[0]}">' in text
    assert ('content="noindex, follow"' in text) == (path in ("/search?q=cdk2", "/build"))


def test_crawlers_do_not_follow_facets(client):
    _, text = browse(client, "/search?type=disease&q=cancer")
    facets = re.search(r"<aside.*?</aside>", text, re.DOTALL).group()
    assert all('rel="nofollow"' in tag for tag in re.findall(r"<a [^>]*>", facets))


def test_a_page_of_ten_rows_is_light(client):
    for path in ("/search?type=gene&q=*", "/search?type=disease&q=cancer", f"/search?type=gene&filter={STATUS}"):
        assert len(browse(client, path)[1]) < 100_000


def test_all_collections_are_searched_at_once(client):
    _, text = browse(client, "/search?type=*&q=cancer")
    assert '<option value="*" selected>All collections</option>' in text
    assert re.search(r'<h2 id="in-disease"><a href="[^"]*">Diseases</a>', text)
    (everything,) = links(text, r'href="([^"]*)">All [\d,]+ results in Diseases<')
    assert client.get(everything).status_code == 200
    (best,) = links(text, r'href="([^"]*)">Best of all<')
    _, ranked = browse(client, f"/v1/search{best.removeprefix('/search')}")
    assert ranked.count('class="badge"') == 25
    assert "All results in" in ranked
    assert 'href="/v1/search?q=cancer&amp;size=25&amp;format=json"' in ranked


def test_a_misspelt_text_is_relaxed_in_all_collections_while_there_is_time(client, monkeypatch):
    _, text = browse(client, "/search?type=*&q=brest+cancer")
    assert text.count("These are the results for <b>breast cancer</b> instead of <q>brest cancer</q>.") == 1
    (strict,) = links(text, r'href="([^"]*)">Search only for “brest cancer”')
    assert "Nothing found" in browse(client, f"/search{strict}")[1]
    monkeypatch.setattr("searchapp.federated.RELAX_SECONDS", -1)
    assert "Nothing found" in browse(client, "/search?type=*&q=brest+cancer")[1]


def test_an_id_in_all_collections_is_no_other_text(tmp_path):
    documents = [{"_id": "ocean", "name": "All seas"}, *({"_id": f"w{n}", "name": f"Wave {n}"} for n in range(9))]
    client = engines.client(tmp_path, "part", documents)
    for view, is_said in {"": True, "&view=list": False}.items():
        _, text = browse(client, f"/search?type=*&q=ocean{view}")
        assert ("with the identifier" in text, "ocean only" in text) == (is_said, False), view


def test_a_page_of_results_names_the_other_collections_with_hits(client):
    _, text = browse(client, "/search?type=gene&q=cancer")
    ((address, count),) = re.findall(r'class="also">Also in <a href="([^"]*)">Diseases</a> <span[^>]*>([\d,]+)<', text)
    _, there = browse(client, html.unescape(address))
    assert f"{count} results" in there


@pytest.mark.parametrize("query", ["q=BRCA1", "q=*&from=10&size=10", "q="])
def test_other_collections_are_named_only_where_they_help(client, query):
    assert 'class="also"' not in browse(client, f"/search?type=gene&{query}")[1]


@pytest.mark.parametrize("type", ["", "&type=*", "&type="])
def test_a_search_without_a_type_is_one_of_all_collections(client, type):
    _, text = browse(client, f"/search?q=cancer{type}")
    assert "in all collections" in text and '<h2 id="in-disease">' in text
    assert client.get(f"/search?q=cancer{type}").json["item_types"]["disease"]["total"]


def test_a_search_that_no_collection_answers_with_hits_says_so(client):
    _, text = browse(client, "/v1/search?q=nothingatallhere")
    assert "Nothing found" in text
    assert text.count("<h1") == 1
    assert "How to write a query" in text
    assert "Check the spelling" in text


def test_a_search_of_all_collections_without_hits_offers_others(client):
    _, text = browse(client, "/search?q=protien+kinaze&relax=none")
    ((address, count),) = re.findall(r'<a href="([^"]*)">protein kinase</a> <span[^>]*>([\d,]+) documents', text)
    _, found = browse(client, f"/search{html.unescape(address)}&relax=none")
    assert f"{count} results" in found
    _, parts = browse(client, "/search?q=brca1+AND+asthma+AND+nothingatall")
    assert "Results of each part alone" in parts and "brca1 OR asthma OR nothingatall" in parts


@pytest.mark.parametrize(
    ("q", "is_list"),
    [
        ("BRCA1,nothing1,nothing2", True),
        ("BRCA1; nothing at all", True),
        ("InChI=1S/C8H10N4O2/c1-10-4-9-6-5(10)7(13)12(3)8(14)11(6)2/h4H,1-3H3", False),
        ("nothing,nowhere", False),
        ("nothing here, and nothing there", False),
    ],
)
def test_a_list_is_offered_only_if_one_of_its_texts_is_known(client, q, is_list):
    text = client.get("/search", query_string={"type": "gene", "q": q, "format": "html"}).text
    assert ("Look up each of them" in text) == is_list


def test_the_filter_of_a_search_of_all_collections_is_shown_and_can_be_removed(client):
    _, text = browse(client, f"/search?q=cancer&filter={STATUS}")
    (free,) = links(text, r'<a href="([^"]*)"[^>]*aria-label="Remove the filter status')
    assert "Diseases</a> <small>" not in text
    assert "Diseases</a> <small>" in browse(client, f"/search{free}")[1]


def test_a_pasted_list_is_offered_in_the_collections_that_know_a_text_of_it(client):
    text = client.get("/search", query_string={"q": "BRCA1,nothing1,nothing2", "format": "html"}).text
    found = re.search(r"Look up each of them in (.*?)</p>", text)[1]
    assert re.sub(r"<[^>]*>", "", found) == "Genes"


def test_a_page_after_the_last_result_says_where_the_result_ends(client):
    _, text = browse(client, "/search?type=gene&q=name:kinase&from=900")
    (first,) = links(text, r'The result ends at [\d,]+\. <a href="([^"]*)">First page')
    assert "from" not in first and "size</code> is 0" not in text
    assert "size</code> is 0" in browse(client, "/search?type=gene&q=name:kinase&size=0")[1]


def test_many_facets_on_a_page_have_fewer_values_each(client, monkeypatch):
    monkeypatch.setattr("searchapp.web.pages.results.page_options.MAX_VALUES", 30)
    _, text = browse(client, "/search?type=gene&q=*&facets=symbol,status&facet_size=20")
    assert text.count('class="value" href') == 15 + 3
    _, alone = browse(client, "/search?type=gene&q=*&facets=symbol&facet_size=20")
    assert alone.count('class="value" href') == 20
    _, nested = browse(client, "/search?type=gene&q=*&facets=symbol(status)&facet_size=20")
    assert nested.count('class="value" href') <= 5 + 5 * 2


def test_values_have_fewer_links_on_a_page_with_many_parameters(client, monkeypatch):
    monkeypatch.setattr("searchapp.web.pages.results.page_options.MAX_LINKS", 10_000)
    _, text = browse(client, "/search?type=gene&q=*&facets=symbol&facet_size=50&note=" + "a" * 400)
    assert text.count('class="value" href') == 10_000 // (2 * 450)


def test_a_page_has_trees_of_the_first_documents_only(client, monkeypatch):
    _, text = browse(client, "/search?type=gene&q=*&view=tree&size=20")
    assert (text.count('<details class="hit"'), "documents. The others" in text) == (20, False)
    monkeypatch.setattr("searchapp.web.pages.results.hits.MAX_TREE_VALUES", 60)
    _, text = browse(client, "/search?type=gene&q=*&view=tree&size=20")
    count = text.count('<details class="hit"')
    assert 1 <= count < 20 and f"These are the first {count} of 20 documents." in text


def test_a_collection_without_documents_says_so(tmp_path):
    with sqlite3.connect(tmp_path / "shop.db") as database:
        database.execute("CREATE TABLE part (id INTEGER PRIMARY KEY, name TEXT)")
    client = create_app({"BACKEND": "sql", "SQL_URL": f"sqlite:///{tmp_path}/shop.db", "INSTANCE": str(tmp_path)})
    _, text = browse(client.test_client(), "/search?type=part")
    assert "No documents yet" in text and "How to write a query" not in text
    _, text = browse(client.test_client(), "/search?type=part&q=x")
    assert "Nothing found" in text


def test_several_filters_are_removed_at_once(client):
    _, text = browse(
        client, "/search?type=gene&q=kinase&filter=status:%22Approved%22+AND+locus_group:%22pseudogene%22&sort=symbol"
    )
    (address,) = links(text, r'href="([^"]*)"[^>]*>Remove all filters<')
    assert address == "?type=gene&q=kinase&sort=symbol"
    _, text = browse(client, "/search?type=gene&q=kinase&filter=status:Approved")
    assert "Remove all filters" not in text


def test_a_short_result_offers_no_longer_pages(client):
    text = browse(client, "/search?type=gene&q=symbol:A1BG")[1]
    assert 'class="sizes"' not in text and 'class="pager"' not in text


def test_a_question_as_a_heading_is_cut_off_and_complete_in_its_tooltip(tmp_path):
    question = "Which of the following means of transport did you use most often during the last twelve months?"
    answers = [
        {"_id": str(n), "Age": ("old", "young")[n % 2], question: ("bus", "train")[n // 2 % 2]} for n in range(40)
    ]
    _, text = browse(engines.client(tmp_path, "survey", answers), "/v1/survey/query")
    assert text.count(f'<span class="clamp">{question}</span>') == 2
    assert re.search(rf'<th [^>]*title="{re.escape(question)}"', text)
    assert f'<h2 title="{question}">' in text


def test_the_query_help_is_one_click_away(client):
    _, text = browse(client, "/search?type=gene&q=kinase")
    (help_page,) = links(text, r'<a href="([^"]*)">Query help</a>')
    _, text = browse(client, help_page.partition("#")[0])
    assert 'id="syntax">How to write a query' in text and 'value="kinase"' in text
