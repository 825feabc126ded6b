"""The parts that pages are made of, as plain data."""

import pytest

from searchapp.errors import ErrorKind
from searchapp.web.addresses import data_pairs, is_link, linkout, own_linkouts
from searchapp.web.pages.document import values as documents
from searchapp.web.pages.errors import advice, pointer
from searchapp.web.pages.fields import field_rows
from searchapp.web.pages.results import cards, charts, table
from searchapp.web.pages.results.downloads import downloads
from searchapp.web.pages.results.snippets import snippets
from searchapp.web.pages.values import highlighting
from searchapp.web.pages.values.readable import ValueTexts

FORMATS = ("json", "yaml", "html", "msgpack", "csv", "tsv", "ndjson")


def test_a_download_of_all_leaves_out_options_of_a_page():
    pairs = [("q", "a b"), ("from", "10"), ("size", "5"), ("facets", "status")]
    offered = downloads("/v1/gene/query", pairs, FORMATS)
    assert offered.page[0] == ("csv", "CSV", "/v1/gene/query?q=a+b&from=10&size=5&format=csv&download=true")
    assert offered.all[0] == ("csv", "CSV", "/v1/gene/query?q=a+b&fetch_all=true&format=csv&download=true")
    assert offered.every == [("q", "a b"), ("fetch_all", "true"), ("format", "ndjson")]


def test_all_hits_are_also_offered_with_the_columns_of_the_table_alone():
    offered = downloads("/x", [("q", "a"), ("size", "5")], FORMATS, 20, 1000, 'title,"Object Name"')
    assert [one.format for one in offered.columns] == ["csv", "tsv"]
    assert offered.columns[0].href == (
        "/x?q=a&fetch_all=true&fields=title%2C%22Object+Name%22&format=csv&download=true"
    )
    assert downloads("/x", [("q", "a")], FORMATS, 20, 1000).columns == []


def test_only_formats_that_the_api_has_are_offered():
    assert [one.format for one in downloads("/x", [], ("json", "html")).page] == ["json"]


def test_formats_that_do_not_stream_hold_all_of_it_where_one_answer_can():
    assert [one.format for one in downloads("/x", [], FORMATS, 1001, 1000).all] == ["csv", "tsv", "ndjson"]
    json = downloads("/x", [("q", "a"), ("size", "5")], FORMATS, 1000, 1000).all[3]
    assert json.href == "/x?q=a&size=1000&format=json&download=true"


def test_all_hits_are_offered_as_a_file_for_excel_unless_a_sheet_has_fewer_rows():
    offered = [downloads("/x", [("q", "a")], ("csv", "xlsx", "json"), total, 1000) for total in (5, 1_048_576)]
    assert [[one.title for one in each.page] for each in offered] == [["CSV", "Excel", "JSON"]] * 2
    assert [[one.format for one in each.all] for each in offered] == [["csv", "xlsx", "json"], ["csv"]]
    assert offered[0].all[1].href == "/x?q=a&fetch_all=true&format=xlsx&download=true"


@pytest.mark.parametrize(
    ("fields", "document", "value"),
    [
        (["lat", "at.lon"], {"lat": 47.37, "at": {"lon": 8.5481}}, "47.37, 8.5481"),
        (["lat", "lon"], {"lat": -20, "lon": 181.5}, "-20, -178.5"),
        (["geometry.coordinates"], {"geometry": {"coordinates": [8.5, 47.3, 400]}}, "47.3, 8.5"),
        (["geometry.coordinates"], {"geometry": {"coordinates": [[[8.5, 47.3], [8.6, 47.3]]]}}, None),
        (["at"], {"at": "POINT (8.5 47.3)"}, "47.3, 8.5"),
        (["at"], {"at": "SRID=4326;POINT(-8 47)"}, "47, -8"),
        (["lat", "lon"], {"lat": 47.37}, None),
        (["lat", "lon"], {"lat": 470, "lon": 8}, None),
        (["lat", "lon"], {"lat": "47", "lon": 8}, None),
        ([], {"lat": 47.37}, None),
    ],
)
def test_the_place_of_a_document_is_a_link_to_a_map(fields, document, value):
    found = documents.maps(fields, document)
    assert [one["value"] for one in found] == ([value] if value else [])
    assert all(value.split(", ")[0] in one["href"] for one in found)


