"""Where sentences and words end: the parts are those of `java.text.BreakIterator` of Java 17."""

from itertools import pairwise

import pytest

from searchapp.engine.highlight.boundaries import sentence_ends, word_ends


def parts(text, ends):
    return [text[start:end] for start, end in pairwise(ends)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("A b. C d.", ["A b. ", "C d."]),
        ("e.g. this. That", ["e.g. this. ", "That"]),
        ("One! (two) Three?", ["One! ", "(two) Three?"]),
        ("1.5 mg. 2 kg", ["1.5 mg. 2 kg"]),
        ('He said. "No" x', ["He said. ", '"No" x']),
        ("\u4ed6\u8bf4\u3002\u5979", ["\u4ed6\u8bf4\u3002", "\u5979"]),
        ("\u0e20\u0e32\u0e29\u0e32 \u0e01\u0e32\u0e23", ["\u0e20\u0e32\u0e29\u0e32 \u0e01\u0e32\u0e23"]),
        ("\u0915\u094d\u0937\u093f\u0964 \u0939", ["\u0915\u094d\u0937\u093f\u0964 ", "\u0939"]),
        ("a\u2029b", ["a\u2029", "b"]),
        ("Dr.  smith", ["Dr.  ", "smith"]),
        ("x.\u0301 Y", ["x.\u0301 ", "Y"]),
        ("end.\xbb Next", ["end.\xbb ", "Next"]),
    ],
)
def test_sentences_end_where_java_ends_them(text, found):
    assert parts(text, sentence_ends(text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("IL-2 3.5% it's", ["IL", "-", "2", " ", "3.5%", " ", "it's"]),
        ("\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22 3", ["\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22", " ", "3"]),
        ("\u7ec6\u80de12\u6fc0\u9176", ["\u7ec6\u80de", "12", "\u6fc0\u9176"]),
        ("\u30bf\u30f3\u30d1\u30af\u8cea", ["\u30bf\u30f3\u30d1\u30af", "\u8cea"]),
        ("e\u0301tude cafe\u0301", ["e\u0301tude", " ", "cafe\u0301"]),
        ("a\xadb\u200dc", ["a\xadb\u200dc"]),
        ("\u200d", ["\u200d"]),
        ("\U0001f600\U0001f44d\U0001f3fd x", ["\U0001f600", "\U0001f44d", "\U0001f3fd", " ", "x"]),
        ("#5 $3.20", ["#5", " ", "$3.20"]),
        ("\u0939\u093f\u0928\u094d\u0926\u0940\u0964", ["\u0939\u093f\u0928\u094d\u0926\u0940\u0964"]),
    ],
)
def test_words_end_where_java_ends_them(text, found):
    assert parts(text, word_ends(text)) == found
