"""Time zones at moments in UTC: their offset, the moment of a local time, the periods between changes of their clocks.

`date_formats.offset_seconds` has the offset at a local time.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from .date_formats import DAY, EARLIEST, FOUR_CENTURIES, LATEST, OFFSET, offset_seconds, zone_info

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
STEP = 10 * DAY
"""No clock is changed twice within this time."""


class Period(NamedTuple):
    """A time in which the offset of a zone is the same; moments and offset are milliseconds."""

    start: int
    end: int
    offset: int


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
    if millis > LATEST:
        millis = LATEST - FOUR_CENTURIES + (millis - LATEST) % FOUR_CENTURIES
    moment = EPOCH + timedelta(milliseconds=max(millis, EARLIEST))
    shift = moment.astimezone(zone_info(zone)).utcoffset()
    return int(shift.total_seconds() * 1000) if shift else 0


def first_moment(zone: str | None, local: int) -> int:
    """The first moment at which clocks show a local time; where they skip it, the moment at which they do so."""
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
