"""Analyzers and normalizers: the built-in ones, and those that an index describes in its `analysis` settings.

    analyze = analyzer("standard")
    analyze("Cyclin-dependent kinase 2")        -> [Token("cyclin", 0, 0, 6), Token("dependent", 1, 7, 16), ...]
    analyze.terms("Cyclin-dependent kinase 2")  -> ["cyclin", "dependent", "kinase", "2"], quicker
    analyze.gapless                             each term is one position after the one before: no need to look
    analyze.normalize("KIN")                    -> "kin": what is done to a wildcard, a prefix, an end of a range
    analyze.unbroken                            no term holds a blank
    normalizer("lowercase")("CDK2")             -> "cdk2"

Make them once per index and keep them. The functions `tokens`, `normalize_token`, `normalize` and `has_analyzer` take
a name and keep the built-in ones themselves.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any

from . import token_filters, tokenizers
from .token_filters import FILTERS, NORMALIZING, POSITION_FILTERS, Filter, is_true
from .tokenizers import TOKENIZERS, Settings, Token, Tokenize, check_settings, lower, refused
from .unicode_words import ascii_words

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

Part = tuple[str, Settings]
UNBROKEN = ("standard", "letter", "lowercase")


class Analyzer:
    """A function from a text to its tokens."""

    def __init__(self, tokenizer: Part, filters: list[Part]):
        kind, settings = tokenizer
        kinds = [name for name, _ in filters]
        self.tokenize: Tokenize = TOKENIZERS[kind](settings)
        self.filters = _made(filters)
        self.normalizing = _made([part for part in filters if part[0] in NORMALIZING])
        self.gapless = kind not in ("path_hierarchy", "PathHierarchy") and not any(map(_moves_positions, filters))
        self.unbroken = kind in UNBROKEN
        self.is_plain = kind == "standard" and not settings and kinds == ["lowercase"]

    def __call__(self, text: str) -> list[Token]:
        return _filtered(self.tokenize(text), self.filters)

    def terms(self, text: str) -> list[str]:
        """The terms alone, in the order of the tokens."""
        words = ascii_words(text.lower()) if self.is_plain else None
        return [token.text for token in self(text)] if words is None else words

    def normalize(self, text: str) -> str:
        """The text after the filters that change characters only."""
        if self.is_plain:
            return lower(text)
        return _filtered([Token(text, 0, 0, len(text))], self.normalizing)[0].text


BUILT_IN: dict[str, tuple[Part, list[Part]]] = {
    "standard": (("standard", {}), [("lowercase", {})]),
    "default": (("standard", {}), [("lowercase", {})]),
    "simple": (("letter", {}), [("lowercase", {})]),
    "stop": (("letter", {}), [("lowercase", {}), ("stop", {})]),
    "whitespace": (("whitespace", {}), []),
    "keyword": (("keyword", {}), []),
}


MALFORMED = (AttributeError, TypeError, ValueError, OverflowError)
"""What settings of another shape than Elasticsearch's end in."""
CONFIGURED = {
    "standard": ("stopwords", "max_token_length"),
    "stop": ("stopwords",),
    "whitespace": ("max_token_length",),
}
"""The settings of each built-in analyzer."""


def analyzer(name: str, settings: Mapping[str, Any] | None = None) -> Analyzer:
    """The analyzer of this name, the index's own ones first; raises EngineError when there is none."""
    try:
        return _analyzer(name, settings)
    except MALFORMED as error:
        raise refused(f"the settings of analyzer [{name}] cannot be read: {error}") from error


def normalizer(name: str, settings: Mapping[str, Any] | None = None) -> Callable[[str], str]:
    """The normalizer of a keyword field of this name; raises EngineError when there is none."""
    try:
        return _normalizer(name, settings)
    except MALFORMED as error:
        raise refused(f"the settings of normalizer [{name}] cannot be read: {error}") from error


