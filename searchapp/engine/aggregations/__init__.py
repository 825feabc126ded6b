"""Aggregations, in two steps, like queries.

    parse_facets(aggs) -> [Aggregation]                     parses and checks the body, without an index
    answer_facets(reader, query, aggregations) -> results   the `aggregations` of a response

| family | aggregations |
|---|---|
| terms.py | terms |
| filters.py | missing, filter |
| ranges.py | range, date_range |
| histograms.py | histogram, date_histogram |

engine/compat adds the aggregations that the service itself never uses.
tantivy counts all aggregations that it supports in one pass (`Kind.request`). The others, and terms that tantivy cuts
off, are counted bucket by bucket.
"""

import json
from collections.abc import Mapping
from typing import Any

from tantivy import Query

from ...querystring.byte_cache import ByteCache
from ..errors import illegal, parsing_error, unsupported_error
from ..index.reader import Reader
from ..parsing import token
from . import filters, histograms, ranges, terms
from .options import converted
from .scope import Aggregation, Kind, Result, Scope

MAX_DEPTH = 20
MAX_CACHED = 8 * 2**20
"""Bytes of the results that are cached for a generation."""

BAD_NAME = "Aggregation names can contain any character except '[', ']', and '>'"
KINDS: dict[str, Kind] = terms.KINDS | filters.KINDS | ranges.KINDS | histograms.KINDS
UNSUPPORTED = frozenset((
    "adjacency_matrix", "auto_date_histogram", "avg_bucket", "boxplot", "bucket_correlation", "bucket_count_ks_test",
    "bucket_script", "bucket_selector", "bucket_sort", "categorize_text", "change_point", "children", "composite",
    "cumulative_cardinality", "cumulative_sum", "derivative", "diversified_sampler", "extended_stats",
    "extended_stats_bucket", "frequent_item_sets", "geo_bounds", "geo_centroid", "geo_distance", "geo_line",
    "geohash_grid", "geohex_grid", "geotile_grid", "inference", "ip_prefix", "ip_range", "matrix_stats", "max_bucket",
    "median_absolute_deviation", "min_bucket", "moving_fn", "moving_percentiles", "multi_terms", "nested", "normalize",
    "parent", "percentile_ranks", "percentiles", "percentiles_bucket", "random_sampler", "rare_terms", "rate",
    "reverse_nested", "sampler", "scripted_metric", "serial_diff", "significant_terms", "significant_text",
    "stats_bucket", "string_stats", "sum_bucket", "t_test", "time_series", "top_metrics", "variable_width_histogram",
    "weighted_avg",
))  # fmt: skip


def parse_facets(body: Mapping[str, Any], depth: int = 1) -> list[Aggregation]:
    """The aggregations of a body's `aggs`. EngineError 400 for errors that need no index to be detected."""
    if depth > MAX_DEPTH:
        raise parsing_error(f"aggregations are nested deeper than {MAX_DEPTH}")
    return [_aggregation(name, definition, depth) for name, definition in body.items()]


def number_of(aggregations: list[Aggregation]) -> int:
    """The number of the aggregations and their sub-aggregations."""
    return sum(1 + number_of(item.children) for item in aggregations)


def needs_scores(aggregations: list[Aggregation]) -> bool:
    """Whether one of the aggregations or their sub-aggregations needs the scores of the query."""
    return any(item.kind.scores or needs_scores(item.children) for item in aggregations)


def answer_facets(reader: Reader, query: Query, aggregations: list[Aggregation], cache: bool = False) -> Result:
    """The `aggregations` of a response. With `cache`, small results are cached while the generation is open."""
    scope = Scope(reader, query, is_everything=cache)
    if not all(map(_is_validated_by_request, aggregations)):
        _validate(scope, aggregations)
    if not cache:
        return scope.results(aggregations)
    cached: ByteCache[str, str] = reader.once("facets", lambda: ByteCache(MAX_CACHED))
    key = json.dumps([item.definition for item in aggregations])
    known = cached.get(key)
    if known is not None:
        return dict(json.loads(known))
    results = scope.results(aggregations)
    text = json.dumps(results)
    cached.put(key, text, len(key) + len(text))
    return results


def _is_validated_by_request(item: Aggregation) -> bool:
    """Whether making the request to tantivy detects all errors of the aggregation."""
    return item.kind.request is not None and item.kind.validate is None and not item.children


def _validate(scope: Scope, aggregations: list[Aggregation]) -> None:
    """Raise EngineError for aggregations that cannot be counted, also inside empty buckets."""
    for item in aggregations:
        for child in item.children:
            if child.kind_name == "global":
                raise illegal(f"Aggregation [{item.name}] cannot have a global sub-aggregation [{child.name}].")
        check = item.kind.validate or item.kind.request
        if check is not None:
            check(scope, item)
        _validate(scope, item.children)


def _aggregation(name: str, definition: Any, depth: int) -> Aggregation:
    if not name or set(name) & set("[]>"):
        raise parsing_error(f"Invalid aggregation name [{name}]. {BAD_NAME}")
    if not isinstance(definition, dict):
        given = token(definition)
        raise parsing_error(f"Aggregation definition for [{name} starts with a [{given}], expected a [START_OBJECT].")
    kind_name, children, meta = None, [], None
    for key, value in definition.items():
        if not isinstance(value, dict):
            raise parsing_error(f"Expected [START_OBJECT] under [{key}], but got a [{token(value)}] in [{name}]")
        if key in ("aggs", "aggregations"):
            children = parse_facets(value, depth + 1)
        elif key == "meta":
            meta = value
        elif kind_name is not None:
            raise parsing_error(f"Found two aggregation type definitions in [{name}]: [{kind_name}] and [{key}]")
        else:
            kind_name, kind = key, _kind(key)
            options = converted(key, kind, value)
    if kind_name is None:
        raise parsing_error(f"Missing definition for aggregation [{name}]")
    if children and not kind.inner:
        raise illegal(f"Aggregator [{name}] of type [{kind_name}] cannot accept sub-aggregations")
    return Aggregation(name, kind_name, kind, options, children, meta, [name, definition])


def _kind(name: str) -> Kind:
    if name in UNSUPPORTED:
        raise unsupported_error(f"unsupported aggregation: {name}")
    if name not in KINDS:
        raise parsing_error(f"Unknown aggregation type [{name}]")
    return KINDS[name]
