"""The intervals of a date_histogram that tantivy cannot count: months, and any in a time zone whose clocks change.

Intervals are numbered.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import NamedTuple

from ..errors import EngineError, unsupported_error
from ..mapping.mapping import Field
from ..values.date_formats import civil, days
from ..values.time_zones import Period, first_moment, fixed_offset, offset_at, periods
from .absent import missing_number
from .bounds import ends_of
from .histogram_options import DAY, MONTHS, first_of, length_of, zone_of
from .scope import MAX_BUCKETS, Aggregation, Result, Scope, too_many_buckets

EARLIEST, LATEST = -62135596800000, 2**53
"""The year 1, and the last moment that a 64-bit float holds exactly, in the year 287,396."""
FIRST_CHANGE, LAST_CHANGE = -5_364_662_400_000, 16_725_225_600_000
"""The year 1800, before which no clock was changed, and the year 2500, up to which changes are searched."""
AFTER_ALL_DATES = 2**62
"""A moment after all dates."""
SPECIAL, ESCAPED = re.compile(r"""[ +^`:{}"'\[\]()!\\*]"""), r"\\\g<0>"
"""The characters that must be escaped in field names of tantivy's query syntax, which accepts no other escapes."""
WHOLE_DAYS = ("1d", "1w")
MAX_MONTHS_COUNTED = 1000
"""Up to this number, all intervals are counted, without a search for intervals with documents."""
MAX_VALUES_READ = 1000
"""Up to this number, values are read one by one."""


class Intervals(NamedTuple):
    number: Callable[[float], int]
    """The number of the interval of a moment."""
    start: Callable[[int], int]
    """The first moment of an interval, which is also the end of the one before."""


def is_calendar(item: Aggregation) -> bool:
    """Whether the intervals are months, or in a time zone whose clocks may change."""
    return length_of(item) is None or fixed_offset(zone_of(item)) is None


def counted_intervals(scope: Scope, item: Aggregation, field: Field) -> tuple[Intervals, dict[int, int]]:
    """The intervals, and the number of documents of each interval that has some, in order."""
    intervals, parts = _intervals(scope, item, field)
    if parts is None:
        return intervals, _counted_months(scope, item, field, intervals)
    return intervals, _counted_days(scope, item, field, intervals, parts)


def _intervals(scope: Scope, item: Aggregation, field: Field) -> tuple[Intervals, list[Period] | None]:
    """The intervals, and the periods between changes of clocks; None for months, which do not need them."""
    length, zone = length_of(item), zone_of(item)
    if length is None or zone is None:
        return _by_months(MONTHS[item.options["calendar_interval"]], zone), None
    parts = _periods(scope, item, field, zone)
    offset = parts[0].offset
    if all((part.offset - offset) % length == 0 for part in parts):
        parts = [Period(parts[0].start, parts[-1].end, offset)]
        return _by_length(item, lambda millis: offset, lambda local: local - offset), parts
    if item.options.get("calendar_interval") in WHOLE_DAYS or not _begins_twice(parts, int(length)):
        return _by_length(item, lambda millis: offset_at(zone, int(millis)), partial(first_moment, zone)), parts
    what = "intervals of which one begins in an hour that clocks show twice"
    raise unsupported_error(f"unsupported option: time_zone of {item.kind_name} with {what}")


def _begins_twice(parts: list[Period], length: int) -> bool:
    """Whether clocks are set back to a time before the start of the current interval."""
    changes = ((one.end + one.offset, other.start + other.offset) for one, other in pairwise(parts))
    return any((before - 1) // length > (after - 1) // length for before, after in changes if after < before)


def _by_months(months: int, zone: str | None) -> Intervals:
    return Intervals(
        lambda millis: _interval_of(millis + offset_at(zone, int(millis)), months),
        cache(lambda number: first_moment(zone, _millis(number * months))),
    )


def _by_length(item: Aggregation, offset: Callable[[float], int], moment: Callable[[int], int]) -> Intervals:
    length, first = int(length_of(item) or 1), first_of(item)
    return Intervals(
        lambda millis: int((millis + offset(millis) - first) // length), lambda number: moment(number * length + first)
    )


def _interval_of(millis: float, months: int) -> int:
    """The number of the interval of a local time, counted from the year 0."""
    year, month, _ = civil(int(millis // DAY))
    return (year * 12 + month - 1) // months


def _millis(month: int) -> int:
    """The start of a month, which is counted from the year 0."""
    return days(month // 12, month % 12 + 1, 1) * DAY


def _counted_months(scope: Scope, item: Aggregation, field: Field, intervals: Intervals) -> dict[int, int]:
    stats = scope.stats(field)
    if not stats["count"]:
        return {}
    if not EARLIEST < stats["min"] <= stats["max"] < LATEST:
        raise _beyond_calendar(item, stats["max"] - stats["min"])
    every = range(intervals.number(stats["min"]), intervals.number(stats["max"]) + 1)
    if field.path in scope.reader.stats.multi:
        return _counted(scope, field, intervals, _with_documents(scope, item, field, intervals, every))
    if stats["count"] <= MAX_VALUES_READ:
        return _counted_values(scope, field, intervals)
    return _counted_ranges(scope, field, intervals, _with_documents(scope, item, field, intervals, every))


def _counted_values(scope: Scope, field: Field, intervals: Intervals) -> dict[int, int]:
    """Like `_counted`, for a few documents with one value each: one request instead of a query for each interval."""
    values = scope.aggregate({"0": {"terms": {"field": field.column, "size": MAX_VALUES_READ}}})["0"]["buckets"]
    counts: dict[int, int] = {}
    for bucket in sorted(values, key=lambda bucket: bucket["key"]):
        number = intervals.number(bucket["key"])
        counts[number] = counts.get(number, 0) + bucket["doc_count"]
    return counts


def _counted_ranges(scope: Scope, field: Field, intervals: Intervals, numbers: Sequence[int]) -> dict[int, int]:
    """Like `_counted`, for documents with one value each: a range aggregation costs a tenth of filter queries."""
    check_number(numbers)
    starts = {float(intervals.start(number)): number for number in numbers}
    ends = [{"from": start, "to": intervals.start(number + 1)} for start, number in starts.items()]
    parts = [ends[place : place + MAX_MONTHS_COUNTED] for place in range(0, len(ends), MAX_MONTHS_COUNTED)]
    asked = {str(place): {"range": {"field": field.column, "ranges": part}} for place, part in enumerate(parts)}
    buckets = [bucket for found in scope.aggregate(asked).values() for bucket in found["buckets"]]
    return {starts[one["from"]]: one["doc_count"] for one in buckets if one["doc_count"] and one.get("from") in starts}


def _beyond_calendar(item: Aggregation, millis: float) -> EngineError:
    """The error for dates before the year 1 or after LATEST."""
    months = MONTHS[item.options["calendar_interval"]]
    if item.options.get("min_doc_count", 0) == 0 and millis / (31 * DAY * months) > MAX_BUCKETS:
        return too_many_buckets()
    return unsupported_error(f"unsupported dates of {item.kind_name}: by months, they must be in the years 1 to 287395")


def _with_documents(scope: Scope, item: Aggregation, field: Field, intervals: Intervals, every: range) -> Sequence[int]:
    """The numbers of the months to count: without the many empty ones before a date such as 9999-12-31."""
    if len(every) <= MAX_MONTHS_COUNTED or not item.options.get("min_doc_count", 0):
        return every
    length = 28 * DAY  # each part touches two months at most
    parts = {"histogram": {"field": field.column, "interval": length, "min_doc_count": 1}}
    found = [bucket["key"] for bucket in scope.aggregate({"parts": parts})["parts"]["buckets"]]
    return sorted({intervals.number(moment) for key in found for moment in (key, key + length - 1)})


def _counted(scope: Scope, field: Field, intervals: Intervals, numbers: Sequence[int]) -> dict[int, int]:
    """The number of documents of each of these intervals that has some."""
    check_number(numbers)

    def part(number: int) -> dict[str, str]:
        return {"filter": _between(field, intervals.start(number), intervals.start(number + 1))}

    counts = scope.aggregate({str(number): part(number) for number in numbers})
    return {number: count for number in numbers if (count := counts[str(number)]["doc_count"])}


def check_number(numbers: Sequence[int]) -> None:
    """Raise EngineError for more intervals than a response may have buckets."""
    if len(numbers) > MAX_BUCKETS:
        raise too_many_buckets()


def _periods(scope: Scope, item: Aggregation, field: Field, zone: str) -> list[Period]:
    """The periods between changes of clocks in which there are values, bounds, or a value for missing ones."""
    stats = scope.stats(field)
    values = [stats["min"], stats["max"]] if stats["count"] else []
    ends = (missing_number(item, field), *ends_of(item, field))
    values += [end for end in ends if end is not None]
    if not values:
        return _without_ends(periods(zone, 0, 0))
    if max(values) > LAST_CHANGE:
        raise unsupported_error(f"unsupported dates of {item.kind_name}: in a time zone, they must be before 2500")
    length = int(length_of(item) or 0)  # the first interval may begin, and the last one end, with another offset
    first, last = int(min(values)) - length, int(max(values)) + length
    return _without_ends(periods(zone, max(first, FIRST_CHANGE), max(min(last, LAST_CHANGE), FIRST_CHANGE)))


def _without_ends(found: list[Period]) -> list[Period]:
    """The periods, the first and the last one without an end, so that their intervals are complete."""
    found[0] = found[0]._replace(start=-AFTER_ALL_DATES)
    found[-1] = found[-1]._replace(end=AFTER_ALL_DATES)
    return found


def _counted_days(
    scope: Scope, item: Aggregation, field: Field, intervals: Intervals, parts: list[Period]
) -> dict[int, int]:
    """Counts by one histogram a period; an interval in which clocks change is counted by itself."""
    length = int(length_of(item) or 1)
    counts: dict[int, int] = {}
    split = set()
    for part, buckets in _histograms(scope, item, field, parts):
        for bucket in buckets:
            start = int(bucket["key"])
            number = intervals.number(max(start, part.start))
            if start < part.start or start + length > part.end:
                split.add(number)
            else:
                counts[number] = bucket["doc_count"]
    return dict(sorted((counts | _counted(scope, field, intervals, sorted(split))).items()))


def _histograms(
    scope: Scope, item: Aggregation, field: Field, parts: list[Period]
) -> Iterator[tuple[Period, list[Result]]]:
    """The buckets of each period, without buckets of values outside of the period."""
    length = int(length_of(item) or 1)
    asked = {}
    for place, part in enumerate(parts):
        start = (first_of(item) - part.offset) % length
        days = {"histogram": {"field": field.column, "interval": length, "offset": start, "min_doc_count": 1}}
        inside = _between(field, part.start, part.end)
        asked[str(place)] = {"filter": inside, "aggs": {"days": days}}
    found = scope.aggregate(asked)
    for place, part in enumerate(parts):
        buckets = found[str(place)]["days"]["buckets"]
        yield part, [one for one in buckets if part.start - length < one["key"] < part.end]


def _between(field: Field, start: int, end: int) -> str:
    """A range in tantivy's query syntax."""
    return f"{SPECIAL.sub(ESCAPED, field.column)}:[{start} TO {end}}}"
