"""The results of single steps of relaxing, for a text whose words are known."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from ..builders.collection_fields import State
from .asker import Asker
from .choice import best, is_named
from .found import EQUAL, NAMED, Relaxed
from .stop_words import STOP_WORDS, language_name, words_in
from .tries.acronyms import as_acronym
from .tries.apart import Span, long_unknown, spans_of_letters, taken_apart
from .tries.beginnings import with_short_words, with_versions
from .tries.field_values import inside_values
from .tries.field_words import with_fields
from .tries.spelling import (
    Known,
    corrected,
    halves_of,
    in_other_number,
    joined_and_begun,
    joined_or_split,
    split,
    unknown_of,
    without_blanks,
)
from .tries.variants import varied
from .tries.years import with_years, year_in
from .words import TOKEN, WORD, Phrase, phrase_of

MAX_CORRECTIONS = 2
"""Maximum number of queries for suggestions, if the client did not ask for relaxing."""
MAX_NUMBERS = 2
"""Plurals, singulars and corrections that are tried in a database that asks one query after the other."""
MAX_SPLITS, MAX_SHORTENED = 3, 3
"""Ways to split a name, and words of a text whose other forms may have incomplete words."""

MAX_SMALL = 10_000
"""Documents of the largest collection in which words are searched by their inner parts. At 49,000 it takes 70 ms."""


class SingleSteps:
    """The single steps for one query or for the queries of a list. Each gives the results with hits, or none."""

    def __init__(self, asker: Asker):
        self.asker = asker
        self.builder, self.item_type, self.scopes = asker.builder, asker.item_type, asker.scopes
        self.is_engine = asker.is_engine
        self.best = partial(best, asker)
        self.word = TOKEN if self.is_engine else WORD

    @property
    def state(self) -> State:
        """The fields of the collection."""
        return self.builder.fields.state(self.item_type)

    @property
    def is_small(self) -> bool:
        """Whether every word of the collection may be compared with a part of a word."""
        return self.is_engine and self.builder.fields.documents(self.item_type) <= MAX_SMALL

    def acronyms(self, phrase: Phrase) -> Iterator[Relaxed]:
        """The names whose words begin with the letters of a text: `lotr`."""
        if self.is_engine and not self.scopes:
            small = words_in(STOP_WORDS, self.asker.language())
            found = self.best("acronym", as_acronym(phrase.text, self.state.profile.names, small))
            yield from (each._replace(level=NAMED) for each in found)

    def named_by_beginnings(self, phrase: Phrase, known: Sequence[Known]) -> Iterator[Relaxed]:
        """The names with the beginnings of unknown codes and short words: `gplv3`, `vit c`, `man utd`."""
        texts = [*with_versions(phrase, known), *with_short_words(phrase, known)] if self.is_engine else []
        if self.is_engine and unknown_of(known) and 1 < len(known) <= MAX_SHORTENED:
            for text in varied(phrase, language_name(self.asker.language()))[:MAX_CORRECTIONS]:
                other = phrase_of(text, self.word)
                texts += with_short_words(other, self.asker.known(other.words, 0))
        yield from (found._replace(level=NAMED) for found in self.best("beginning", texts))

    def inside_names(self, phrase: Phrase) -> Iterator[Relaxed]:
        """The names that have the text inside, with any sign between its words: `ms excel` in vnd.ms-excel."""
        texts = inside_values(phrase, self.state) if self.is_small else []
        yield from (found._replace(level=NAMED) for found in self.best("inside", texts))

    def split_name(self, phrase: Phrase) -> list[str]:
        """A single word as two, with a blank or a hyphen between them: `blackhole`, `pingpong`."""
        if len(phrase.words) != 1:
            return []
        halves = self.in_documents([half for pair in split(phrase.text) for half in pair])
        pairs = [pair for pair in split(phrase.text) if halves >= {*pair}][:MAX_SPLITS]
        return [text for one, two in pairs for text in (f'"{one} {two}"', f"{one}-{two}")]

    def named_in_other_number(self, tries: Mapping[str, int], begun: Relaxed) -> Iterator[Relaxed]:
        """The singular or plural of the words if it is a name, with names that begin with a single word: `Kicks`."""
        others = () if " " in begun.q else (begun.q,)
        named = (found for found in self.best("spelling", tries) if self.is_engine and found.level == EQUAL)
        yield from (found._replace(others=(*found.others, *others)) for found in named)

    def written_otherwise(self, phrase: Phrase, language: str) -> Iterator[Relaxed]:
        """The result with words written in another way: `factor 8` is `Factor VIII`, `color` colour."""
        texts = varied(phrase, language_name(language))
        yield from self.best("spelling", texts if self.is_engine else texts[:MAX_NUMBERS])

    def in_years(self, tries: Iterable[Sequence[str]]) -> Iterator[Relaxed]:
        """The result of the first list of words that has hits in its year. Its level is that of a name."""
        fields = {} if self.scopes else self.state.fields
        for units in tries:
            for found in self.best("year", dict.fromkeys(with_years(units, fields))):
                yield found._replace(level=EQUAL)
                return

    def fewer_in_year(self, tries: Iterable[str]) -> Iterator[Relaxed]:
        """The result with most hits of the year and fewer other words: `horror movies 1990s`."""
        fields = self.state.fields
        several = (phrase_of(text).units for text in tries if " " in text)
        texts = (text for units in several for text in with_years(units, fields))
        yield from self.best("year", [*dict.fromkeys(texts)])

    def with_field_names(self, phrase: Phrase) -> Iterator[Relaxed]:
        """The result in which a word is the name of a field, and the word after it a value: `country germany`."""
        fields = {} if self.scopes else self.state.fields
        yield from (found._replace(level=EQUAL) for found in self.best("names", with_fields(phrase.units, fields)))

    def spelled_in_year(self, phrase: Phrase, language: str) -> Iterator[Relaxed]:
        """The result of the year and the corrections of all other words: `pulp ficton 1994`."""
        place = year_in(phrase.units)
        if place is None or self.scopes:
            return
        others = Phrase([*phrase.units[:place], *phrase.units[place + 1 :]], self.word)
        tries = islice(corrected(others, self.asker.known(others.words), language), MAX_CORRECTIONS)
        yield from self.in_years([*phrase_of(text).units, phrase.units[place]] for text in tries)

    def spelled_and_begun(self, phrase: Phrase, known: Sequence[Known], language: str) -> Iterator[Relaxed]:
        """The last word as the beginning of a word, after corrections of the other words: `anthrx unspec`."""
        others = Phrase(phrase.units[:-1], self.word)
        words = known[: len(others.words)]
        tries = islice(corrected(others, words, language) if unknown_of(words) else (), MAX_CORRECTIONS)
        yield from self.best("beginning", [f"{text} {phrase.units[-1]}*" for text in tries])

    def spelled(self, phrase: Phrase, known: Sequence[Known], language: str) -> Iterator[Relaxed]:
        """The best correction. If none is the name of a document, joined and split words are tried too."""
        if not self.is_engine:
            tries = islice(corrected(phrase, known, language).items(), MAX_NUMBERS) if unknown_of(known) else ()
            yield from self.best("spelling", dict(tries), phrase.text)
            yield from self.best("spelling", in_other_number(phrase, language, MAX_NUMBERS))
            yield from self.best("spelling", without_blanks(phrase))
            return
        edits = corrected(phrase, known, language)
        found = [*self.best("spelling", edits, phrase.text)]
        found = found or [
            *self.best("spelling", [text for text in in_other_number(phrase, language) if text not in edits])
        ]
        if not found or edits.get(found[0].q, 1) or found[0].level < EQUAL:
            other = [*self.best("spelling", joined_or_split(phrase, known, self.in_documents(halves_of(known))))]
            other = other or [*self.best("spelling", joined_and_begun(phrase))]
            least = max([NAMED, *(one.level for one in found if len(phrase.words) > 1)])
            is_likelier = bool(other and found) and other[0].level >= found[0].level and not unknown_of(known)
            found = other if other and (other[0].level >= least or is_likelier) else [*found, *other]
        if not any(map(is_named, found)):
            text = self.words_apart(phrase, known)
            found += [each for each in self.best("spelling", [text] if text else []) if is_named(each)]
        yield from sorted(found, key=lambda one: -one.level)[:1]

    def words_apart(self, phrase: Phrase, known: Sequence[Known]) -> str | None:
        """The text with each unknown word as known words: `fontsizeadjust` is `font size adjust`."""
        return self.apart(phrase, known, long_unknown(known), spans_of_letters)

    def apart(
        self, phrase: Phrase, known: Sequence[Known], places: Sequence[int], spans_of: Callable[[str], list[Span]]
    ) -> str | None:
        """The text with the words at some places taken apart, a single word as a phrase; None where this fails."""
        words = {place: known[place].word.lower() for place in places}
        spans = {place: found for place, word in words.items() if (found := spans_of(word))}
        parts = dict.fromkeys(words[place][start:end] for place in spans for start, end in spans[place])
        known_parts = self.in_documents([*parts])
        made = {place: text for place in spans if (text := taken_apart(words[place], spans[place], known_parts))}
        if not made or len(made) < len(spans):
            return None
        return phrase.replaced(made) if len(phrase.words) > 1 else f'"{made[0]}"'

    def in_documents(self, words: Sequence[str]) -> set[str]:
        """The words that some document has."""
        return {each.word for each in self.asker.known(words, 0) if each.documents} if words else set()
