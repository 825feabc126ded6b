"""The steps of relaxing: each searches the query in another form, and the first with hits wins.

    words         the words alone: `10.6559/x`, `AC/DC`, `kinase -`
    stop words    without question words, stop words, and words for the documents: `what is asthma?`, `BRCA1 gene`
    year          a year in a field of dates or years: `spielberg 1993`, also with other words corrected
    spelling      words written in another way: `factor 8`; every unknown word corrected: `brest cancer`
    beginning     the last word as the beginning of a word: `breast canc`
    acronym       the first letters of the words of a name: `lotr`
    inside        the text inside of a name: `ms-excel`, in small collections
    fewer words   without one word, without two, and so on

A step that finds a document with exactly this name wins over all other steps. The hits of the query itself are kept,
unless only a step finds such a document. Filters and facets do not change which step wins, so that the pages of one
result fit together.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, islice
from typing import Any, Literal
from unicodedata import normalize

from ..builders.collection_fields import State
from .asker import MAX_CORRECTED_WORDS, Asker
from .choice import MAX_LEFT_OUT, best, is_named, rarest, says_nothing
from .found import BEGUN, EQUAL, NAMED, NOTHING, Found, Relaxed
from .stop_words import (
    STOP_WORDS,
    after_stop_word,
    asked_in,
    language_name,
    without_article,
    without_question,
    without_stop_words,
    words_in,
)
from .tries.acronyms import as_acronym, is_clear
from .tries.apart import Span, long_unknown, spans_of_letters, spans_of_runs, taken_apart
from .tries.beginnings import begun_texts, with_numbers, with_parts, with_short_words, with_versions
from .tries.field_values import as_numbers, as_values, begun_values, filled, inside_values
from .tries.field_words import with_fields
from .tries.spelling import (
    MAX_NEAR,
    Known,
    all_joined,
    corrected,
    halves_of,
    in_other_number,
    joined_and_begun,
    joined_or_split,
    split,
    unknown_of,
    without_blanks,
    without_unknown,
)
from .tries.variants import varied
from .tries.years import with_years, year_in
from .word_numbers import nouns_of
from .words import END, TOKEN, WORD, Phrase, escaped, is_readable, is_words, phrase_of

MAX_WORDS = 24
MAX_CORRECTIONS = 2
"""Maximum number of queries for suggestions, if the client did not ask for relaxing."""
MAX_NUMBERS = 2
"""Plurals, singulars and corrections that are tried in a database that asks one query after the other."""
MAX_BEGUN_VARIANTS = 4
"""Other ways to write a text in which its last word may be incomplete."""
MAX_SPLITS, MAX_SHORTENED = 3, 3
"""Ways to split a name, and words of a text whose other forms may have incomplete words."""

MAX_CODE = 7
"""Letters of a code that is typed in parts, although other names have the parts as words."""
MAX_SMALL = 10_000
"""Documents of the largest collection in which words are searched by their inner parts. At 49,000 it takes 70 ms."""

FORMS: Sequence[Literal["NFC", "NFKC"]] = ("NFC", "NFKC")
"""The forms of Unicode in which a text is searched too: with composed letters, and with plain digits for `H₂O`."""

Options = Mapping[str, Any]


class Steps:
    """The steps for one query or for the queries of a list, within their time."""

    def __init__(self, asker: Asker):
        self.asker = asker
        self.builder, self.item_type, self.scopes = asker.builder, asker.item_type, asker.scopes
        self.is_engine = asker.is_engine
        self.best, self.rarest = partial(best, asker), partial(rarest, asker)
        self.word = TOKEN if self.is_engine else WORD

    @property
    def state(self) -> State:
        """The fields of the collection."""
        return self.builder.fields.state(self.item_type)

    @property
    def is_small(self) -> bool:
        """Whether every word of the collection may be compared with a part of a word."""
        return self.is_engine and self.builder.fields.documents(self.item_type) <= MAX_SMALL

    def instead_of(self, q: str, itself: Found | None = None) -> Relaxed | None:
        """The query of the first step with a document of exactly this name, else of the first step with hits.

        `itself` is what the query finds, where that is known.
        """
        if not self.can_be_relaxed(q):
            return None
        self.asker.begin_text()
        itself = itself or self.itself(q)
        phrase = phrase_of(q, self.word)
        if itself.level >= NAMED or (itself.total and (self.scopes or not self.is_engine)):
            return self.code_of(phrase) if itself.level == NAMED else None
        found: list[Relaxed] = []
        for each in self.each(phrase, q, itself):
            if not self.is_engine or each.level == EQUAL or (each.step == "beginning" and each.level == BEGUN):
                return None if itself.total and self.asker.is_first(each.q, q) else each
            found.append(each)
        if itself.total:
            return None
        return max(found, key=is_named, default=None) or (next(self.last(phrase), None) if self.is_engine else None)

    def code_of(self, phrase: Phrase) -> Relaxed | None:
        """The query for a code that was typed in parts, if a document has exactly this name: `h ras` is HRAS."""
        is_code = len(phrase.text) <= MAX_CODE and any(len(word) == 1 for word in phrase.words)
        found = self.best("spelling", without_blanks(phrase) if is_code and self.is_engine and not self.scopes else [])
        return next((each for each in found if each.level == EQUAL), None)

    def itself(self, q: str) -> Found:
        """The result of the query itself, without filters; empty if it cannot be parsed."""
        return self.asker.results([q])[0] if self.scopes or is_readable(q) else Found(q, 0, NOTHING)

    def asked_for(self, q: str) -> str:
        """The text without question words, stop words and the name of the item type; its punctuation stays."""
        return self.asked_names(q)[-1]

    def asked_names(self, q: str) -> list[str]:
        """The typed text without question words, and also without stop words and the name of the item type."""
        units = END.sub("", q).split()
        language = asked_in(units, self.asker.language())
        units = without_article(without_question(units, language), language)
        meant = without_stop_words(units, language, nouns_of(self.item_type, language))
        return [" ".join(units), " ".join(meant)]

    def asked_as_typed(self, q: str) -> list[str]:
        """The queries for these texts if they have punctuation, which is part of some names: `player (woman)`."""
        return [escaped(text) for text in dict.fromkeys(self.asked_names(q)) if phrase_of(text, self.word).text != text]

    def corrections(self, q: str) -> list[Found]:
        """The words alone and the likeliest corrections of a query that finds nothing, where these find something.

        They are searched together, and for a few words only: a client that wants more sends `relax=auto`.
        """
        phrase = phrase_of(q, self.word)
        if self.scopes or not 0 < len(phrase.words) <= MAX_CORRECTED_WORDS or not self.can_be_relaxed(q):
            return []
        known = self.asker.known(phrase.words, MAX_CORRECTIONS)
        spelled = [*corrected(phrase, known, self.asker.language())][:MAX_CORRECTIONS]
        otherwise = varied(phrase, language_name(self.asker.language()))[:MAX_CORRECTIONS]
        texts = [text for text in dict.fromkeys((phrase.text, *otherwise, *spelled)) if text != q.strip()]
        found = [each for each in self.asker.results(texts) if each.total] if texts else []
        return sorted(found, key=lambda each: -each.level)

    def can_be_relaxed(self, q: str) -> bool:
        if self.scopes == ["_id"]:
            return False
        return bool(self.scopes) or is_words(q, *self.builder.fields.names_in(q, self.item_type))

    def each(self, phrase: Phrase, q: str, itself: Found) -> Iterator[Relaxed]:
        """The results of the steps, one by one, while there is time."""
        if len(phrase.words) > MAX_WORDS:
            return
        texts = [phrase.text] if phrase.words else as_values(escaped(q), self.state)
        typed = [escaped(q), *(escaped(normalize(form, q)) for form in FORMS), *texts]
        words = [*self.best("words", [text for text in dict.fromkeys(typed) if text != q.strip()])]
        yield from words
        language = asked_in(phrase.units, self.asker.language())
        if not phrase.words or (len(phrase.words) > MAX_CORRECTED_WORDS and self.is_in_vain(phrase, language)):
            return
        asked = Phrase(without_question(phrase.units, language), self.word)
        meant = without_stop_words(phrase.units, language, nouns_of(self.item_type, language))
        joined = without_stop_words(phrase.units, language)
        shorter = [asked.units, without_article(asked.units, language), joined, meant]
        fewer_words = dict.fromkeys(" ".join(units) for units in shorter)
        known_texts = {*fewer_words, *typed, phrase.text}
        stopped = [*self.best("stop words", [text for text in self.asked_as_typed(q) if text not in known_texts])]
        yield from stopped
        shortened = [*self.best("stop words", [text for text in fewer_words if text != phrase.text])]
        yield from shortened
        yield from self.written_otherwise(asked, language)
        if not itself.total:
            yield from self.in_years([asked.units, meant, after_stop_word(asked.units, language)])
            numbers = [] if self.scopes else [*as_numbers(q.strip(), self.state.fields), *filled(q.strip())]
            yield from self.best("words", numbers)
            yield from self.with_field_names(asked)
        yield from self.in_other_words(phrase, asked, typed[:1], itself, [*words, *stopped, *shortened])

    def in_other_words(
        self, phrase: Phrase, asked: Phrase, typed: list[str], itself: Found, words: Sequence[Relaxed]
    ) -> Iterator[Relaxed]:
        """The results with a beginning, corrections or fewer words; `words` are those of the steps before.

        No word is corrected if all of them, or all except stop words, are in a name.
        """
        language = asked_in(phrase.units, self.asker.language())
        may_begin = not self.scopes and (asked.units == phrase.units or not itself.total)
        typed = typed if asked.units == phrase.units else []
        texts_begun = [*begun_texts(asked, typed), *begun_values(asked, self.state)] if may_begin else []
        if may_begin and not itself.total:
            texts_begun += [f"{text}*" for text in varied(asked, language_name(language))[:MAX_BEGUN_VARIANTS]]
        begun = [*self.best("beginning", texts_begun)]
        other_number = in_other_number(asked, language)
        if begun and begun[0].level == BEGUN and not asked.text.isupper():
            yield from self.named_in_other_number(other_number, begun[0])
        yield from (found for found in begun if found.level >= BEGUN)
        if itself.total:
            joined = [*all_joined(asked), *without_blanks(asked)]
            yield from self.best("spelling", other_number | dict.fromkeys([*joined, *self.split_name(asked)], 1))
        near = 0 if any(map(is_named, words)) else MAX_NEAR
        known = self.asker.known(asked.words, near) if not itself.total or len(asked.units) > 1 else []
        unknown = [] if itself.total else unknown_of(known)
        codes = self.apart(asked, known, unknown, spans_of_runs)
        apart = [*self.best("spelling", [codes] if codes else [])]
        yield from apart
        if apart:
            return
        units = [place for place in unknown if known[place].word[0].isdigit()]
        text = self.apart(asked, known, units, spans_of_runs) if len(asked.words) > 1 else None
        if text:
            asked = phrase_of(text, self.word)
            known = self.asker.known(asked.words)
        acronyms = [] if itself.total else [*self.acronyms(asked)]
        yield from acronyms if is_clear(asked.text) else ()
        shortened = [] if itself.total or self.scopes else [*self.named_by_beginnings(asked, known)]
        yield from shortened
        spelled = [] if itself.total else [*self.spelled(asked, known, language)]
        yield from spelled
        if codes and not spelled:
            yield from self.best("spelling", [codes.strip('"')])
        if not spelled and not itself.total:
            yield from self.spelled_in_year(asked, language)
        found = [*words, *spelled, *shortened, *acronyms]
        if not (begun or itself.total or self.scopes or any(map(is_named, found))):
            begun = [*self.spelled_and_begun(asked, known, language)]
            begun = begun or [*self.best("beginning", [] if spelled else with_numbers(asked))]
            begun = begun or [*self.best("beginning", [] if spelled or not self.is_small else with_parts(asked, known))]
            begun = begun or [*self.inside_names(asked)]
        yield from begun
        yield from acronyms
        if not (itself.total or self.scopes or any(map(is_named, (*found, *begun)))):
            left = [*without_unknown(asked, known), *fewer(asked.units), *fewer(phrase.units), *asked.fewer()]
            left += [*parts_of(asked), *(fewer(asked.words) if len(asked.units) == 1 else ())]
            yield from self.fewer_in_year(left)
            yield from self.rarest(left, language)

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
        """The singular or plural that is a name, and the names that begin with a single typed word: `Kicks`."""
        others = () if " " in begun.q else (begun.q,)
        named = (found for found in self.best("spelling", tries) if self.is_engine and found.level == EQUAL)
        yield from (found._replace(others=(*found.others, *others)) for found in named)

    def last(self, phrase: Phrase) -> Iterator[Relaxed]:
        """The result with most of the words, if leaving out one word was not enough: more and more are left out."""
        if not 1 < len(phrase.words) <= MAX_WORDS:
            return
        language = asked_in(phrase.units, self.asker.language())
        asked = Phrase(without_question(phrase.units, language), self.word)
        known = self.asker.known(asked.words)
        others = [*corrected(asked, known, language), *without_unknown(asked, known)] if unknown_of(known) else []
        units = phrase_of(others[0]).units if others else asked.units
        if self.is_in_vain(Phrase(units, self.word), language):
            return
        yield from self.rarest([" ".join(after_stop_word(some, language)) for some in (asked.units, units)], language)
        meant = without_stop_words(units, language, nouns_of(self.item_type, language))
        typed = [unit for unit in meant if unit in asked.units]
        for number in dict.fromkeys([*range(len(meant), 0, -max(1, len(meant) // 4)), 1]):
            some = islice(combinations((number == 1 and typed) or meant, number), MAX_LEFT_OUT)
            yield from self.rarest(map(" ".join, some), language)

    def is_in_vain(self, phrase: Phrase, language: str) -> bool:
        """Whether nothing is found with fewer words either: no document has any word, or many words say nothing."""
        if len(phrase.words) > MAX_CORRECTED_WORDS and all(says_nothing(word, language) for word in phrase.words):
            return True
        if self.scopes or not self.is_engine:
            return False
        found = self.asker.found_in_time([" OR ".join(phrase.words)])
        return bool(found) and not found[0].total

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
        """The same with every other word corrected: `pulp ficton 1994`."""
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
        """Those of the words that some document has."""
        return {each.word for each in self.asker.known(words, 0) if each.documents} if words else set()


def parts_of(phrase: Phrase) -> list[str]:
    """The parts between the dots of a single word: `prettier` of `prettier.js`."""
    return phrase.words[0].split(".") if len(phrase.words) == 1 and "." in phrase.text else []


def fewer(words: Sequence[str]) -> list[str]:
    """The words without one of them; nothing for a single word."""
    if len(words) < 2:
        return []
    return [" ".join([*words[:place], *words[place + 1 :]]) for place in range(len(words))][:MAX_LEFT_OUT]