def test_a_document_without_a_title_is_called_by_its_id():
    assert documents.name_of_id("7", "Row") == "Row 7"
    assert documents.name_of_id("2024-03-01T00:15:00+00:00", "Row") == "1 March 2024, 00:15 UTC"
    assert documents.name_of_id("LAB-4001", "Row") == "LAB-4001"


def test_colours_have_a_square_also_without_a_sign_in_their_fields():
    assert "#ECD53F" in highlighting.colour_of("ECD53F", "hex")
    assert "#ecd53f" in highlighting.colour_of("#ecd53f", "note")
    assert highlighting.colour_of("123456", "postcode") is None
    assert highlighting.colour_of("123456", "line_colour") and not highlighting.colour_of("red", "colour")


def test_a_snippet_for_the_shell_is_quoted():
    assert snippets("http://x/q", [("q", "it's")])["curl"] == "curl 'http://x/q?q=it%27s'"
    assert snippets("http://x/q", [])["curl"] == "curl http://x/q"


def test_all_of_a_result_is_read_line_by_line():
    codes = snippets("http://x/q", [("q", "a"), ("format", "ndjson")], lines=True)
    assert "iter_lines()" in codes["Python"]
    assert "jsonlite::stream_in()" in codes["R"]


def test_a_repeated_parameter_stays_repeated_in_python():
    code = snippets("http://x/q", [("fields", "a"), ("fields", "b")])["Python"]
    assert "params=[('fields', 'a'), ('fields', 'b')]" in code


def test_the_value_that_matches_stands_first_and_is_marked():
    hit = {"alias": ["one", "two", "three"], "_highlight": {"alias": ["<em>three</em>"]}}
    assert highlighting.cell(hit, "alias") == "<mark>three</mark>, one, two"


def test_values_are_escaped_around_the_marks():
    hit = {"name": "<x> kinase", "_highlight": {"name": ["<x> <em>kinase</em>"]}}
    assert highlighting.cell(hit, "name") == "&lt;x&gt; <mark>kinase</mark>"


def test_tags_of_a_value_are_left_out_and_marks_kept():
    hit = {"name": "<p>a <i>new</i> kinase</p>", "_highlight": {"name": ["<p>a <i>new</i> <em>kinase</em></p>"]}}
    assert highlighting.cell(hit, "name") == "a new <mark>kinase</mark>"
    assert highlighting.cell({"name": "<p>a <i>new</i> kinase</p>"}, "name") == "a new kinase"


def test_a_long_value_is_cut_before_its_first_match():
    hit = {"name": "x " * 200 + "kinase", "_highlight": {"name": ["x <em>kinase</em>"]}}
    assert highlighting.cell(hit, "name") == "… " + "x " * 19 + "<mark>kinase</mark>"


def test_a_long_value_is_not_cut_inside_of_a_mark():
    text = "<em>radio</em> " + "x" * 135 + " of <em>radioactive</em> ores and " + "y" * 99
    shown = highlighting.cell({"a": highlighting.without_marks(text), "_highlight": {"a": [text]}}, "a")
    assert shown.endswith(" of <mark>radioactive</mark> …")


def test_a_value_keeps_the_parts_around_its_fragments():
    name = "Portrait of J.M.W. Turner, R.A. by emigrants"
    hit = {"name": name, "_highlight": {"name": ["<em>Turner</em>, R.A.", "by <em>em</em>"]}}
    marked = "Portrait of J.M.W. <mark>Turner</mark>, R.A. by <mark>em</mark>igrants"
    assert highlighting.cell(hit, "name") == marked


def test_a_card_without_the_first_title_is_called_by_the_next_one():
    settings = {"table_fields": ["name", "type", "made"], "title_separator": ""}
    hits = [{"_id": "1", "name": "Town", "type": "place"}, {"_id": "2", "type": "relation", "made": "x"}]
    found = cards.of(hits, settings, ["name", "type"], frozenset())
    assert [(card["title"], card["values"]) for card in found] == [
        ("Town", [("type", "place")]),
        ("relation", [("made", "x")]),
    ]


def test_a_cell_shows_equal_texts_of_a_list_of_objects_once():
    terms = [{"rank": "junior", "party": "A", "district": 1, "url": "https://a.org/1"}] * 3 + [{"rank": "senior"}]
    hit = {"terms": terms, "doses": [{"value": 5, "unit": "mg"}, {"value": 5, "unit": "mg"}]}
    assert highlighting.cell(hit, "terms.rank") == "junior, senior"
    assert highlighting.cell(hit, "terms.district") == "1, 1, 1"
    assert highlighting.cell(hit, "doses.value") == "5\u00a0mg, 5\u00a0mg"
    marked = {**hit, "_highlight": {"terms.rank": ["<em>junior</em>"]}}
    assert highlighting.cell(marked, "terms.rank") == "<mark>junior</mark>, senior"
    assert table.linked_cell(hit, "terms.url", frozenset(), {}, ValueTexts()).count("<a ") == 1


