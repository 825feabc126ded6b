"""The settings of an index. The engine follows some, ignores those that change no response, and refuses the others.

`index_settings(given)` reads them as Elasticsearch does: with or without `index`, dotted names or nested objects.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import illegal

ANALYSIS = "analysis"
DURATION = re.compile(r"-1|0|[0-9]+(?:nanos|micros|ms|[smhd])")


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
    max_depth: int | None = None
    """Levels of nested objects, the document included; None means no limit."""
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
    """The settings by their dotted names; those of `analysis` as one nested object."""
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
    """Raise EngineError 400 for a setting that Elasticsearch does not have, or that the engine does not support.

    Also for an invalid value of an ignored setting, except in HARMLESS_GROUPS.
    """
    for name, value in flat(given):
        if name in HONOURED or name.startswith((f"{ANALYSIS}.", *HARMLESS_GROUPS)):
            continue
        if name in HARMLESS:
            HARMLESS[name](name, value)
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


def _integer(least: int) -> Callable[[str, Any], int]:
    """A function that reads an integer of at least `least`."""

    def read(name: str, value: Any) -> int:
        try:
            number = int(str(value))
        except ValueError:
            raise illegal(f"Failed to parse value [{value}] for setting [index.{name}]") from None
        if number < least:
            raise illegal(f"Failed to parse value [{value}] for setting [index.{name}] must be >= {least}")
        return number

    return read


def _boolean(name: str, value: Any) -> bool:
    if str(value).lower() not in ("true", "false"):
        raise illegal(f"Failed to parse value [{value}] as only [true] or [false] are allowed.")
    return str(value).lower() == "true"


def _duration(name: str, value: Any) -> None:
    if not DURATION.fullmatch(str(value)):
        what = f"failed to parse setting [index.{name}] with value [{value}]"
        raise illegal(f"{what} as a time value: unit is missing or unrecognized")


def _any(name: str, value: Any) -> None:
    """The reader of a setting of which any value is accepted."""


def _names(name: str, value: Any) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else tuple(filter(None, str(value).split(",")))


HONOURED: dict[str, tuple[str, Callable[[str, Any], Any]]] = {
    "max_result_window": ("max_result_window", _integer(1)),
    "max_terms_count": ("max_terms_count", _integer(1)),
    "max_regex_length": ("max_regex_length", _integer(1)),
    "max_inner_result_window": ("max_inner_result_window", _integer(1)),
    "max_docvalue_fields_search": ("max_doc_values", _integer(0)),
    "highlight.max_analyzed_offset": ("max_analyzed_offset", _integer(1)),
    "max_ngram_diff": ("max_ngram_diff", _integer(0)),
    "max_shingle_diff": ("max_shingle_diff", _integer(1)),
    "mapping.total_fields.limit": ("max_fields", _integer(0)),
    "mapping.depth.limit": ("max_depth", _integer(1)),
    "query.default_field": ("default_fields", _names),
    "query_string.lenient": ("lenient", _boolean),
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
HARMLESS: dict[str, Callable[[str, Any], Any]] = {
    **dict.fromkeys((
        "bloom_filter_for_id_field.enabled", "fast_refresh", "force_memory_term_dictionary", "hidden",
        "load_fixed_bitset_filters_eagerly", "optimize_auto_generated_id", "queries.cache.enabled",
        "requests.cache.enable", "search.throttled", "warmer.enabled",
    ), _boolean),
    **dict.fromkeys((
        "mapping.dimension_fields.limit", "max_refresh_listeners", "max_script_fields", "number_of_replicas",
        "priority",
    ), _integer(0)),
    **dict.fromkeys((
        "max_rescore_window", "max_slices_per_scroll", "number_of_routing_shards", "number_of_shards",
        "routing_partition_size",
    ), _integer(1)),
    "max_adjacency_matrix_filters": _integer(2),
    **dict.fromkeys((
        "gc_deletes", "refresh_interval", "search.idle.after", "unassigned.node_left.delayed_timeout",
    ), _duration),
    **dict.fromkeys((
        "auto_expand_replicas", "codec", "compound_format", "data_path", "fielddata.cache", "flush_after_merge",
        "format", "shard.check_on_startup", "shard_limit.group", "write.wait_for_active_shards",
    ), _any),
}  # fmt: skip
"""Settings that change no response: about storing and running an index, and limits of unsupported features."""
HARMLESS_GROUPS = ("allocation.", "indexing.slowlog.", "lifecycle.", "merge.", "recovery.", "routing.allocation.",
                   "routing.rebalance.", "search.slowlog.", "soft_deletes.", "store.", "translog.")  # fmt: skip
UNSUPPORTED = frozenset(("mapper.dynamic", "routing_path"))
UNSUPPORTED_GROUPS = ("downsample.", "logsdb.", "mapping.semantic_text.", "mapping.synthetic_source.", "rollup.",
                  "similarity.", "sort.", "time_series.")  # fmt: skip
