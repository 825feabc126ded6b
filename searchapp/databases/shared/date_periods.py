"""Dates in queries: the first moment of the period that a date names, and the first one after it."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta

CLOCK = r"(?P<hour>\d\d)(:(?P<minute>\d\d)(:(?P<second>\d\d)(\.(?P<fraction>\d{1,9}))?)?)?(?P<zone>Z|[-+]\d\d:?\d\d)?"
DATE = re.compile(rf"(?P<year>\d{{4}})(-(?P<month>\d\d)(-(?P<day>\d\d)([T ]{CLOCK})?)?)?")


def period(text: str) -> tuple[datetime, datetime] | None:
    """The first moment of the period of a date, and the first one after it, in UTC; None for another text."""
    match = DATE.fullmatch(text.strip())
    if not match or not text.isascii():
        return None
    part = {name: int(found) for name, found in match.groupdict().items() if found and name not in ("zone", "fraction")}
    micro = int((match["fraction"] or "0").ljust(6, "0")[:6])
    try:
        start = datetime(
            part["year"], part.get("month", 1), part.get("day", 1), part.get("hour", 0), part.get("minute", 0),
            part.get("second", 0), micro,
        )  # fmt: skip
        start -= offset(match["zone"])
    except (ValueError, OverflowError):
        return None
    try:
        return start, start + length(part, match["fraction"], start)
    except (ValueError, OverflowError):
        return start, datetime.max


def offset(zone: str | None) -> timedelta:
    """The offset of a time zone such as `+01:00`; none is UTC."""
    if not zone or zone == "Z":
        return timedelta(0)
    minutes = int(zone[1:3]) * 60 + int(zone[-2:])
    return timedelta(minutes=-minutes if zone[0] == "-" else minutes)


def length(part: Mapping[str, int], fraction: str | None, start: datetime) -> timedelta:
    """The length of the period that a text names: a year, a month, a day and so on."""
    if fraction:
        return timedelta(milliseconds=1)
    for name in ("second", "minute", "hour", "day"):
        if name in part:
            return timedelta(**{f"{name}s": 1})
    year, month = (start.year, start.month + 1) if "month" in part else (start.year + 1, start.month)
    return start.replace(year=year + (month > 12), month=(month - 1) % 12 + 1) - start


def iso(moment: datetime) -> str:
    """The text of a moment in UTC, as answers have it."""
    return f"{moment.replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"
