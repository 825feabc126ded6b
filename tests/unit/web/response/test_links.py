import pytest

from searchapp.web.response.links import Links, link, pages_around

LINKS = Links(size=10, window=100, batch=5)


def header(data, options, query="", links=LINKS):
    found = links.header(data, options, {"QUERY_STRING": query, "PATH_INFO": "/v1/gene/query"})
    return dict(found).get("Link")


@pytest.mark.parametrize(
    ("total", "start", "size", "found"),
    [
        (5, 0, 10, {}),
        (10, 0, 10, {}),
        (11, 0, 10, {"next": {"from": 10}}),
        (25, 10, 10, {"next": {"from": 20}, "prev": {"from": None}}),
        (25, 20, 10, {"prev": {"from": 10}}),
        (25, 4, 10, {"next": {"from": 14}, "prev": {"from": None, "size": 4}}),
        (25, 30, 10, {"prev": {"from": 20}}),
        (25, 80, 10, {"prev": {"from": 20}}),
        (30, 90, 10, {"prev": {"from": 20}}),
        (0, 95, 10, {"prev": {"from": None}}),
        (1000, 80, 10, {"next": {"from": 90}, "prev": {"from": 70}}),
        (1000, 90, 10, {"prev": {"from": 80}}),
        (25, 0, 0, {}),
    ],
)
def test_pages_by_size_and_from(total, start, size, found):
    assert pages_around(total, start, size, 100) == found


def test_the_addresses_are_relative_and_keep_the_other_parameters():
    assert header({"total": 30, "hits": [1]}, {"from_": 10, "size": 10}, "q=a+b&skip=10&limit=10&fields=x,y") == (
        '<?q=a+b&limit=10&fields=x,y&from=20>; rel="next", <?q=a+b&limit=10&fields=x,y>; rel="prev"'
    )


def test_the_parameters_stay_as_the_caller_wrote_them_and_cannot_end_the_address():
    query = "q=a:%22b%22,c&x=<;>&%66rom=10&y"
    found = '<?q=a:%22b%22,c&x=%3C%3B%3E&y&from=20>; rel="next"'
    assert header({"total": 30, "hits": [1]}, {"from_": 10}, query).partition(", <")[0] == found


@pytest.mark.parametrize(("length", "names"), [(3900, ["next", "prev"]), (7900, ["next"]), (8000, [])])
def test_a_header_too_long_names_the_next_page_only_or_none(length, names):
    found = header({"total": 30, "hits": [1]}, {"from_": 10}, "q=" + "a" * length) or ""
    assert [name for name in ("next", "prev") if f'rel="{name}"' in found] == names


def test_with_a_configured_address_they_are_absolute():
    links = LINKS._replace(address="https://api.example.org/")
    wanted = '<https://api.example.org/v1/gene/query?q=a&from=10>; rel="next"'
    assert header({"total": 30, "hits": [1]}, {}, "q=a", links) == wanted


def test_the_state_of_the_collection_stands_in_the_addresses_and_not_in_the_answer():
    data = {"total": 30, "hits": [1], "_generation": "g"}
    assert header(data, {"from_": 10}, "q=a&from=10") == (
        '<?q=a&generation=g&from=20>; rel="next", <?q=a&generation=g>; rel="prev"'
    )
    assert data == {"total": 30, "hits": [1]}


def test_at_the_end_of_the_window_a_cursor_goes_on():
    data = {"total": 1000, "hits": [1], "_generation": "g", "_further": "c"}
    assert header(data, {"from_": 90}, "q=a&generation=g&from=90") == (
        '<?q=a&generation=g&from=80>; rel="prev", <?q=a&search_after=c>; rel="next"'
    )
    assert data == {"total": 1000, "hits": [1]}


def test_a_cursor_leads_on_and_back():
    data = {"total": 30, "hits": [1], "_search_after": "n", "_search_before": "p"}
    assert header(data, {"search_after": "x"}, "q=a&search_after=x") == (
        '<?q=a&search_after=n>; rel="next", <?q=a&search_after=p>; rel="prev"'
    )
    assert header({"total": 3, "hits": [1]}, {"search_after": "*"}, "search_after=*") is None


def test_a_scroll_leads_on_until_a_batch_is_not_full():
    options = {"fetch_all": True}
    full = {"total": 30, "hits": [1] * 5, "_scroll_id": "s"}
    assert header(full, options, "q=a&fetch_all=true&format=yaml") == '<?format=yaml&scroll_id=s>; rel="next"'
    assert header({**full, "hits": [1]}, options) is None
    assert header({**full, "hits": [1]}, {**options, "jmespath_exclude_empty": True}) is not None


@pytest.mark.parametrize("data", [[{"total": 30}], {"_id": "x", "total": 3}, {"success": False}, None])
def test_answers_without_pages_have_no_links(data):
    assert header(data, {}) is None


def test_random_documents_have_no_next_page():
    assert header({"total": 30, "hits": [1]}, {"q": "__any__"}) is None


def test_a_link_replaces_a_parameter_under_all_its_names():
    pairs = [("q", "a b"), ("limit", "5"), ("skip", "10")]
    assert link(pairs, size=20, **{"from": None}) == "?q=a+b&size=20"
    assert link([("facets", "x")], aggs="y") == "?aggs=y"
