"""Metric aggregations: min, max, avg, sum, value_count, stats, extended_stats, cardinality."""

import math
from functools import partial
from typing import Any

from ..errors import EngineError
from ..index.doc_values import value_text
from ..mapping.mapping import Field
from ..queries.parsing import content_error, ignored, integer, parsing_error, unsupported
from .inner_buckets import MAX_INNER_BUCKETS
from .options import FIELD, needs_field
from .scope import Aggregation, Kind, Result, Scope

STATS = ("count", "min", "max", "avg", "sum")
DEVIATIONS = ("variance", "variance_population", "variance_sampling", "std_deviation", "std_deviation_population",
              "std_deviation_sampling")  # fmt: skip
BOUNDS = ("upper", "lower", "upper_population", "lower_population", "upper_sampling", "lower_sampling")
WITH_TEXTS = ("min", "max", "avg", "sum")
EMPTY: Result = {"count": 0, "min": None, "max": None, "avg": None, "sum": 0.0}


def request(kind: str, scope: Scope, item: Aggregation) -> Result | None:
    field = scope.field(item) if kind == "value_count" else scope.number_field(item)
    return None if field is None else {kind: {"field": field.column}}


def value(kind: str, scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    """The result of an aggregation with one number. Without values it is null, for a sum 0."""
    field = scope.field(item)
    found = None if raw is None else raw["value"]
    if found is None:
        return {"value": 0.0 if kind == "sum" else None}
    text = value_text(field, found)
    return {"value": found} if text is None else {"value": found, "value_as_string": text}


def value_count(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    return {"value": int(raw["value"]) if raw else 0}


def stats(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    found = raw if raw and raw["count"] else EMPTY
    basic: Result = {name: found[name] for name in STATS} | {"count": int(found["count"])}
    return basic | _texts(scope.field(item), basic)


def extended_stats(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    field = scope.field(item)
    if field is not None and field.type == "date":
        raise parsing_error(f"unsupported aggregation: extended_stats of a {field.type}")
    basic = stats(scope, item, raw)
    if not raw or not raw["count"]:
        empty = dict.fromkeys(("sum_of_squares", *DEVIATIONS))
        return {**basic, **empty, "std_deviation_bounds": dict.fromkeys(BOUNDS)}
    squares = raw["sum_of_squares"]
    found = {**basic, **_deviations(basic, math.inf if math.isnan(squares) else squares)}
    return found | _truths(found) if field is not None and field.type == "boolean" else found


def _truths(found: Result) -> Result:
    """The keys `..._as_string` of the extended statistics of a boolean field: true for a number other than 0.

    Some of them are texts.
    """
    truths: Result = {}
    for name in ("sum_of_squares", *DEVIATIONS):
        is_true = found[name] != 0
        truths[f"{name}_as_string"] = str(is_true).lower() if name.startswith("std_") else is_true
    bounds = {name: str(value != 0).lower() for name, value in found["std_deviation_bounds"].items()}
    return {**truths, "std_deviation_bounds_as_string": bounds}


def _deviations(basic: Result, squares: float) -> Result:
    count, total, mean = basic["count"], basic["sum"], basic["avg"]
    spread = max(squares - total * total / count, 0.0) if math.isfinite(squares) else math.nan
    variances = {"_population": spread / count, "_sampling": spread / (count - 1) if count > 1 else math.nan}
    values: Result = {"sum_of_squares": squares}
    bounds: Result = {}
    for name, variance in {"": variances["_population"], **variances}.items():
        deviation = math.sqrt(variance)
        values |= {f"variance{name}": variance, f"std_deviation{name}": deviation}
        bounds |= {f"upper{name}": mean + 2 * deviation, f"lower{name}": mean - 2 * deviation}
    printed = {name: _number(value) for name, value in values.items()}
    return {**printed, "std_deviation_bounds": {name: _number(value) for name, value in bounds.items()}}


def _number(value: float) -> float | str:
    """The number; "NaN" or "Infinity" as a text, since JSON has no such numbers."""
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def cardinality_request(scope: Scope, item: Aggregation) -> Result | None:
    field = scope.field(item)
    if field is None:
        return None
    return {"terms": {"field": field.column, "size": MAX_INNER_BUCKETS, "segment_size": MAX_INNER_BUCKETS}}


def cardinality(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    """The number of different values, exact if tantivy lists all terms, else an estimate."""
    field = scope.field(item)
    if field is None or raw is None:
        return {"value": 0}
    if raw["sum_other_doc_count"] == 0:
        return {"value": len(raw["buckets"])}
    return {"value": int(scope.reader.searcher.cardinality(scope.query, field.column))}


def _texts(field: Field | None, basic: Result) -> Result:
    """The keys `..._as_string` for dates and booleans."""
    texts = {name: value_text(field, basic[name]) for name in WITH_TEXTS if basic[name] is not None and basic["count"]}
    return {f"{name}_as_string": _plain(field, text) for name, text in texts.items() if text is not None}


def _plain(field: Field | None, text: str) -> Any:
    return text == "true" if field is not None and field.type == "boolean" else text


def _kind(name: str, answer: Any, **more: Any) -> Kind:
    options = {**FIELD, "format": unsupported(f"format of {name}"), **more}
    return Kind(options, answer, partial(request, name), inner=False, check=needs_field)


def _precision(value: Any) -> int:
    """Checks `precision_threshold`. The count is exact for more values, so nothing depends on it."""
    try:
        wanted = integer(value)
    except EngineError as error:
        raise content_error(f"[cardinality] failed to parse field [precision_threshold]: {error.reason}") from error
    if wanted < 0:
        raise content_error(f"[precisionThreshold] must be greater than or equal to 0. Found [{wanted}]")
    return wanted


CARDINALITY = {**FIELD, "precision_threshold": _precision, "rehash": ignored, "execution_hint": ignored}
KINDS = {name: _kind(name, partial(value, name)) for name in ("min", "max", "avg", "sum")} | {
    "value_count": _kind("value_count", value_count),
    "stats": _kind("stats", stats),
    "extended_stats": _kind("extended_stats", extended_stats, sigma=unsupported("sigma of extended_stats")),
    "cardinality": Kind(CARDINALITY, cardinality, cardinality_request, inner=False, check=needs_field),
}
