from searchapp.web.pages.results.filters import chips, facet_rows, field_filter, term_filter


def test_a_facet_value_becomes_a_filter():
    assert field_filter("a.b", 'x "y" \\') == 'a.b:"x \\"y\\" \\\\"'
    assert field_filter("leaf", True) == 'leaf:"true"'


def test_a_name_with_signs_of_the_query_language_is_escaped_and_shown_as_it_is():
    own = field_filter("Chr (pos)", "1")
    assert own == 'Chr\\ \\(pos\\):"1"'
    missing = term_filter("a:missing", "missing", {"term": "missing"})
    assert [(chip["field"], chip["value"]) for chip in chips([], f"{own} AND {missing}")] == [
        ("Chr (pos)", "1"),
        ("a", "missing"),
    ]


def test_our_own_filters_are_chips_that_can_be_taken_out():
    found = chips([("q", "x")], 'a:"1" AND b:"2"')
    assert [chip["text"] for chip in found] == ['a:"1"', 'b:"2"']
    assert found[0]["href"] == "?q=x&filter=b%3A%222%22"


def test_a_filter_that_somebody_wrote_is_one_chip():
    assert [chip["text"] for chip in chips([], "a:1 OR b:2")] == ["a:1 OR b:2"]
    assert chips([], None) == []


def test_facet_rows_link_to_narrower_results():
    facet = {"terms": [{"term": "x", "count": 4}, {"term": "y", "count": 1}]}
    rows = facet_rows([], "a", facet, None)
    assert [(row["term"], row["share"], row["active"]) for row in rows] == [("x", 100.0, False), ("y", 25.0, False)]
    assert rows[0]["href"] == "?filter=a%3A%22x%22"
    assert facet_rows([], "a", facet, 'a:"x"')[0]["active"]
    assert facet_rows([], "a", facet, "b:1 OR c:2")[0]["href"] == "?filter=%28b%3A1+OR+c%3A2%29+AND+a%3A%22x%22"


def test_an_empty_text_is_named_and_can_be_found():
    (row,) = facet_rows([], "kind", {"_type": "terms", "terms": [{"term": "", "count": 1}]}, None)
    assert (row["term"], row["href"]) == ("(empty)", "?filter=kind%3A%22%22")


def test_facets_inside_facets_narrow_to_both():
    facet = {"terms": [{"term": "x", "count": 4, "b": {"_type": "terms", "terms": [{"term": "y", "count": 3}]}}]}
    (row,) = facet_rows([], "a", facet, None)
    assert [inner["term"] for inner in row["inner"]["b"]] == ["y"]
    assert row["inner"]["b"][0]["href"] == "?filter=a%3A%22x%22+AND+b%3A%22y%22"


def test_the_documents_of_a_term_can_be_found():
    def found(name, kind, **term):
        return term_filter(name, kind, term)

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
    assert [chip["text"] for chip in chips([], " AND ".join(parts))] == parts
    assert [chip["text"] for chip in chips([], "a:[1 TO 2]")] == ["a:[1 TO 2]"]


def test_an_active_value_is_taken_out_by_the_same_click():
    facet = {"terms": [{"term": "x", "count": 4}]}
    (row,) = facet_rows([("filter", 'a:"x" AND b:"y"')], "a", facet, 'a:"x" AND b:"y"')
    assert (row["active"], row["href"]) == (True, "?filter=b%3A%22y%22")


def test_a_filter_of_ours_is_said_in_words():
    def words(text):
        (chip,) = chips([], text)
        return chip["field"], chip["value"]

    assert words('a:"x \\"y\\""') == ("a", 'x "y"')
    assert words("n:[4 TO 5}") == ("n", "from 4 to below 5")
    assert words("n:[* TO 5}") == ("n", "below 5")
    assert words("n:[5 TO *}") == ("n", "from 5")
    assert words("d:[2020-01-01T00:00:00.000Z TO 2020-01-01T00:00:00.000Z||+1M}") == ("d", "2020-01")
    assert words("d:[2020-01-01 TO 2020-01-01||+1y}") == ("d", "2020")
    assert words("NOT _exists_:b") == ("b", "missing")
    assert words("a:1 OR b:2") == ("", "a:1 OR b:2")
