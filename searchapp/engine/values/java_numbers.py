"""Numbers in documents, queries and facets, read, rounded and printed as Java and Elasticsearch do."""

import math
import re
from decimal import Decimal
from functools import lru_cache
from struct import pack, unpack
from typing import Any

BLANKS = "".join(map(chr, range(33)))
DECIMAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
DOUBLE = re.compile(rf"{DECIMAL.pattern}[fFdD]?", re.ASCII)
HEXADECIMAL = re.compile(r"[+-]?0[xX]([0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP][+-]?\d+[fFdD]?", re.ASCII)
MIN_NORMAL = 2.0**-126
"""The smallest 32-bit float with all digits."""
NAMED = {"NaN": math.nan, "Infinity": math.inf}


def read_double(text: str) -> float:
    """A double in Java's syntax: blanks around it and a final `f` or `d` are ignored. ValueError for another text."""
    plain = text.strip(BLANKS)
    unsigned = plain[1:] if plain[:1] in ("+", "-") else plain
    if unsigned in NAMED:
        return -NAMED[unsigned] if plain[0] == "-" else NAMED[unsigned]
    if HEXADECIMAL.fullmatch(plain):
        try:
            return float.fromhex(plain.rstrip("fFdD"))
        except OverflowError:
            return math.inf
    if not DOUBLE.fullmatch(plain):
        raise ValueError("empty String" if not plain else f'For input string: "{text}"')
    return float(plain.rstrip("fFdD"))


def read_decimal(text: str) -> Decimal:
    """A number of any size and precision, in digits of any script. ValueError for another text, also with blanks."""
    if not DECIMAL.fullmatch(text):
        raise ValueError(f'For input string: "{text}"')
    return Decimal(text)


def java_integer(number: int | float, bits: int) -> int:
    """The number as a signed integer of `bits` bits, converted as Java's casts do.

    An integer keeps its lowest bits. A float is cut towards 0; NaN becomes 0, and a number out of range the nearest
    limit.
    """
    limit = 1 << (bits - 1)
    if isinstance(number, int):
        return (number + limit) % (2 * limit) - limit
    if math.isnan(number):
        return 0
    return int(max(-limit, min(number, limit - 1)))


def printed_double(value: float) -> str:
    """The number as Java prints a double: 5.0, 2.0E7, 1.0E-5."""
    if value == 0 or 1e-3 <= abs(value) < 1e7 or not math.isfinite(value):
        return repr(float(value)).replace("nan", "NaN").replace("inf", "Infinity")
    printed = repr(float(value)) if abs(value) > 1e-322 else f"{value:.1e}"  # Java prints at least two digits
    sign, digits, exponent = Decimal(printed).normalize().as_tuple()
    first, *rest = map(str, digits)
    return f"{'-' if sign else ''}{first}.{''.join(rest) or '0'}E{int(exponent) + len(rest)}"


def plain_text(value: Any) -> str:
    """The text of a JSON scalar, as a keyword field indexes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


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
    for digits in range(6 if abs(exact) >= MIN_NORMAL else 2, 9):
        short = float(f"{exact:.{digits}g}")
        if as_float32(short) == exact:
            return short
    return float(f"{exact:.9g}")