def _analyzer(name: str, settings: Mapping[str, Any] | None) -> Analyzer:
    analysis = analysis_settings(settings)
    definition = analysis.get("analyzer", {}).get(name)
    if definition is None:
        if name not in BUILT_IN:
            raise refused(f"failed to find analyzer [{name}]")
        return Analyzer(*BUILT_IN[name])
    kind = definition.get("type", "custom")
    if kind != "custom":
        return _configured(name, kind, definition)
    check_settings(name, definition, ("tokenizer", "filter", "char_filter"))
    return Analyzer(_tokenizer(name, definition, analysis), _filters(name, definition, analysis))


def _normalizer(name: str, settings: Mapping[str, Any] | None) -> Callable[[str], str]:
    analysis = analysis_settings(settings)
    definition = analysis.get("normalizer", {}).get(name)
    if definition is None:
        if name != "lowercase":
            raise refused(f"normalizer [{name}] not found")
        return lower
    filters = _filters(name, definition, analysis)
    for kind, _ in filters:
        if kind not in NORMALIZING:
            raise refused(f"Custom normalizer [{name}] may not use filter [{kind}]")
    return Analyzer(("keyword", {}), filters).normalize


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
    return name in BUILT_IN or name in analysis_settings(settings).get("analyzer", {})


@lru_cache
def _kept(name: str) -> Analyzer:
    return analyzer(name)


def analysis_settings(settings: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """The part `analysis` of index settings, which may stand below `index`."""
    given = settings or {}
    return given.get("analysis") or given.get("index", {}).get("analysis") or {}


def _configured(name: str, kind: str, definition: Settings) -> Analyzer:
    """A built-in analyzer with settings of its own."""
    if kind not in BUILT_IN:
        raise refused(f"Unknown analyzer type [{kind}] for [{name}]")
    check_settings(name, definition, CONFIGURED.get(kind, ()))
    (tokenizer, _), filters = BUILT_IN[kind]
    settings = {key: definition[key] for key in tokenizers.LENGTH if key in definition}
    if "stopwords" in definition:
        filters = [part for part in filters if part[0] != "stop"]
        filters.append(("stop", {"stopwords": definition["stopwords"]}))
    return Analyzer((tokenizer, settings), filters)


def _tokenizer(name: str, definition: Settings, analysis: Mapping[str, Any]) -> Part:
    tokenizer = definition.get("tokenizer")
    if not tokenizer:
        raise refused(f"analyzer [{name}] must specify either an analyzer type, or a tokenizer")
    settings = analysis.get("tokenizer", {}).get(tokenizer, {})
    kind = settings.get("type", tokenizer)
    if kind not in TOKENIZERS:
        raise refused(f"Custom Analyzer [{name}] failed to find tokenizer under name [{kind}]")
    check_settings(kind, settings, tokenizers.KNOWN.get(kind, ()))
    return kind, settings


def _filters(name: str, definition: Settings, analysis: Mapping[str, Any]) -> list[Part]:
    """The token filters; character filters are refused, they would move the offsets."""
    for char_filter in _listed(definition.get("char_filter")):
        raise refused(f"Custom Analyzer [{name}] failed to find char_filter under name [{char_filter}]")
    found = []
    for filter_name in _listed(definition.get("filter")):
        settings = analysis.get("filter", {}).get(filter_name, {})
        kind = settings.get("type", filter_name)
        if kind not in FILTERS:
            raise refused(f"Custom Analyzer [{name}] failed to find filter under name [{kind}]")
        check_settings(kind, settings, token_filters.KNOWN.get(kind, ()))
        found.append((kind, settings))
    return found


def _made(parts: list[Part]) -> list[Filter]:
    return [FILTERS[kind](settings) for kind, settings in parts]


def _filtered(tokens: list[Token], filters: list[Filter]) -> list[Token]:
    for apply in filters:
        tokens = apply(tokens)
    return tokens


def _moves_positions(part: Part) -> bool:
    kind, settings = part
    return kind in POSITION_FILTERS or (kind == "asciifolding" and is_true(settings.get("preserve_original")))


def _listed(value: Any) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)
