from searchapp.relaxing.candidates.beginnings import (
    with_first_parts,
    with_parts,
    with_short_words,
    with_versions,
)
from searchapp.relaxing.candidates.spelling import WordStats
from searchapp.relaxing.words import phrase_of


def test_an_unknown_code_is_letters_and_the_beginning_of_a_number():
    assert with_versions(phrase_of("gplv3 text"), [WordStats("gplv3", 0, []), WordStats("text", 2, [])]) == [
        "gpl 3* text",
        "gpl v3* text",
    ]
    assert with_versions(phrase_of("gplv3"), [WordStats("gplv3", 1, [])]) == []
    python = [WordStats("python", 2, []), WordStats("v3.11", 0, [])]
    assert with_versions(phrase_of("python v3.11"), python) == ["python 3.11*"]


def test_short_unknown_words_are_beginnings():
    assert with_short_words(phrase_of("vit c"), [WordStats("vit", 0, []), WordStats("c", 9, [])]) == ["vit* c"]
    node = [WordStats("node", 0, []), WordStats("20", 1, [])]
    assert with_short_words(phrase_of("node 20"), node) == ["node* 20", "node* 20*"]
    assert with_short_words(phrase_of("vitamni c"), [WordStats("vitamni", 0, []), WordStats("c", 9, [])]) == []
    assert with_short_words(phrase_of("vit"), [WordStats("vit", 0, [])]) == []


def test_long_words_are_searched_by_two_thirds_of_their_letters():
    assert with_first_parts(phrase_of("beer manufacturing")) == ["beer manufactu*"]
    assert with_first_parts(phrase_of("old beer x123456")) == []


def test_a_few_unknown_words_are_parts_of_words():
    sony = WordStats("sony", 3, [])
    assert with_parts(phrase_of("sony xm5"), [sony, WordStats("xm5", 0, [])]) == ["sony *xm5*"]
    assert with_parts(phrase_of("sony x5"), [sony, WordStats("x5", 0, [])]) == with_parts(phrase_of("sony"), [sony])
    assert with_parts(phrase_of("7805"), [WordStats("7805", 0, [])]) == ["*7805*"]
    assert with_parts(phrase_of("sony 7805"), [sony, WordStats("7805", 0, [])]) == []
