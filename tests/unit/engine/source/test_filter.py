"""The expectations were read off a real node."""

import pytest

from searchapp.engine.errors import EngineError
from searchapp.engine.source.filter import check_source, filter_source, source_values

DOCUMENT = {"a": 1, "o": {"a": 2, "x": {"a": 3}}, "l": [{"a": 4}, {"b": 5}, 6], "p.q": 7, "e": {}, "n": None}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (True, DOCUMENT),
        ([], DOCUMENT),
        ({}, DOCUMENT),
        ("", {}),
        ("a,o", {}),
        ("nope", {}),
        ("o.nope", {}),
        ("a", {"a": 1}),
        ("o", {"o": DOCUMENT["o"]}),
        ("o.*", {"o": DOCUMENT["o"]}),
        ("*.a", {"o": {"a": 2}, "l": [{"a": 4}]}),
        ("**.a", {"o": {"a": 2, "x": {"a": 3}}, "l": [{"a": 4}]}),
        ("o.x.a", {"o": {"x": {"a": 3}}}),
        ("p.q", {"p.q": 7}),
        (["e", "n"], {"e": {}, "n": None}),
        ({"includes": "o", "excludes": "o.x"}, {"o": {"a": 2}}),
        ({"includes": "o", "excludes": ["o.a", "o.x"]}, {}),
        ({"include": ["o", "a"], "exclude": "*.a"}, {"a": 1, "o": {"x": {}}}),
        ({"includes": ["l"], "excludes": ["l.a"]}, {"l": [{"b": 5}, 6]}),
        ({"includes": ["o"], "excludes": ["o.*"]}, {"o": {}}),
        ({"excludes": ["a", "o", "l", "p", "n"]}, {"e": {}}),
    ],
)
def test_the_source_is_filtered(source, expected):
    check_source(source)
    assert filter_source(DOCUMENT, source) == expected


def test_many_patterns_with_stars_are_excluded():
    patterns = [f"*{one}*{other}*" for one in "abcdefg" for other in "hijklmn"]
    document = {f"{one}{'x' * 20}{other}": {"y" * 50: 1} for one in "abcdefgz" for other in "hijklmnz"}
    kept = filter_source(document, {"excludes": patterns})
    assert set(kept) == {key for key in document if "z" in key}


def test_keys_keep_their_order():
    assert list(filter_source(DOCUMENT, ["o", "a"])) == ["a", "o"]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (5, "Expected one of [VALUE_BOOLEAN, VALUE_STRING, START_ARRAY, START_OBJECT] but found [VALUE_NUMBER]"),
        ({"x": 1}, "Unknown key for a VALUE_NUMBER in [x]."),
        ({"includes": None}, "Unknown key for a VALUE_NULL in [includes]."),
        ({"includes": ["a", None]}, "Unknown key for a VALUE_NULL in [includes]."),
    ],
)
def test_invalid_source_filters_are_refused(source, reason):
    with pytest.raises(EngineError) as caught:
        check_source(source)
    assert (caught.value.status, caught.value.reason) == (400, reason)


def test_values_are_found_in_lists_and_under_keys_with_dots():
    source = {"a": [{"b": [1, [2]]}, {"b": None}], "a.b": 3}
    assert source_values(source, "a.b") == [1, 2, None, 3]
    assert source_values(source, "a.c") == []


def test_keys_may_hold_dots_and_come_in_the_order_of_the_document():
    source = {"a.b": {"c": 1}, "a": [{"b.c": 2}, {"b": {"c": 3}}], "a.b.c": 4, "ab": 5}
    assert source_values(source, "a.b.c") == [1, 2, 3, 4]
    assert source_values({"a.b.c": 4, "a": {"b": {"c": 3}}}, "a.b.c") == [4, 3]
