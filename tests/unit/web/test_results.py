from searchapp.web import results

HIT = {"_id": "1", "_score": 1.0, "symbol": "CDK2", "xref": {"_license": "x", "a": ["1", "2"]}, "n": 0}
PAIRS = [("q", "a b"), ("limit", "5"), ("skip", "10")]


def test_columns_are_those_asked_for():
    assert results.columns([HIT], ["symbol", "-n", "x.*", "_id"], ["name"]) == ["symbol"]


def test_else_the_configured_and_the_first_that_the_hits_have():
    assert results.columns([HIT], [], ["name"]) == ["name", "symbol", "n", "xref.a"]


def test_a_cell_shows_values_through_lists_and_objects():
    document = {"a": [{"b": 1}, {"b": [2, None, False]}], "c.d": "flat", "e": {"x": 1, "y": 2}}
    assert results.cell(document, "a.b") == "1, 2, False"
    assert results.cell(document, "c.d") == "flat"
    assert results.cell(document, "e") == "x, y"
    assert results.cell(document, "missing.path") == ""


def test_long_cells_are_cut():
    assert results.cell({"a": list(range(9))}, "a") == "0, 1, 2, 3, 4 (+4)"
    assert len(results.cell({"a": "x" * 999}, "a")) == results.LETTERS


def test_a_link_replaces_a_parameter_under_all_its_names():
    assert results.link(PAIRS, size=20, **{"from": None}) == "?q=a+b&size=20"
    assert results.link([("facets", "x")], aggs="y") == "?aggs=y"


def test_the_pager_knows_both_ends():
    assert results.pager(PAIRS, 12, 10, 5, 10000) == {
        "first": 11,
        "last": 12,
        "previous": "?q=a+b&limit=5&from=5",
        "next": None,
    }
    assert results.pager([], 100, 0, 10, 10000)["next"] == "?from=10"
    assert results.pager([], 0, 0, 10, 10000)["first"] == 0


def test_the_pager_stays_in_the_window():
    assert results.pager([], 50_000, 9990, 10, 10000)["next"] is None


def test_a_heading_sorts_up_then_down_then_not():
    assert results.sort_link([], "a", "keyword", []) == {"href": "?sort=a", "order": None}
    assert results.sort_link([], "a", "keyword", ["a"]) == {"href": "?sort=-a", "order": "ascending"}
    assert results.sort_link([("sort", "-a")], "a", "long", ["-a"]) == {"href": "?", "order": "descending"}
    assert results.sort_link([], "a", "text", [])["href"] is None


def test_a_facet_value_becomes_a_filter():
    assert results.field_filter("a.b", 'x "y" \\') == 'a.b:"x \\"y\\" \\\\"'
    assert results.field_filter("leaf", True) == 'leaf:"true"'


def test_our_own_filters_are_chips_that_can_be_taken_out():
    chips = results.chips([("q", "x")], 'a:"1" AND b:"2"')
    assert [chip["text"] for chip in chips] == ['a:"1"', 'b:"2"']
    assert chips[0]["href"] == "?q=x&filter=b%3A%222%22"


def test_a_filter_that_somebody_wrote_is_one_chip():
    assert [chip["text"] for chip in results.chips([], "a:1 OR b:2")] == ["a:1 OR b:2"]
    assert results.chips([], None) == []


def test_facet_rows_narrow_what_is_shown():
    facet = {"terms": [{"term": "x", "count": 4}, {"term": "y", "count": 1}]}
    rows = results.facet_rows([], "a", facet, None)
    assert [(row["term"], row["share"], row["active"]) for row in rows] == [("x", 100.0, False), ("y", 25.0, False)]
    assert rows[0]["href"] == "?filter=a%3A%22x%22"
    assert results.facet_rows([], "a", facet, 'a:"x"')[0]["active"]
    assert results.facet_rows([], "a", facet, "b:1 OR c:2")[0]["href"] == "?filter=%28b%3A1+OR+c%3A2%29+AND+a%3A%22x%22"


def test_facets_inside_facets_narrow_to_both():
    facet = {"terms": [{"term": "x", "count": 4, "b": {"_type": "terms", "terms": [{"term": "y", "count": 3}]}}]}
    (row,) = results.facet_rows([], "a", facet, None)
    assert [inner["term"] for inner in row["inner"]["b"]] == ["y"]
    assert row["inner"]["b"][0]["href"] == "?filter=a%3A%22x%22+AND+b%3A%22y%22"


def test_what_a_term_counts_can_be_found():
    def found(name, kind, **term):
        return results.term_filter(name, kind, term)

    assert found("a", "terms", term="x") == 'a:"x"'
    assert found("n:5", "histogram", term=-5) == "n:[-5 TO 0}"
    assert found("x:0.1", "histogram", term=0.2) == "x:[0.2 TO 0.3}"
    assert found("n:0..5", "range", term="0..5", **{"from": 0, "to": 5}) == "n:[0 TO 5}"
    assert found("n:min..5", "range", term="min..5", to=5) == "n:[* TO 5}"
    assert found("n:5..max", "range", term="5..max", **{"from": 5}) == "n:[5 TO *}"
    assert found("d:quarter", "date_histogram", term="2020-01-01") == "d:[2020-01-01 TO 2020-01-01||+3M}"
    assert found("a:missing", "missing", term="missing") == "NOT _exists_:a"


def test_every_filter_of_ours_is_a_chip_of_its_own():
    parts = ['a:"x y"', "n:[-5 TO 0}", "NOT _exists_:b", "d:[2020-01-01T00:00:00.000Z TO *}"]
    assert [chip["text"] for chip in results.chips([], " AND ".join(parts))] == parts
    assert [chip["text"] for chip in results.chips([], "a:[1 TO 2]")] == ["a:[1 TO 2]"]
