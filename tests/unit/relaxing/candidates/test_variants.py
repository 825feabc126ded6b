"""Other ways to write a word."""

import pytest

from searchapp.relaxing.candidates.variants import MAX_VARIANTS, variants, varied
from searchapp.relaxing.words import phrase_of


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("factor 8", "factor VIII"),
        ("factor viii", "factor 8"),
        ("12 angry men", "twelve angry men"),
        ("second amendment", "2nd amendment"),
        ("3rd reich", "third reich"),
        ("ninth symphony", "9 symphony"),
        ("opus 67", "op 67"),
        ("hemoglobin", "haemoglobin"),
        ("behaviour", "behavior"),
        ("beta catenin", "β catenin"),
        ("TNF-α", "TNF-alpha"),
        ("MayerRokitansky syndrome", "Mayer Rokitansky syndrome"),
        ("NF-κB", "NFkb"),
        ("NF-κB", "NF-kappa b"),
        ("tnfalpha", "tnf alpha"),
        ("kappaB", "κb"),
        ("st. louis", "saint louis"),
        ("usa", "u.s.a"),
        ("n.a.t.o.", "nato"),
        ("mueller", "müller"),
        ("Müller", "mueller"),
        ("ISO_639-3", "ISO 639-3"),
        ("ごじら", "ゴジラ"),
        ("louis 14 2nd", "louis XIV second"),
        ("oceans 11", "ocean's eleven"),
        ("compares to you", "compares 2 u"),
        ("e-mail", "email"),
        ("dc comics", "d.c comics"),
    ],
)
def test_a_word_is_written_in_another_way(typed, meant):
    assert meant in varied(phrase_of(typed), "english")


@pytest.mark.parametrize("word", ["kinase", "alphabet", "Αθήνα", "mix", "40", "2024", "0", "livid", "x1"])
def test_other_words_have_no_other_way(word):
    assert [*variants(word, "english")] == []


def test_numbers_are_words_of_the_language():
    assert [*variants("7", "spanish")] == ["VII", "siete"]


def test_the_number_of_queries_is_bounded():
    assert len(varied(phrase_of(" ".join(map(str, range(1, 40)))), "english")) == MAX_VARIANTS
