"""32-bit floats as Elasticsearch prints them."""

from functools import lru_cache
from struct import pack, unpack


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
