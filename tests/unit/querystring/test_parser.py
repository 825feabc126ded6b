import pytest

from searchapp.engine.errors import EngineError
from searchapp.engine.queries.query_string.query import parse
from searchapp.querystring.errors import SyntaxFault
from searchapp.querystring.parser import anywhere, syntax_fault
from searchapp.querystring.parser import parse as read
from searchapp.querystring.tokens import BAD_ESCAPE
from searchapp.querystring.tree import (
    Boost,
    Clause,
    Exists,
    Fuzzy,
    Group,
    MatchAll,
    Nothing,
    Phrase,
    Prefix,
    Range,
    Regex,
    Text,
    Wildcard,
    occurrences,
)

REFUSED = [
    *("(", ")", "()", "a ()", '"', "a/b", "/a", "^", "~", "a^", "a^-1", "a^.5", "a:", ":a", "a:b:c", "n:-1", "kw:+a"),
    *("--a", "+-a", "NOT NOT a", "AND a", "a AND", "a AND )", "a OR OR b", "a -", "a{b", "a]b", "[a b]", "[a to b]"),
    *("\\", "\\u00", "\\u00?x", "/\\u00/", "a~3", "a~0.5", "tf.*:big", "\u3000"),
]


def shown(query, operator="OR"):
    """The clauses of a query of single words, in Lucene's notation."""
    return _shown(parse(query), operator)


def _shown(node, operator):
    if isinstance(node, Text):
        return f"{node.field}:{node.text}" if node.field else node.text
    queries = [_shown(clause.node, operator) for clause in node.clauses]
    signs = {"must": "+", "must_not": "-", "should": ""}
    return "(" + " ".join(signs[occur] + query for occur, query in occurrences(node.clauses, queries, operator)) + ")"


@pytest.mark.parametrize("query", REFUSED)
def test_texts_that_lucene_refuses_are_refused(query):
    with pytest.raises(EngineError) as caught:
        parse(query)
    assert (caught.value.status, caught.value.type) == (400, "query_shard_exception")


def test_an_error_names_its_cause_and_its_column():
    with pytest.raises(EngineError, match=r"Failed to parse query \[ab \)\]") as caught:
        parse("ab )")
    assert (caught.value.cause, caught.value.column) == (") closes nothing at column 3", 3)


@pytest.mark.parametrize(
    ("text", "cause", "column"),
    [
        ("(a", "( is not closed", 0),
        ("a (b (c)", "( is not closed", 2),
        ("a)", ") closes nothing", 1),
        ("a ()", "nothing is inside ( )", 2),
        ("a AND", "nothing follows AND", 2),
        ("(a OR )", "nothing follows OR", 3),
        ("name:", "nothing follows :", 4),
        ("n:-5", 'a negative value is written in quotes, as "-5"', 2),
        ("OR a", "nothing is before OR", 0),
        ("a OR OR b", "unexpected OR", 5),
        ("n:[1 TO", "[ is not closed", 2),
        ("n:[1 5]", "a range is written as [1 TO 5]", 2),
        ("{1}", "a range is written as [1 TO 5]", 0),
        ('n:"a', '" is not closed', 2),
        ("n: /a", "/ is not closed", 3),
        ("a +", "nothing follows +", 2),
        ("a NOT", "nothing follows NOT", 2),
        ("(AND a)", "nothing is before AND", 1),
        ('n:["1" "5"]', "a range is written as [1 TO 5]", 2),
        ("a ^b", "a boost needs a number", 2),
        ("a \\", "nothing follows the escape character \\", 2),
        ("a b\\u12", BAD_ESCAPE, 3),
    ],
)
def test_a_syntax_error_names_the_missing_part(text, cause, column):
    with pytest.raises(SyntaxFault) as caught:
        read(text)
    assert (caught.value.cause, caught.value.column) == (cause, column)


@pytest.mark.parametrize(
    ("query", "operator", "expected"),
    [
        ("a OR b AND c OR d", "OR", "(a +b +c d)"),
        ("a OR b AND c OR d", "AND", "(a +b c d)"),
        ("a AND b OR c AND d", "OR", "(+a +b +c +d)"),
        ("a AND b OR c AND d", "AND", "(+a b +c +d)"),
        ("a b OR c", "AND", "(+a b c)"),
        ("a OR b c", "AND", "(a b +c)"),
        ("a OR NOT b", "AND", "(a -b)"),
        ("+a OR b", "OR", "(+a b)"),
        ("+a OR b", "AND", "(a b)"),
        ("a && b || !c", "OR", "(+a +b -c)"),
        ("a!b", "OR", "(a -b)"),
        ("a - b", "OR", "(a - b)"),
        ("a b c OR d", "OR", "(a b c d)"),
        ("a (b c) d", "OR", "(a b c d)"),
        ("kw:a b", "OR", "(kw:a b)"),
    ],
)
def test_operators_have_no_precedence(query, operator, expected):
    assert shown(query, operator) == expected


