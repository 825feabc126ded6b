import pytest

from searchapp.relaxing.word_numbers import nouns_of, other_numbers


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("kidneys", "english", "kidney"),
        ("city", "english", "cities"),
        ("boxes", "en", "box"),
        ("animaux", "french", "animal"),
        ("kinder", "german", "kind"),
        ("kindern", "german", "kind"),
        ("ragazzi", "italian", "ragazzo"),
        ("mice", "english", "mouse"),
        ("cacti", "english", "cactus"),
        ("children", "english", "child"),
        ("mitochondria", "english", "mitochondrion"),
        ("analyses", "english", "analysis"),
    ],
)
def test_a_word_has_its_other_number(word, language, expected):
    assert expected in [*other_numbers(word, language)]


def test_codes_have_none():
    assert [*other_numbers("lhr", "english")] == []


def test_the_name_of_an_item_type_is_a_noun_for_its_documents():
    assert {"film", "films"} <= nouns_of("films", "english")
    assert {"programming", "language", "languages"} <= nouns_of("programming_languages", "english")
    assert {"licence", "licences", "license", "licenses"} <= nouns_of("licence", "english")
    assert nouns_of(None, "english") == set()
