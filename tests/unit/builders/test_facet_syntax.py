import pytest

from searchapp.builders.facet_syntax import (
    Facet,
    aggregation,
    extra_counts,
    facets,
    max_counts,
    of_dates,
    parse_facet,
    pattern,
)
from searchapp.querystring.field_types import NUMBER_TYPES

from ..refusals import refusal

FIELDS = {
    "n": {"type": "long"},
    "x": {"type": "double"},
    "d": {"type": "date"},
    "k": {"type": "keyword"},
    "t": {"type": "text"},
    "o": {"type": "object"},
    "odd:5": {"type": "keyword"},
}


def refused(text, fields=FIELDS):
    return refusal(facets, [text], fields)


def test_a_name_alone_counts_values():
    assert parse_facet("n", {}) == Facet("n", "n", "terms", None)
    assert aggregation(parse_facet("n", {}), 7) == {"terms": {"field": "n", "size": 7}}


@pytest.mark.parametrize(("text", "step"), [("5", 5), ("0.5", 0.5), ("999999999999999", 999999999999999)])
def test_a_number_is_a_step(text, step):
    facet = parse_facet(f"n:{text}", FIELDS)
    assert facet == Facet(f"n:{text}", "n", "histogram", step)
    assert type(facet.by) is type(step)
    assert aggregation(facet, 7) == {"histogram": {"field": "n", "interval": step}, "meta": {"_type": "histogram"}}


@pytest.mark.parametrize("period", ["year", "quarter", "month", "week", "day", "hour", "minute"])
def test_a_period_counts_dates(period):
    facet = parse_facet(f"d:{period}", FIELDS)
    assert facet == Facet(f"d:{period}", "d", "date_histogram", period)
    clause = {"date_histogram": {"field": "d", "calendar_interval": period}, "meta": {"_type": "date_histogram"}}
    assert aggregation(facet, 7) == clause


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("0..5", [{"key": "0..5", "from": 0, "to": 5}]),
        ("-1.5..0..5", [{"key": "-1.5..0", "from": -1.5, "to": 0}, {"key": "0..5", "from": 0, "to": 5}]),
        ("min..5", [{"key": "min..5", "to": 5}]),
        ("5..max", [{"key": "5..max", "from": 5}]),
        ("min..5..max", [{"key": "min..5", "to": 5}, {"key": "5..max", "from": 5}]),
    ],
)
def test_bounds_make_ranges(text, ranges):
    facet = parse_facet(f"n:{text}", FIELDS)
    assert facet == Facet(f"n:{text}", "n", "range", ranges)
    assert aggregation(facet, 7) == {"range": {"field": "n", "ranges": ranges}, "meta": {"_type": "range"}}


@pytest.mark.parametrize(
    "text",
    ["2019..2020", "2019-02..2019-03-31", "min..2020-02-29T12:30Z..2020-03..max", "2020-01-01T00:00:59.999Z..max"],
)
def test_bounds_of_a_date_are_dates(text):
    facet = facets([f"d:{text}"], FIELDS)[f"d:{text}"]
    assert list(aggregation(facet, 7)) == ["date_range", "meta"]
    low, high = text.split("..")[:2]
    ends = {end: value for end, value in (("from", low), ("to", high)) if value not in ("min", "max")}
    assert facet.by[0] == {"key": f"{low}..{high}", **ends}


def test_years_are_numbers_where_the_field_is_not_known_to_be_a_date():
    assert list(aggregation(parse_facet("y:2019..2020", {}), 7)) == ["range", "meta"]
    assert list(aggregation(parse_facet("y:2019-01..2020", {}), 7)) == ["date_range", "meta"]
    assert parse_facet("y:2019-01..2020", {}).by == [{"key": "2019-01..2020", "from": "2019-01", "to": "2020"}]


def test_missing_counts_the_documents_without_a_value_of_any_field():
    facet = facets(["t:missing"], FIELDS)["t:missing"]
    without = {"filter": {"bool": {"must_not": [{"exists": {"field": "t"}}]}}, "meta": {"_type": "missing"}}
    assert (facet, aggregation(facet, 7)) == (Facet("t:missing", "t", "missing"), without)
    assert extra_counts(facet) == {}
    assert list(facets(["o:missing", "k:missing"], FIELDS)) == ["o:missing", "k:missing"]


def test_a_facet_also_counts_the_documents_without_its_field():
    missing = {"::missing": {"missing": {"field": "n"}}}
    assert (
        extra_counts(parse_facet("n", FIELDS))
        == extra_counts(parse_facet("n:5", FIELDS))
        == extra_counts(parse_facet("n:min..5..max", FIELDS))
        == missing
    )


@pytest.mark.parametrize(
    ("text", "span"), [("1..5..9", {"gte": 1, "lt": 9}), ("min..5..9", {"lt": 9}), ("0..5..max", {"gte": 0})]
)
def test_ranges_also_count_the_documents_outside_of_all_ranges(text, span):
    outside = {"must": [{"exists": {"field": "n"}}], "must_not": [{"range": {"n": span}}]}
    expected = {"::missing": {"missing": {"field": "n"}}, "::other": {"filter": {"bool": outside}}}
    assert extra_counts(parse_facet(f"n:{text}", FIELDS)) == expected


