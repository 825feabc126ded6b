"""The histogram and date_histogram aggregations.

tantivy counts intervals of equal length. Months, quarters and years are counted as date ranges.
"""

import math
import re
from collections.abc import Collection, Iterator, Sequence

from tantivy import FieldType, Query

from ..errors import EngineError, illegal, parsing_error
from ..index.doc_values import value_text
from ..mapping.mapping import FLOATS, Field
from ..values.date_formats import civil, days
from ..values.java_numbers import printed_double
from .absent import missing_number, number_absent, or_absent
from .bounds import allowed, check_bounds, count_of, filled
from .histogram_options import DATES, DAY, MONTHS, NUMBERS, bounds_offset, check_dates, length_of, offset_of
from .options import check_format, needs_field
from .ranges import integer_range
from .scope import MAX_BUCKETS, Aggregation, Kind, Result, Scope, too_many_buckets
from .term_order import check_order, sorted_buckets

EARLIEST, LATEST = -62135596800000, 2**53
"""The year 1, and the last moment that a 64-bit float holds exactly, in the year 287,396."""
FEW_MONTHS = 1000
"""Up to this number, all intervals are counted, without a search for those with documents."""
EMPTY: Result = {"doc_count": 0}
MAX_INTERVALS = 2**62
"""Largest number of an interval. tantivy has 64 bits for it, and puts everything beyond into the last one."""


def request(scope: Scope, item: Aggregation) -> Result | None:
    """The request for intervals of equal length; None for months."""
    field, length, offset = scope.number_field(item), length_of(item), offset_of(item)
    check_bounds(item, field)
    check_order(item)
    if field is not None and field.type != "date":
        _check_dates(item, field)
    if field is not None:
        missing_number(item, field)
    if field is None and "extended_bounds" in item.options:
        raise parsing_error(f"unsupported option: extended_bounds of {item.kind_name} of an unmapped field")
    if field is None or length is None:
        return None
    return {"histogram": {"field": field.column, "interval": length, "offset": offset, "min_doc_count": 1}}


