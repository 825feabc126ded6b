"""The parts that pages are made of, as plain data."""

import pytest

from searchapp.web.pages import charts, documents, marks
from searchapp.web.pages.addresses import data_pairs, is_link, linkout
from searchapp.web.pages.downloads import downloads
from searchapp.web.pages.errors import hints
from searchapp.web.pages.fields import field_rows
from searchapp.web.pages.snippets import snippets

FORMATS = ("json", "yaml", "html", "msgpack", "csv", "tsv", "ndjson")


def test_a_download_of_all_leaves_out_what_belongs_to_a_page():
    pairs = [("q", "a b"), ("from", "10"), ("size", "5"), ("facets", "status")]
    csv = next(one for one in downloads("/v1/gene/query", pairs, FORMATS) if one["format"] == "csv")
    assert csv["page"] == "/v1/gene/query?q=a+b&from=10&size=5&format=csv&download=true"
    assert csv["all"] == "/v1/gene/query?q=a+b&fetch_all=true&format=csv&download=true"


def test_only_formats_that_the_api_has_are_offered():
    assert [one["format"] for one in downloads("/x", [], ("json", "html"))] == ["json"]


def test_formats_that_do_not_stream_give_no_more_than_the_page():
    assert [one["format"] for one in downloads("/x", [], FORMATS) if one["all"]] == ["csv", "tsv", "ndjson"]


def test_a_snippet_for_the_shell_is_quoted():
    assert snippets("http://x/q", [("q", "it's")])["curl"] == "curl 'http://x/q?q=it%27s'"
    assert snippets("http://x/q", [])["curl"] == "curl http://x/q"


def test_a_repeated_parameter_stays_repeated_in_python():
    code = snippets("http://x/q", [("fields", "a"), ("fields", "b")])["Python"]
    assert "params=[('fields', 'a'), ('fields', 'b')]" in code


def test_the_value_that_matches_stands_first_and_is_marked():
    hit = {"alias": ["one", "two", "three"], "_highlight": {"alias": ["<em>three</em>"]}}
    assert marks.cell(hit, "alias") == "<mark>three</mark>, one, two"


def test_what_a_document_holds_is_escaped_around_the_marks():
    hit = {"name": "<b> kinase", "_highlight": {"name": ["<b> <em>kinase</em>"]}}
    assert marks.cell(hit, "name") == "&lt;b&gt; <mark>kinase</mark>"


def test_a_fragment_of_a_long_value_stands_for_it():
    hit = {"name": "x " * 200 + "kinase", "_highlight": {"name": ["x <em>kinase</em>"]}}
    assert marks.cell(hit, "name") == "… x <mark>kinase</mark> …"


def test_many_values_are_counted():
    assert marks.cell({"many": list(range(2000))}, "many") == "0, 1, 2, 3, 4 (+1,995)"


def test_a_match_outside_the_columns_is_told_only_when_no_column_has_one():
    hit = {"_highlight": {"alias": ["<em>a</em>"], "all": ["<em>a</em>"]}}
    assert marks.elsewhere(hit, ["name"], frozenset(["all"])) == [("alias", "<mark>a</mark>")]
    assert marks.elsewhere(hit, ["alias"], frozenset(["all"])) == []


def test_hidden_fields_are_not_marked():
    hit = {"status": "Approved", "_highlight": {"status": ["<em>Approved</em>"]}}
    assert marks.cell(hit, "status", frozenset(["status"])) == "Approved"


def histogram(*counts):
    return {"_type": "histogram", "terms": [{"term": number, "count": count} for number, count in enumerate(counts)]}


def test_the_highest_bar_fills_the_height_and_an_empty_one_has_none():
    bars = charts.drawn([], {"depth:1": histogram(4, 0, 2)}, None)["depth:1"]["bars"]
    assert [(bar["y"], bar["height"]) for bar in bars] == [(0, 64), (64, 0), (32, 32)]
    assert [bar["x"] for bar in bars] == [0, 80, 160]


def test_two_values_are_a_list_and_no_histogram():
    assert charts.drawn([], {"depth:1": histogram(4, 1)}, None)["depth:1"]["bars"] == []


def test_a_facet_is_taken_away_by_a_link():
    shown = charts.drawn(
        [("facets", "a,b")], {"a": {"_type": "terms", "terms": []}, "b": {"_type": "terms", "terms": []}}, None
    )
    assert shown["a"]["fewer"] == "?facets=b"


def test_a_long_list_is_shown_in_parts():
    parts = documents.slices(list(range(10_000)))
    assert (len(parts.shown), len(parts.folded), parts.left) == (40, 960, 9000)


def test_places_elsewhere_come_from_the_configured_links():
    templates = {"xref.id": "https://example.org/{value}", "other": "javascript:{value}"}
    assert documents.places(templates, {"xref": {"id": "A B"}, "other": "x"}) == [
        {"host": "example.org", "field": "xref.id", "value": "A B", "href": "https://example.org/A%20B"}
    ]


def test_licences_are_found_at_any_depth():
    assert documents.licences({"a": [{"_license": "x"}, {"b": {"_license": "y"}}]}) == ["x", "y"]


def test_fields_stand_below_the_object_that_holds_them():
    rows = field_rows({"xref": {"type": "object"}, "xref.id": {"type": "keyword"}, "a.b": {"type": "text"}})
    assert [(row["short"], row["depth"]) for row in rows] == [("xref", 0), ("id", 1), ("a.b", 0)]


@pytest.mark.parametrize(
    ("error", "hint"),
    [
        ({"code": 400, "error": "size must be", "keyword": "size"}, "Change size"),
        ({"code": 400, "error": "q cannot be parsed: ..."}, 'Put "'),
        ({"code": 503, "error": "search backend is not available"}, "Nothing is wrong with your request"),
        ({"code": 418, "error": ""}, ""),
    ],
)
def test_the_first_hint_fits_the_error(error, hint):
    assert next(iter(hints(error)), "").startswith(hint)


def test_parameters_of_pages_are_no_part_of_a_program():
    assert data_pairs([("q", "a"), ("view", "tree"), ("type", "gene"), ("format", "html")]) == [("q", "a")]


def test_a_link_out_is_http_and_nothing_else():
    assert linkout({"a": "{value}"}, "a", "javascript:alert(1)") is None
    assert not is_link("https://x/' onclick='")