def test_many_values_are_counted():
    assert highlighting.cell({"many": list(range(2000))}, "many") == "0, 1, 2, 3, 4 (+1,995)"
    weights = [{"value": number, "unit": "kg"} for number in range(7)]
    shown = highlighting.cell({"weights": weights}, "weights.value")
    assert shown == "0\u00a0kg, 1\u00a0kg, 2\u00a0kg, 3\u00a0kg, 4\u00a0kg (+2)"


def test_values_that_a_cell_leaves_out_are_not_written(monkeypatch):
    written = []
    monkeypatch.setattr(highlighting, "shortened", lambda text: written.append(text) or text)
    highlighting.cell({"many": [*"abcdefgh"]}, "many")
    assert written == [*"abcde"]


def test_a_match_outside_the_columns_is_shown_only_if_no_column_has_one():
    hit = {"_highlight": {"alias": ["<em>a</em>"], "all": ["<em>a</em>"]}}
    assert highlighting.other_matches(hit, ["name"], frozenset(["all"])) == [("alias", "<mark>a</mark>")]
    assert highlighting.other_matches(hit, ["alias"], frozenset(["all"])) == []


def test_marks_are_put_on_the_letters_of_the_document():
    hit = {"alias": {"symbol": ["RNF53", "BRCC1"]}, "_highlight": {"alias.symbol": ["<em>rnf53</em>"]}}
    assert highlighting.cell(hit, "alias.symbol") == "<mark>RNF53</mark>, BRCC1"
    assert highlighting.other_matches(hit, ["name"], frozenset()) == [("alias.symbol", "<mark>RNF53</mark>")]
    assert highlighting.recased("Müller straße", "müller <em>straße</em>") == "Müller <em>straße</em>"
    assert highlighting.recased("other", "<em>rnf53</em>") is None


def test_hidden_fields_are_not_marked():
    hit = {"status": "Approved", "_highlight": {"status": ["<em>Approved</em>"]}}
    assert highlighting.cell(hit, "status", frozenset(["status"])) == "Approved"


def histogram(*counts):
    return {"_type": "histogram", "terms": [{"term": number, "count": count} for number, count in enumerate(counts)]}


def test_the_highest_bar_fills_the_height_and_an_empty_one_has_none():
    bars = charts.charts_of([], {"depth:1": histogram(4, 0, 2)}, None)["depth:1"]["bars"]
    assert [(bar["y"], bar["height"]) for bar in bars] == [(0, 64), (64, 0), (32, 32)]
    assert [bar["x"] for bar in bars] == [0, 80, 160]


def test_two_values_are_a_list_and_no_histogram():
    assert charts.charts_of([], {"depth:1": histogram(4, 1)}, None)["depth:1"]["bars"] == []


def test_a_step_of_a_histogram_has_both_ends_and_its_axis_the_starts():
    counted = [{"term": start, "count": 1} for start in (-0.5, 0, 0.5)]
    shown = charts.charts_of([], {"mag:0.5": {"_type": "histogram", "terms": counted}}, None)["mag:0.5"]
    assert [row["term"] for row in shown["rows"]] == ["-0.5 – 0", "0 – 0.5", "0.5 – 1"]
    assert shown["axis"] == ["-0.5", "0.5"]


def test_a_histogram_of_more_bars_than_keys_to_press_is_passed_over_by_tab():
    assert {bar["reached"] for bar in charts.charts_of([], {"n:1": histogram(*[1] * 61)}, None)["n:1"]["bars"]} == {
        False
    }


def test_a_long_list_of_steps_is_cut():
    shown = charts.charts_of([], {"n:1": histogram(*[1] * 300)}, None)["n:1"]
    assert (shown["bars"], len(shown["rows"]), shown["unlisted"]) == ([], 100, 200)


def test_dates_are_written_as_long_as_their_period_and_offer_others():
    facet = {"_type": "date_histogram", "terms": [{"term": "2020-03-01T00:00:00.000Z", "count": 1}]}
    shown = charts.charts_of([], {"d:month": facet, "a": {"_type": "terms", "terms": []}}, None)["d:month"]
    assert shown["rows"][0]["term"] == "2020-03"
    assert shown["periods"] == {"year": "?facets=d%3Ayear%2Ca", "month": None, "day": "?facets=d%3Aday%2Ca"}