def test_a_clause_without_tokens_vanishes_after_its_operator_took_effect():
    clauses = parse("a OR b AND c").clauses
    assert occurrences(clauses, ["a", "b", None], "OR") == [("should", "a"), ("must", "b")]
    assert occurrences(clauses, ["a", None, "c"], "OR") == [("must", "a"), ("must", "c")]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", Nothing()),
        (" \t", Nothing()),
        ("a b", Text(None, "a b")),
        ("a \t\u3000b", Text(None, "a b")),
        ("and or not a TO b", Text(None, "and or not a TO b")),
        ("a&&b", Text(None, "a&&b")),
        ("a-b+c", Text(None, "a-b+c")),
        ("kw:(a b)", Text("kw", "a b")),
        ("kw:a\\ b", Text("kw", "a b")),
        ("HGNC\\:5", Text(None, "HGNC:5")),
        ("HGNC:5", Text("HGNC", "5")),
        ("\\u0041", Text(None, "A")),
        ("\\ud83d\\ude00", Text(None, "😀")),
        ("tf\\*:big", Text("tf*", "big")),
        ("*:a", Text("*", "a")),
        ("((((a))))", Text(None, "a")),
        (">5", Text(None, ">5")),
        ('"a b"', Phrase(None, "a b")),
        ('t:"a \\" b"~3', Phrase("t", 'a " b', 3)),
        ("a*", Prefix(None, "a")),
        ("a\\*b*", Prefix(None, "a*b")),
        ("a?b*", Wildcard(None, "a?b*")),
        ("**", Wildcard(None, "**")),
        ("te?t~", Wildcard(None, "te?t")),
        ("t:/a.*\\/b/", Regex("t", "a.*\\/b")),
        ("a~", Fuzzy(None, "a")),
        ("t:a~1.0", Fuzzy("t", "a", 1)),
        ("abcd~AUTO", Fuzzy(None, "abcd", 1)),
        ("*", Exists(None)),
        ("n:*", Exists("n")),
        ("*:*", MatchAll()),
        ("_exists_:o", Exists("o")),
        ("_exists_:tf\\*", Exists("tf*")),
        ("_exists_:*", Exists("_exists_")),
        ("_exists_:o.*", Prefix("_exists_", "o.")),
        ("a^2", Boost(Text(None, "a"), 2.0)),
        ("(a b)^0.5", Boost(Text(None, "a b"), 0.5)),
        ("a~1^3", Boost(Fuzzy(None, "a", 1), 3.0)),
        ("a^3~1", Boost(Fuzzy(None, "a", 1), 3.0)),
        ("[a TO b}", Range(None, "a", "b", True, False)),
        ("{* TO b]", Range(None, None, "b", False, True)),
        ('[a TO "*"]', Range(None, "a", None)),
        ('["a b" TO "c d"]', Range(None, "a b", "c d")),
        ("n:[-1 TO 3]^2", Boost(Range("n", "-1", "3"), 2.0)),
        ("n:>5", Range("n", "5", None, False, True)),
        ("n:>=5", Range("n", "5", None)),
        ("n:<5", Range("n", None, "5", True, False)),
        ("n:>", Text("n", ">")),
        ("n:\\-1", Text("n", "-1")),
        ("n:5.5", Text("n", "5.5")),
    ],
)
def test_a_query_string_is_read_as(query, expected):
    assert parse(query) == expected


def test_a_run_ends_before_an_operator_or_a_sign():
    assert parse("a b^2 c") == Group(
        (Clause("", "", Text(None, "a")), Clause("", "", Boost(Text(None, "b"), 2.0)), Clause("", "", Text(None, "c")))
    )
    assert parse("a* b c") == Group((Clause("", "", Prefix(None, "a")), Clause("", "", Text(None, "b c"))))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b", "((a b) OR (a AND b))"),
        ("a b\tc x:y -(d e)", "((a b\tc) OR (a AND b AND c)) x:y -(((d e) OR (d AND e)))"),
        ("x:(a b) c d", "x:(a b) ((c d) OR (c AND d))"),
        ("a\\ b c^2", "a\\ b c^2"),
        ("a\\ b c", "((a\\ b c) OR (a\\ b AND c))"),
        ("a OR b", "a OR b"),
        ('"a b" [c TO d]', '"a b" [c TO d]'),
        ("(a b", "(a b"),
    ],
)
def test_the_words_of_a_run_without_a_field_may_be_anywhere(text, expected):
    assert anywhere(text) == expected


def test_the_field_of_a_group_ends_with_it():
    group = parse("n:(>=5 AND <8) a").clauses[0].node
    assert [clause.node for clause in group.clauses] == [Range("n", "5", None), Range("n", None, "8", True, False)]
    assert parse("n:(>=5 AND <8) a").clauses[1].node == Text(None, "a")


def test_many_parentheses_are_read_and_too_many_refused():
    assert parse("(" * 900 + "a" + ")" * 900) == Text(None, "a")
    assert isinstance(parse("(a " * 299 + "b" + ")" * 299), Group)
    with pytest.raises(EngineError):
        parse("(" * 10_000 + "a" + ")" * 10_000)
    with pytest.raises(EngineError):
        parse("(a " * 301 + "b" + ")" * 301)


def test_a_boost_beyond_a_float_is_refused():
    with pytest.raises(EngineError, match="boost must be a positive float"):
        parse("a^" + "9" * 50)


@pytest.mark.parametrize(("word", "edits"), [("ab", 0), ("abc", 1), ("abcde", 1), ("abcdef", 2)])
def test_the_length_of_a_word_decides_how_many_edits_are_automatic(word, edits):
    assert parse(f"{word}~AUTO") == Fuzzy(None, word, edits)


@pytest.mark.parametrize(
    ("text", "unclosed"), [("(a", True), ('"a', True), ("n:[1 TO", True), ("a)", False), ("a AND", False)]
)
def test_a_fault_says_whether_the_text_ends_too_early(text, unclosed):
    fault = syntax_fault(text)
    assert fault and fault.unclosed is unclosed
