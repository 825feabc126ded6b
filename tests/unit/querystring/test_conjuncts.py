"""Parts of a query text."""

import pytest

from searchapp.querystring.conjuncts import conjuncts, wanted_clauses, without_field


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("a:1", ["a:1"]),
        ('a:1 AND NOT b:"x AND y"', ["a:1", 'NOT b:"x AND y"']),
        ("(a:1 OR a:2) AND b:[1 TO 2}", ["(a:1 OR a:2)", "b:[1 TO 2}"]),
        ("a:1 OR b:2 AND c:3", ["a:1 OR b:2 AND c:3"]),
        ("a:1 b:2 AND c:3", ["a:1 b:2 AND c:3"]),
        ("a:(1 AND 2) AND -b:3", ["a:(1 AND 2)", "-b:3"]),
    ],
)
def test_parts_are_joined_by_and_outside_of_brackets(text, parts):
    assert [part.text for part in conjuncts(text)] == parts


def test_a_part_names_its_fields():
    assert [part.fields for part in conjuncts("(a:1 OR b:2^3) AND _exists_:c AND word")] == [{"a", "b"}, {"c"}, {None}]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("a:1 AND b:2", "b:2"),
        ("(a:1 OR b:1) AND b:2", "(a:1 OR b:1) AND b:2"),
        ("NOT _exists_:a", ""),
        ("a:1 OR b:2", "a:1 OR b:2"),
        ("a:(", "a:("),
        ("word AND a:1", "word"),
    ],
)
def test_only_parts_about_the_field_alone_are_left_out(text, rest):
    assert without_field(text, ["a"]) == rest


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("kinase", ["kinase"]),
        ('a:b +"c d" -e', ["a:b", '"c d"']),
        ("a AND (b OR c) NOT d", ["a", "(b OR c)"]),
        ("a:(b c) d^2 e~1 f*", ["a:(b c)", "d^2", "e~1", "f*"]),
        ('n:[1 TO 5] "a b"~2 -(x y) z', ["n:[1 TO 5]", '"a b"~2', "z"]),
        ("a (", []),
    ],
)
def test_the_clauses_that_are_wanted_are_texts_of_their_own(text, clauses):
    assert wanted_clauses(text) == clauses
