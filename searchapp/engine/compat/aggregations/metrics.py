"""Metric aggregations: min, max, avg, sum, value_count, stats, cardinality."""

import math
from functools import partial
from typing import Any

from tantivy import Query

from ...aggregations.absent import missing_number, number_absent
from ...aggregations.inner_buckets import MAX_INNER_BUCKETS, missing_key
from ...aggregations.options import FIELD, check_format, needs_field, one_value
from ...aggregations.scope import MISSING, Aggregation, Kind, Result, Scope
from ...aggregations.term_order import STATS
from ...errors import content_error, illegal, unsupported_error
from ...index.doc_values import value_text
from ...mapping.mapping import Field
from ...parsing import field_of_object, integer, only_text, text, unsupported

HINTS = ("global_ordinals", "segment_ordinals", "direct", "save_memory_heuristic", "save_time_heuristic")
"""The ways in which Elasticsearch may count different values; all count the same."""
WITH_TEXTS = ("min", "max", "avg", "sum")
EMPTY: Result = {"count": 0, "min": None, "max": None, "avg": None, "sum": 0.0}


def request(kind: str, scope: Scope, item: Aggregation) -> Result | None:
    """The request to tantivy for a metric; None for a field that is unmapped or in nested objects."""
    field = scope.field(item) if kind == "value_count" else scope.number_field(item)
    if field is None and "format" in item.options:
        raise unsupported_error(f"unsupported option: format of {kind} of an unmapped or nested field")
    if field is None:
        return None
    check_format(item, field)
    value = (missing_key if field.is_exact else missing_number)(item, field)
    return {kind: {"field": field.column, **({} if value is None or field.is_exact else {MISSING: float(value)})}}


def value(kind: str, scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    """The result of an aggregation with one number. Without values it is null, for a sum 0."""
    field = scope.field(item)
    found = None if raw is None else raw["value"]
    if found is None:
        return {"value": 0.0 if kind == "sum" else None}
    shown = value_text(field, found, item.options.get("format"))
    return {"value": _number(_sum(found))} if shown is None else {"value": found, "value_as_string": shown}


def value_count(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    """The result of `value_count`: the number of values, not of documents."""
    field = scope.field(item)
    if field is None or raw is None:
        return {"value": 0}
    return {"value": int(raw["value"]) + (number_absent(scope, item, field) if field.is_exact else 0)}


def stats(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    """The result of `stats`; null for min, max and avg without values."""
    found = raw if raw and raw["count"] else EMPTY
    basic: Result = {name: _sum(found[name]) for name in STATS} | {"count": int(found["count"])}
    printed = {name: _number(value) for name, value in basic.items()}
    return printed | _texts(scope.field(item), basic, item.options.get("format"))


def _sum(value: Any) -> Any:
    """A sum, or a number derived from one. NaN, which tantivy returns for too large sums, becomes infinity."""
    return math.inf if value != value else value


def _number(value: float | None) -> float | str | None:
    """The number; "NaN" or "Infinity" as a text, since JSON has no such numbers."""
    if value is None or math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def cardinality_request(scope: Scope, item: Aggregation) -> Result | None:
    """The request for all different terms. EngineError for an unknown `execution_hint`."""
    field, hint = scope.field(item), item.options.get("execution_hint", HINTS[0])
    if hint not in HINTS:
        raise illegal(f"Invalid execution mode for cardinality aggregation. Got [{hint}]")
    if field is None:
        return None
    missing_key(item, field)
    return {"terms": {"field": field.column, "size": MAX_INNER_BUCKETS, "segment_size": MAX_INNER_BUCKETS}}


def cardinality(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    """The number of different values, exact if tantivy lists all terms, else an estimate."""
    field = scope.field(item)
    if field is None or raw is None:
        return {"value": 0}
    more = _is_new(scope, item, field)
    if raw["sum_other_doc_count"] == 0:
        return {"value": len(raw["buckets"]) + more}
    return {"value": int(scope.reader.searcher.cardinality(scope.query, field.column)) + more}


def _is_new(scope: Scope, item: Aggregation, field: Field) -> bool:
    """Whether some documents have no value, and no document has the value of `missing`."""
    if not number_absent(scope, item, field):
        return False
    same = Query.term_query(scope.reader.schema, field.column, missing_key(item, field), index_option="basic")
    return scope.narrowed(same).count() == 0


def _texts(field: Field | None, basic: Result, format: str | None) -> Result:
    """The keys `..._as_string` for dates and booleans."""
    present = [name for name in WITH_TEXTS if basic[name] is not None and basic["count"]]
    texts = {name: value_text(field, basic[name], format) for name in present}
    return {f"{name}_as_string": _plain(field, shown) for name, shown in texts.items() if shown is not None}


def _plain(field: Field | None, shown: str) -> Any:
    return shown == "true" if field is not None and field.type == "boolean" else shown


def _kind(name: str, answer: Any, **more: Any) -> Kind:
    options = {**FIELD, MISSING: one_value, "format": text, **more}
    return Kind(options, answer, partial(request, name), inner=False, check=needs_field)


def _check_precision(value: Any) -> None:
    """Check `precision_threshold`, whose value is ignored: the count is exact for more values than it allows."""
    found = field_of_object("cardinality", "precision_threshold", integer, value)
    if found < 0:
        raise content_error(f"[precisionThreshold] must be greater than or equal to 0. Found [{found}]")


CARDINALITY = {
    **FIELD,
    MISSING: one_value,
    "precision_threshold": _check_precision,
    "rehash": integer,
    "execution_hint": only_text,
}
KINDS = {name: _kind(name, partial(value, name)) for name in ("min", "max", "avg", "sum")} | {
    "value_count": _kind("value_count", value_count, format=unsupported("format of value_count")),
    "stats": _kind("stats", stats),
    "cardinality": Kind(CARDINALITY, cardinality, cardinality_request, inner=False, check=needs_field),
}