def test_a_facet_is_taken_away_by_a_link():
    shown = charts.charts_of(
        [("facets", "a,b")], {"a": {"_type": "terms", "terms": []}, "b": {"_type": "terms", "terms": []}}, None
    )
    assert shown["a"]["fewer"] == "?facets=b"


def test_a_long_list_is_shown_in_parts():
    parts = documents.slices(list(range(10_000)))
    assert (len(parts.shown), len(parts.folded), parts.left) == (40, 960, 9000)


def test_links_to_other_sites_come_from_the_configuration():
    templates = {"xref.id": "https://example.org/{value}", "other": "javascript:{value}"}
    assert documents.external_links(templates, {"xref": {"id": "A B"}, "other": "x"}) == [
        {"host": "example.org", "value": "A B", "href": "https://example.org/A%20B"}
    ]


def test_places_here_are_named_by_their_field():
    templates = {"parent.id": "/v1/disease/{value}", "children": "/search?q={_id}"}
    found = documents.external_links(templates, {"parent": [{"id": "1"}], "children": 0})
    assert found == [{"host": "parent.id", "value": "1", "href": "/v1/disease/1"}]


def test_a_link_may_lead_to_documents_of_our_own_and_hold_the_id():
    templates = own_linkouts({"children": "/search?q=parent.id:%22{_id}%22&n={value}", "bad": "//{value}"}, "DOID:1 2")
    assert linkout(templates, "children", 3) == "/search?q=parent.id:%22DOID:1%202%22&n=3"
    assert linkout(templates, "bad", "example.org") is None


def test_a_licence_has_the_name_that_its_source_gives():
    sources = {"a": {"license": "CC0 1.0", "license_url": "https://example.org/x"}, "b": {"license": None}, "c": "?"}
    assert documents.licence_names(sources) == {"https://example.org/x": "CC0 1.0"}


def test_an_error_points_at_its_column():
    assert pointer({"text": "symbol:(A"}, 10) == ("symbol:(A", "         ^")
    assert pointer({"error": "size must be a number"}, None) is None


def test_the_text_around_an_error_is_cut_to_a_line():
    line, mark = pointer({"text": "a\n" * 50 + "(" + "b" * 100}, 101)
    assert line[len(mark) - 1] == "("
    assert (line[0], line[-1], "\n" in line) == ("…", "…", False)


def test_licences_are_found_at_any_depth():
    assert documents.licences({"a": [{"_license": "x"}, {"b": {"_license": "y"}}]}) == ["x", "y"]


def test_fields_stand_below_the_object_that_holds_them():
    rows = field_rows({"xref": {"type": "object"}, "xref.id": {"type": "keyword"}, "a.b": {"type": "text"}})
    assert [(row["short"], row["depth"]) for row in rows] == [("xref", 0), ("id", 1), ("a.b", 0)]


def test_other_forms_of_a_text_stand_in_its_row():
    rows = field_rows({"name": {"type": "text"}, "name.keyword": {"type": "keyword"}})
    assert [(row["name"], row["forms"]) for row in rows] == [("name", [{"name": "name.keyword", "short": "keyword"}])]
    assert [row["name"] for row in field_rows({"name.keyword": {"type": "keyword"}})] == ["name.keyword"]


@pytest.mark.parametrize(
    ("error", "kind", "start"),
    [
        ({"keyword": "size"}, ErrorKind.BAD_REQUEST, "Change size"),
        ({}, ErrorKind.SYNTAX, "Put a text"),
        ({}, ErrorKind.UNCLOSED, 'Close each ( [ { and "'),
        ({}, ErrorKind.UNAVAILABLE, "Nothing is wrong with your request"),
        ({"keyword": "q"}, ErrorKind.BATCH_TOO_LARGE, "Send the list in parts"),
    ],
)
def test_the_advice_fits_the_kind_of_error(error, kind, start):
    assert advice(error, kind).startswith(start)


def test_parameters_of_pages_are_no_part_of_a_program():
    assert data_pairs([("q", "a"), ("view", "tree"), ("type", "gene"), ("format", "html")]) == [("q", "a")]


def test_a_link_out_is_http_and_nothing_else():
    assert linkout({"a": "{value}"}, "a", "javascript:alert(1)") is None
    assert not is_link("https://x/' onclick='")
