import pytest

from searchapp.web.pages.values.pictures import is_image
from searchapp.web.pages.values.readable import (
    ValueTexts,
    is_small,
    keyed_table,
    moment_text,
    parts_last,
    readable_date,
    readable_number,
    small_table,
)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("2020-01-10", "10 January 2020"),
        ("2020-01-10T08:05:00Z", "10 January 2020, 08:05 UTC"),
        ("2020-01-10T08:05:09+02:00", "10 January 2020, 08:05:09 UTC+02:00"),
        ("2020-01-10 08:05", "10 January 2020, 08:05"),
        ("2020-01-10T00:00:00.000", "10 January 2020"),
        ("2020-01-10T00:00:00+02:00", "10 January 2020, 00:00 UTC+02:00"),
        ("2020-13-10", None),
        ("2020", None),
        ("10 January", None),
        (20200110, None),
    ],
)
def test_a_date_is_written_in_words(value, words):
    assert readable_date(value) == words


@pytest.mark.parametrize(
    ("value", "name", "text"),
    [
        (1234567, "price", "1,234,567"),
        (2021, "born", "2021"),
        (1234567, "order_id", "1234567"),
        (94105, "address.zipcode", "94105"),
        (20210506, "valid", "20,210,506"),
        (0.1 + 0.2, "x", "0.3"),
        (12345.5, "x", "12,345.5"),
        (-98765, "x", "-98,765"),
        (-4.31e-06, "x", "-0.00000431"),
        (1e-12, "x", "1e-12"),
    ],
)
def test_a_large_number_has_commas_unless_it_is_a_code(value, name, text):
    assert readable_number(value, name) == text


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("gross", 8000000, "8,000,000"),
        ("gross", 1071, "1,071"),
        ("year", 2021, "2021"),
        ("latitude", 31.95376472, "31.9538"),
        ("gross", 43112.92, "43,112.92"),
        ("gross", 1e-9, "1e-09"),
        ("gross", 9.97788e-05, "0.0000997788"),
        ("gross", 9e51, "9e+51"),
        ("open", True, "yes"),
        ("flag", "0", "no"),
        ("placed", "1996-07-04T00:00:00.000", "1996-07-04"),
        ("placed", "1996-07-04T08:05:09Z", "1996-07-04 08:05"),
        ("placed", "1996-07-04T then", "1996-07-04T then"),
        ("shipper", 3, "Federal Shipping"),
        ("shipper", 4, "4"),
        ("price", 5.3, "5.30"),
        ("price", 1200, "1,200.00"),
        ("blob", "00ff" * 40, "80 bytes"),
        ("hash", "00ff" * 16, "00ff" * 16),
    ],
)
def test_a_cell_holds_the_readable_text_of_a_value(name, value, text):
    written = ValueTexts(["year"], {"flag"}, {"shipper": {"3": "Federal Shipping"}}, {"price": 2})
    assert written.text(name, value) == text


@pytest.mark.parametrize(
    ("name", "value", "cell", "page"),
    [
        ("since", "1912-01-01", "1912", "1912"),
        ("since", "1912-01-01T00:00:00Z", "1912", "1912"),
        ("since", "1912-05-01", "1912-05-01", "1 May 1912"),
        ("since", "1912-01-01T08:00", "1912-01-01 08:00", "1 January 1912, 08:00"),
        ("month", "1912-05-01", "1912-05", "May 1912"),
        ("month", "1912-05-02", "1912-05-02", "2 May 1912"),
        ("month", "soon", "soon", None),
        ("day", "1912-01-01", "1912-01-01", "1 January 1912"),
        ("day", "1912-01", "1912-01", None),
        ("some", "1912-01-01", "1912-01-01", "1 January 1912"),
        ("some", "1912-01", "1912-01", "January 1912"),
        ("some", "1912", "1912", None),
        ("some", "soon-ish", "soon-ish", None),
        ("some", "soon-is", "soon-is", None),
    ],
)
def test_a_date_of_which_less_is_known_is_a_year_or_a_month(name, value, cell, page):
    written = ValueTexts(precision={"since": "year", "month": "month", "some": "part"})
    assert (written.text(name, value), written.date(name, value)) == (cell, page)


