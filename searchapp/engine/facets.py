"""Aggregations, read and checked: `parse_facets`. buckets.py answers them.

| kind | options beside `field` |
|---|---|
| terms | size, order, min_doc_count, include, exclude |
| missing | |
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .queries.shape import content_error, ignored, illegal, parsing_error, refused, token, whole

Order = list[tuple[str, bool]]
"""Keys with "is descending": `_count`, `_key` or the path of a metric."""

MAX_DEPTH = 20
BY_COUNT: Order = [("_count", True), ("_key", False)]
BAD_NAME = "Aggregation names can contain any character except '[', ']', and '>'"


@dataclass(frozen=True, slots=True)
class Aggregation:
    """One named aggregation with those inside it."""

    name: str
    kind: str
    options: dict[str, Any]
    children: list["Aggregation"] = field(default_factory=list)
    meta: dict[str, Any] | None = None


def parse_facets(body: Mapping[str, Any], depth: int = 1) -> list[Aggregation]:
    """The aggregations of `aggs`."""
    if depth > MAX_DEPTH:
        raise parsing_error(f"aggregations are nested deeper than {MAX_DEPTH}")
    return [_aggregation(name, definition, depth) for name, definition in body.items()]


def _aggregation(name: str, definition: Any, depth: int) -> Aggregation:
    if not name or set(name) & set("[]>"):
        raise parsing_error(f"Invalid aggregation name [{name}]. {BAD_NAME}")
    if not isinstance(definition, dict):
        raise parsing_error(
            f"Aggregation definition for [{name} starts with a [{token(definition)}], expected a [START_OBJECT]."
        )
    kind, options, children, meta = None, {}, [], None
    for key, value in definition.items():
        if not isinstance(value, dict):
            raise parsing_error(f"Expected [START_OBJECT] under [{key}], but got a [{token(value)}] in [{name}]")
        if key in ("aggs", "aggregations"):
            children = parse_facets(value, depth + 1)
        elif key == "meta":
            meta = value
        elif kind is not None:
            raise parsing_error(f"Found two aggregation type definitions in [{name}]: [{kind}] and [{key}]")
        else:
            kind, options = key, _options(name, key, value)
    if kind is None:
        raise parsing_error(f"Missing definition for aggregation [{name}]")
    return Aggregation(name, kind, options, children, meta)


def _options(name: str, kind: str, given: dict[str, Any]) -> dict[str, Any]:
    if kind in UNSUPPORTED:
        raise parsing_error(f"unsupported aggregation: {kind}")
    if kind not in KINDS:
        raise parsing_error(f"Unknown aggregation type [{kind}]")
    options = {key: _converted(name, kind, key, value) for key, value in given.items()}
    if "field" not in options:
        raise illegal("Required one of fields [field, script], but none were specified.")
    return options


def _converted(name: str, kind: str, key: str, value: Any) -> Any:
    if key not in KINDS[kind]:
        raise content_error(f"[{kind}] unknown field [{key}]")
    if value is None:
        raise content_error(f"[{kind}] {key} doesn't support values of type: VALUE_NULL")
    return KINDS[kind][key](value)


def _field(value: Any) -> str:
    if not isinstance(value, str):
        raise content_error(f"[field] doesn't support values of type: {token(value)}")
    return value


def _size(value: Any) -> int:
    result = whole(value)
    if result < 1:
        raise content_error(f"[size] must be greater than 0. Found [{result}]")
    return result


def _min_doc_count(value: Any) -> int:
    result = whole(value)
    if result < 0:
        raise content_error(f"[minDocCount] must be greater than or equal to 0. Found [{result}]")
    return result


def _order(value: Any) -> Order:
    """The order with its tie breaker."""
    if not isinstance(value, dict | list) or value == []:
        raise content_error(f"order doesn't support values of type: {token(value)}")
    keys = [_order_key(item) for item in (value if isinstance(value, list) else [value])]
    return keys if any(key == "_key" for key, _ in keys) else [*keys, ("_key", False)]


def _order_key(item: Any) -> tuple[str, bool]:
    if not isinstance(item, dict):
        raise parsing_error(f"Unexpected token [{token(item)}] for [order]")
    if len(item) != 1:
        raise parsing_error(
            "Must specify at least one field for [order]" if not item else "Must specify a single field for [order]"
        )
    ((key, direction),) = item.items()
    if not isinstance(direction, str) or direction.lower() not in ("asc", "desc"):
        raise parsing_error(f"Unknown order direction [{direction}]")
    return key, direction.lower() == "desc"


def _listed(value: Any) -> frozenset[str]:
    """The terms of `include` or `exclude`; a pattern is not supported."""
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise parsing_error("unsupported option: include and exclude take a list of terms")
    return frozenset(value)


Converters = dict[str, Callable[[Any], Any]]
COMMON: Converters = {"field": _field, "script": refused("script"), "missing": refused("missing of an aggregation")}
TERMS: Converters = COMMON | {
    "size": _size,
    "order": _order,
    "min_doc_count": _min_doc_count,
    "include": _listed,
    "exclude": _listed,
    "shard_size": _size,
    "shard_min_doc_count": ignored,
    "show_term_doc_count_error": refused("show_term_doc_count_error"),
    "collect_mode": ignored,
    "execution_hint": ignored,
    "format": refused("format"),
    "value_type": refused("value_type"),
}
KINDS: dict[str, Converters] = {"terms": TERMS, "missing": COMMON}
UNSUPPORTED = frozenset((
    "adjacency_matrix", "auto_date_histogram", "avg", "avg_bucket", "boxplot", "bucket_count_ks_test",
    "bucket_correlation", "bucket_script", "bucket_selector", "bucket_sort", "cardinality", "categorize_text",
    "change_point", "children", "composite", "cumulative_cardinality", "cumulative_sum", "date_histogram", "date_range",
    "derivative", "diversified_sampler", "extended_stats", "extended_stats_bucket", "filter", "filters",
    "frequent_item_sets", "geo_bounds", "geo_centroid", "geo_distance", "geo_line", "geohash_grid", "geohex_grid",
    "geotile_grid", "global", "histogram", "inference", "ip_prefix", "ip_range", "matrix_stats", "max", "max_bucket",
    "median_absolute_deviation", "min", "min_bucket", "moving_fn", "moving_percentiles", "multi_terms", "nested",
    "normalize", "parent", "percentile_ranks", "percentiles", "percentiles_bucket", "random_sampler", "range", "rate",
    "rare_terms", "reverse_nested", "sampler", "scripted_metric", "serial_diff", "significant_terms",
    "significant_text", "stats", "stats_bucket", "string_stats", "sum", "sum_bucket", "t_test", "time_series",
    "top_hits", "top_metrics", "value_count", "variable_width_histogram", "weighted_avg",
))  # fmt: skip
