import pytest

from searchapp.relaxing.candidates.years import with_years

FIELDS = {
    "title": {"type": "text"},
    "year_made": {"type": "long"},
    "Release Date": {"type": "date"},
    "size": {"type": "long"},
}


def test_a_year_is_looked_for_in_fields_of_years_and_dates():
    assert with_years(["tarantino", "1994"], FIELDS) == [
        "tarantino year_made:1994",
        r"tarantino Release\ Date:[1994-01-01 TO 1994-12-31]",
    ]


def test_words_without_a_year_and_fields_without_years_give_nothing():
    assert with_years(["apollo", "13"], FIELDS) == []
    assert with_years(["apollo", "1995"], {"size": {"type": "long"}}) == []


@pytest.mark.parametrize(
    ("word", "span"), [("1990s", "1990 TO 1999"), ("90's", "1990 TO 1999"), ("2001-2004", "2001 TO 2004")]
)
def test_a_decade_and_a_range_of_years_are_looked_for(word, span):
    assert with_years(["horror", word], {"year": {"type": "long"}}) == [f"horror year:[{span}]"]
