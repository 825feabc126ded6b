"""Floats: doubles, and those of 32 bits, rounded as fields keep them and as Elasticsearch prints them."""

import math
from functools import lru_cache
from struct import pack, unpack


def as_double(number: float) -> float:
    """The nearest double; infinite for an integer out of range."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def as_float32(number: float) -> float:
    """The nearest 32-bit float; infinite if the number is out of range."""
    number = as_double(number)
    try:
        rounded: float = unpack("f", pack("f", number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)
    return rounded


@lru_cache(4096)
def shortest(number: float | None) -> float | None:
    """The number with the fewest digits that is equal to this one as a 32-bit float."""
    if number is None:
        return None
    if isinstance(number, str):
        return number
    exact = as_float32(number)
    if math.isinf(exact):
        return number
    for digits in range(6, 9):
        short = float(f"{exact:.{digits}g}")
        if as_float32(short) == exact:
            return short
    return float(f"{exact:.9g}")
