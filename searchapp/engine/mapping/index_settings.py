"""The settings of an index. The engine follows some, ignores the ones that change no response, and refuses the others.

`index_settings(given)` reads them as Elasticsearch does: with or without `index`, dotted names or nested objects.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..analysis.analyzers import MALFORMED
from ..analysis.definitions import analysis_settings
from ..analysis.settings import flag
from ..errors import illegal
from .ignored_settings import IGNORED, IGNORED_GROUPS

ANALYSIS = "analysis"


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """The settings that searches and documents of an index follow."""

    max_result_window: int = 10_000
    max_terms_count: int = 65_536
    max_regex_length: int = 1000
    max_inner_result_window: int = 100
    """The largest window of `top_hits`."""
    max_doc_values: int = 100
    """The number of `docvalue_fields` of a request."""
    max_analyzed_offset: int = 1_000_000
    """UTF-16 code units of the longest text that can be highlighted."""
    max_ngram_diff: int = 1
    max_shingle_diff: int = 3
    """The largest differences between the sizes of grams and of shingles."""
    max_fields: int = 1000
    max_depth: int = 64
    """Levels of nested objects, the document included."""
    default_fields: tuple[str, ...] = ("*",)
    """The fields, with weights, of a query without fields."""
    lenient: bool = False
    """The default of `lenient` for query strings."""


def index_settings(given: Mapping[str, Any] | None) -> IndexSettings:
    """The settings that the engine follows. EngineError 400 for an invalid value."""
    attributes = {}
    for name, value in flat(given):
        if name in HONOURED:
            attribute, read = HONOURED[name]
            attributes[attribute] = read(name, value)
    return IndexSettings(**attributes)


def unified(given: Mapping[str, Any] | None) -> dict[str, Any]:
    """The settings by their dotted names; `analysis` is one nested object."""
    settings: dict[str, Any] = {}
    for name, value in flat(given):
        if not name.startswith(f"{ANALYSIS}."):
            settings[name] = value
            continue
        *path, last = name.split(".")
        inside = settings
        for part in path:
            inside = inside.setdefault(part, {})
            if not isinstance(inside, dict):
                raise illegal(f"[{part}] in setting [index.{name}] must be an object")
        inside[last] = value
    return settings


def check_names(given: Mapping[str, Any] | None) -> None:
    """Raise EngineError 400 for a setting that Elasticsearch does not have, or that the engine does not support."""
    for name, value in flat(given):
        if name in HONOURED or name in IGNORED or name.startswith((f"{ANALYSIS}.", *IGNORED_GROUPS)):
            continue
        if name in ONLY and str(value).lower() in ONLY[name]:
            continue
        if name in ONLY or name in UNSUPPORTED or name.startswith(UNSUPPORTED_GROUPS):
            raise illegal(f"unsupported setting: index.{name} [{value}]")
        raise illegal(f"unknown setting [index.{name}]")


def flat(given: Mapping[str, Any] | None, start: str = "") -> Iterator[tuple[str, Any]]:
    """Each setting with its dotted name, without `index`. Settings that are null are left out."""
    for key, value in (given or {}).items():
        name = f"{start}{key}"
        if isinstance(value, Mapping):
            yield from flat(value, "" if name == "index" else f"{name}.")
        elif value is not None:
            yield name.removeprefix("index."), value


def integer(least: int) -> Callable[[str, Any], int]:
    """A function that reads a setting with an integer of at least `least`. It raises EngineError 400 for others."""

    def read(name: str, value: Any) -> int:
        start = f"Failed to parse value [{value}] for setting [index.{name}]"
        try:
            found = int(str(value))
        except ValueError:
            raise illegal(start) from None
        if found < least:
            raise illegal(f"{start} must be >= {least}")
        return found

    return read


def boolean(name: str, value: Any) -> bool:
    """The boolean of a setting, also as a text. EngineError for other values."""
    if str(value).lower() not in ("true", "false"):
        raise illegal(f"Failed to parse value [{value}] as only [true] or [false] are allowed.")
    return str(value).lower() == "true"


def names(name: str, value: Any) -> tuple[str, ...]:
    """The names of a list, or of a text with commas."""
    return tuple(map(str, value)) if isinstance(value, list) else tuple(filter(None, str(value).split(",")))


HONOURED: dict[str, tuple[str, Callable[[str, Any], Any]]] = {
    "max_result_window": ("max_result_window", integer(1)),
    "max_terms_count": ("max_terms_count", integer(1)),
    "max_regex_length": ("max_regex_length", integer(1)),
    "max_inner_result_window": ("max_inner_result_window", integer(1)),
    "max_docvalue_fields_search": ("max_doc_values", integer(0)),
    "highlight.max_analyzed_offset": ("max_analyzed_offset", integer(1)),
    "max_ngram_diff": ("max_ngram_diff", integer(0)),
    "max_shingle_diff": ("max_shingle_diff", integer(1)),
    "mapping.total_fields.limit": ("max_fields", integer(0)),
    "mapping.depth.limit": ("max_depth", integer(1)),
    "query.default_field": ("default_fields", names),
    "query_string.lenient": ("lenient", boolean),
}
ONLY = {
    "mapping.coerce": ("true",),
    "mapping.ignore_malformed": ("false",),
    "mapping.ignore_above": ("2147483647",),
    "mapping.nested_fields.limit": ("50",),
    "mapping.nested_objects.limit": ("10000",),
    "mapping.field_name_length.limit": ("9223372036854775807",),
    "mapping.total_fields.ignore_dynamic_beyond_limit": ("false",),
    "mapping.source.mode": ("stored",),
    "mapping.synthetic_source_keep": ("none",),
    "query.parse.allow_unmapped_fields": ("true",),
    "highlight.weight_matches_mode.enabled": ("true",),
    "analyze.max_token_count": ("10000",),
    "default_pipeline": ("_none",),
    "final_pipeline": ("_none",),
    "mode": ("standard",),
    **dict.fromkeys(
        ("blocks.metadata", "blocks.read", "blocks.read_only", "blocks.read_only_allow_delete", "blocks.write"),
        ("false",),
    ),
}
"""Settings that change responses, with the values that the engine supports."""
UNSUPPORTED = frozenset(("mapper.dynamic", "routing_path"))
UNSUPPORTED_GROUPS = ("downsample.", "logsdb.", "mapping.semantic_text.", "mapping.synthetic_source.", "rollup.",
                  "similarity.", "sort.", "time_series.")  # fmt: skip


def check_differences(settings: Mapping[str, Any], limits: IndexSettings) -> None:
    """Raise EngineError 400 for a tokenizer or filter whose sizes differ more than the index allows, used or not."""
    for part in ("tokenizer", "filter"):
        try:
            for definition in analysis_settings(settings).get(part, {}).values():
                _check(definition, limits)
        except MALFORMED as error:
            raise illegal(f"the settings of a {part} cannot be read: {error}") from error


def _check(definition: dict[str, Any], limits: IndexSettings) -> None:
    if definition.get("type") == "ngram":
        difference = int(definition.get("max_gram", 2)) - int(definition.get("min_gram", 1))
        most, setting = limits.max_ngram_diff, "max_ngram_diff"
    elif definition.get("type") == "shingle":
        difference = int(definition.get("max_shingle_size", 2)) - int(definition.get("min_shingle_size", 2))
        difference += flag(definition, "output_unigrams", True)
        most, setting = limits.max_shingle_diff, "max_shingle_diff"
    else:
        return
    if difference > most:
        what = f"the difference between the sizes of {definition['type']}"
        raise illegal(f"{what} must be at most [{most}], not [{difference}]: index.{setting} can be set")
