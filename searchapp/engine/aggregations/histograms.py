"""The histogram and date_histogram aggregations.

tantivy counts intervals of equal length. Months, quarters and years are counted as date ranges.
"""

import math
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from tantivy import FieldType, Query

from ..errors import EngineError
from ..index.doc_values import value_text
from ..mapping.mapping import FLOATS, Field
from ..queries.parsing import content_error, illegal, number, parsing_error, text, unsupported
from ..values.date_formats import civil, days
from ..values.java_numbers import printed_double
from . import bounds
from .bounds import allowed, check_bounds, count_of, filled
from .options import FIELD, KEYED, min_doc_count, needs_field, order
from .ranges import integer_range
from .scope import MAX_BUCKETS, Aggregation, Kind, Options, Result, Scope, too_many_buckets

DAY = 86_400_000
UNITS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": DAY}
FIXED = re.compile(r"(-?\d+) *([mM][sS]|[sS]|m|[hH]|[dD])", re.ASCII)
NAMES = ("second", "minute", "hour", "day", "week", "month", "quarter", "year")
CALENDAR = dict(zip(NAMES, ("1s", "1m", "1h", "1d", "1w", "1M", "1q", "1y"), strict=True))
LENGTHS = {"1s": 1000, "1m": 60_000, "1h": 3_600_000, "1d": DAY, "1w": 7 * DAY}
MONTHS = {"1M": 1, "1q": 3, "1y": 12}
EARLIEST, LATEST = -62135596800000, 2**53
"""The year 1, and the last moment that a 64-bit float holds exactly, in the year 287,396."""
FEW_MONTHS = 1000
"""Up to this number, all intervals are counted, without a search for those with documents."""
MAX_INTERVALS = 2**62
"""Largest number of an interval. tantivy has 64 bits for it, and puts everything beyond into the last one."""
MONDAY = 4 * DAY
"""The first Monday after 1 January 1970."""


def request(scope: Scope, item: Aggregation) -> Result | None:
    """The request for intervals of equal length; None for months."""
    field, length, offset = scope.number_field(item), _length(item), _offset(item)
    if field is None or length is None:
        return None
    return {"histogram": {"field": field.column, "interval": length, "offset": offset, "min_doc_count": 1}}


