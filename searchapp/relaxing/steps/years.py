"""Steps that search a year of a text in the fields of dates and years."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from ..found import EQUAL, Relaxed
from ..stop_words import after_stop_word
from ..text import Text
from ..tries.spelling import MAX_CORRECTIONS, corrected
from ..tries.years import with_years, year_in
from ..words import Phrase, phrase_of


def with_year(text: Text) -> Iterator[Relaxed]:
    """The other words, and the year in a field: `spielberg 1993`."""
    asked = text.asked.units
    yield from in_years(
        text, [asked, text.without_stop_words(text.phrase.units), after_stop_word(asked, text.language)]
    )


def spelled_with_year(text: Text) -> Iterator[Relaxed]:
    """The result of the year and the corrections of all other words: `pulp ficton 1994`."""
    units, place = text.asked.units, year_in(text.asked.units)
    if place is None or text.asker.scopes:
        return
    others = Phrase([*units[:place], *units[place + 1 :]], text.phrase.word)
    tries = islice(corrected(others, text.asker.known(others.words), text.language), MAX_CORRECTIONS)
    yield from in_years(text, ([*phrase_of(other).units, units[place]] for other in tries))


def in_years(text: Text, tries: Iterable[Sequence[str]]) -> Iterator[Relaxed]:
    """The result of the first list of words that has hits in its year. Its level is that of a name."""
    fields = {} if text.asker.scopes else text.state.fields
    for units in tries:
        for found in text.best("year", dict.fromkeys(with_years(units, fields))):
            yield found._replace(level=EQUAL)
            return


def fewer_with_year(text: Text, tries: Iterable[str]) -> Iterator[Relaxed]:
    """The result with most hits of the year and fewer other words: `horror movies 1990s`."""
    several = (phrase_of(each).units for each in tries if " " in each)
    queries = (query for units in several for query in with_years(units, text.state.fields))
    yield from text.best("year", [*dict.fromkeys(queries)])
