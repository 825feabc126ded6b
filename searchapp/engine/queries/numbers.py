"""Numbers and booleans in queries: what equals them in the index, and which whole numbers a range holds."""

import math
import re
import struct
from typing import Any

from ..mapping import INTEGERS, Field
from .shape import shard_error

BLANKS = "".join(map(chr, range(33)))
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def parsed(field: Field, value: Any) -> int | float:
    """The number that a value stands for; a whole one is an int of any size, so that none loses digits."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise _no_number(value)
    if isinstance(value, str):
        return _of_text(field, value)
    return value


def equal(field: Field, value: Any) -> int | float | None:
    """The indexed number that equals the value; None when there can be none."""
    number = parsed(field, value)
    if field.type in INTEGERS:
        return _as_whole(field, number)
    return single(field, number)


def single(field: Field, number: float) -> float | None:
    """The number as a float or double field holds it; None when it is out of range."""
    try:
        result = as_float32(number) if field.type == "float" else float(number)
    except OverflowError:
        return None
    return result if math.isfinite(result) else None


def as_float32(number: float) -> float:
    """The nearest 32-bit float, infinite where there is none."""
    try:
        rounded: float = struct.unpack("f", struct.pack("f", number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)
    return rounded


def whole_bounds(
    field: Field, low: Any, high: Any, include_low: bool, include_high: bool
) -> tuple[int | None, int | None]:
    """The smallest and the largest whole number of a range, both included."""
    return (
        None if low is None else _lowest(_in_range(field, low), include_low),
        None if high is None else -_lowest(-_in_range(field, high), include_high),
    )


def check_range(field: Field, values: list[Any]) -> None:
    """Refuse a number that the field's type cannot hold, as a list of terms does and a single term does not."""
    for value in values:
        number = parsed(field, value)
        if field.type in INTEGERS:
            _in_range(field, value)
        elif single(field, number) is None:
            raise shard_error(f"failed to create query: [{field.type}] supports only finite values, but got [{value}]")


def truth(value: Any) -> int:
    """0 or 1 for `true`, `false` and their texts."""
    if value in ("true", "false"):
        return int(value == "true")
    if isinstance(value, bool):
        return int(value)
    raise shard_error(f"failed to create query: Can't parse boolean value [{value}], expected [true] or [false]")


def _lowest(number: float, included: bool) -> int:
    whole = math.ceil(number)
    return whole if included or whole != number else whole + 1


def _in_range(field: Field, value: Any) -> int | float:
    number = parsed(field, value)
    limit = 2 ** (INTEGERS[field.type] - 1)
    if not -limit <= number < limit:
        article = "an" if field.type == "integer" else "a"
        raise shard_error(f"failed to create query: Value [{value}] is out of range for {article} {field.type}")
    return number


def _as_whole(field: Field, number: float) -> int | None:
    if not math.isfinite(number) or number != int(number):
        return None
    limit = 2 ** (INTEGERS[field.type] - 1)
    return int(number) if -limit <= number < limit else None


def _of_text(field: Field, text: str) -> int | float:
    if field.type not in INTEGERS:
        return _of_java_text(text)
    if not NUMBER.fullmatch(text):
        raise _no_number(text)
    return int(text) if text.lstrip("+-").isdigit() else _shortened(float(text))


def _of_java_text(text: str) -> float:
    """As Java reads a double: blanks around it and a letter behind it are nothing."""
    plain = text.strip(BLANKS)
    if plain.lstrip("+-") in ("NaN", "Infinity"):
        return float(plain.replace("Infinity", "inf"))
    if not NUMBER.fullmatch(plain.rstrip("fFdD")):
        raise _no_number(text)
    return float(plain.rstrip("fFdD"))


def _shortened(number: float) -> int | float:
    return int(number) if math.isfinite(number) and number == int(number) else number


def _no_number(value: Any) -> Exception:
    reason = "empty String" if value == "" else f'For input string: "{value}"'
    return shard_error(f"failed to create query: {reason}")
