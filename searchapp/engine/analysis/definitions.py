"""What analyzers and normalizers are made of: the built-in ones, and those that the `analysis` settings describe."""

from collections.abc import Mapping
from typing import Any

from . import token_filters, tokenizers
from .languages.analyzers import AFTER as LANGUAGES
from .languages.analyzers import language_filters
from .settings import Settings, check_settings, listed, refused
from .token_filters import FILTERS, Part
from .tokenizers import TOKENIZERS
from .word_filters import NORMALIZING, WORD_FILTERS

Parts = tuple[Part, list[Part]]
"""A tokenizer and filters."""

BUILT_IN: dict[str, Parts] = {
    "standard": (("standard", {}), [("lowercase", {})]),
    "default": (("standard", {}), [("lowercase", {})]),
    "simple": (("letter", {}), [("lowercase", {})]),
    "stop": (("letter", {}), [("lowercase", {}), ("stop", {})]),
    "whitespace": (("whitespace", {}), []),
    "keyword": (("keyword", {}), []),
    **{language: (("standard", {}), language_filters(language)) for language in LANGUAGES},
}
CONFIGURED = {
    "standard": ("stopwords", "max_token_length"),
    "stop": ("stopwords",),
    "whitespace": ("max_token_length",),
    **dict.fromkeys(LANGUAGES, ("stopwords", "stem_exclusion")),
}
"""The settings of each built-in analyzer."""


def analyzer_parts(name: str, settings: Mapping[str, Any] | None = None) -> Parts:
    """The parts of the analyzer of this name, the index's own ones first; raises EngineError when there is none."""
    analysis = analysis_settings(settings)
    definition = analysis.get("analyzer", {}).get(name)
    if definition is None:
        if name not in BUILT_IN:
            raise refused(f"failed to find analyzer [{name}]")
        return BUILT_IN[name]
    kind = definition.get("type", "custom")
    if kind != "custom":
        return _configured(name, kind, definition)
    check_settings(name, definition, ("tokenizer", "filter", "char_filter"))
    return _tokenizer(name, definition, analysis), _filters(name, definition, analysis)


def normalizer_parts(name: str, settings: Mapping[str, Any] | None = None) -> list[Part]:
    """The filters of the normalizer of this name; raises EngineError when there is none, or where one may not be."""
    analysis = analysis_settings(settings)
    definition = analysis.get("normalizer", {}).get(name)
    if definition is None:
        if name != "lowercase":
            raise refused(f"normalizer [{name}] not found")
        return [("lowercase", {})]
    filters = _filters(name, definition, analysis)
    for kind, _ in filters:
        if kind not in NORMALIZING:
            raise refused(f"Custom normalizer [{name}] may not use filter [{kind}]")
    return filters


def has_analyzer(name: str, settings: Mapping[str, Any] | None = None) -> bool:
    return name in BUILT_IN or name in analysis_settings(settings).get("analyzer", {})


def analysis_settings(settings: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """The part `analysis` of index settings, which may stand below `index`."""
    given = settings or {}
    return given.get("analysis") or given.get("index", {}).get("analysis") or {}


def _configured(name: str, kind: str, definition: Settings) -> Parts:
    """A built-in analyzer with settings of its own."""
    if kind not in BUILT_IN:
        raise refused(f"Unknown analyzer type [{kind}] for [{name}]")
    check_settings(name, definition, CONFIGURED.get(kind, ()))
    (tokenizer, _), filters = BUILT_IN[kind]
    if kind in LANGUAGES:
        exclusion = listed(definition.get("stem_exclusion"))
        return (tokenizer, {}), language_filters(kind, definition.get("stopwords"), exclusion)
    settings = {key: definition[key] for key in tokenizers.LENGTH if key in definition}
    if "stopwords" in definition:
        filters = [part for part in filters if part[0] != "stop"]
        filters.append(("stop", {"stopwords": definition["stopwords"]}))
    return (tokenizer, settings), filters


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
    for char_filter in _listed(definition.get("char_filter")):
        raise refused(f"Custom Analyzer [{name}] failed to find char_filter under name [{char_filter}]")
    found = []
    for filter_name in _listed(definition.get("filter")):
        settings = analysis.get("filter", {}).get(filter_name, {})
        kind = settings.get("type", filter_name)
        if kind not in FILTERS and kind not in WORD_FILTERS:
            raise refused(f"Custom Analyzer [{name}] failed to find filter under name [{kind}]")
        check_settings(kind, settings, token_filters.KNOWN.get(kind, ()))
        found.append((kind, settings))
    return found


def _listed(value: Any) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)
