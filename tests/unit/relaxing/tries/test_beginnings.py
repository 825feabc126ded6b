from searchapp.relaxing.tries.beginnings import with_numbers, with_parts
from searchapp.relaxing.tries.spelling import Known
from searchapp.relaxing.words import phrase_of


def test_numbers_are_begun_where_their_unit_is_left_out():
    assert with_numbers(phrase_of("sigma 35 f/1.4")) == ["sigma 35* f 1.4*"]
    assert with_numbers(phrase_of("35")) == with_numbers(phrase_of("sigma art")) == []


def test_a_few_unknown_words_are_parts_of_words():
    sony = Known("sony", 3, [])
    assert with_parts(phrase_of("sony xm5"), [sony, Known("xm5", 0, [])]) == ["sony *xm5*"]
    assert with_parts(phrase_of("sony x5"), [sony, Known("x5", 0, [])]) == []
    assert with_parts(phrase_of("sony"), [sony]) == []
    assert with_parts(phrase_of("abc abd abe abf"), [Known(word, 0, []) for word in ("abc", "abd", "abe", "abf")]) == []
