"""Aggregations that are numbers: min, max, avg, sum, value_count, stats, extended_stats, cardinality."""

import math
from functools import partial
from typing import Any

from ..errors import EngineError
from ..index.doc_values import value_text
from ..mapping.mapping import Field
from ..queries.parsing import content_error, ignored, parsing_error, refused, whole
from .model import FIELD, Aggregation, Answer, Kind, needs_field
from .scope import Scope
from .terms import ALL_BUCKETS

STATS = ("count", "min", "max", "avg", "sum")
DEVIATIONS = ("variance", "variance_population", "variance_sampling", "std_deviation", "std_deviation_population",
              "std_deviation_sampling")  # fmt: skip
BOUNDS = ("upper", "lower", "upper_population", "lower_population", "upper_sampling", "lower_sampling")
WITH_TEXTS = ("min", "max", "avg", "sum")
EMPTY: Answer = {"count": 0, "min": None, "max": None, "avg": None, "sum": 0.0}


def request(kind: str, scope: Scope, item: Aggregation) -> Answer | None:
    field = scope.field(item) if kind == "value_count" else scope.number_field(item)
    return None if field is None else {kind: {"field": field.column}}


def value(kind: str, scope: Scope, item: Aggregation, raw: Answer | None) -> Answer:
    """One number; of no values null, but 0 for a sum."""
    field = scope.field(item)
    found = None if raw is None else raw["value"]
    if found is None:
        return {"value": 0.0 if kind == "sum" else None}
    text = value_text(field, found)
    return {"value": found} if text is None else {"value": found, "value_as_string": text}


def value_count(scope: Scope, item: Aggregation, raw: Answer | None) -> Answer:
    return {"value": int(raw["value"]) if raw else 0}


def stats(scope: Scope, item: Aggregation, raw: Answer | None) -> Answer:
    found = raw if raw and raw["count"] else EMPTY
    shown: Answer = {name: found[name] for name in STATS} | {"count": int(found["count"])}
    return shown | _texts(scope.field(item), shown)


def extended_stats(scope: Scope, item: Aggregation, raw: Answer | None) -> Answer:
    field = scope.field(item)
    if field is not None and not field.is_number:
        raise parsing_error(f"unsupported aggregation: extended_stats of a {field.type}")
    shown = stats(scope, item, raw)
    if not raw or not raw["count"]:
        empty = dict.fromkeys(("sum_of_squares", *DEVIATIONS))
        return {**shown, **empty, "std_deviation_bounds": dict.fromkeys(BOUNDS)}
    squares = raw["sum_of_squares"]
    return {**shown, **_deviations(shown, math.inf if math.isnan(squares) else squares)}


def _deviations(shown: Answer, squares: float) -> Answer:
    count, total, mean = shown["count"], shown["sum"], shown["avg"]
    spread = max(squares - total * total / count, 0.0) if math.isfinite(squares) else math.nan
    variances = {"_population": spread / count, "_sampling": spread / (count - 1) if count > 1 else math.nan}
    found: Answer = {"sum_of_squares": squares}
    bounds: Answer = {}
    for name, variance in {"": variances["_population"], **variances}.items():
        deviation = math.sqrt(variance)
        found |= {f"variance{name}": variance, f"std_deviation{name}": deviation}
        bounds |= {f"upper{name}": mean + 2 * deviation, f"lower{name}": mean - 2 * deviation}
    shown_found = {name: _number(value) for name, value in found.items()}
    return {**shown_found, "std_deviation_bounds": {name: _number(value) for name, value in bounds.items()}}


def _number(value: float) -> float | str:
    """The number, or its name where it is none."""
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def cardinality_request(scope: Scope, item: Aggregation) -> Answer | None:
    field = scope.field(item)
    return (
        None if field is None else {"terms": {"field": field.column, "size": ALL_BUCKETS, "segment_size": ALL_BUCKETS}}
    )


def cardinality(scope: Scope, item: Aggregation, raw: Answer | None) -> Answer:
    """The exact number of different values, as far as tantivy lists them, then about their number."""
    field = scope.field(item)
    if field is None or raw is None:
        return {"value": 0}
    if raw["sum_other_doc_count"] == 0:
        return {"value": len(raw["buckets"])}
    return {"value": int(scope.reader.searcher.cardinality(scope.query, field.column))}


def _texts(field: Field | None, shown: Answer) -> Answer:
    """The numbers of dates and booleans in the form of their values."""
    texts = {name: value_text(field, shown[name]) for name in WITH_TEXTS if shown[name] is not None and shown["count"]}
    return {f"{name}_as_string": _plain(field, text) for name, text in texts.items() if text is not None}


def _plain(field: Field | None, text: str) -> Any:
    return text == "true" if field is not None and field.type == "boolean" else text


def _kind(name: str, answer: Any, **more: Any) -> Kind:
    options = {**FIELD, "format": refused(f"format of {name}"), **more}
    return Kind(options, answer, partial(request, name), inner=False, check=needs_field)


def _precision(value: Any) -> int:
    """The number of values to which the count shall be exact, which it is for more."""
    try:
        wanted = whole(value)
    except EngineError as error:
        raise content_error(f"[cardinality] failed to parse field [precision_threshold]: {error.reason}") from error
    if wanted < 0:
        raise content_error(f"[precisionThreshold] must be greater than or equal to 0. Found [{wanted}]")
    return wanted


CARDINALITY = {**FIELD, "precision_threshold": _precision, "rehash": ignored, "execution_hint": ignored}
KINDS = {name: _kind(name, partial(value, name)) for name in ("min", "max", "avg", "sum")} | {
    "value_count": _kind("value_count", value_count),
    "stats": _kind("stats", stats),
    "extended_stats": _kind("extended_stats", extended_stats, sigma=refused("sigma of extended_stats")),
    "cardinality": Kind(CARDINALITY, cardinality, cardinality_request, inner=False, check=needs_field),
}
