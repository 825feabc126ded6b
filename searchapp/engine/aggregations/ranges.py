"""The range and date_range aggregations. A document counts once in each range that contains one of its values."""

import math
from dataclasses import dataclass
from typing import Any

from tantivy import FieldType, Query

from ..errors import content_error, illegal, unsupported_error
from ..index.doc_values import value_text
from ..mapping.mapping import FLOATS, Field
from ..parsing import double, text, unsupported, wrong_type
from ..queries.combinators import nothing
from ..queries.context import Context
from ..queries.field.ranges import range_query
from ..values.dates import date_text
from ..values.java_numbers import as_double, java_integer, printed_double
from .absent import date_format, date_value, missing_number, or_absent
from .options import FIELD, KEYED, check_zone, needs_field, one_value, time_zone
from .scope import MISSING, Aggregation, Kind, Result, Scope

LONG_END = 2**63
MAX_INTEGER = LONG_END - 512
"""Larger integers are equal to 2^63 as doubles, which ranges compare."""


@dataclass(frozen=True, slots=True)
class Range:
    """One range: `start` is included, `end` is excluded, None is open."""

    key: str | None
    start: float | None
    end: float | None


def answer(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    """The buckets, sorted by start and end."""
    dates, field, ranges = item.kind_name == "date_range", scope.number_field(item), ranges_of(scope, item)
    ranges.sort(key=lambda one: (_or(one.start, "-inf"), _or(one.end, "inf")))
    scope.make(len(ranges))
    buckets = [_bucket(scope, item, field, one, dates) for one in ranges]
    if item.options.get("keyed"):
        return {"buckets": {bucket.pop("key"): bucket for bucket in buckets}}
    return {"buckets": buckets}


def ranges_of(scope: Scope, item: Aggregation) -> list[Range]:
    """The ranges with their ends as numbers. EngineError 400 for a wrong one, and for a wrong value of `missing`."""
    dates, field = item.kind_name == "date_range", scope.number_field(item)
    if field is not None:
        check_zone(item, field)
        missing_number(item, field)
    ranges = [_numbers(item, field, given, dates) for given in item.options.get("ranges", ())]
    if not ranges:
        raise illegal(f"No [ranges] specified for the [{item.name}] aggregation")
    return ranges


def _bucket(scope: Scope, item: Aggregation, field: Field | None, one: Range, dates: bool) -> Result:
    start, end = (_label(item, field, value, dates) for value in (one.start, one.end))
    bucket: Result = {"key": one.key if one.key is not None else f"{start[0]}-{end[0]}"}
    for name, value, (label, is_text) in (("from", one.start, start), ("to", one.end, end)):
        if value is not None and math.isfinite(value):
            bucket[name] = value
            if is_text:
                bucket[f"{name}_as_string"] = (
                    label == "true" if field is not None and field.type == "boolean" else label
                )
    query = _query(scope, field, one)
    if field is not None and (value := missing_number(item, field)) is not None:
        query = or_absent(scope, field, query, _or(one.start, "-inf") <= value < _or(one.end, "inf"))
    return {**bucket, **scope.narrowed(query).counted(item)}


def _query(scope: Scope, field: Field | None, one: Range) -> Any:
    if field is None:
        return nothing()
    if field.type in FLOATS:
        return range_query(Context(scope.reader), field.path, one.start, one.end, True, False)
    return integer_range(scope, field, _or(one.start, "-inf"), _or(one.end, "inf"))


def integer_range(scope: Scope, field: Field, start: float, end: float) -> Query:
    """A query for an integer from `start` (included) to `end` (excluded), which may be beyond 64 bits."""
    if start >= end or start > LONG_END or end <= -LONG_END:
        return nothing()
    low, high = (math.ceil(max(-LONG_END, min(value, MAX_INTEGER))) for value in (start, end))
    if end > LONG_END:
        return Query.range_query(scope.reader.schema, field.column, FieldType.Integer, low)
    return Query.range_query(scope.reader.schema, field.column, FieldType.Integer, low, high, True, False)


def _label(item: Aggregation, field: Field | None, value: float | None, dates: bool) -> tuple[str, bool]:
    """An end of a range in the bucket's key, and whether the bucket also has it under `..._as_string`."""
    if value is None or math.isinf(value):
        return "*", False
    label = value_text(field, value, **date_format(item))
    if label is None and dates and field is None:
        label = date_text(java_integer(value, 64), **date_format(item))
    return (label, True) if label is not None else (printed_double(value), False)


def _numbers(item: Aggregation, field: Field | None, given: dict[str, Any], dates: bool) -> Range:
    ends = (_number(item, field, given.get(name), dates) for name in ("from", "to"))
    return Range(text(given["key"]) if "key" in given else None, *ends)


def _number(item: Aggregation, field: Field | None, value: Any, dates: bool) -> float | None:
    if value is None:
        return None
    if dates and isinstance(value, int | float):  # a number without its fraction is read as a text is
        value = str(java_integer(float(value), 64) if isinstance(value, float) else value)
    if (field.type == "date" if field is not None else dates) and isinstance(value, str):
        return float(date_value(item, field, value))
    if field is not None and field.type == "boolean" and isinstance(value, str):
        if value not in ("true", "false"):
            raise illegal(f"Cannot parse boolean [{value}], expected either [true] or [false]")
        return float(value == "true")
    number = as_double(value) if isinstance(value, int | float) else double(value)
    if math.isnan(number):
        raise unsupported_error(f"unsupported end of a range: {value}")
    return number


def _or(value: float | None, otherwise: str) -> float:
    return float(otherwise) if value is None else value


def _ranges(value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise content_error("[range] failed to parse field [ranges]")
    for item in value:
        for key, end in item.items():
            if key not in ("from", "to", "key") or isinstance(end, dict | list | bool):
                raise content_error(f"[range] unknown field [{key}]")
            if key == "key" and end is None:
                raise wrong_type("[range] key", None)
    return value


OPTIONS = {**FIELD, MISSING: one_value, **KEYED, "ranges": _ranges}
KINDS = {
    "range": Kind(OPTIONS | {"format": unsupported("format of range")}, answer, check=needs_field, validate=ranges_of),
    "date_range": Kind(OPTIONS | {"time_zone": time_zone("date_range")}, answer, check=needs_field, validate=ranges_of),
}