def test_a_moment_that_is_an_id_is_a_name():
    assert moment_text("2024-03-01T00:15:00+00:00") == "2024-03-01 00:15"
    assert moment_text("2024-03-01T00:15:00.25Z") == "2024-03-01 00:15:00.25"
    assert moment_text("LAB-4001") == "LAB-4001"


def test_an_object_of_few_short_values_needs_no_fold():
    assert is_small({"lat": 47.4, "lon": None})
    assert is_small({"a": {"b": 1}})
    assert not any(map(is_small, ({"a": {"b": {"c": 1}}}, {}, {"a": [1]}, {"a": "x" * 100}, dict.fromkeys("abcde", 1))))


def test_a_range_is_written_with_both_ends_or_as_open():
    written = ValueTexts([])
    assert [written.span("x", *ends) for ends in ((None, 300), (300, 1000), (1000, None), (None, None))] == [
        "below 300",
        "300 – 1,000",
        "1,000 and more",
        "all",
    ]


def test_ranges_of_whole_numbers_do_not_overlap_and_bounds_have_no_needless_decimals():
    written = ValueTexts([], decimals={"price": 2}, whole={"cited"})
    assert written.span("cited", 3, 10) == "3 – 9"
    assert written.span("cited", 1, 2) == "1"
    assert written.span("price", 0.5, 10.0) == "0.50 – 10"


def test_short_flat_objects_are_a_table():
    assert small_table([{"a": 1, "b": "x"}, {"a": 2, "c": None}]) == ["a", "b", "c"]
    assert small_table([{"name": "x", "home": {"city": "y"}}]) == ["name", "home.city"]
    for other in ([], [{"a": [[1]]}, {"a": 2}], [{"a": "x" * 700}, {"a": 1}], ["a", "b"], [{}, 1]):
        assert small_table(other) == []


def test_cells_hold_short_lists_and_few_columns_paragraphs():
    people = [{"name": "A", "at": [{"place": "X", "country": "Y"}, {"place": "Z"}]}, {"name": "B", "at": []}]
    assert small_table(people) == ["name", "at"]
    assert small_table([{"verse": 1, "text": "x" * 500}]) == ["verse", "text"]
    assert small_table([{"a": 1, "b": 2, "c": 3, "d": 4, "e": "x" * 100}]) == []
    assert small_table([{"at": [dict.fromkeys("abcde", "x")]}]) == []


def test_objects_of_the_same_kind_under_keys_are_a_table():
    names = {"deu": {"common": "A", "official": "B"}, "fra": {"common": "C"}, "ita": {"common": "D", "official": "E"}}
    assert keyed_table(names) == ["common", "official"]
    for other in ({}, {"a": {"b": 1}}, {**names, "note": "x"}, {"a": {"x": 1}, "b": {"y": 1}, "c": {"z": 1}}):
        assert keyed_table(other) == []


def test_sections_come_after_the_other_fields():
    document = {"a": {"b": 1}, "c": 2, "d": [{"e": 1}], "f": [1], "g": {}}
    assert [name for name, _ in parts_last(document)] == ["c", "f", "g", "a", "d"]


def test_pictures_of_listed_hosts_only():
    hosts = ["images.example.org"]
    assert is_image("https://images.example.org/a/b.JPG?x=1", hosts)
    assert not is_image("https://images.example.org/a/b.html", hosts)
    assert not is_image("https://images.example.org.evil.example/b.jpg", hosts)
    assert not is_image("https://other.example/images.example.org/b.jpg", hosts)
    assert not is_image("//images.example.org/b.jpg", hosts)


def test_numbers_since_1970_are_dates():
    written = ValueTexts([], times={"time": "ms", "seen": "s"})
    assert written.text("time", 1517644930670) == "2018-02-03 08:02"
    assert written.number("time", 1517644930670) == "3 February 2018, 08:02:10 UTC"
    assert written.text("seen", 1517616000) == "2018-02-03"
    assert written.text("seen", 10**17) == "100,000,000,000,000,000"


def test_whole_numbers_that_are_no_quantities_are_written_alike_with_a_fraction_of_nothing():
    written = ValueTexts(plain={"year"})
    assert (written.text("year", 1950.0), written.number("year", 1950.0)) == ("1950", "1950")
    assert written.text("gross", 1950.0) == "1,950"
