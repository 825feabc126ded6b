from searchapp.relaxing.spelling import Known, corrected, joined_or_split, without_unknown
from searchapp.relaxing.words import phrase_of

CANCER = Known("cancer", 800, [("cancers", 1, 3)])
BREST = Known("brest", 0, [("breast", 1, 200), ("best", 1, 4)])


def test_unknown_words_are_replaced_the_nearest_first():
    assert corrected(phrase_of("brest cancer"), [BREST, CANCER]) == ["breast cancer", "best cancer"]


def test_every_unknown_word_is_replaced_at_once():
    cancr = Known("cancr", 0, [("cancer", 1, 800)])
    assert corrected(phrase_of("brest cancr"), [BREST, cancr]) == ["breast cancer", "best cancer"]


def test_where_all_words_are_known_one_of_them_may_be_another():
    words = [Known("kidneys", 2, [("kidney", 1, 90)]), Known("form", 9, [("fork", 1, 99), ("for", 1, 500)])]
    assert corrected(phrase_of("kidneys form"), words) == ["kidneys fork", "kidney form"]


def test_of_words_that_are_found_only_the_ending_may_be_another():
    kidneys = Known("kidneys", 2, [("kindeys", 1, 5), ("kidney", 1, 9)])
    assert corrected(phrase_of("kidneys"), [kidneys], endings=True) == ["kidney"]


def test_a_word_without_others_near_to_it_is_not_corrected():
    xyzzy = Known("xyzzy", 0, [])
    assert corrected(phrase_of("xyzzy cancer"), [xyzzy, CANCER]) == []
    assert without_unknown(phrase_of("xyzzy cancer"), [xyzzy, CANCER]) == ["cancer"]
    assert without_unknown(phrase_of("xyzzy"), [xyzzy]) == []


def test_words_are_joined_and_split():
    words = [Known("spider", 0, []), Known("man", 7, [])]
    assert "spiderman" in joined_or_split(phrase_of("spider man"), words)
    assert "spider man" in joined_or_split(phrase_of("spiderman"), [Known("spiderman", 0, [])])