def test_a_field_whose_name_has_a_colon_wins():
    assert parse_facet("odd:5", FIELDS) == Facet("odd:5", "odd:5", "terms")
    assert facets(["odd:5:missing"], {**FIELDS, "odd:5:missing": {"type": "long"}})["odd:5:missing"].kind == "terms"


NO_STEP = [
    "",
    "0",
    "0.0",
    "-5",
    "5.",
    ".5",
    "1e3",
    "٥",
    "1000000000000000",
    "5:5",
    "5;7",
    "months",
    "Month",
    "missing:",
]
NO_BOUNDS = ["0..", "..5", "0..5..", "5..5", "5..0", "0...5", "..", "a..b", "٠..٥", "2019-13..2020-14", "2020..2019-12"]
NO_DATES = ["2019-02-30..2020-01", "2020-01-01T25:00Z..max", "2020-01-01T12:00..max", "2020-1..max"]
NO_ENDS = ["min", "min..max", "max..5", "5..min", "0..min..5", "min..min..5"]


@pytest.mark.parametrize("by", [*NO_STEP, *NO_BOUNDS, *NO_DATES, *NO_ENDS])
def test_unreadable_facets_are_refused(by):
    expected = (
        f"aggs: {f'n:{by}'!r} cannot be read, a colon is followed by a number such as 5, bounds such as 0..5..10 or "
        "min..5..max, year, quarter, month, week, day, hour, minute or missing"
    )
    assert refused(f"n:{by}") == (expected, {"keyword": "aggs"})


def test_a_colon_needs_a_field_before_it():
    assert refused(":0..5")[0].startswith("aggs: ':0..5' cannot be read")
    assert refused("n:" + "x" * 200)[0].startswith(f"aggs: {'n:' + 'x' * 98!r} cannot")


def test_a_hundred_ranges_can_be_asked_for_and_one_more_cannot():
    assert len(parse_facet("n:" + "..".join(map(str, range(101))), FIELDS).by) == 100
    summary = "aggs: n has 101 ranges, at most 100 are allowed: ask for steps instead"
    expected = (summary, {"keyword": "aggs", "max": 100, "num": 101})
    assert refused("n:" + "..".join(map(str, range(102)))) == expected


DATES = "d holds dates: write d:month or d:2019..2020..max"
NUMBERS = "n holds numbers: write n:5 or n:0..5..10"
NEITHER = "{0} holds neither numbers nor dates: write {0} or {0}:missing"


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("d:5", DATES),
        ("d:0..5", DATES),
        ("n:month", NUMBERS),
        ("n:2019-01..max", NUMBERS),
        ("n:min..2019-01", NUMBERS),
        ("k:5", NEITHER.format("k")),
        ("k:0..5", NEITHER.format("k")),
        ("k:month", NEITHER.format("k")),
        ("k:2019-01..max", NEITHER.format("k")),
    ],
)
def test_facets_that_do_not_fit_the_type_of_their_field_are_refused(text, instead):
    assert refused(text) == (f"aggs: {text} cannot be counted, {instead}", {"keyword": "aggs", "field": text[0]})


def test_a_field_of_texts_and_numbers_is_counted_by_its_numbers():
    fields = {"k": {"type": "keyword"}, "k.number": {"type": "double"}}
    assert refused("k:5", fields)[0] == "aggs: k:5 cannot be counted, k holds texts too: write k.number:5"


def test_the_field_of_every_facet_is_checked():
    assert refused("nn:5")[0] == "aggs: no field is named nn, did you mean n"
    assert refused("nn:missing")[0] == "aggs: no field is named nn, did you mean n"
    assert (
        refused("t:5")[0] == "cannot count the values of t, which is text: use a keyword, number, date or boolean field"
    )
    assert list(facets(["nn:5"], {})) == ["nn:5"]


@pytest.mark.parametrize("text", ["_id", "_id:missing", "_id:5"])
def test_ids_are_not_counted(text):
    expected = "cannot count the values of _id, every document has its own: choose another field"
    assert refused(text) == refused(text, {}) == (expected, {"keyword": "aggs", "field": "_id"})


def test_how_many_counts_a_facet_has_at_most():
    texts = ["n", "n:5", "d:month", "n:min..0..5..max", "n:missing"]
    assert [max_counts(facet, 10) for facet in facets(texts, FIELDS).values()] == [10, 10, 10, 3, 1]


def test_only_periods_and_ranges_of_dates_ask_for_dates():
    texts = ["n", "n:5", "d:month", "n:0..5", "n:min..5", "d:2019..max", "d:min..2019", "n:missing"]
    expected = [False, False, True, False, False, True, True, False]
    assert [of_dates(facet) for facet in facets(texts, FIELDS).values()] == expected


@pytest.mark.parametrize("type", NUMBER_TYPES)
def test_every_type_of_numbers_is_counted_in_steps_and_ranges(type):
    found = facets(["n:5", "n:min..0..max"], {"n": {"type": type}})
    assert [facet.kind for facet in found.values()] == ["histogram", "range"]


def test_a_text_facet_counts_the_values_that_contain_a_text_in_any_case():
    found = facets(["k", "n", "k:missing"], FIELDS, "a.1")
    assert [found[name].by for name in ("k", "n", "k:missing")] == ["a.1", None, None]
    assert aggregation(found["k"], 7) == {"terms": {"field": "k", "size": 7, "include": ".*[Aa]\\.1.*"}}
    assert pattern("ß") == ".*ß.*"
