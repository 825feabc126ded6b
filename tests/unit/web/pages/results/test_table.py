from searchapp.web.pages.results.table import columns, headings, pager, sort_choices, sort_link
from searchapp.web.pages.values.readable import ValueTexts

HIT = {"_id": "1", "_score": 1.0, "symbol": "CDK2", "xref": {"_license": "x", "a": ["1", "2"]}, "n": 0}
PAIRS = [("q", "a b"), ("limit", "5"), ("skip", "10")]


def test_columns_are_the_requested_ones():
    assert columns([HIT], ["symbol", "-n", "x.*", "_id"], ["name"]) == ["symbol"]


def test_without_a_request_the_first_columns_and_others_of_the_hits_are_shown():
    assert columns([HIT], [], ["name", "n"]) == ["n", "symbol", "xref.a"]
    assert columns([], [], ["name"]) == []


def test_hits_without_the_wanted_fields_show_their_own():
    assert columns([{"a": 1}], ["symbol", "name"], ["symbol"]) == ["a"]
    assert columns([{"_id": "1"}], ["symbol"], []) == ["symbol"]


def test_columns_are_the_fields_inside_of_an_object_that_the_hits_have():
    hits = [HIT, {"_id": "2", "parent": [{"id": "a"}, {"name": "b"}], "_highlight": {"symbol": ["x"]}}]
    assert columns(hits, ["parent", "x*", "nothing"], []) == ["parent.id", "parent.name", "xref.a", "nothing"]
    assert columns(hits[1:], ["-parent.id"], ["parent.id"]) == ["parent.name"]


def test_the_pager_knows_both_ends():
    assert pager(PAIRS, 12, 10, 5, 10000) == {
        "first": 11,
        "last": 12,
        "previous": "?q=a+b&limit=5&from=5",
        "next": None,
    }
    assert pager([], 100, 0, 10, 10000)["next"] == "?from=10"
    assert pager([], 0, 0, 10, 10000)["first"] == 0


def test_the_pager_stays_in_the_window():
    assert pager([], 50_000, 9990, 10, 10000)["next"] is None


def test_a_heading_sorts_up_then_down_then_not():
    assert sort_link([], "a", "keyword", []) == {"href": "?sort=a", "order": None}
    assert sort_link([], "a", "keyword", ["a"]) == {"href": "?sort=-a", "order": "ascending"}
    assert sort_link([("sort", "-a")], "a", "long", ["-a"]) == {"href": "?", "order": "descending"}
    assert sort_link([], "a", "text", [])["href"] is None


def test_a_page_of_many_hits_shows_the_first_of_many_columns():
    hits = [{"a": 1}] * 1000
    wanted = ["a", *(f"b{number}" for number in range(500))]
    assert columns(hits, wanted, []) == wanted[:30]
    assert columns(hits[:10], wanted, []) == wanted


def test_numbers_that_are_moments_are_no_figures():
    fields = {name: {"type": "long"} for name in ("at", "n", "paid")}
    written = ValueTexts(times={"at": "s"}, booleans={"paid"})
    found = {one["name"]: (one["figure"], one["moment"]) for one in headings([], [*fields], fields, [], written)}
    assert found == {"at": (False, True), "n": (True, False), "paid": (False, False)}


def test_a_field_is_sorted_in_two_orders_that_have_names():
    fields = {"n": {"type": "long"}, "text": {"type": "text"}, "day": {"type": "date"}}
    number, day = sort_choices([("from", "10")], [*fields], fields, ["-n"])
    assert number == {
        "label": "n",
        "orders": [
            {"href": "?sort=n", "text": "lowest first", "current": False},
            {"href": "?sort=-n", "text": "highest first", "current": True},
        ],
    }
    assert [order["text"] for order in day["orders"]] == ["oldest first", "newest first"]
