"""The option `extended_bounds` of histograms: empty buckets around the buckets with documents.

Buckets are numbered: a function that the histogram passes gives the number of the bucket of a value.
"""

import math
from collections.abc import Callable, Collection
from typing import Any

from ..errors import EngineError, content_error, illegal
from ..mapping.mapping import Field
from ..parsing import number, token
from .absent import date_value
from .scope import Aggregation, Options

Ends = tuple[float | None, float | None]
"""The least and the greatest value; None is an open end."""
DATE_TYPES = (str, int, float)


def numbers(value: Any) -> Options:
    """The ends of bounds of a histogram."""
    try:
        given = {name: number(end) for name, end in _given(value).items()}
    except EngineError as error:
        raise content_error(f"[histogram] failed to parse bounds: {error.reason}") from error
    if given.get("min", -math.inf) > given.get("max", math.inf):
        raise content_error(f"[bounds.min][{given['min']}] cannot be greater than [bounds.max][{given['max']}]")
    return given


def dates(value: Any) -> Options:
    """The ends of bounds of a date_histogram, which are read with the format of the field."""
    given = _given(value)
    for end in given.values():
        if isinstance(end, bool) or not isinstance(end, DATE_TYPES):
            raise content_error(f"[date_histogram] bounds don't support values of type: {token(end)}")
    return given


def _given(value: Any) -> Options:
    if not isinstance(value, dict) or value.keys() - {"min", "max"}:
        raise content_error(f"bounds must be an object with min and max, got {token(value)}")
    return {name: end for name, end in value.items() if end is not None}


def check_bounds(item: Aggregation, field: Field | None) -> None:
    """Raise EngineError for bounds that contradict each other."""
    low, high = ends_of(item, field)
    if low is not None and high is not None and low > high:
        raise illegal(f"[bounds.min] cannot be greater than [bounds.max] for histogram aggregation [{item.name}]")


def ends_of(item: Aggregation, field: Field | None) -> Ends:
    """The ends of the bounds as numbers."""
    given = item.options.get("extended_bounds", {})
    if item.kind_name == "date_histogram":
        given = {end: _millis(item, field, value) for end, value in given.items()}
    return given.get("min"), given.get("max")


def _millis(item: Aggregation, field: Field | None, value: Any) -> int:
    """The milliseconds of an end; a number is milliseconds, and for a field of numbers every text."""
    if not isinstance(value, str) or (field is not None and field.type != "date"):
        return math.floor(number(value))
    return date_value(item, field, value)


def filled(item: Aggregation, field: Field, found: Collection[int], number_of: Callable[[float], int]) -> range:
    """All buckets from the first to the last with documents, and the empty buckets of `extended_bounds`."""
    low, high = (end if end is None else number_of(end) for end in ends_of(item, field))
    if not found:
        return range(0) if low is None or high is None else range(low, high + 1)
    first, last = min(found), max(found)
    return range(first if low is None else min(first, low), (last if high is None else max(last, high)) + 1)


def count_of(buckets: Collection[int]) -> int:
    """The number of buckets; `len` takes no range of more than 2^63."""
    return buckets.stop - buckets.start if isinstance(buckets, range) else len(buckets)
