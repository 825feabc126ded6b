"""Dates as Elasticsearch reads and writes them: texts in a format, milliseconds since 1970, date math.

    date_millis("2020-01-01T10:11:12.5Z")         -> 1577873472500, for a document; ValueError for an invalid date
    date_bound("2020", None, True)                -> 1577923199999, the end of a range, missing parts rounded up
    date_bound("now-1d/d", None)                  -> milliseconds, for a query; EngineError for an invalid date
    date_text(1577873472500)                      -> "2020-01-01T10:11:12.500Z"

A format is a text as in the mapping; None is the default, `strict_date_optional_time||epoch_millis`.
"""

import re
import time
from functools import lru_cache
from typing import Any

from ..errors import EngineError
from .date_formats import DEFAULT_FORMAT, MAX_LONG, Moment, civil, days, days_in_month, formats
from .java_numbers import plain_text
from .time_zones import DAY, offset_at, offset_seconds

MATH = re.compile(r"([+\-/])(\d*)(.?)", re.ASCII | re.DOTALL)
UNITS = {"s": 1000, "m": 60_000, "h": 3_600_000, "H": 3_600_000, "d": DAY, "w": 7 * DAY}
MONTHS = {"M": 1, "y": 12}
MONDAY = 4 * DAY


def date_millis(value: Any, format: str | None = None) -> int:
    """Milliseconds since 1970 of a date in a document. ValueError for a value that the format does not read."""
    return _parsed(plain_text(value), format or DEFAULT_FORMAT)


def date_bound(
    value: Any,
    field_format: str | None,
    round_up: bool = False,
    *,
    format: str | None = None,
    time_zone: str | None = None,
    shifts_epochs: bool = True,
) -> int:
    """Milliseconds since 1970 of a date in a query, date math included. EngineError for an invalid one.

    A number is milliseconds, unless `format` is given; the format of the field does not apply to it. With `round_up`,
    missing parts of the time are as late as possible. With `shifts_epochs`, a text of milliseconds is a local time too,
    as in Elasticsearch's queries, but not in its facets.
    """
    used = (field_format or DEFAULT_FORMAT) if format is None else format
    if format is None and isinstance(value, int | float) and not isinstance(value, bool):
        used = "epoch_millis"
    text = _java_text(value)
    try:
        millis = _bound(text, used, round_up, time_zone, shifts_epochs)
        if not -MAX_LONG - 1 <= millis <= MAX_LONG:
            raise ValueError("long overflow")
    except ValueError as error:
        raise EngineError(400, "parse_exception", str(error)) from error
    return millis


def check_zone(name: str) -> None:
    """Raise EngineError for an unknown time zone."""
    try:
        offset_seconds(name, 0)
    except ValueError as error:
        raise EngineError(400, "illegal_argument_exception", str(error)) from error


def date_text(millis: int, format: str | None = None, time_zone: str | None = None) -> str:
    """The date as Elasticsearch prints it: in UTC or the time zone, in the first of the formats."""
    return formats(format or DEFAULT_FORMAT)[0].write(millis, offset_at(time_zone, millis))


def _bound(text: str, format: str, round_up: bool, time_zone: str | None, shifts_epochs: bool) -> int:
    if text.startswith("now"):
        return _calculated(int(time.time() * 1000), text[3:], round_up, time_zone)
    start, bars, math = text.partition("||")
    millis = _parsed(start, format, round_up and not bars, time_zone, shifts_epochs)
    return _calculated(millis, math, round_up, time_zone)


def _parsed(
    text: str, format: str, round_up: bool = False, time_zone: str | None = None, shifts_epochs: bool = True
) -> int:
    return (_cached if len(text) <= MAX_CACHED else _read)(text, format, round_up, time_zone, shifts_epochs)


def _read(text: str, format: str, round_up: bool, time_zone: str | None, shifts_epochs: bool) -> int:
    if not text.strip():
        raise ValueError("cannot parse empty datetime")
    for one in formats(format):
        moment = one.read(text, round_up)
        if moment is not None:
            return _in_utc(moment, time_zone if shifts_epochs or not moment.is_epoch else None)
    raise ValueError(f"failed to parse date field [{text}] with format [{format}]")


_cached = lru_cache(maxsize=10_000)(_read)
MAX_CACHED = 64
"""Characters of a date that the cache takes. Requests may hold texts of any length."""


def _in_utc(moment: Moment, time_zone: str | None) -> int:
    zone = moment.zone or time_zone
    return moment.millis - 1000 * offset_seconds(zone, moment.millis) if zone else moment.millis


def _calculated(millis: int, math: str, round_up: bool, time_zone: str | None) -> int:
    """Apply date math such as `+1M/d` from left to right, in the local time of the zone."""
    position = 0
    while position < len(math):
        match = MATH.match(math, position)
        if match is None:
            raise ValueError(f"operator not supported for date math [{math}]")
        sign, digits, unit = match.groups()
        if sign == "/" and digits not in ("", "1"):
            raise ValueError(f"rounding `/` can only be used on single unit types [{math}]")
        if not unit:
            raise ValueError(f"truncated date math [{math}]")
        if unit not in UNITS and unit not in MONTHS:
            raise ValueError(f"unit [{unit}] not supported for date math [{math}]")
        count = int(digits or 1)
        if count >= 2**31:
            raise ValueError(f'For input string: "{digits}"')
        step = _rounded if sign == "/" else _moved
        millis = step(millis, unit, round_up if sign == "/" else count * (1 if sign == "+" else -1), time_zone)
        position = match.end()
    return millis


def _moved(millis: int, unit: str, count: int, time_zone: str | None) -> int:
    if unit in "smhH":
        return millis + count * UNITS[unit]
    local = _local(millis, time_zone)
    local = _months_later(local, count * MONTHS[unit]) if unit in MONTHS else local + count * UNITS[unit]
    return _from_local(local, time_zone)


def _rounded(millis: int, unit: str, round_up: int, time_zone: str | None) -> int:
    """The first millisecond of the unit, or with `round_up` its last one."""
    local = _local(millis, time_zone)
    if unit in MONTHS:
        year, month, _ = civil(local // DAY)
        start = days(year, month if unit == "M" else 1, 1) * DAY
        end = _months_later(start, MONTHS[unit])
    else:
        shift = MONDAY if unit == "w" else 0
        start = (local - shift) // UNITS[unit] * UNITS[unit] + shift
        end = start + UNITS[unit]
    return _from_local(end, time_zone) - 1 if round_up else _from_local(start, time_zone)


def _months_later(millis: int, count: int) -> int:
    """The moment `count` months later on the same day, or on the last day of a shorter month."""
    day, of_day = divmod(millis, DAY)
    year, month, day_of_month = civil(day)
    year, month = divmod(year * 12 + month - 1 + count, 12)
    if abs(year) > 999_999_999:
        raise ValueError(f"Invalid value for Year (valid values -999999999 - 999999999): {year}")
    return days(year, month + 1, min(day_of_month, days_in_month(year, month + 1))) * DAY + of_day


def _local(millis: int, time_zone: str | None) -> int:
    if not time_zone:
        return millis
    guess = millis + 1000 * offset_seconds(time_zone, millis)
    return millis + 1000 * offset_seconds(time_zone, guess)


def _from_local(local: int, time_zone: str | None) -> int:
    return local - 1000 * offset_seconds(time_zone, local) if time_zone else local


def _java_text(value: Any) -> str:
    """The text, or a number as Java prints it: with an exponent from ten million up, and below a thousandth."""
    if isinstance(value, float) and value and not 1e-3 <= abs(value) < 1e7:
        return f"{value:E}"
    return plain_text(value)
