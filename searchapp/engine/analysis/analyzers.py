"""Analyzers and normalizers: functions from texts to terms.

    analyze = analyzer("standard")
    analyze("Cyclin-dependent kinase 2")        -> [Token("cyclin", 0, 0, 6), Token("dependent", 1, 7, 16), ...]
    analyze.terms("Cyclin-dependent kinase 2")  -> ["cyclin", "dependent", "kinase", "2"], faster
    analyze.by_position("Cyclins of the rat")   -> ["cyclin", None, None, "rat"], the term at each position; faster
    analyze.normalize("KIN")                    -> "kin", for a wildcard, a prefix, an end of a range
    normalizer("lowercase")("CDK2")             -> "cdk2"

Create them once per index.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby, repeat
from operator import attrgetter
from typing import Any

from ..errors import illegal
from . import definitions
from .char_filters import NORMALIZING as NORMALIZING_CHARS
from .char_filters import after_char_filters, char_filters_of
from .settings import BLANKS
from .token_filters import GRAPHS, Filter, Part, filtered, filters_of, is_word_filter
from .tokenizers import TOKENIZERS, Token, Tokenize
from .unicode_words import spans, words
from .word_filters import NORMALIZING, WordFilters, lower, lowers_ascii

__all__ = ["Analyzer", "Token", "analyzer", "by_position", "lower", "normalizer"]


class Analyzer:
    """A function from a text to its tokens."""

    def __init__(self, tokenizer: Part, filters: Sequence[Part], char_filters: Sequence[Part] = ()):
        kind, settings = tokenizer
        self.char_filters = char_filters_of(char_filters)
        self.tokenize: Tokenize = after_char_filters(self.char_filters, TOKENIZERS[kind](settings))
        self.filters: list[Filter] = filters_of(filters, self.tokenize)
        self.normalizing_chars = char_filters_of([part for part in char_filters if part[0] in NORMALIZING_CHARS])
        kinds = {name for name, _ in filters}
        self.has_graphs = not kinds.isdisjoint(GRAPHS) and "shingle" not in kinds
        """Whether tokens may cover several positions, so that a query is a graph. Shingles do not count."""
        self.normalizing = WordFilters([part for part in filters if part[0] in NORMALIZING])
        self.is_standard = kind == "standard" and not settings and not char_filters
        self.is_plain = self.is_standard and list(filters) == [("lowercase", {})]
        self.lowers_ascii = not char_filters and lowers_ascii(filters)
        """Whether the filters change a word in ASCII without an apostrophe to lower case, and nothing else."""
        self.trims = "trim" in kinds
        self.words = WordFilters(filters) if all(map(is_word_filter, filters)) else None
        self.one_per_position = self.words is not None and kind not in ("path_hierarchy", "PathHierarchy")
        """Whether there is at most one token at each position, so that `by_position` can be used."""
        self._last: tuple[str, list[Token]] = ("", self(""))

    def __call__(self, text: str) -> list[Token]:
        if not (self.is_standard and self.words):
            return filtered(self.tokenize(text), self.filters)
        known = self.words.known
        placed = enumerate(spans(text))
        changed = ((known[text[start:end], False], position, start, end) for position, (start, end) in placed)
        return [Token(word[0], position, start, end, 1, word[1]) for word, position, start, end in changed if word]

    def tokens(self, text: str) -> list[Token]:
        """The tokens of a text in a query. Those of the last text are cached for the next field."""
        last, found = self._last
        if text != last:
            found = self(text)
            self._last = text, found
        return found

    def terms(self, text: str) -> list[str]:
        """The terms without positions, in the order of the tokens."""
        if self.is_plain and text.isascii():
            return words(text.lower())
        return [term for _, term in self.positions(text) if term is not None]

    def positions(self, text: str) -> Sequence[tuple[int, str | None]]:
        """The tokens of a text as pairs of position and term; None for a term that a filter dropped, if it is known."""
        if self.is_plain and text.isascii():
            return list(enumerate(words(text.lower())))
        if self.one_per_position:
            return list(enumerate(self.by_position(text)))
        return [(token.position, token.text) for token in self(text)]

    def by_position(self, text: str) -> list[str | None]:
        """The term at each position, None if a filter dropped it. Only with `one_per_position`."""
        assert self.words is not None
        all_words = words(text) if self.is_standard else [token.text for token in self.tokenize(text)]
        found = map(self.words.known.__getitem__, zip(all_words, repeat(False)))
        return [None if word is None else word[0] for word in found]

    def normalize(self, text: str) -> str:
        """The text after the filters that only change characters."""
        if self.lowers_ascii and text.isascii() and "'" not in text:
            return text.strip(BLANKS).lower() if self.trims else text.lower()
        for change in self.normalizing_chars:
            text = change(text)[0]
        word = self.normalizing(text)
        return text if word is None else word[0]


MALFORMED = (AttributeError, TypeError, ValueError, OverflowError)
"""The exceptions that settings of a wrong shape cause."""


def analyzer(name: str, settings: Mapping[str, Any] | None = None) -> Analyzer:
    """The analyzer of this name, from the settings or built in. Raises EngineError for an unknown name."""
    try:
        return Analyzer(*definitions.analyzer_parts(name, settings))
    except MALFORMED as error:
        raise illegal(f"the settings of analyzer [{name}] cannot be read: {error}") from error


def normalizer(name: str, settings: Mapping[str, Any] | None = None) -> Callable[[str], str]:
    """The normalizer of this name for keyword fields. Raises EngineError for an unknown name."""
    try:
        parts = definitions.normalizer_parts(name, settings)
        return lower if parts == ([("lowercase", {})], []) else Analyzer(("keyword", {}), *parts).normalize
    except MALFORMED as error:
        raise illegal(f"the settings of normalizer [{name}] cannot be read: {error}") from error


def by_position(tokens: list[Token]) -> list[list[Token]]:
    """The tokens in groups of the same position: a document needs one of each group."""
    return [list(group) for _, group in groupby(tokens, key=attrgetter("position"))]
