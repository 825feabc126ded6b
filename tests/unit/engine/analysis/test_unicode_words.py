"""The expectations were read off a real node."""

import random
import re

import pytest

from searchapp.engine.analysis.unicode_word_patterns import FIND_WORD, WORD
from searchapp.engine.analysis.unicode_words import spans, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" -+/ \n", []),
        ("Cyclin-dependent kinase 2", ["Cyclin", "dependent", "kinase", "2"]),
        ("foo:bar a.b.c it's", ["foo:bar", "a.b.c", "it's"]),
        ("1,3 1.5;2 1'0", ["1,3", "1.5;2", "1'0"]),
        ("5'UTR a.5 5.a a,b", ["5", "UTR", "a", "5", "5", "a", "a", "b"]),
        ("_ __ _a a_ a__b 1_2", ["_a", "a_", "a__b", "1_2"]),
        ("a..b .a a.", ["a", "b", "a", "a"]),
        ("½ ² №", []),
        ("l’été ‘x’", ["l’été", "x"]),
        ("e\u0301a a\u00adb", ["e\u0301a", "a\u00adb"]),
        ("日本語 ひら カタカナ 한국어", ["日", "本", "語", "ひ", "ら", "カタカナ", "한국어"]),
        ("カナa1", ["カナ", "a1"]),
        ("ไทยดี", ["ไทยดี"]),
        ('צה"ל ד\' א"', ['צה"ל', "ד'", "א"]),
        ("٣٫٤ ٣٤", ["٣٫٤", "٣٤"]),
        ("😀😀 a😀b", ["😀", "😀", "a", "😀", "b"]),
        ("👩‍👩‍👧 👍🏽 🇩🇪🇫🇷 1️⃣ #️⃣", ["👩‍👩‍👧", "👍🏽", "🇩🇪", "🇫🇷", "1️⃣", "#️⃣"]),
        ("𝐀𝐁 𝟏𝟐", ["𝐀𝐁", "𝟏𝟐"]),
    ],
)
def test_words_are_cut_as_lucene_cuts_them(text, expected):
    assert words(text) == expected


def test_a_long_word_is_cut_at_255_units_of_utf_16():
    assert list(map(len, words("x" * 600))) == [255, 255, 90]
    assert list(map(len, words("𝐀" * 200))) == [127, 73]
    assert words("x" * 254 + ".y") == ["x" * 254, "y"]


@pytest.mark.parametrize("run", ["_", "é" + "_" * 9, "_\u0301", "_\u0301\u0301", ".", "a."])
@pytest.mark.slow
def test_a_long_run_of_joiners_is_read_once(run):
    text = f"__a{run * 20}_b"
    assert [match.span() for match in FIND_WORD.finditer(text)] == [match.span() for match in WORD.finditer(text)]
    # a search in quadratic time would read this for minutes
    assert [text for text in words("é" + run * 100_000) if text.strip("_\u0301")]


def test_joiners_alone_are_no_words():
    assert spans("_" * 1_000_000) == []


@pytest.mark.slow
def test_words_of_mixed_texts_are_the_words_between_blanks():
    draw = random.Random(5)
    signs = "abZ09_.:', \n-#\x7féßİж中アก\u0301\u200d\ufe0f©😀👍🏽🇩🇪א\u3000𝒜"
    for _ in range(3_000):
        text = "".join(draw.choices(signs, k=draw.choice((3, 12, 40))))
        found = words(text)
        assert found == [word for part in re.split("[\x00-\x20]", text) for word in words(part)], repr(text)
        assert found == [text[start:end] for start, end in spans(text)], repr(text)


def test_long_words_of_mixed_texts_are_cut():
    assert [len(word) for word in words("é a " + "b" * 300 + " ©")] == [1, 1, 255, 45, 1]
    assert [len(word) for word in words("a " + "b" * 300)] == [1, 255, 45]
