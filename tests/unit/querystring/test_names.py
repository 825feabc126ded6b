import pytest

from searchapp.querystring.names import (
    fits_pattern,
    fitting,
    is_scope,
    last_value,
    scope_name,
    weight_of,
    whole_names,
    with_single_stars,
)


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
    assert with_single_stars("*" * 1000 + "a**b") == "*a*b"


def test_a_scope_is_a_name_with_or_without_a_weight():
    assert (scope_name("symbol^8"), weight_of("symbol^8")) == ("symbol", 8.0)
    assert (scope_name("symbol"), weight_of("symbol")) == ("symbol", 1.0)
    assert [is_scope(text) for text in ("symbol", "symbol^8", "symbol^2.5", "symbol^", "symbol^x", "^2")] == [
        *[True] * 3,
        *[False] * 3,
    ]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("sym:cd", ("", "sym", "cd")),
        ("kinase AND sym:cd", ("kinase AND ", "sym", "cd")),
        ("a\\ b:c", ("", "a\\ b", "c")),
        ("sym:", ("", "sym", "")),
        ("kinase", None),
    ],
)
def test_the_last_name_is_divided_from_its_value(text, parts):
    assert last_value(text) == parts


def test_the_parts_of_names_with_blanks_are_put_together():
    known = {"ID", "Age", "Years since joining", "ID Age"}
    assert whole_names(["-Years", "since", "joining", "ID"], known) == ["-Years since joining", "ID"]
    assert whole_names(["ID", "Years", "since", "-joining"], known) == ["ID", "-Years since joining"]
    assert whole_names(["ID", "Age", "Years", "-leaving"], known) == ["ID", "Age", "Years", "-leaving"]
    assert whole_names(["ID^2", "Years", "since", "joining^3"], known) == ["ID^2", "Years since joining^3"]
    assert whole_names([], known) == []
