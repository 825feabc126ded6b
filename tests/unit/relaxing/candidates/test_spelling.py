from searchapp.relaxing.candidates.spelling import (
    WordStats,
    corrected,
    in_other_number,
    with_joined_words,
    without_unknown,
)
from searchapp.relaxing.words import phrase_of

CANCER = WordStats("cancer", 800, [("cancers", 1, 3)])
BREST = WordStats("brest", 0, [("breast", 1, 200), ("best", 1, 4)])


def test_unknown_words_are_replaced_the_nearest_first():
    assert [*corrected(phrase_of("brest cancer"), [BREST, CANCER])] == ["breast cancer", "best cancer"]


def test_every_unknown_word_is_replaced_at_once():
    cancr = WordStats("cancr", 0, [("cancer", 1, 800)])
    assert corrected(phrase_of("brest cancr"), [BREST, cancr]) == {"breast cancer": 2, "best cancer": 2}


def test_many_unknown_words_are_replaced_without_making_every_combination():
    words = [WordStats(f"wrod{n}", 0, [(f"word{n}", 2, 9), (f"wood{n}", 2, 9), (f"rod{n}", 1, 9)]) for n in range(26)]
    found = corrected(phrase_of(" ".join(word.word for word in words)), words)
    assert len(found) == 12
    assert next(iter(found)) == " ".join(f"rod{n}" for n in range(26))
    assert [*found.values()] == [26] + [27] * 11


def test_where_all_words_are_known_one_of_them_may_be_another():
    words = [WordStats("kidneys", 2, [("kidney", 1, 90)]), WordStats("form", 9, [("fork", 1, 99), ("for", 1, 500)])]
    assert [*corrected(phrase_of("kidneys form"), words)] == ["kidneys fork", "kidney form"]


def test_a_word_of_the_same_letters_precedes_similar_ones():
    ohare = WordStats("ohare", 0, [("hare", 1, 9), ("o'hare", 1, 1)])
    assert corrected(phrase_of("ohare"), [ohare]) == {"o'hare": 0, "hare": 1}


def test_a_plural_that_more_than_two_edits_part_is_corrected():
    assert corrected(phrase_of("mysteries"), [WordStats("mysteries", 0, [])]) == {"mystery": 1}


def test_words_that_are_found_may_be_meant_in_another_number():
    found = [*in_other_number(phrase_of("cystic kidneys"), "english")]
    assert found[0] == "cystic kidney"
    assert "cystics kidneys" in found


def test_a_word_without_others_near_to_it_is_not_corrected():
    xyzzq = WordStats("xyzzq", 0, [])
    assert corrected(phrase_of("xyzzq cancer"), [xyzzq, CANCER]) == {}
    assert without_unknown(phrase_of("xyzzq cancer"), [xyzzq, CANCER]) == ["cancer"]
    assert without_unknown(phrase_of("xyzzq"), [xyzzq]) == []


def test_words_are_joined():
    assert with_joined_words(phrase_of("type script")) == ["typescript", "type.script"]
    assert with_joined_words(phrase_of("o brien")) == ["obrien", "o.brien", "o'brien"]
    assert with_joined_words(phrase_of("spiderman")) == []


def test_an_accent_is_no_edit():
    near = [("chapeau", 1, 8), ("château", 1, 2)]
    assert [*corrected(phrase_of("chateau"), [WordStats("chateau", 0, near)]).items()] == [
        ("château", 0),
        ("chapeau", 1),
    ]


def test_a_number_means_no_other_number():
    assert corrected(phrase_of("2020"), [WordStats("2020", 0, [("020", 1, 3)])]) == {}


def test_one_or_two_letters_and_the_digits_of_a_short_code_are_meant():
    assert corrected(phrase_of("t2"), [WordStats("t2", 0, [("x2", 1, 9)])]) == {}
    assert corrected(phrase_of("m31"), [WordStats("m31", 0, [("531", 1, 9), ("31", 1, 9), ("n31", 1, 1)])]) == {
        "n31": 1
    }
    words = [WordStats("screw", 9, []), WordStats("4x40", 2, [("4x80", 1, 7)])]
    assert corrected(phrase_of("screw 4x40"), words) == {}


def test_a_word_is_left_out_with_the_hyphen_after_it():
    words = [WordStats("U", 1, []), WordStats("235", 0, [])]
    assert without_unknown(phrase_of("U-235"), words) == ["U"]


def test_a_plural_is_likelier_than_another_word():
    words = [WordStats("bäume", 0, [("blume", 1, 11), ("baum", 1, 7)])]
    assert next(iter(corrected(phrase_of("bäume"), words, "german").items())) == ("baum", 0)
