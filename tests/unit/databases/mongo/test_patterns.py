import re

import pytest

pytest.importorskip("bson")

from searchapp.databases.mongo.query.regexp import condition_of
from searchapp.engine.regexp.patterns import matches_regexp
from searchapp.errors import PipelineError

VALUES = [
    "",
    "a",
    "ab",
    "aab",
    "abab",
    "b1",
    "CDK2",
    "a.b",
    "a-b",
    "a\nb",
    "ü",
    "日本",
    '"x"',
    "$where",
    "a\\b",
    "10",
    "x^y",
    "(a)",
]
PATTERNS = [
    "a", "ab|a", "(ab)*", "a{1,2}b", "a{2,}b", ".*", "a.b", "a\\.b", "[a-c]+", "[^a-c]+.*", '"a.b"', "<1-20>", "@", "#",
    "a?b?", "\\d+", "\\w*", "CDK[0-9]", "ü|日本", "[ü-日].", "\\$where", "$where", "x^y", "\\(a\\)", "a\\\\b", "()",
    "a[.\\-]b", ".*b.*", "(a|b)(a|b)", "a\nb", "[\\]\\[a]",
]  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_an_expression_matches_the_same_texts_as_in_lucene(pattern):
    condition = condition_of(pattern, "keyword")
    fits = re.compile(condition["$regex"], re.DOTALL).search
    matches = matches_regexp(pattern)
    assert [bool(fits(value)) for value in VALUES] == [matches(value) for value in VALUES]


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [("kin.*", "a kinase", True), ("k.*e", "kin ase", False), ("[^a]+", "a b", True), ("[^a]+", "aa", False)],
)
def test_in_prose_a_word_has_to_fit(pattern, text, found):
    condition = condition_of(pattern, "text")
    assert bool(re.search(condition["$regex"], text, re.IGNORECASE)) == found


@pytest.mark.parametrize(
    "pattern", ["(a+)+", "(a|ab)*b", "(a?){30}a{30}", "(.*a){10}", ".*a.*b.*c", "(.{0,50}a){10}", "(a{1,2}){1,2}c"]
)
def test_patterns_of_unbounded_time_are_refused(pattern):
    with pytest.raises(PipelineError, match="could take a mongo database too long"):
        condition_of(pattern, "keyword")


@pytest.mark.parametrize("pattern", [".*a.*b", "a*a*b", "(ab)*(abab)*c", "a?a?a?a?a?a?aaaaaa", "(a|ab)(c|bcd)(d|e)"])
def test_allowed_patterns_end_on_long_values(pattern):
    """A pattern that tries every way to divide a thousand letters would not."""
    assert not re.search(condition_of(pattern, "keyword")["$regex"], "a" * 1000)


@pytest.mark.parametrize(
    ("pattern", "words"),
    [("~a", "cannot read ~ and &"), ("a&b", "cannot read"), ("a{", "cannot be parsed"), ("[", "cannot be parsed")],
)
def test_syntax_without_a_translation_is_refused_by_name(pattern, words):
    with pytest.raises(PipelineError, match=words) as raised:
        condition_of(pattern, "keyword")
    assert raised.value.code == 400
