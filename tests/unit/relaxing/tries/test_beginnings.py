from searchapp.relaxing.tries.beginnings import with_numbers, with_parts, with_short_words, with_versions
from searchapp.relaxing.tries.spelling import Known
from searchapp.relaxing.words import phrase_of


def test_numbers_are_begun_where_their_unit_is_left_out():
    assert with_numbers(phrase_of("sigma 35 f/1.4")) == ["sigma 35* f 1.4*"]
    assert with_numbers(phrase_of("35")) == with_numbers(phrase_of("sigma art")) == []


def test_an_unknown_code_is_letters_and_the_beginning_of_a_number():
    assert with_versions(phrase_of("gplv3 text"), [Known("gplv3", 0, []), Known("text", 2, [])]) == [
        "gpl 3* text",
        "gpl v3* text",
    ]
    assert with_versions(phrase_of("gplv3"), [Known("gplv3", 1, [])]) == []
    python = [Known("python", 2, []), Known("v3.11", 0, [])]
    assert with_versions(phrase_of("python v3.11"), python) == ["python 3.11*"]


def test_short_unknown_words_are_beginnings():
    assert with_short_words(phrase_of("vit c"), [Known("vit", 0, []), Known("c", 9, [])]) == ["vit* c"]
    node = [Known("node", 0, []), Known("20", 1, [])]
    assert with_short_words(phrase_of("node 20"), node) == ["node* 20", "node* 20*"]
    assert with_short_words(phrase_of("vitamni c"), [Known("vitamni", 0, []), Known("c", 9, [])]) == []
    assert with_short_words(phrase_of("vit"), [Known("vit", 0, [])]) == []


def test_a_few_unknown_words_are_parts_of_words():
    sony = Known("sony", 3, [])
    assert with_parts(phrase_of("sony xm5"), [sony, Known("xm5", 0, [])]) == ["sony *xm5*"]
    assert with_parts(phrase_of("sony x5"), [sony, Known("x5", 0, [])]) == []
    assert with_parts(phrase_of("sony"), [sony]) == []
    numbers = ("7805", "780", "1999")
    assert [with_parts(phrase_of(one), [Known(one, 0, [])]) for one in numbers] == [["*7805*"], [], []]
    helm = [Known("fahrradhelm", 0, []), Known("für", 9, []), Known("kinder", 2, [])]
    assert with_parts(phrase_of("fahrradhelm für kinder"), helm) == [
        "*fahrradhelm* für kinder",
        "*fahrradhelm* *kinder*",
    ]
    assert with_parts(phrase_of("abc abd abe abf"), [Known(word, 0, []) for word in ("abc", "abd", "abe", "abf")]) == []
