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

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, islice
from typing import Any, Literal
from unicodedata import normalize

from .asker import MAX_CORRECTED_WORDS, Asker
from .choice import MAX_LEFT_OUT, best, is_named, rarest, says_nothing
from .found import BEGUN, EQUAL, NAMED, NOTHING, Found, Relaxed
from .single_steps import MAX_CORRECTIONS, SingleSteps
from .stop_words import (
    after_stop_word,
    asked_in,
    language_name,
    without_article,
    without_question,
    without_stop_words,
)
from .tries.acronyms import is_clear
from .tries.apart import spans_of_runs
from .tries.beginnings import begun_texts, with_numbers, with_parts
from .tries.field_values import as_numbers, as_values, begun_values, filled
from .tries.spelling import (
    MAX_NEAR,
    all_joined,
    corrected,
    in_other_number,
    unknown_of,
    without_blanks,
    without_unknown,
)
from .tries.variants import varied
from .word_numbers import nouns_of
from .words import END, Phrase, escaped, is_readable, is_words, phrase_of

MAX_WORDS = 24
MAX_BEGUN_VARIANTS = 4
"""Other ways to write a text in which its last word may be incomplete."""
MAX_CODE = 7
"""Letters of a code that is typed in parts, although other names have the parts as words."""
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
        self.single = SingleSteps(asker)
        self.word = self.single.word

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
        texts = [phrase.text] if phrase.words else as_values(escaped(q), self.single.state)
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
        yield from self.single.written_otherwise(asked, language)
        if not itself.total:
            yield from self.single.in_years([asked.units, meant, after_stop_word(asked.units, language)])
            numbers = [] if self.scopes else [*as_numbers(q.strip(), self.single.state.fields), *filled(q.strip())]
            yield from self.best("words", numbers)
            yield from self.single.with_field_names(asked)
        # without other stop words a text may mean less: `AT country`, `The Heat of Me`
        words += [each for each in (*stopped, *shortened) if phrase_of(each.q, self.word).text == asked.text]
        yield from self.in_other_words(phrase, asked, typed[:1], itself, words)

    def in_other_words(
        self, phrase: Phrase, asked: Phrase, typed: list[str], itself: Found, words: Sequence[Relaxed]
    ) -> Iterator[Relaxed]:
        """The results with a beginning, corrections or fewer words; `words` are those of the steps before.

        No word is corrected if all of them, or all except question words, are in a name.
        """
        language = asked_in(phrase.units, self.asker.language())
        may_begin = not self.scopes and (asked.units == phrase.units or not itself.total)
        typed = typed if asked.units == phrase.units else []
        texts_begun = [*begun_texts(asked, typed), *begun_values(asked, self.single.state)] if may_begin else []
        if may_begin and not itself.total:
            texts_begun += [f"{text}*" for text in varied(asked, language_name(language))[:MAX_BEGUN_VARIANTS]]
        begun = [*self.best("beginning", texts_begun)]
        other_number = in_other_number(asked, language)
        if begun and begun[0].level == BEGUN and not asked.text.isupper():
            yield from self.single.named_in_other_number(other_number, begun[0])
        yield from (found for found in begun if found.level >= BEGUN)
        if itself.total:
            joined = [*all_joined(asked), *without_blanks(asked)]
            yield from self.best("spelling", other_number | dict.fromkeys([*joined, *self.single.split_name(asked)], 1))
        near = 0 if any(map(is_named, words)) else MAX_NEAR
        known = self.asker.known(asked.words, near) if not itself.total or len(asked.units) > 1 else []
        unknown = [] if itself.total else unknown_of(known)
        codes = self.single.apart(asked, known, unknown, spans_of_runs)
        apart = [*self.best("spelling", [codes] if codes else [])]
        yield from apart
        if apart:
            return
        units = [place for place in unknown if known[place].word[0].isdigit()]
        text = self.single.apart(asked, known, units, spans_of_runs) if len(asked.words) > 1 else None
        if text:
            asked = phrase_of(text, self.word)
            known = self.asker.known(asked.words)
        acronyms = [] if itself.total else [*self.single.acronyms(asked)]
        yield from acronyms if is_clear(asked.text) else ()
        shortened = [] if itself.total or self.scopes else [*self.single.named_by_beginnings(asked, known)]
        yield from shortened
        spelled = [] if itself.total else [*self.single.spelled(asked, known, language)]
        yield from spelled
        if codes and not spelled:
            yield from self.best("spelling", [codes.strip('"')])
        if not spelled and not itself.total:
            yield from self.single.spelled_in_year(asked, language)
        found = [*words, *spelled, *shortened, *acronyms]
        if not (begun or itself.total or self.scopes or any(map(is_named, found))):
            begun = [*self.single.spelled_and_begun(asked, known, language)]
            begun = begun or [*self.best("beginning", [] if spelled else with_numbers(asked))]
            begun = begun or [
                *self.best("beginning", [] if spelled or not self.single.is_small else with_parts(asked, known))
            ]
            begun = begun or [*self.single.inside_names(asked)]
        yield from begun
        yield from acronyms
        if not (itself.total or self.scopes or any(map(is_named, (*found, *begun)))):
            left = [*without_unknown(asked, known), *fewer(asked.units), *fewer(phrase.units), *asked.fewer()]
            left += [*parts_of(asked), *(fewer(asked.words) if len(asked.units) == 1 else ())]
            yield from self.single.fewer_in_year(left)
            yield from self.rarest(left, language)

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


def parts_of(phrase: Phrase) -> list[str]:
    """The parts between the dots of a single word: `prettier` of `prettier.js`."""
    return phrase.words[0].split(".") if len(phrase.words) == 1 and "." in phrase.text else []


def fewer(words: Sequence[str]) -> list[str]:
    """The words without one of them; nothing for a single word."""
    if len(words) < 2:
        return []
    return [" ".join([*words[:place], *words[place + 1 :]]) for place in range(len(words))][:MAX_LEFT_OUT]
