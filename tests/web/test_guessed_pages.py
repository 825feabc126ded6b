"""Pages of collections that were loaded without any configuration."""

import html
import json
import re
import time

import pytest
from click.testing import CliRunner

from searchapp import create_app
from searchapp.cli import main
from searchapp.web.pages.document import near
from tests.web.test_pages import browse

DAY = 86_400


@pytest.fixture
def loaded(tmp_path):
    """A function that loads a file as the collection `part`, and gives a client of it."""

    def load(content, name="part.ndjson", *options):
        file = tmp_path / name
        if not isinstance(content, str):
            content = "".join(json.dumps(document) + "\n" for document in content)
        file.write_text(content)
        arguments = ["load", "part", str(file), "--instance", str(tmp_path), *options]
        result = CliRunner().invoke(main, arguments, catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return create_app({"INSTANCE": str(tmp_path)}).test_client()

    return load


def readings(count=120):
    return [
        {
            "seen_ms": 1000 * (1_700_000_000 + n * DAY),
            "name": f"Reading {n}",
            "celsius": n / 10,
            "sent_at": 1_700_000_000.5 + n,
        }
        for n in range(count)
    ]


def test_moments_are_dates_in_tables_facets_and_filters(loaded):
    client = loaded(readings())
    _, text = browse(client, "/search?type=part&q=*")
    assert "2023-11-14 22:13" in text
    assert text.count("2023-11-14 22:13") > 1
    assert "Seen (ms)" not in text
    assert "seen_ms:month" in text
    _, text = browse(client, "/search?type=part&q=seen_ms:[2024-01-01 TO 2024-01-31]")
    assert "31 results" in text
    field = client.get("/v1/part/metadata/fields").json["seen_ms"]
    assert (field["type"], field.get("unit")) == ("date", None)
    assert client.get("/v1/part/1").json["seen_ms"] == 1_700_000_000_000


def test_addresses_are_sorted_by_their_numbers_and_found_by_networks(loaded):
    addresses = ["192.168.10.1", "192.168.9.200", "2001:db8::1", "10.0.0.130"]
    client = loaded([{"_id": f"r{place}", "client": address} for place, address in enumerate(addresses)])
    hits = client.get("/v1/part/query?q=*&sort=client").json["hits"]
    assert [hit["client"] for hit in hits] == ["10.0.0.130", "192.168.9.200", "192.168.10.1", "2001:db8::1"]
    for network, total in (("192.168.0.0/16", 2), ("2001:db8::/32", 1), ("10.0.0.130", 1)):
        assert client.get("/v1/part/query", query_string={"q": f'client.ip:"{network}"'}).json["total"] == total
    _, text = browse(client, "/search?type=part&q=*")
    assert "sort=client" in text and "client.ip" not in text


def heading_of_ids(client):
    _, text = browse(client, "/search?type=part&q=*")
    return re.search(r'title="_id">([^<]*)<', text)[1]


def test_ids_are_headed_by_the_field_that_they_are_from(loaded):
    assert heading_of_ids(loaded("tail_no,n\nN1,5\nN2,6\n", "part.csv")) == "Tail no"


def test_row_numbers_are_not_ids_if_a_column_is_called_id(loaded):
    client = loaded("CHROM,ID,n\n1,7,5\n1,7,6\n", "part.csv")
    assert heading_of_ids(client) == "Row"
    assert '<h1 class="name">Row 2' in browse(client, "/v1/part/2")[1]


def test_ids_of_documents_differ_from_a_column_called_id(loaded):
    assert heading_of_ids(loaded([{"_id": f"a{n}", "id": n % 2, "n": n} for n in range(4)])) == "Document"


def test_dois_and_addresses_of_mail_are_links_on_the_page_of_a_document(loaded):
    client = loaded([{"_id": "a", "doi": "10.1000/x(1).2", "mail": "ann@example.org", "text": "10.1000 and a@b"}])
    _, text = browse(client, "/v1/part/a")
    assert 'href="https://doi.org/10.1000/x(1).2"' in text
    assert 'href="mailto:ann@example.org"' in text
    assert "a@b</a>" not in text


def test_colours_are_shown_next_to_their_codes(loaded):
    client = loaded([{"_id": str(n), "name": f"Colour {n}", "hex": f"#ff880{n}"} for n in range(3)])
    for path in ("/search?type=part&q=*", "/v1/part/1"):
        _, text = browse(client, path)
        assert 'fill="#ff8801"' in text
        assert "</svg>#ff8801" in text


def test_pages_of_documents_link_to_documents_in_both_directions(loaded):
    client = loaded({"_id": f"P{n}", "name": f"Part number {n}", "above": f"P{n // 3}"} for n in range(1, 31))
    _, text = browse(client, "/v1/part/P4")
    assert re.search(r'<a href="/v1/part/P1"[^>]*>Part number 1</a>', text)
    assert re.search(r'<a href="/search\?type=part[^"]*">Part \(Above\)</a> <span class="count">3</span>', text)


def test_ids_of_known_databases_are_links_at_their_values_only(loaded):
    client = loaded([{"_id": str(n), "name": f"Paper {n}", "pmid": 1676470 + n} for n in range(9)])
    _, text = browse(client, "/v1/part/3")
    assert text.count('href="https://pubmed.ncbi.nlm.nih.gov/1676473/"') == 1
    _, text = browse(client, "/search?type=part&q=*&view=tree")
    assert 'href="https://pubmed.ncbi.nlm.nih.gov/1676470/"' in text


@pytest.mark.parametrize("wrong", ["LAB-100x", "LAB-10", "lab-1O01"])
def test_the_page_of_an_unknown_id_lists_similar_ids(loaded, wrong):
    client = loaded([{"code": f"LAB-{1000 + n}", "name": f"Bottle of {n} ml"} for n in range(40)])
    answer, text = browse(client, f"/v1/part/{wrong}")
    assert answer.status_code == 404
    assert "Did you mean" in text and '/v1/part/LAB-1001"' in text and "Bottle of 1 ml" in text


def test_the_page_of_a_former_id_leads_to_its_document(loaded):
    client = loaded([{"_id": f"D:{n}", "name": f"Disease {n}", "alt_id": [f"D:{n + 500}"]} for n in range(200)])
    answer, text = browse(client, "/v1/part/D:507")
    assert answer.status_code == 404
    assert re.search(r'Did you mean <a href="/v1/part/D:7">D:7</a> \(Disease 7\)\?', text)


def test_similar_ids_are_found_if_a_search_in_other_fields_takes_too_long(loaded, monkeypatch):
    client = loaded([{"code": f"LAB-{1000 + n}", "name": f"Bottle {n}", "alt_id": [f"B{n}"]} for n in range(40)])
    in_time = near.first_hits

    def first_hits(item_type, q, titles, end):
        """Like `first_hits` of a database that reads all documents for other fields."""
        time.sleep(max(0, end - time.monotonic()) if "alt_id" in q else 0)
        return in_time(item_type, q, titles, end) if time.monotonic() < end else []

    monkeypatch.setattr(near, "first_hits", first_hits)
    assert '/v1/part/LAB-1001"' in browse(client, "/v1/part/LAB-10012")[1]


def test_a_wrong_path_is_answered_with_a_similar_one(loaded):
    client = loaded([{"_id": "a", "name": "x"}])
    answer, text = browse(client, "/v1/prat/query?q=x")
    assert answer.status_code == 404
    assert '<a href="/v1/part/query?q=x">' in text


def test_a_description_with_tags_is_shown_once(loaded):
    jobs = [
        {"_id": f"j{n}", "title": f"Nurse {n}", "description": f"<p>Care for {n} people.</p>" * 9} for n in range(9)
    ]
    _, text = browse(loaded(jobs), "/v1/part/j7")
    assert text.split("<article>")[1].count("Care for 7 people.") == 9


def test_lines_of_a_text_and_sentences_of_a_list_are_kept_apart(loaded):
    tales = [
        {"_id": f"t{n}", "name": f"Tale {n}", "song": f"One {n}\nTwo", "acts": [f"Act {n} of it. " * 9] * 2}
        for n in range(9)
    ]
    _, text = browse(loaded(tales), "/v1/part/t7")
    assert '<p class="text">One 7\nTwo</p>' in text and '<ul class="lines">' in text


def test_a_field_that_is_only_stored_has_no_links_to_searches(loaded):
    client = loaded([{"_id": "1", "extra": "a b", "name": "x"}, {"_id": "2", "extra": {}, "name": "y"}])
    assert client.get("/v1/part/1").json["extra"] == "a b"
    _, rows = browse(client, "/v1/part/metadata/fields?format=html")
    assert "_exists_:name" in rows and "extra" in rows
    assert "_exists_:extra" not in rows and "extra:" not in rows


def test_documents_with_long_titles_are_shown_as_cards(loaded):
    acts = [{"_id": f"a{n}", "title": f"Regulation {n} on {'many other things ' * 9}"} for n in range(9)]
    _, text = browse(loaded(acts), "/search?type=part")
    assert '<ul class="hit-cards"' in text


def test_equal_headings_of_a_small_table_begin_with_their_objects(loaded):
    proteins = [
        {"_id": f"p{n}", "sites": [{"from": {"place": n}, "to": {"place": n + 5}, "kind": "x"}]} for n in range(9)
    ]
    _, text = browse(loaded(proteins), "/v1/part/p7")
    assert re.findall(r'<th scope="col"[^>]*>([^<]*)</th>', text) == ["From: place", "To: place", "Kind"]


def test_headings_of_objects_inside_each_other_differ(loaded):
    owners = {"owner": "Ann", "next": {"owner": "Bob", "next": {"owner": "Cid", "since": 1999}}}
    things = [{"_id": f"t{n}", "name": f"Thing {n}", "owners": [owners]} for n in range(9)]
    _, text = browse(loaded(things), "/v1/part/t7")
    found = re.findall(r'<th scope="col"[^>]*>([^<]*)</th>', text)
    assert found == ["Owner", "Next: owner", "Next next: owner", "Since"]


def test_a_number_and_its_unit_are_one_value(loaded):
    size = {"height": {"value": 160.8, "unit": "cm"}, "depth": {"value": 3.5, "unit": "cm", "about": "frame"}}
    things = [
        {"_id": f"t{n}", "name": f"Thing {n}", "size": size, "price": {"amount": 1200 + n, "currency": "EUR"}}
        for n in range(9)
    ]
    _, text = browse(loaded(things), "/v1/part/t7")
    parts = re.findall(r'<div class="entry part">\s*<dt id="([^"]*)"', text)
    assert parts == ["size"]
    shown = " ".join(re.sub(r"<[^>]*>", "", text.partition("data-tree")[2]).split())
    assert "Price 1,207 EUR" in shown and "Height 160.8 cm" in shown


def test_ids_with_blanks_are_looked_up_and_named(loaded):
    items = [{"code": f"A {n} X", "name": f"Lamp {n} of {n * 7}", "n": n} for n in range(100, 140)]
    client = loaded(items, "part.ndjson", "--id", "code")
    _, text = browse(client, "/v1/part/query?q=A+101+X,A+103+X")
    assert html.unescape(re.search(r'<a href="([^"]*)">Look up each', text)[1]).endswith("list=A+101+X%0AA+103+X")
    _, text = browse(client, "/v1/part/A%20101%20Z")
    assert "A 101 Z is not in Part" in text and '<a href="/v1/part/A%20101%20X">A 101 X</a>' in text


def test_objects_in_an_object_that_holds_all_are_sections_of_the_page(loaded):
    study = {"about": {"name": "A", "text": "b c"}, "state": {"is": "done", "since": "2020"}, "n": 5}
    _, text = browse(loaded([{"_id": "s1", "study": study}, {"_id": "s2", "study": study}]), "/v1/part/s1")
    parts = re.findall(r'<div class="entry part">\s*<dt id="([^"]*)"', text)
    assert parts == ["study", "study.about", "study.state"]


@pytest.mark.parametrize(
    ("types", "default", "selected"),
    [("part maker", None, "*"), ("part maker", "maker", "maker"), ("part", None, "part")],
)
def test_all_collections_are_preselected_unless_one_is_the_default(tmp_path, types, default, selected):
    own = {"ITEM_TYPES": {name: {} for name in types.split()}, "DEFAULT_ITEM_TYPE": default}
    _, text = browse(create_app({"INSTANCE": str(tmp_path), **own}).test_client(), "/")
    assert re.findall(r'<option value="([^"]*)" selected', text) == [selected]


def test_a_linked_document_is_not_named_twice_in_a_row(loaded):
    codes = [f"A{n:02}" for n in range(30)]
    children = {"A00": [{"code": code, "title": f"Fever {code}"} for code in codes[1:]]}
    client = loaded([{"code": code, "title": f"Fever {code}", "children": children.get(code, [])} for code in codes])
    _, text = browse(client, "/v1/part/A00")
    table = text.partition('<table class="small">')[2].partition("</table>")[0]
    assert re.search(r'<a href="/v1/part/A01"[^>]*>A01</a>', table)
    assert table.count("Fever A01") == 1


def test_a_card_shows_a_match_in_a_field_that_it_has_not(loaded):
    prose = "A long description of a part that says nothing about the word that is searched for, and goes on. " * 3
    client = loaded([{"name": f"Part {n}", "about": f"{n} {prose}", "note": f"for engine {n}"} for n in range(9)])
    _, text = browse(client, "/v1/part/query?q=engine&view=cards&fields=name,about")
    assert re.search(r'<p class="elsewhere"><span><span class="field">Note</span> for <mark>engine</mark>', text)


def test_numbers_in_tables_and_cards_have_their_units(loaded):
    prices = [{"_id": f"p{n}", "name": f"Pan {n}", "price": {"amount": 45.5 + n, "currency": "EUR"}} for n in range(9)]
    for view in ("table", "cards"):
        _, text = browse(loaded(prices), f"/search?type=part&q=*&view={view}")
        assert "46.5\u00a0EUR" in text
        assert "Price: amount" not in text


def test_cards_can_be_sorted(loaded):
    client = loaded([{"_id": f"p{n}", "name": f"Pan {n}", "weight": n * 1.5} for n in range(30)])
    _, text = browse(client, "/search?type=part&q=*&view=cards")
    (href,) = re.findall(r'href="([^"]*)"[^>]*aria-label="Weight, highest first"', text)
    assert "Sort</summary>" in text and 'aria-current="true">In the order' in text
    _, text = browse(client, f"/search{html.unescape(href)}")
    assert text.index("Pan 29") < text.index("Pan 28") and 'aria-current="true">highest first' in text


def test_a_document_with_many_sections_lists_them(loaded):
    sections = {name: {"a": 1, "b": [1, 2], "c": "x"} for name in ("one", "two", "three", "four")}
    client = loaded([{"_id": "a", "name": "A", **sections}, {"_id": "b", "name": "B", "one": sections["one"]}])
    _, text = browse(client, "/v1/part/a")
    assert '<a href="#two">Two</a>' in text and 'id="two"' in text
    assert 'aria-label="Sections"' not in browse(client, "/v1/part/b")[1]


def test_selected_rows_are_a_list(loaded):
    client = loaded([{"_id": f"p{n}", "name": f"Pan {n}"} for n in range(9)])
    for view in ("table", "cards"):
        _, text = browse(client, f"/search?type=part&q=*&view={view}")
        assert text.count('form="picked" name="list"') == 9 and 'id="picked" action="/v1/part/batch"' in text
    _, text = browse(client, "/v1/part/batch?list=p1&list=p3")
    assert "Pan 1" in text and "Pan 3" in text and "Pan 2" not in text
    sent = client.post("/v1/part/batch?format=json", data={"list": ["p1", "p3\np5"]})
    assert sent.json["summary"]["found"] == 3


def test_a_warning_leads_to_the_fields(loaded):
    _, text = browse(loaded([{"_id": "a", "name": "x"}]), "/search?type=part&q=nosuch:zzz")
    assert re.search(r'class="warning">q: no field [^<]*<a href="/v1/part/metadata/fields\?format=html">', text)


def test_the_only_field_is_no_second_column_if_the_ids_are_taken_from_it(loaded):
    client = loaded([{"word": "yes"}, {"word": "no"}])
    _, text = browse(client, "/search?type=part")
    assert len(re.findall("<th scope=.col", text)) == 1


def test_fields_without_facets_are_offered_above_the_table(loaded):
    client = loaded([{"word": word} for word in ("yes", "no", "perhaps")])
    _, text = browse(client, "/search?type=part")
    assert "<summary>Filter by</summary>" in text
    assert "<aside" not in text
    assert "3 documents" in text
    assert "1 result " in " ".join(browse(client, "/search?type=part&q=yes")[1].split())


def test_years_in_a_filter_of_dates_have_no_commas(loaded):
    client = loaded([{"name": f"Town {n}", "opened": f"{1990 + n}-05-06", "people": 900 * n} for n in range(20)])
    _, text = browse(client, "/search?type=part&q=*&filter=opened:[1999 TO 2004]")
    assert "</span> from 1999 to 2004 <" in text
    _, text = browse(client, "/search?type=part&q=*&filter=people:[1999 TO 2004]")
    assert "</span> from 1,999 to 2,004 <" in text


def test_a_further_column_leaves_the_others_where_they_are(loaded):
    client = loaded([{"size": f"s{n % 3}", "shape": "round", "name": f"Pan {n}", "weight": n} for n in range(20)])
    _, text = browse(client, "/search?type=part&q=*&fields=name,weight")
    assert re.findall(r'name="fields" value="(\w+)"( checked)?', text) == [
        *(("name", " checked"), ("weight", " checked")),
        *(("size", ""), ("shape", "")),
    ]


def test_a_list_is_looked_up_by_the_codes_and_other_names_of_documents(loaded):
    documents = [
        {"_id": f"g{n}", "name": f"gene {n}", "prev": {"symbol": f"OLD{n}"}, "ensembl": {"gene": f"ENSG{n:08}"}}
        for n in range(200)
    ]
    client = loaded(documents)
    _, text = browse(client, "/v1/part/batch?list=ENSG00000007&list=OLD8&list=gene 9")
    assert ">Found <" in text and ">Not found <" not in text
    assert re.findall(r'data-label="Matched in">([^<]*)<', text) == ["Ensembl: gene", "Prev: symbol", "Name"]
    assert 'placeholder="gene 0\nOLD0\nENSG00000000"' in browse(client, "/v1/part/batch")[1]


def test_a_link_that_is_called_like_another_field_keeps_its_own_name(loaded):
    parents = [{"id": f"p{n}", "name": f"Part {n}"} for n in range(3)]
    documents = [{"_id": f"p{n}", "name": f"Part {n}", "parent": parents[: n % 3 + 1]} for n in range(9)]
    _, text = browse(loaded(documents), "/search?type=part&q=*")
    labels = dict(re.findall(r'title="(parent[.a-z]*)">([^<]*)</span>', text))
    assert labels == {"parent.id": "Parent: ID", "parent.name": "Parent"}
