import pytest

from searchapp.web.pages.document.readable import is_image, parts_last, readable_date, readable_number, small_table


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("2020-01-10", "10 January 2020"),
        ("2020-01-10T08:05:00Z", "10 January 2020, 08:05 UTC"),
        ("2020-01-10T08:05:09+02:00", "10 January 2020, 08:05:09 UTC+02:00"),
        ("2020-01-10 08:05", "10 January 2020, 08:05"),
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
    ],
)
def test_a_large_number_has_commas_unless_it_is_a_code(value, name, text):
    assert readable_number(value, name) == text


def test_short_flat_objects_are_a_table():
    assert small_table([{"a": 1, "b": "x"}, {"a": 2, "c": None}]) == ["a", "b", "c"]
    for other in ([{"a": 1}], [{"a": [1]}, {"a": 2}], [{"a": "x" * 100}, {"a": 1}], ["a", "b"], [{}, 1]):
        assert small_table(other) == []


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
