import pytest

from searchapp.options.languages import known_languages, language_named


@pytest.mark.parametrize("text", ["pt", "PT-BR", "pt_PT", "por", "Portuguese", " portuguese "])
def test_a_language_is_known_by_its_name_and_its_codes(text):
    assert language_named(text) == "portuguese"


def test_an_unknown_language_has_no_name():
    assert language_named("klingon") is language_named("") is None
    assert known_languages().startswith("danish (da), dutch (nl)")