def answer(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    field, least = scope.number_field(item), item.options.get("min_doc_count", 0)
    if field is None:
        return {"buckets": {} if item.options.get("keyed") else []}
    every = _by_months(scope, item, field) if length_of(item) is None else _by_length(scope, item, field, raw)
    buckets = [bucket for bucket in every if bucket["doc_count"] >= least]
    if "order" in item.options:
        buckets = sorted_buckets(item, buckets)
    if item.options.get("keyed"):
        return {"buckets": {bucket.get("key_as_string", _printed(bucket["key"])): bucket for bucket in buckets}}
    return {"buckets": buckets}


def _check_dates(item: Aggregation, field: Field) -> None:
    """Raise EngineError for options of dates in a field of numbers or booleans."""
    if "time_zone" in item.options:
        raise illegal(f"Field [{field.path}] of type [{field.type}] does not support custom time zones")
    check_format(item, field)


def _printed(key: float) -> str:
    """The number of a bucket as a name: that of a date_histogram is an integer."""
    return str(key) if isinstance(key, int) else printed_double(key)


def _by_length(scope: Scope, item: Aggregation, field: Field, raw: Result | None) -> Iterator[Result]:
    """The buckets of intervals of equal length; with `min_doc_count: 0` also the empty ones between them."""
    length, offset = length_of(item), offset_of(item)
    assert raw is not None and length is not None
    too_far = parsing_error(f"unsupported interval of {item.kind_name}: values are more than 2^62 intervals away")
    if abs(offset) / length > MAX_INTERVALS:
        raise too_far
    known = {round((bucket["key"] - offset) / length): bucket for bucket in raw["buckets"] if bucket["doc_count"]}

    def number_of(value: float) -> int:
        return math.floor(min(max((value - bounds_offset(item)) / length, -MAX_INTERVALS), MAX_INTERVALS))

    value, missing = missing_number(item, field), number_absent(scope, item, field)
    if missing:  # the contents of its bucket are counted again
        place = math.floor((value - offset) / length)
        known[place] = {"doc_count": known.get(place, EMPTY)["doc_count"] + missing}
    found: Collection[int] = allowed(item, field, known, number_of, length)
    found = filled(item, field, found, number_of) if item.options.get("min_doc_count", 0) == 0 else sorted(found)
    scope.make(count_of(found))
    if known and max(map(abs, known)) > MAX_INTERVALS:
        raise too_far
    if item.kind_name == "date_histogram" and known and min(known) * length + offset < -(2**63):
        raise parsing_error("unsupported dates of date_histogram: a bucket begins before the earliest supported date")
    for index in found:
        start = index * length + offset
        yield _bucket(scope, item, field, start, start + length, known.get(index, EMPTY))


def _by_months(scope: Scope, item: Aggregation, field: Field) -> Iterator[Result]:
    months = MONTHS[item.options["calendar_interval"]]

    def number_of(millis: float) -> int:
        return _interval_of(millis, months)

    counts = _counted_months(scope, item, field, months)
    if missing := number_absent(scope, item, field):
        place = number_of(missing_number(item, field) - offset_of(item))
        counts[place] = counts.get(place, 0) + missing
    found: Collection[int] = allowed(item, field, counts, number_of, months)
    found = filled(item, field, found, number_of) if item.options.get("min_doc_count", 0) == 0 else sorted(found)
    scope.make(count_of(found))
    for index in found:
        start, end = _month_ends(item, index)
        yield _bucket(scope, item, field, start, end, {"doc_count": counts.get(index, 0)})


def _counted_months(scope: Scope, item: Aggregation, field: Field, months: int) -> dict[int, int]:
    """The number of documents of each interval that has some, in order."""
    stats = scope.stats(field)
    if not stats["count"]:
        return {}
    if not EARLIEST < stats["min"] <= stats["max"] < LATEST:
        raise _beyond_calendar(item, stats["max"] - stats["min"], months)
    offset = offset_of(item)
    every = range(_interval_of(stats["min"] - offset, months), _interval_of(stats["max"] - offset, months) + 1)
    intervals = _intervals(scope, item, field, every)
    if len(intervals) > MAX_BUCKETS:
        raise too_many_buckets()
    counts = scope.aggregate({
        str(index): {"filter": _between(field, *_month_ends(item, index))} for index in intervals
    })  # fmt: skip
    return {index: count for index in intervals if (count := counts[str(index)]["doc_count"])}


def _intervals(scope: Scope, item: Aggregation, field: Field, every: range) -> Sequence[int]:
    """The numbers of the intervals to count: without the many empty ones before a date such as 9999-12-31."""
    if len(every) <= FEW_MONTHS or not item.options.get("min_doc_count", 0):
        return every
    months, length = MONTHS[item.options["calendar_interval"]], 28 * DAY  # each touches two months at most
    parts = {"histogram": {"field": field.column, "interval": length, "min_doc_count": 1}}
    found = [bucket["key"] for bucket in scope.aggregate({"parts": parts})["parts"]["buckets"]]
    offset = offset_of(item)
    return sorted({_interval_of(moment - offset, months) for key in found for moment in (key, key + length - 1)})


def _month_ends(item: Aggregation, number: int) -> tuple[int, int]:
    """The start and the end of an interval of months."""
    months, offset = MONTHS[item.options["calendar_interval"]], item.options.get("offset", 0)
    return _millis(number * months) + offset, _millis((number + 1) * months) + offset


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
        value = missing_number(item, field)
        return scope.narrowed(
            or_absent(scope, field, _inside(scope, field, start, end), value is not None and start <= value < end)
        )

    dates = item.kind_name == "date_histogram"
    text = value_text(field, start, item.options.get("format"))
    key: Result = {} if text is None else {"key_as_string": text}
    key["key"] = int(start) if dates else float(start)
    return {**key, "doc_count": raw["doc_count"], **scope.inside(item, raw, narrowed)}


def _inside(scope: Scope, field: Field, start: float, end: float) -> Query:
    if field.type not in FLOATS:
        return integer_range(scope, field, start, end)
    low, high = start or -0.0, end or -0.0  # the index has -0.0 before 0, which are in one bucket
    return Query.range_query(scope.reader.schema, field.column, FieldType.Float, low, high, True, False)


KINDS = {
    "histogram": Kind(NUMBERS, answer, request, fills=True, check=needs_field),
    "date_histogram": Kind(DATES, answer, request, fills=True, check=check_dates),
}
