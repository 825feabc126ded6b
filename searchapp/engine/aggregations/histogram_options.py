"""The options of the histogram and date_histogram aggregations: intervals, offsets, time zones."""

import re
from typing import Any

from ..errors import content_error, illegal
from ..parsing import field_of_object, number, text, unsupported
from ..values.time_zones import fixed_offset
from . import bounds
from .options import FIELD, KEYED, min_doc_count, needs_field, one_value, order, time_zone
from .scope import MISSING, Aggregation, Options

DAY = 86_400_000
UNITS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": DAY}
FIXED = re.compile(r"(-?\d+) *([mM][sS]|[sS]|m|[hH]|[dD])", re.ASCII)
NAMES = ("second", "minute", "hour", "day", "week", "month", "quarter", "year")
CALENDAR = dict(zip(NAMES, ("1s", "1m", "1h", "1d", "1w", "1M", "1q", "1y"), strict=True))
LENGTHS = {"1s": 1000, "1m": 60_000, "1h": 3_600_000, "1d": DAY, "1w": 7 * DAY}
MONTHS = {"1M": 1, "1q": 3, "1y": 12}
MONDAY = 4 * DAY
"""The first Monday after 1 January 1970."""


def length_of(item: Aggregation) -> float | None:
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


def offset_of(item: Aggregation) -> int:
    """The start of a bucket in UTC, of which all others are whole intervals away.

    In local time for a time zone whose clocks change.
    """
    return first_of(item) - (fixed_offset(zone_of(item)) or 0)


def first_of(item: Aggregation) -> int:
    """The start of an interval in local time: weeks start on a Monday."""
    return MONDAY if item.options.get("calendar_interval") == "1w" else 0


def zone_of(item: Aggregation) -> str | None:
    """The `time_zone` as it was given, or None."""
    zone: str | None = item.options.get("time_zone")
    return zone


def _interval(value: Any) -> float:
    interval: float = field_of_object("histogram", "interval", number, value)
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


def check_dates(options: Options) -> None:
    """Raise EngineError if the field is missing, or two kinds of intervals are given."""
    needs_field(options)
    if "calendar_interval" in options and "fixed_interval" in options:
        raise content_error("Cannot use [fixed_interval] with [calendar_interval] configuration option.")


SHARED = {
    **FIELD,
    MISSING: one_value,
    **KEYED,
    "min_doc_count": min_doc_count,
    "order": order,
    "hard_bounds": unsupported("hard_bounds of a histogram"),
    "offset": unsupported("offset of a histogram"),
}
NUMBERS = {
    **SHARED,
    "extended_bounds": bounds.numbers,
    "interval": _interval,
    "format": unsupported("format of histogram"),
}
DATES = {
    **SHARED,
    "extended_bounds": bounds.dates,
    "calendar_interval": _calendar,
    "fixed_interval": _fixed,
    "time_zone": time_zone("date_histogram"),
}
