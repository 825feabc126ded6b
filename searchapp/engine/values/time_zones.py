"""Time zones: their offsets, the moments of local times, the periods between changes of their clocks."""

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAY = 86_400_000
OFFSET = re.compile(r"([+-])(?:(\d\d)(?::?(\d\d)(?::?(\d\d))?)?|(\d))", re.ASCII)
NO_JAVA_ZONES = ("EST", "MST", "HST", "ROC", "localtime", "posixrules", "Factory")
EPOCH = datetime(1970, 1, 1)
FOUR_CENTURIES = 146097 * DAY
EARLIEST, LATEST = -62_135_510_400_000, 253_402_214_400_000
STEP = 10 * DAY
"""No clock is changed twice within this time."""


class Period(NamedTuple):
    """A time in which the offset of a zone is the same; moments and offset are milliseconds."""

    start: int
    end: int
    offset: int


def offset_seconds(zone: str, local_millis: int) -> int:
    """The zone's offset from UTC in seconds at this local time. ValueError for an unknown zone."""
    if zone in ("Z", "UTC", "GMT", "UT"):
        return 0
    match = OFFSET.fullmatch(zone.removeprefix("UTC").removeprefix("GMT").removeprefix("UT"))
    if match:
        hours, minutes, seconds, hour = (int(part or 0) for part in match.groups()[1:])
        total = 3600 * (hours + hour) + 60 * minutes + seconds
        if total > 18 * 3600 or minutes > 59 or seconds > 59:
            raise ValueError(f"Zone offset not in valid range: [{zone}]")
        return -total if match[1] == "-" else total
    if zone in NO_JAVA_ZONES:
        raise ValueError(f"Unknown time-zone ID: {zone}")
    shift = clock_time(local_millis).replace(tzinfo=zone_info(zone)).utcoffset()
    return int(shift.total_seconds()) if shift else 0


def clock_time(millis: int) -> datetime:
    """The date and time of milliseconds since 1970. After the year 9999, multiples of 400 years are subtracted."""
    if millis > LATEST:
        millis = LATEST - FOUR_CENTURIES + (millis - LATEST) % FOUR_CENTURIES
    return EPOCH + timedelta(milliseconds=max(millis, EARLIEST))


@lru_cache
def zone_info(name: str) -> ZoneInfo:
    """The time zone of this name. ValueError for an unknown one."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"Unknown time-zone ID: {name}") from error


def fixed_offset(zone: str | None) -> int | None:
    """The milliseconds of an offset such as `+05:30`; None for a named zone such as `Europe/Berlin`."""
    if zone is None:
        return 0
    named = zone.removeprefix("UTC").removeprefix("GMT").removeprefix("UT")
    return 1000 * offset_seconds(zone, 0) if named in ("", "Z") or OFFSET.fullmatch(named) else None


def offset_at(zone: str | None, millis: int) -> int:
    """The milliseconds that local time is ahead of UTC."""
    fixed = fixed_offset(zone)
    if fixed is not None or zone is None:
        return fixed or 0
    shift = clock_time(millis).replace(tzinfo=UTC).astimezone(zone_info(zone)).utcoffset()
    return int(shift.total_seconds() * 1000) if shift else 0


def first_moment(zone: str | None, local: int) -> int:
    """The first moment at which clocks show a local time; if they skip it, the moment of the skip."""
    fixed = fixed_offset(zone)
    if fixed is not None:
        return local - fixed
    before, after = local - 2 * DAY, local + 2 * DAY
    moments = sorted(local - offset_at(zone, moment) for moment in (before, after))
    shown = [moment for moment in moments if moment + offset_at(zone, moment) == local]
    return shown[0] if shown else _change(zone, before, after)


def periods(zone: str, first: int, last: int) -> list[Period]:
    """The periods of a zone from a moment to another."""
    found, start = [], first
    for moment in range(first, last, STEP):
        end = min(moment + STEP, last)
        if offset_at(zone, moment) != offset_at(zone, end):
            change = _change(zone, moment, end)
            found.append(Period(start, change, offset_at(zone, moment)))
            start = change
    return [*found, Period(start, last + 1, offset_at(zone, last))]


def _change(zone: str | None, low: int, high: int) -> int:
    """The moment between two others at which the offset changes."""
    before = offset_at(zone, low)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if offset_at(zone, middle) == before else (low, middle)
    return high
