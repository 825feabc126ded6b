import pytest

from searchapp.relaxing.candidates.apart import (
    long_known,
    long_unknown,
    spans_of_halves,
    spans_of_letters,
    spans_of_runs,
    taken_apart,
)
from searchapp.relaxing.candidates.spelling import WordStats


@pytest.mark.parametrize(
    ("word", "known", "expected"),
    [
        ("fontsizeadjust", {"font", "size", "adjust"}, ["font size adjust"]),
        ("fontsizeadjust", {"font", "size", "adj", "ust", "adjust"}, ["font size adjust"]),
        ("fontsizeadjust", {"font", "adjust"}, []),
        ("stairwaytoheaven", {"stairway", "to", "heaven"}, ["stairway to heaven"]),
        ("spiderman2", {"spider", "man", "2"}, ["spider man 2"]),
        ("kesha", {"ke", "ha"}, ["ke ha"]),
        ("meunetsurvatan", {"meunet", "sur", "ur", "vatan"}, ["meunet sur vatan"]),
        ("keoha", {"ke", "ha"}, []),
        ("ab", {"ab"}, []),
        ("acdc", {"ac", "dc"}, ["ac dc"]),
        ("puxian", {"pu", "xian", "pux", "ian", "an"}, ["pux ian", "pu xian"]),
        ("xrays", {"x", "rays"}, ["x rays"]),
    ],
)
def test_a_word_is_taken_apart_into_the_fewest_known_words(word, known, expected):
    assert taken_apart(word, spans_of_letters(word), known) == expected


@pytest.mark.parametrize(
    ("code", "known", "expected"),
    [
        ("5mm", {"5", "mm"}, ["5 mm"]),
        ("rtx4070ti", {"rtx", "4070", "ti"}, ["rtx 4070 ti"]),
        ("4x40mm", {"4", "x", "40", "x40mm", "4x40", "mm"}, ["4x40 mm", "4 x40mm"]),
        ("xj200", {"xj"}, []),
        ("1.2", {"1", "2"}, []),
        ("asthma", {"asth", "ma"}, []),
    ],
)
def test_a_code_is_taken_apart_between_letters_and_digits(code, known, expected):
    assert taken_apart(code, spans_of_runs(code), known) == expected


def test_only_a_few_long_unknown_words_are_taken_apart():
    words = [WordStats("css", 5, []), WordStats("fontsizeadjust", 0, [])]
    assert long_unknown(words) == [1]
    assert long_unknown([*words, WordStats("xyz", 0, [])]) == long_unknown(words[1:] * 4) == []
    assert long_unknown([*words, WordStats("77321", 0, [])]) == []


def test_a_word_is_two_words_between_letters_or_digits_only():
    assert taken_apart("usb3.0", spans_of_halves("usb3.0"), {"usb", "3.0", "usb3.", "0"}) == ["usb 3.0"]


def test_long_words_that_are_known_may_be_two():
    words = [WordStats("protein", 9, []), WordStats("of", 9, []), WordStats("databank", 2, [])]
    assert long_known(words) == [0, 2]
    assert long_known(words[:1]) == long_known([*words, WordStats("xyz", 0, [])]) == []
