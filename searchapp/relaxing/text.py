"""The state of a text during relaxing."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal
from unicodedata import normalize

from ..builders.collection_fields import State
from .candidates.spelling import WordStats
from .choice import best, is_unspecific, matches_name, rarest
from .query_runner import MAX_CORRECTED_WORDS, QueryRunner
from .result import Relaxed, Result
from .stop_words import question_language, without_article, without_question, without_stop_words
from .word_numbers import nouns_of
from .words import DIMENSIONS, END, TOKEN, WORD, Phrase, escaped, is_code, phrase_of

FORMS: Sequence[Literal["NFC", "NFKC"]] = ("NFC", "NFKC")
"""The Unicode forms in which a text is searched too: with composed letters, and with plain digits (`H₂O`)."""

MAX_SMALL = 10_000
"""The maximum number of documents for searches of parts of words. With 49,000 documents such a search takes 70 ms."""


class Text:
    """A text, its words, and the results of the steps so far. Steps read and change it.

    `own_result` is the result of the text as a query, `phrase` has all words, `topic` has no question words.
    """

    def __init__(self, runner: QueryRunner, q: str, own_result: Result):
        self.runner = runner
        self.q = q
        self.own_result = own_result
        self.phrase = self.words_of(DIMENSIONS.sub("x", q))
        self.language = question_language(self.phrase.units, runner.language())
        self.topic = Phrase(without_question(self.phrase.units, self.language), self.phrase.word)
        self.word_stats: Sequence[WordStats] = []
        """The documents with each word of `topic`, and similar words. The step `codes` reads them."""
        self.code: str | None = None
        """The words with unknown codes taken apart: `5 mm` for `5mm`."""
        self.completions: list[Relaxed] = []
        """The result with the last word as a prefix; a list of at most one."""
        self.acronyms: list[Relaxed] = []
        self.found: list[Relaxed] = []
        """The results of all steps so far."""
        self.is_done = False
        """Whether the remaining steps are skipped, although no document has exactly this name."""

    def best(self, step: str, candidates: Iterable[str], typed: str | None = None) -> Iterator[Relaxed]:
        """The best result of these queries; see `choice.best`."""
        return best(self.runner, step, candidates, typed)

    def rarest(self, candidates: Iterable[str]) -> Iterator[Relaxed]:
        """The best result of these queries with fewer words; see `choice.rarest`.

        A text without blanks keeps its numbers of four digits and more: `MONDO:0007254` is not MONDO.
        """
        codes = [word for word in self.phrase.words if is_code(word)] if len(self.q.split()) == 1 else []
        kept = [text for text in candidates if all(code in text for code in codes)]
        return rarest(self.runner, kept, self.language)

    @property
    def words_in_name(self) -> Relaxed | None:
        """The result of the step `words`, if a name has all words."""
        return next((each for each in self.found if each.step == "words" and matches_name(each)), None)

    @property
    def has_name(self) -> bool:
        """Whether a step found a name that has all words of the text, or all except question words.

        Stop words count: `The Heat of Me` is not `The Heat`.
        """
        names = (each for each in self.found if matches_name(each))
        return any(each.step != "stop words" or self.words_of(each.q).text == self.topic.text for each in names)

    @property
    def escaped(self) -> list[str]:
        """The query strings for the text as it was typed, in each form of Unicode."""
        return [*dict.fromkeys(map(escaped, (self.q, *(normalize(form, self.q) for form in FORMS))))]

    @property
    def is_complete(self) -> bool:
        """Whether the text has no question words."""
        return self.topic.units == self.phrase.units

    def words_of(self, q: str) -> Phrase:
        """The words of another text. Search engines also divide it between letters and numbers."""
        return phrase_of(q, TOKEN if self.runner.ranks_hits else WORD)

    def without_stop_words(self, units: Sequence[str]) -> list[str]:
        """The words without stop words and the name of the item type."""
        return without_stop_words(units, self.language, nouns_of(self.runner.item_type, self.language))

    def topic_texts(self) -> list[str]:
        """The text without question words, and the text without stop words too. Both keep their punctuation."""
        units = END.sub("", self.q).split()
        units = without_article(without_question(units, self.language), self.language)
        return [" ".join(units), " ".join(self.without_stop_words(units))]

    @property
    def state(self) -> State:
        """The fields of the collection."""
        return self.runner.builder.fields.state(self.runner.item_type)

    @property
    def is_small(self) -> bool:
        """Whether the collection is small enough for searches of parts of words."""
        return self.runner.ranks_hits and self.runner.builder.fields.documents(self.runner.item_type) <= MAX_SMALL

    def is_in_vain(self, units: Sequence[str]) -> bool:
        """Whether leaving words out is useless: no document has any of them, or all of many words are unspecific."""
        words = Phrase(units, self.phrase.word).words
        if len(words) > MAX_CORRECTED_WORDS and all(is_unspecific(word, self.language) for word in words):
            return True
        if (
            self.runner.scopes
            or not self.runner.ranks_hits
            or any(word.documents for word in self.runner.word_stats(words, 0))
        ):
            return False
        found = self.runner.found_in_time([" OR ".join(words)])
        return bool(found) and not found[0].total
