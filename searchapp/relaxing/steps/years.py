"""Steps that search a year of a text in the fields of dates and years."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from ..candidates.spelling import MAX_CORRECTIONS, corrected
from ..candidates.years import with_years, year_in
from ..result import EQUAL_NAME, Relaxed
from ..stop_words import after_stop_word
from ..text import Text
from ..words import Phrase, phrase_of


def with_year(text: Text) -> Iterator[Relaxed]:
    """The other words, and the year in a field: `spielberg 1993`."""
    topic = text.topic.units
    yield from in_years(
        text, [topic, text.without_stop_words(text.phrase.units), after_stop_word(topic, text.language)]
    )


def spelled_with_year(text: Text) -> Iterator[Relaxed]:
    """The result of the year and the corrections of all other words: `pulp ficton 1994`."""
    units, place = text.topic.units, year_in(text.topic.units)
    if place is None or text.runner.scopes:
        return
    others = Phrase([*units[:place], *units[place + 1 :]], text.phrase.word)
    candidates = islice(corrected(others, text.runner.word_stats(others.words), text.language), MAX_CORRECTIONS)
    yield from in_years(text, ([*phrase_of(other).units, units[place]] for other in candidates))


def in_years(text: Text, candidates: Iterable[Sequence[str]]) -> Iterator[Relaxed]:
    """The result of the first list of words that has hits in its year, ranked like a name with all words."""
    fields = {} if text.runner.scopes else text.state.fields
    for units in candidates:
        for found in text.best("year", dict.fromkeys(with_years(units, fields))):
            yield found._replace(level=EQUAL_NAME)
            return


def fewer_with_year(text: Text, candidates: Iterable[str]) -> Iterator[Relaxed]:
    """The result with most hits of the year and fewer other words: `horror movies 1990s`."""
    several = (phrase_of(each).units for each in candidates if " " in each)
    queries = (query for units in several for query in with_years(units, text.state.fields))
    yield from text.best("year", [*dict.fromkeys(queries)])
