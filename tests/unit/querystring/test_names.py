import pytest

from searchapp.querystring.name_patterns import fits_pattern, fitting


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("alias.symbol", "alias.symbol"),
        ("alias.symbol", "alias.*"),
        ("alias.symbol", "*symbol"),
        ("alias.symbol", "*"),
        ("alias.symbol", "a**.*l"),
        ("alias.symbol", "alias.symbol*"),
        ("abcabc", "a*bc*bc"),
        ("a[1]?", "a[1]*"),
        ("", "*"),
    ],
)
def test_a_star_stands_for_any_text(name, pattern):
    assert fits_pattern(name, pattern)


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("alias.symbol", "alias"),
        ("alias.symbol", "symbol*"),
        ("abc", "ab*bc"),
        ("abc", "a*c*c"),
        ("ab", "a?"),
        ("ab", "[a-z]*"),
        ("Ab", "a*"),
        ("", "a*"),
    ],
)
def test_other_signs_stand_for_themselves(name, pattern):
    assert not fits_pattern(name, pattern)


def test_names_that_fit_keep_their_order():
    assert fitting(["b.a", "a", "a.b", "c.ab.a"], "*.a*") == ["b.a", "c.ab.a"]
    assert fitting(["b", "a"], "*") == ["b", "a"]


def test_a_long_pattern_costs_no_more_than_its_length():
    assert not fits_pattern("a" * 100, "*a" * 500)
    assert fits_pattern("a" * 100, "*" * 1000)