def answer(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    field, least = scope.number_field(item), item.options.get("min_doc_count", 0)
    check_bounds(item, field)
    if field is None and "extended_bounds" in item.options:
        raise parsing_error(f"unsupported option: extended_bounds of {item.kind_name} of an unmapped field")
    if field is None:
        return {"buckets": {} if item.options.get("keyed") else []}
    every = _by_months(scope, item, field) if _length(item) is None else _by_length(scope, item, field, raw)
    buckets = [bucket for bucket in every if bucket["doc_count"] >= least]
    for key, descending in reversed(item.options.get("order", [("_key", False)])):
        if key not in ("_key", "_count"):
            raise parsing_error(f"unsupported option: order of {item.kind_name} by [{key}]")
        name = "key" if key == "_key" else "doc_count"
        buckets.sort(key=lambda bucket: bucket[name], reverse=descending)
    if item.options.get("keyed"):
        return {"buckets": {bucket.get("key_as_string", printed_double(bucket["key"])): bucket for bucket in buckets}}
    return {"buckets": buckets}


def _by_length(scope: Scope, item: Aggregation, field: Field, raw: Result | None) -> Iterator[Result]:
    """The buckets of intervals of equal length; with `min_doc_count: 0` also the empty ones between them."""
    length, offset = _length(item), _offset(item)
    assert raw is not None and length is not None
    too_far = parsing_error(f"unsupported interval of {item.kind_name}: values are more than 2^62 intervals away")
    if abs(offset) / length > MAX_INTERVALS:
        raise too_far
    known = {round((bucket["key"] - offset) / length): bucket for bucket in raw["buckets"] if bucket["doc_count"]}

    def number_of(value: float) -> int:
        return math.floor(min(max((value - offset) / length, -MAX_INTERVALS), MAX_INTERVALS))

    found: Collection[int] = allowed(item, field, known, number_of, length)
    found = filled(item, field, found, number_of) if item.options.get("min_doc_count", 0) == 0 else sorted(found)
    scope.make(count_of(found))
    if known and max(map(abs, known)) > MAX_INTERVALS:
        raise too_far
    if item.kind_name == "date_histogram" and known and min(known) * length + offset < -(2**63):
        raise parsing_error("unsupported dates of date_histogram: a bucket begins before the earliest supported date")
    for index in found:
        start = index * length + offset
        yield _bucket(scope, item, field, start, start + length, known.get(index, {"doc_count": 0}))


def _by_months(scope: Scope, item: Aggregation, field: Field) -> Iterator[Result]:
    months = MONTHS[item.options["calendar_interval"]]

    def number_of(millis: float) -> int:
        return _interval_of(millis, months)

    counts = _counted_months(scope, item, field, months)
    found: Collection[int] = allowed(item, field, counts, number_of, months)
    found = filled(item, field, found, number_of) if item.options.get("min_doc_count", 0) == 0 else found
    scope.make(count_of(found))
    for index in found:
        start, end = _millis(index * months), _millis((index + 1) * months)
        yield _bucket(scope, item, field, start, end, {"doc_count": counts.get(index, 0)})


def _counted_months(scope: Scope, item: Aggregation, field: Field, months: int) -> dict[int, int]:
    """The number of documents of each interval that has some, in order."""
    stats = scope.stats(field)
    if not stats["count"]:
        return {}
    if not EARLIEST < stats["min"] <= stats["max"] < LATEST:
        raise _beyond_calendar(item, stats["max"] - stats["min"], months)
    intervals = _intervals(
        scope, item, field, range(_interval_of(stats["min"], months), _interval_of(stats["max"], months) + 1)
    )
    if len(intervals) > MAX_BUCKETS:
        raise too_many_buckets()
    counts = scope.aggregate({
        str(index): {"filter": _between(field, _millis(index * months), _millis((index + 1) * months))}
        for index in intervals
    })  # fmt: skip
    return {index: count for index in intervals if (count := counts[str(index)]["doc_count"])}


def _intervals(scope: Scope, item: Aggregation, field: Field, every: range) -> Sequence[int]:
    """The numbers of the intervals to count: without the many empty ones before a date such as 9999-12-31."""
    if len(every) <= FEW_MONTHS or not item.options.get("min_doc_count", 0):
        return every
    months, length = MONTHS[item.options["calendar_interval"]], 28 * DAY  # each touches two months at most
    parts = {"histogram": {"field": field.column, "interval": length, "min_doc_count": 1}}
    found = [bucket["key"] for bucket in scope.aggregate({"parts": parts})["parts"]["buckets"]]
    return sorted({_interval_of(moment, months) for key in found for moment in (key, key + length - 1)})


def _beyond_calendar(item: Aggregation, millis: float, months: int) -> EngineError:
    """The error for dates before the year 1 or after LATEST."""
    if item.options.get("min_doc_count", 0) == 0 and millis / (31 * DAY * months) > MAX_BUCKETS:
        return too_many_buckets()
    return parsing_error(f"unsupported dates of {item.kind_name}: by months, they must be in the years 1 to 287395")


def _interval_of(millis: float, months: int) -> int:
    """The number of the interval of a moment, counted from the year 0."""
    year, month, _ = civil(int(millis // DAY))
    return (year * 12 + month - 1) // months


def _millis(month: int) -> int:
    """The start of a month, which is counted from the year 0."""
    return days(month // 12, month % 12 + 1, 1) * DAY


def _between(field: Field, start: int, end: int) -> str:
    """A range in tantivy's query syntax."""
    name = re.sub(r"([^\w.])", r"\\\1", field.column)
    return f"{name}:[{start} TO {end}}}"


def _bucket(scope: Scope, item: Aggregation, field: Field, start: float, end: float, raw: Result) -> Result:
    def narrowed() -> Scope:
        if field.type not in FLOATS:
            return scope.narrowed(integer_range(scope, field, start, end))
        low, high = start or -0.0, end or -0.0  # the index has -0.0 before 0, which are in one bucket
        between = Query.range_query(scope.reader.schema, field.column, FieldType.Float, low, high, True, False)
        return scope.narrowed(between)

    dates = item.kind_name == "date_histogram"
    text = value_text(field, start, item.options.get("format"))
    key: Result = {} if text is None else {"key_as_string": text}
    key["key"] = int(start) if dates else float(start)
    return {**key, "doc_count": raw["doc_count"], **scope.inside(item, raw, narrowed)}


def _length(item: Aggregation) -> float | None:
    """The length of an interval; None for months."""
    if item.kind_name == "histogram" and "interval" not in item.options:
        raise illegal("interval must be positive, got: 0.0")
    if item.kind_name == "histogram":
        interval: float = item.options["interval"]
        return interval
    if "fixed_interval" not in item.options and "calendar_interval" not in item.options:
        raise illegal("Invalid interval specified, must be non-null and non-empty")
    if "fixed_interval" in item.options:
        fixed: float = item.options["fixed_interval"]
        return fixed
    return LENGTHS.get(item.options["calendar_interval"])


def _offset(item: Aggregation) -> float:
    return MONDAY if item.options.get("calendar_interval") == "1w" else item.options.get("offset", 0)


def _interval(value: Any) -> float:
    try:
        interval = number(value)
    except EngineError as error:
        raise content_error(f"[histogram] failed to parse field [interval]: {error.reason}") from error
    if interval <= 0:
        raise content_error("[interval] must be >0 for histogram aggregation")
    return interval


def _fixed(value: Any) -> int:
    match = FIXED.fullmatch(text(value).strip())
    if match is None:
        raise content_error(f"failed to parse setting [date_histogram.fixedInterval] with value [{value}] as a time"
                            " value: unit is missing or unrecognized")  # fmt: skip
    length = int(match[1]) * UNITS[match[2].lower()]
    if length <= 0:
        raise illegal("Zero or negative time interval not supported")
    return length


def _calendar(value: Any) -> str:
    name = CALENDAR.get(text(value), text(value))
    if name not in LENGTHS and name not in MONTHS:
        raise content_error(f"The supplied interval [{value}] could not be parsed as a calendar interval.")
    return name


def _check_dates(options: Options) -> None:
    needs_field(options)
    if "calendar_interval" in options and "fixed_interval" in options:
        raise content_error("Cannot use [fixed_interval] with [calendar_interval] configuration option.")


SHARED = {
    **FIELD,
    **KEYED,
    "min_doc_count": min_doc_count,
    "order": order,
}
NUMBERS = {
    **SHARED,
    **dict.fromkeys(bounds.NAMES, bounds.numbers),
    "interval": _interval,
    "offset": number,
    "format": unsupported("format of histogram"),
}
DATES = {
    **SHARED,
    **dict.fromkeys(bounds.NAMES, bounds.dates),
    "calendar_interval": _calendar,
    "fixed_interval": _fixed,
    "offset": unsupported("offset of date_histogram"),
    "time_zone": unsupported("time_zone of date_histogram"),
}
KINDS = {
    "histogram": Kind(NUMBERS, answer, request, fills=True, check=needs_field),
    "date_histogram": Kind(DATES, answer, request, fills=True, check=_check_dates),
}
