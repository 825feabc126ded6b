"""32-bit floats: rounded as fields keep them, and as Elasticsearch prints them."""

import math
from functools import lru_cache
from struct import pack, unpack


def as_float32(number: float) -> float:
    """The nearest 32-bit float; infinite if the number is out of range."""
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
    try:
        exact = unpack("f", pack("f", number))[0]
    except OverflowError:
        return number
    for digits in range(6, 9):
        short = float(f"{exact:.{digits}g}")
        if unpack("f", pack("f", short))[0] == exact:
            return short
    return float(f"{exact:.9g}")
