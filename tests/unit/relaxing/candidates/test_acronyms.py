import re

import pytest

from searchapp.builders.ranking.profile import Field
from searchapp.relaxing.candidates.acronyms import as_acronym, is_clear

TITLE = Field("title", "title.sort", False, "title", 1.0)
SMALL = {"the", "of"}
CODE = Field("code", "code", False, None, 0.5)


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("lotr", "the lord of the rings"),
        ("lotr", "lord of the rings: the two towers"),
        ("usa", "united states of america"),
        ("BBC", "british broadcasting-corporation"),
        ("P&G", "procter & gamble co."),
        ("us", "united & simple"),
    ],
)
def test_the_first_letters_of_words_are_a_name(typed, title):
    (query,) = as_acronym(typed, [TITLE, CODE], SMALL)
    name, _, pattern = query.partition(":")
    assert name == "title.sort" and re.fullmatch(pattern.strip("/"), title)


def test_other_texts_are_no_acronyms():
    assert (
        as_acronym("lord of", [TITLE], SMALL)
        == as_acronym("b2b", [TITLE], SMALL)
        == as_acronym("kinases", [TITLE], SMALL)
        == []
    )
    assert not re.fullmatch(as_acronym("lotr", [TITLE], SMALL)[0].partition(":")[2].strip("/"), "lots of tears")


def test_a_short_text_in_small_letters_is_rather_a_word():
    assert is_clear("USA") and is_clear("lotr") and is_clear("p&g") and not is_clear("nyc")


def test_a_field_that_keeps_case_may_have_capitals():
    cased = Field("title", "title.raw", True, "title", 1.0)
    pattern = as_acronym("lotr", [cased], SMALL)[0].partition(":")[2].strip("/")
    assert re.fullmatch(pattern, "The Lord of the Rings")
