import pytest

from searchapp.querystring.parser import parse
from searchapp.querystring.tree import Exists, Phrase, Range, Text
from searchapp.querystring.writing import atom_text, end_text, escaped, is_word, regexp_text, wildcard_text


@pytest.mark.parametrize(
    "atom",
    [
        Phrase("a b:c", 'x "y" \\'),
        Range("n", "1", "5", True, False),
        Range("-n", None, "5"),
        Range("n", "5", None),
        Range("born", "2019-01-01", "2019-01-01||+1M", False, False),
        Exists("xref.*"),
    ],
)
def test_the_parser_reads_a_written_tree_back(atom):
    assert parse(atom_text(atom)) == atom


@pytest.mark.parametrize("text", ["cdk2", "alpha-1-B", "ünïcödé", "it's", "10%"])
def test_a_word_means_itself(text):
    assert is_word(text)


@pytest.mark.parametrize("text", ["", "a b", "a:b", "a*", "-a", "AND", ">5", '"a"', "a~", "(a", "a\\:b", "/a/", "*"])
def test_texts_with_a_meaning_in_the_syntax_are_no_words(text):
    assert not is_word(text)


@pytest.mark.parametrize(
    ("value", "text"), [("", "*"), ("5", "5"), ("-1.5", "-1.5"), ("2019-01-01", "2019-01-01"), ("a b", '"a b"')]
)
def test_an_end_of_a_range_is_open_plain_or_quoted(value, text):
    assert end_text(value) == text


def test_signs_of_patterns_are_escaped_in_wildcards_and_signs_of_the_syntax_in_query_texts():
    assert wildcard_text("a*b?\\c-d") == "a\\*b\\?\\\\c-d"
    assert parse(escaped("a:b*")) == Text(None, "a:b*")


def test_signs_that_are_folded_to_syntax_are_escaped_in_patterns():
    assert regexp_text("“a.b” （c）") == "\\“a\\.b\\” \\（c\\）"
