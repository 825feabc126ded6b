"""The parts of analyzers and normalizers, which are built in or defined by the `analysis` settings."""

from collections.abc import Collection, Mapping
from typing import Any

from ..errors import illegal
from . import token_filters, tokenizers
from .char_filters import CHAR_FILTERS
from .char_filters import KNOWN as KNOWN_CHAR_FILTERS
from .char_filters import NORMALIZING as NORMALIZING_CHARS
from .languages.analyzers import AFTER as LANGUAGES
from .languages.analyzers import language_filters
from .settings import Settings, check_settings, word_list
from .token_filters import FILTERS, SYNONYMS, Part
from .tokenizers import TOKENIZERS
from .word_filters import NORMALIZING, WORD_FILTERS

Parts = tuple[Part, list[Part], list[Part]]
"""A tokenizer, filters and character filters."""
BUILT_IN: dict[str, tuple[Part, list[Part]]] = {
    "standard": (("standard", {}), [("lowercase", {})]),
    "default": (("standard", {}), [("lowercase", {})]),
    "simple": (("letter", {}), [("lowercase", {})]),
    "stop": (("letter", {}), [("lowercase", {}), ("stop", {})]),
    "whitespace": (("whitespace", {}), []),
    "keyword": (("keyword", {}), []),
    **{language: (("standard", {}), language_filters(language)) for language in LANGUAGES},
}
DEFAULTS = {"analyzer": "default", "search_analyzer": "default_search"}
"""The analyzers of text fields that name none, if the settings define them."""
CONFIGURED = {
    "standard": ("stopwords", "max_token_length"),
    "stop": ("stopwords",),
    "whitespace": ("max_token_length",),
    **dict.fromkeys(LANGUAGES, ("stopwords", "stem_exclusion")),
}
"""The settings of each built-in analyzer."""


def analyzer_parts(name: str, settings: Mapping[str, Any] | None = None) -> Parts:
    """The parts of the analyzer of this name, from the settings or built in. Raises EngineError for an unknown name."""
    analysis = analysis_settings(settings)
    definition = analysis.get("analyzer", {}).get(name)
    if definition is None:
        if name not in BUILT_IN:
            raise illegal(f"failed to find analyzer [{name}]")
        return *BUILT_IN[name], []
    kind = definition.get("type", "custom")
    if kind != "custom":
        return _configured(name, kind, definition)
    check_settings(name, definition, ("tokenizer", "filter", "char_filter"))
    tokenizer, filters = _tokenizer(name, definition, analysis), _filters(name, definition, analysis)
    return tokenizer, filters, _char_filters(name, definition, analysis)


def normalizer_parts(name: str, settings: Mapping[str, Any] | None = None) -> tuple[list[Part], list[Part]]:
    """The filters and the character filters of the normalizer of this name.

    Raises EngineError for an unknown name, or if a filter is not allowed in a normalizer.
    """
    analysis = analysis_settings(settings)
    definition = analysis.get("normalizer", {}).get(name)
    if definition is None:
        if name != "lowercase":
            raise illegal(f"normalizer [{name}] not found")
        return [("lowercase", {})], []
    check_settings(name, definition, ("filter", "char_filter"))
    filters, char_filters = _filters(name, definition, analysis), _char_filters(name, definition, analysis)
    for what, parts, known in (("filter", filters, NORMALIZING), ("char filter", char_filters, NORMALIZING_CHARS)):
        for kind, _ in parts:
            if kind not in known:
                raise illegal(f"Custom normalizer [{name}] may not use {what} [{kind}]")
    return filters, char_filters


def analysis_settings(settings: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """The part `analysis` of index settings, which may be inside `index`."""
    given = settings or {}
    return given.get("analysis") or given.get("index", {}).get("analysis") or {}


def with_default_analyzers(definition: Settings, settings: Mapping[str, Any] | None) -> Settings:
    """The definition of a text field with the analyzers that the settings call `default` and `default_search`.

    As in Elasticsearch, `default_search` is for fields without an analyzer of their own, or with the one of the index.
    """
    if definition.get("analyzer", "default") != "default":
        return definition
    analysis = analysis_settings(settings)
    defined = analysis.get("analyzer") or {} if isinstance(analysis, Mapping) else analysis
    if not isinstance(defined, Mapping):
        raise illegal("the settings of analyzers cannot be read: they must be an object")
    if "default_search_quoted" in defined:
        raise illegal("unsupported setting: analysis.analyzer.default_search_quoted")
    found = {key: name for key, name in DEFAULTS.items() if name in defined}
    return {**found, **definition}


def _configured(name: str, kind: str, definition: Settings) -> Parts:
    """A built-in analyzer with settings of its own."""
    if kind not in BUILT_IN:
        raise illegal(f"Unknown analyzer type [{kind}] for [{name}]")
    check_settings(name, definition, CONFIGURED.get(kind, ()))
    (tokenizer, _), filters = BUILT_IN[kind]
    if kind in LANGUAGES:
        exclusion = word_list(definition.get("stem_exclusion"))
        return (tokenizer, {}), language_filters(kind, definition.get("stopwords"), exclusion), []
    settings = {key: definition[key] for key in tokenizers.LENGTH if key in definition}
    if "stopwords" in definition:
        filters = [part for part in filters if part[0] != "stop"]
        filters.append(("stop", {"stopwords": definition["stopwords"]}))
    return (tokenizer, settings), filters, []


def _tokenizer(name: str, definition: Settings, analysis: Mapping[str, Any]) -> Part:
    tokenizer = definition.get("tokenizer")
    if not tokenizer:
        raise illegal(f"analyzer [{name}] must specify either an analyzer type, or a tokenizer")
    settings = analysis.get("tokenizer", {}).get(tokenizer, {})
    kind = settings.get("type", tokenizer)
    if kind not in TOKENIZERS:
        raise illegal(f"Custom Analyzer [{name}] failed to find tokenizer under name [{kind}]")
    check_settings(kind, settings, tokenizers.KNOWN.get(kind, ()))
    return kind, settings


def _filters(name: str, definition: Settings, analysis: Mapping[str, Any]) -> list[Part]:
    kinds = {*FILTERS, *WORD_FILTERS, *SYNONYMS}
    return [
        _part(name, filter_name, "filter", analysis, kinds, token_filters.KNOWN)
        for filter_name in _listed(definition.get("filter"))
    ]


def _char_filters(name: str, definition: Settings, analysis: Mapping[str, Any]) -> list[Part]:
    return [
        _part(name, filter_name, "char_filter", analysis, CHAR_FILTERS, KNOWN_CHAR_FILTERS)
        for filter_name in _listed(definition.get("char_filter"))
    ]


def _part(
    name: str,
    part: str,
    what: str,
    analysis: Mapping[str, Any],
    kinds: Collection[str],
    known: Mapping[str, Collection[str]],
) -> Part:
    """A filter by its name: one of the index's own, or a kind of filter without settings."""
    settings = analysis.get(what, {}).get(part, {})
    kind = settings.get("type", part)
    if kind not in kinds:
        raise illegal(f"Custom Analyzer [{name}] failed to find {what} under name [{kind}]")
    check_settings(kind, settings, known.get(kind, ()))
    return kind, settings


def _listed(value: Any) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)
