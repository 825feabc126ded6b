"""Reads texts that name a moment, a day, a month or a year, and writes moments."""

import datetime
import re

DAY = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")


def period(text: str) -> tuple[datetime.datetime | None, datetime.datetime | None]:
    """The first moment of the period that a text names, and the first moment after it."""
    found = DAY.fullmatch(text)
    try:
        if not found:
            moment = datetime.datetime.fromisoformat(text)
            moment = moment.astimezone(datetime.UTC).replace(tzinfo=None) if moment.tzinfo else moment
            return moment, moment + datetime.timedelta(microseconds=1)
        year, month, day = (int(part) if part else None for part in found.groups())
        first = datetime.datetime(year or 1, month or 1, day or 1)
    except (ValueError, OverflowError):
        return None, None
    return first, following(first, month, day)


def following(first: datetime.datetime, month: int | None, day: int | None) -> datetime.datetime:
    """The first moment after a day, a month or a year."""
    try:
        if day:
            return first + datetime.timedelta(days=1)
        if month:
            return first.replace(year=first.year + month // 12, month=month % 12 + 1)
        return first.replace(year=first.year + 1)
    except (ValueError, OverflowError):
        return datetime.datetime.max


def canonical(moment: datetime.datetime) -> str:
    """The text of a moment in UTC, in the form of `Dialect.moment`."""
    return f"{moment.isoformat(timespec='milliseconds')}Z"
