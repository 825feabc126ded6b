"""Analyzers and normalizers: functions from texts to terms.

    analyze = analyzer("standard")
    analyze("Cyclin-dependent kinase 2")        -> [Token("cyclin", 0, 0, 6), Token("dependent", 1, 7, 16), ...]
    analyze.terms("Cyclin-dependent kinase 2")  -> ["cyclin", "dependent", "kinase", "2"], quicker
    analyze.places("Cyclins of the rat")        -> ["cyclin", None, None, "rat"], what stands at each position; quicker
    analyze.normalize("KIN")                    -> "kin": what is done to a wildcard, a prefix, an end of a range
    normalizer("lowercase")("CDK2")             -> "cdk2"

Make them once per index and keep them. The functions `tokens`, `normalize_token`, `normalize` and `has_analyzer` take
a name and keep the built-in ones themselves.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any

from . import definitions
from .char_filters import NORMALIZING as NORMALIZING_CHARS
from .char_filters import after_char_filters, char_filters_of
from .settings import refused
from .token_filters import GRAPHS, Filter, Part, filtered, filters_of, is_word_filter
from .tokenizers import TOKENIZERS, Token, Tokenize
from .unicode_words import ascii_words
from .word_filters import NORMALIZING, WordFilters, lower

__all__ = [
    "Analyzer",
    "Token",
    "analyzer",
    "has_analyzer",
    "lower",
    "normalize",
    "normalize_token",
    "normalizer",
    "tokens",
]


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
        """Whether a query follows tokens that cover several positions; shingles are words of their own."""
        self.normalizing = WordFilters([part for part in filters if part[0] in NORMALIZING])
        self.is_standard = kind == "standard" and not settings and not char_filters
        self.is_plain = self.is_standard and list(filters) == [("lowercase", {})]
        self.words = WordFilters(filters) if all(map(is_word_filter, filters)) else None
        self.has_places = self.words is not None and kind not in ("path_hierarchy", "PathHierarchy")
        """Whether `places` can be asked: there is one token at each position at most."""

    def __call__(self, text: str) -> list[Token]:
        return filtered(self.tokenize(text), self.filters)

    def terms(self, text: str) -> list[str]:
        """The terms alone, in the order of the tokens."""
        words = ascii_words(text.lower()) if self.is_plain else None
        return [token.text for token in self(text)] if words is None else words

    def places(self, text: str) -> list[str | None]:
        """The term at each position, None where a filter has dropped it."""
        assert self.words is not None
        words = ascii_words(text) if self.is_standard else None
        if words is None:
            words = [token.text for token in self.tokenize(text)]
        return [None if (word := self.words(text)) is None else word[0] for text in words]

    def normalize(self, text: str) -> str:
        """The text after the filters that change characters only."""
        if self.is_plain:
            return lower(text)
        for change in self.normalizing_chars:
            text = change(text)[0]
        word = self.normalizing(text)
        return text if word is None else word[0]


MALFORMED = (AttributeError, TypeError, ValueError, OverflowError)
"""What settings of another shape than Elasticsearch's end in."""


def analyzer(name: str, settings: Mapping[str, Any] | None = None) -> Analyzer:
    """The analyzer of this name, the index's own ones first; raises EngineError when there is none."""
    try:
        return Analyzer(*definitions.analyzer_parts(name, settings))
    except MALFORMED as error:
        raise refused(f"the settings of analyzer [{name}] cannot be read: {error}") from error


def normalizer(name: str, settings: Mapping[str, Any] | None = None) -> Callable[[str], str]:
    """The normalizer of a keyword field of this name; raises EngineError when there is none."""
    try:
        parts = definitions.normalizer_parts(name, settings)
        return lower if parts == ([("lowercase", {})], []) else Analyzer(("keyword", {}), *parts).normalize
    except MALFORMED as error:
        raise refused(f"the settings of normalizer [{name}] cannot be read: {error}") from error


def by_position(tokens: list[Token]) -> list[list[Token]]:
    """The tokens in groups that stand at one position: a document needs one of a group."""
    return [list(group) for _, group in groupby(tokens, key=attrgetter("position"))]


def tokens(name: str, text: str, settings: Mapping[str, Any] | None = None) -> list[Token]:
    """The tokens of a text by the analyzer of this name."""
    return _kept(name)(text) if settings is None else analyzer(name, settings)(text)


def normalize_token(name: str, text: str, settings: Mapping[str, Any] | None = None) -> str:
    """A part of a word as the analyzer of this name changes its characters."""
    return (_kept(name) if settings is None else analyzer(name, settings)).normalize(text)


def normalize(name: str | None, text: str, settings: Mapping[str, Any] | None = None) -> str:
    """A text by the normalizer of this name; as it is without one."""
    return normalizer(name, settings)(text) if name else text


def has_analyzer(name: str, settings: Mapping[str, Any] | None = None) -> bool:
    return definitions.has_analyzer(name, settings)


@lru_cache
def _kept(name: str) -> Analyzer:
    return analyzer(name)
