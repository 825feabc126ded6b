"""The histogram and date_histogram aggregations.

tantivy counts intervals of equal length; `calendar.py` counts the others.
"""

import math
from collections.abc import Callable, Collection, Iterator

from tantivy import FieldType, Query

from ..errors import unsupported_error
from ..index.doc_values import value_text
from ..mapping.mapping import FLOATS, Field
from ..values.java_numbers import printed_double
from .absent import date_format, missing_number, number_absent, or_absent
from .bounds import check_bounds, count_of, filled
from .calendar import counted_intervals, is_calendar
from .histogram_options import DATES, NUMBERS, check_dates, length_of, offset_of
from .options import check_format, check_zone, needs_field
from .ranges import integer_range
from .scope import Aggregation, Kind, Result, Scope
from .term_order import check_order, sorted_buckets

EMPTY: Result = {"doc_count": 0}
MAX_INTERVALS = 2**62
"""Largest number of an interval. tantivy has 64 bits for it, and puts everything beyond into the last one."""


def request(scope: Scope, item: Aggregation) -> Result | None:
    """The request for intervals of equal length; None for months and in time zones whose clocks change."""
    field = scope.number_field(item)
    if field is not None:
        check_zone(item, field)
        if field.type != "date":
            check_format(item, field)
        missing_number(item, field)
    length, offset = length_of(item), offset_of(item)
    check_bounds(item, field)
    check_order(item)
    if field is None and "extended_bounds" in item.options:
        raise unsupported_error(f"unsupported option: extended_bounds of {item.kind_name} of an unmapped field")
    if field is None or length is None or is_calendar(item):
        return None
    return {"histogram": {"field": field.column, "interval": length, "offset": offset, "min_doc_count": 1}}


def answer(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    """The result of `histogram` and `date_histogram`: buckets as a list, or by key with `keyed`."""
    field, least = scope.number_field(item), item.options.get("min_doc_count", 0)
    if field is None:
        return {"buckets": {} if item.options.get("keyed") else []}
    every = _by_calendar(scope, item, field) if is_calendar(item) else _by_length(scope, item, field, raw)
    buckets = [bucket for bucket in every if bucket["doc_count"] >= least]
    if "order" in item.options:
        buckets = sorted_buckets(item, buckets)
    if item.options.get("keyed"):
        return {"buckets": {bucket.get("key_as_string", _printed(bucket["key"])): bucket for bucket in buckets}}
    return {"buckets": buckets}


def _printed(key: float) -> str:
    """The number of a bucket as a name; in a date_histogram it is an integer."""
    return str(key) if isinstance(key, int) else printed_double(key)


def _by_length(scope: Scope, item: Aggregation, field: Field, raw: Result | None) -> Iterator[Result]:
    """The buckets of intervals of equal length; with `min_doc_count: 0` also the empty ones between them."""
    length, offset = length_of(item), offset_of(item)
    assert raw is not None and length is not None
    too_far = unsupported_error(f"unsupported interval of {item.kind_name}: values are more than 2^62 intervals away")
    known = {round((bucket["key"] - offset) / length): bucket for bucket in raw["buckets"] if bucket["doc_count"]}

    def number_of(value: float) -> int:
        return math.floor(min(max((value - offset) / length, -MAX_INTERVALS), MAX_INTERVALS))

    value, missing = missing_number(item, field), number_absent(scope, item, field)
    if missing:  # the contents of its bucket are counted again
        place = math.floor((value - offset) / length)
        known[place] = {"doc_count": known.get(place, EMPTY)["doc_count"] + missing}
    found = _found(item, field, known, number_of)
    scope.make(count_of(found))
    if known and max(map(abs, known)) > MAX_INTERVALS:
        raise too_far
    if item.kind_name == "date_histogram" and known and min(known) * length + offset < -(2**63):
        raise unsupported_error("unsupported dates of date_histogram: a bucket begins before the earliest date")
    for index in found:
        start = index * length + offset
        yield _bucket(scope, item, field, start, start + length, known.get(index, EMPTY))


def _by_calendar(scope: Scope, item: Aggregation, field: Field) -> Iterator[Result]:
    intervals, counts = counted_intervals(scope, item, field)
    if missing := number_absent(scope, item, field):
        place = intervals.number(missing_number(item, field))
        counts[place] = counts.get(place, 0) + missing
    found = _found(item, field, counts, intervals.number)
    scope.make(count_of(found))
    for index in found:
        start, end = intervals.start(index), intervals.start(index + 1)
        if start < end:  # a day may be left out where a country changes its side of the date line
            yield _bucket(scope, item, field, start, end, {"doc_count": counts.get(index, 0)})


def _found(
    item: Aggregation, field: Field, known: Collection[int], number_of: Callable[[float], int]
) -> Collection[int]:
    """The numbers of the buckets, in order. Without `min_doc_count`, empty ones are among them."""
    return sorted(known) if item.options.get("min_doc_count", 0) else filled(item, field, known, number_of)


def _bucket(scope: Scope, item: Aggregation, field: Field, start: float, end: float, raw: Result) -> Result:
    def narrowed() -> Scope:
        value = missing_number(item, field)
        return scope.narrowed(
            or_absent(
                scope, field, inside_interval(scope, field, start, end), value is not None and start <= value < end
            )
        )

    dates = item.kind_name == "date_histogram"
    text = value_text(field, start, **date_format(item))
    key: Result = {} if text is None else {"key_as_string": text}
    key["key"] = int(start) if dates else float(start)
    return {**key, "doc_count": raw["doc_count"], **scope.inside(item, raw, narrowed)}


def inside_interval(scope: Scope, field: Field, start: float, end: float) -> Query:
    """A query for the documents with a value from `start` up to `end`, which is excluded."""
    if field.type not in FLOATS:
        return integer_range(scope, field, start, end)
    low, high = start or -0.0, end or -0.0  # the index has -0.0 before 0, which are in one bucket
    return Query.range_query(scope.reader.schema, field.column, FieldType.Float, low, high, True, False)


KINDS = {
    "histogram": Kind(NUMBERS, answer, request, fills=True, check=needs_field),
    "date_histogram": Kind(DATES, answer, request, fills=True, check=check_dates),
}
