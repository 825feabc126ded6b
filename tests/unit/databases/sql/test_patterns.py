"""Regular expressions for databases that have their own: they mean what Lucene's mean."""

import random
import re

import pytest

from searchapp.databases.sql.dialects.regexp import matches, searcher, translated
from searchapp.errors import PipelineError

PIECES = ("a", "b", ".", "[ab]", "[^a]", "\\d", "\\W", "(a|b)", "(ab|c)", '"a.b"', "<1-12>", "@", "\\.", "[a-c-]", "^")
REPEATS = ("", "", "", "*", "+", "?", "{2}", "{1,}", "{0,2}")
TEXTS = ("", "a", "ab", "a.b", "abab", "1", "12", "a1", "c", "-", "ba\n", "é", "^", "$", "b-a", "]", "aé.1")


def test_a_pattern_for_a_database_matches_the_same_texts_as_in_lucene():
    source = random.Random(5)
    for _ in range(500):
        pattern = "".join(source.choice(PIECES) + source.choice(REPEATS) for _ in range(source.randint(1, 4)))
        written, fits = re.compile(translated(pattern), re.DOTALL), searcher(pattern)
        for text in TEXTS:
            assert bool(written.fullmatch(text)) == fits(text), (pattern, text)


@pytest.mark.parametrize("pattern", ["~a", "a&b", "#"])
def test_syntax_without_a_translation_is_refused(pattern):
    with pytest.raises(PipelineError, match="400 q: regular expressions with ~, & and # cannot be asked"):
        translated(pattern)


def test_a_pattern_that_cannot_be_read_is_refused():
    with pytest.raises(PipelineError, match=r"400 q cannot be parsed: the regular expression /\(a/ is wrong"):
        translated("(a")


def test_numbers_of_sqlite_are_no_texts():
    assert (matches("1", 1), matches("1", None), matches("~a", "b")) == (None, None, True)
