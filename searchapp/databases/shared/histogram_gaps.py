"""All steps or periods from the first to the last with documents, including empty ones."""

import datetime
from collections.abc import Iterable

from ...errors import ErrorKind, PipelineError

MAX_BUCKETS = 65_536
MAX_NUMBER = 1e290
"""Larger numbers and NaN are in no step: divided by a small step, a larger number would be infinite."""
LENGTHS = {"week": 7 * 86400, "day": 86400, "hour": 3600, "minute": 60}
MONTHS = {"year": 12, "quarter": 3, "month": 1}


def steps(known: Iterable[float]) -> range:
    """The numbers of all steps from the first to the last of the given ones."""
    numbers = [int(number) for number in known]
    if not numbers:
        return range(0)
    first, last = min(numbers), max(numbers)
    if last - first >= MAX_BUCKETS:
        raise too_many(last - first + 1)
    return range(first, last + 1)


def periods(known: Iterable[datetime.datetime], by: str) -> list[datetime.datetime]:
    """The beginnings of all periods from the first to the last of the given ones."""
    beginnings = sorted(known)
    if not beginnings:
        return []
    found, last = beginnings[:1], beginnings[-1]
    while found[-1] < last:
        found.append(following(found[-1], by))
        if len(found) > MAX_BUCKETS:
            raise too_many(len(found))
    return found


def following(start: datetime.datetime, by: str) -> datetime.datetime:
    """The beginning of the next period."""
    if by in LENGTHS:
        return start + datetime.timedelta(seconds=LENGTHS[by])
    months = start.year * 12 + start.month - 1 + MONTHS[by]
    return start.replace(year=months // 12, month=months % 12 + 1)


def too_many(number: int) -> PipelineError:
    number = min(number, 2**53)
    summary = f"aggs: too many values, {number} steps or periods, at most {MAX_BUCKETS} are allowed: choose larger ones"
    return PipelineError(
        400, summary, {"keyword": "aggs", "max": MAX_BUCKETS, "num": number}, ErrorKind.TOO_MANY_BUCKETS
    )
