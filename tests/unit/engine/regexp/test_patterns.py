import pytest
import tantivy

from searchapp.engine.errors import EngineError
from searchapp.engine.regexp.patterns import (
    Untranslatable,
    ignoring_case,
    matches_regexp,
    matches_wildcard,
    regex_of_regexp,
    regex_of_wildcard,
    spellings,
)

TERMS = ["", "*", "?i", "007", "08", "10", "12", "5", "AB", "^a", "a", "a\nb", "a.b", "aB", "ab", "abc", "b", "é", "😀"]


@pytest.fixture(scope="module")
def found():
    """A function from a pattern of tantivy to the terms it finds; None finds nothing."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("term", stored=True, tokenizer_name="raw")
    schema = builder.build()
    index = tantivy.Index(schema)
    writer = index.writer(15_000_000, 1)
    for term in TERMS:
        writer.add_document(tantivy.Document(term=term))
    writer.commit()
    index.reload()
    searcher = index.searcher()

    def terms(pattern):
        if pattern is None:
            return []
        hits = searcher.search(tantivy.Query.regex_query(schema, "term", pattern), 100).hits
        return sorted(searcher.doc(address)["term"][0] for _, address in hits)

    return terms


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("ab.*", ["ab", "abc"]),
        ("a.b", ["a\nb", "a.b"]),
        ("^a", ["^a"]),
        ("(?i)", ["?i"]),
        ("@b", ["a\nb", "a.b", "ab", "b"]),
        ('"a.b"', ["a.b"]),
        ("<5-12>", ["007", "08", "10", "12", "5"]),
        ("<08-12>", ["08", "10", "12"]),
        ("\\d+", ["007", "08", "10", "12", "5"]),
        ("[^a-z]", ["*", "5", "é", "😀"]),
        ("a[b-c]{1,2}", ["ab", "abc"]),
        ("a|b|()", ["", "a", "b"]),
        ("", [""]),
        ("#", []),
        (".", ["*", "5", "a", "b", "é", "😀"]),
        ("*", ["*"]),
    ],
)
def test_a_regexp_is_anchored_and_has_lucenes_signs(pattern, expected, found):
    assert found(regex_of_regexp(pattern)) == expected
    assert list(filter(matches_regexp(pattern), TERMS)) == expected


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("~(a.*)", [term for term in TERMS if not term.startswith("a")]),
        ("a.*&.*b", ["a\nb", "a.b", "ab"]),
    ],
)
def test_not_and_both_can_only_be_tested(pattern, expected):
    assert list(filter(matches_regexp(pattern), TERMS)) == expected
    with pytest.raises(Untranslatable):
        regex_of_regexp(pattern)


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("a)", "end-of-string expected at position 1"),
        ("(a", "expected ')' at position 2"),
        ("[a", "expected ']' at position 2"),
        ("[b-a]", "invalid range: from (98) cannot be > to (97)"),
        ("a{x}", "integer expected at position 2"),
        ('"a', "expected '\"' at position 2"),
        ("a|", "unexpected end-of-string"),
        ("<a>", "'a' not found"),
        ("<1-a>", "interval syntax error at position 4"),
        ("\\b", "invalid character class \\98"),
        ("(" * 500 + ")" * 500, "groups are nested deeper than 100"),
    ],
)
def test_a_regexp_that_lucene_refuses(pattern, reason):
    with pytest.raises(EngineError) as caught:
        regex_of_regexp(pattern)
    assert caught.value.reason == f"failed to create query: {reason}"


@pytest.mark.parametrize(
    ("pattern", "insensitive", "expected"),
    [
        ("a*", False, ["a", "a\nb", "a.b", "aB", "ab", "abc"]),
        ("a?b", False, ["a\nb", "a.b"]),
        ("\\*", False, ["*"]),
        ("ab", True, ["AB", "aB", "ab"]),
        ("É", True, []),
        ("a\\b", True, ["ab"]),
        ("", False, []),
        ("*", False, TERMS),
    ],
)
def test_a_wildcard(pattern, insensitive, expected, found):
    assert found(regex_of_wildcard(pattern, insensitive)) == sorted(expected)
    assert list(filter(matches_wildcard(pattern, insensitive), TERMS)) == expected


@pytest.mark.parametrize("pattern", ["*", "?*b", "a*", "*.*", "[^a]*", "é*", "*é", "*é*b", "a?c", "\\*"])
@pytest.mark.parametrize("width", [1, 2, 3])
def test_a_pattern_of_narrow_characters_finds_the_same_narrow_terms(pattern, width, found):
    narrow = {term for term in TERMS if all(len(character.encode()) <= width for character in term)}
    assert set(found(regex_of_wildcard(pattern, False, width))) == set(found(regex_of_wildcard(pattern))) & narrow


def test_a_pattern_that_needs_wider_characters_than_there_are_is_none():
    assert regex_of_wildcard("*é*", width=1) is None
    assert regex_of_regexp("a|(é|ü)+", width=1) == regex_of_regexp("a", width=1)
    assert regex_of_regexp("é*b", width=1) == regex_of_regexp("b", width=1)


def test_ignoring_case_is_about_ascii(found):
    assert found(ignoring_case("Ab")) == ["AB", "aB", "ab"]
    assert found(ignoring_case("É")) == []


@pytest.mark.parametrize("text", ["Ab", "a.B", "É1", "", "ſK"])
def test_the_spellings_of_a_text_are_the_matches_of_a_pattern_without_case(text):
    matches = matches_regexp(f'"{text}"', insensitive=True)
    assert all(map(matches, spellings(text)))
    assert {*filter(matches, TERMS)} == {*spellings(text)}.intersection(TERMS)


@pytest.mark.slow
def test_a_pattern_that_would_take_long_is_refused():
    with pytest.raises(EngineError, match="too complex"):
        matches_regexp("((a{1,100}){1,100}){1,9}")("a" * 60)
    assert not matches_regexp("(a*)*b")("a" * 5000)


@pytest.mark.parametrize("signs", ["*", "*?", "?*"])
def test_a_run_of_wildcards_is_one_state_for_each_question_mark(signs):
    pattern = f"a{signs * 300}b"
    assert regex_of_wildcard(pattern) == "a" + "(?s:.)" * pattern.count("?") + "(?s:.)*b"
    assert matches_wildcard(pattern)("a" + "x" * 300 + "b")


def test_stars_in_a_row_are_one():
    assert regex_of_regexp("a.*.*.*b*b*(c|d)*(c|d)*") == regex_of_regexp("a.*b*(c|d)*")
