"""Words and values are compared in the same form in Python and in the analyzers of our collections."""

import pytest

from searchapp.engine.analysis.analyzers import analyzer, normalizer
from searchapp.querystring.folding import FOLDED, WITH_SYNONYMS, analysis, folded, other_umlauts


def settings():
    """The settings of an index with synonyms."""
    return {"analysis": analysis(["kinase, phosphotransferase"])}


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Béthon's ΣΊΣΥΦΟΣ", ["bethon", "σισυφοσ"]),
        ("L'Aquila dell'Arte", ["aquila", "arte"]),
        ("so\u00adft \u0627\u0644\u0652\u0639 אָב", ["soft", "\u0627\u0644\u0639", "אב"]),
        ("\u0623حمد ёлка", ["\u0627حمد", "елка"]),
        ("kinase", ["kinase"]),
    ],
)
def test_words_are_the_same_without_case_accents_possessives_and_elided_articles(text, terms):
    assert analyzer(FOLDED, settings()).terms(text) == terms


def test_a_value_keeps_its_blanks_and_its_apostrophes():
    assert normalizer(FOLDED, settings())("L'Éa  BÉ\u00adB") == "l'ea  beb"


def test_words_of_synonyms_are_added_after_folding():
    assert set(analyzer(WITH_SYNONYMS, settings()).terms("Kinasé")) == {"kinase", "phosphotransferase"}
    assert analysis([])["analyzer"].keys() == {FOLDED}


@pytest.mark.parametrize(("text", "expected"), [("Æther ŁÓDŹ", "aether lodz"), ("so\u00adft", "soft"), ("AB", "ab")])
def test_a_typed_text_is_folded_like_a_value(text, expected):
    assert folded(text) == expected


def test_umlauts_are_written_with_two_letters_too():
    assert [*other_umlauts("müller")] == ["mueller"]
    assert [*other_umlauts("mueller")] == ["müller"]
    assert [*other_umlauts("miller")] == []
