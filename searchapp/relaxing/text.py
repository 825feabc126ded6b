"""A text while it is relaxed."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal
from unicodedata import normalize

from ..builders.collection_fields import State
from .asker import MAX_CORRECTED_WORDS, Asker
from .choice import best, is_named, rarest, says_nothing
from .found import Found, Relaxed
from .stop_words import asked_in, without_article, without_question, without_stop_words
from .tries.spelling import Known
from .word_numbers import nouns_of
from .words import DIMENSIONS, END, TOKEN, WORD, Phrase, escaped, phrase_of

FORMS: Sequence[Literal["NFC", "NFKC"]] = ("NFC", "NFKC")
"""The forms of Unicode in which a text is searched too: with composed letters, and with plain digits for `H₂O`."""

MAX_SMALL = 10_000
"""Documents of the largest collection in which words are searched by their inner parts. At 49,000 it takes 70 ms."""


class Text:
    """A text while it is relaxed: its words, the database to ask, and what the steps found so far.

    `itself` is the result of the text as a query, `phrase` has all of its words, and `asked` those without the question
    words of its language.
    """

    def __init__(self, asker: Asker, q: str, itself: Found):
        self.asker = asker
        self.q = q
        self.itself = itself
        self.phrase = self.words_of(DIMENSIONS.sub("x", q))
        self.language = asked_in(self.phrase.units, asker.language())
        self.asked = Phrase(without_question(self.phrase.units, self.language), self.phrase.word)
        self.known: Sequence[Known] = []
        """The knowledge about the words of `asked`, after the step that reads it."""
        self.code: str | None = None
        """The words with unknown codes taken apart: `5 mm` for `5mm`."""
        self.begun: list[Relaxed] = []
        """The result with the last word as the beginning of a word."""
        self.acronyms: list[Relaxed] = []
        self.is_spelled = False
        """Whether a correction was found."""
        self.found: list[Relaxed] = []
        """The results of all steps so far."""
        self.is_done = False
        """Whether no further step is needed, although no document has exactly this name."""

    def best(self, step: str, tries: Iterable[str], typed: str | None = None) -> Iterator[Relaxed]:
        """The best of these queries, as `choice.best`."""
        return best(self.asker, step, tries, typed)

    def rarest(self, tries: Iterable[str]) -> Iterator[Relaxed]:
        """The best of these queries with fewer words, as `choice.rarest` chooses it."""
        return rarest(self.asker, tries, self.language)

    @property
    def words_in_name(self) -> Relaxed | None:
        """The result of the words alone, if a name has all of them."""
        return next((each for each in self.found if each.step == "words" and is_named(each)), None)

    @property
    def has_name(self) -> bool:
        """Whether a step found a name that has all words of the text, or all except question words."""
        return any(is_named(each) and self.has_all_words(each) for each in self.found)

    def has_all_words(self, found: Relaxed) -> bool:
        """Whether a result has all words except question words: without `of`, `The Heat of Me` is another name."""
        return found.step != "stop words" or self.words_of(found.q).text == self.asked.text

    @property
    def escaped(self) -> list[str]:
        """The query strings for the text as it was typed, in each form of Unicode."""
        return [*dict.fromkeys(map(escaped, (self.q, *(normalize(form, self.q) for form in FORMS))))]

    @property
    def is_complete(self) -> bool:
        """Whether no question words are left out."""
        return self.asked.units == self.phrase.units

    def words_of(self, q: str) -> Phrase:
        """The words of another text. In an engine numbers and letters are words of their own."""
        return phrase_of(q, TOKEN if self.asker.is_engine else WORD)

    def without_stop_words(self, units: Sequence[str]) -> list[str]:
        """The words without stop words and the name of the item type."""
        return without_stop_words(units, self.language, nouns_of(self.asker.item_type, self.language))

    def asked_names(self) -> list[str]:
        """The typed text without question words, and also without stop words; its punctuation stays."""
        units = END.sub("", self.q).split()
        units = without_article(without_question(units, self.language), self.language)
        return [" ".join(units), " ".join(self.without_stop_words(units))]

    @property
    def state(self) -> State:
        """The fields of the collection."""
        return self.asker.builder.fields.state(self.asker.item_type)

    @property
    def is_small(self) -> bool:
        """Whether every word of the collection may be compared with a part of a word."""
        return self.asker.is_engine and self.asker.builder.fields.documents(self.asker.item_type) <= MAX_SMALL

    def is_in_vain(self, units: Sequence[str]) -> bool:
        """Whether nothing is found with fewer of the words: no document has any, or many words say nothing."""
        words = Phrase(units, self.phrase.word).words
        if len(words) > MAX_CORRECTED_WORDS and all(says_nothing(word, self.language) for word in words):
            return True
        if self.asker.scopes or not self.asker.is_engine or any(word.documents for word in self.asker.known(words, 0)):
            return False
        found = self.asker.found_in_time([" OR ".join(words)])
        return bool(found) and not found[0].total
