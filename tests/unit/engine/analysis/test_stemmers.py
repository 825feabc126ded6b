import pytest

from searchapp.engine.analysis.languages.stemmers import SNOWBALL, by_units, snowball, stemmer
from searchapp.engine.errors import EngineError


@pytest.mark.parametrize(
    ("language", "word", "stem"),
    [
        ("porter", "generalizations", "gener"),
        ("english", "hopping", "hop"),
        ("porter2", "apologists", "apologist"),
        ("minimal_english", "queries", "query"),
        ("possessive_english", "wolf\u2019s", "wolf"),
        ("possessiveEnglish", "wolf's", "wolf"),
        ("lightGerman", "häusern", "haus"),
        ("light_french", "mathématiques", "mathemat"),
        ("light_spanish", "peces", "pez"),
        ("light_italian", "ragazzi", "ragazz"),
        ("light_portuguese", "canções", "canca"),
        ("swedish", "husets", "huset"),
    ],
)
def test_a_stemmer(language, word, stem):
    assert stemmer(language)(word) == stem


def test_each_language_of_snowball_is_there():
    assert all(snowball(language.capitalize())("aaa") for language in SNOWBALL)
    assert snowball("english")("a\ud800") == "a\ud800"


def test_a_sign_above_the_first_plane_is_two_letters():
    assert by_units(lambda word: word[:-1])("\U0001d400s") == "\U0001d400"
    assert stemmer("porter")("\U0001d400s") == "\U0001d400"


@pytest.mark.parametrize("language", ["light_english", "kstem", "klingon", "lovins", ""])
def test_a_stemmer_that_is_not_there_is_refused_by_name(language):
    with pytest.raises(EngineError, match="unsupported stemmer"):
        stemmer(language)
