"""Numbers and booleans in queries: the equal value in the index, and the ends of ranges."""

import math
from decimal import Decimal
from typing import Any

from ...errors import ILLEGAL_ARGUMENT, NUMBER_FORMAT, CreationError
from ...mapping.mapping import INTEGERS, Field
from ...values.java_numbers import as_double, as_float32, read_decimal, read_double


def parsed(field: Field, value: Any, problem_type: str = NUMBER_FORMAT) -> int | float:
    """The number in a query's value. It is an int for an integer on a long field, so that no digits are lost.

    `problem_type` is the type of the error for an integer on a long field with blanks or letters around it.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise _no_number(value)
    if not isinstance(value, str):
        return value
    number = _double(value)
    if field.type != "long" or _has_fraction(number):
        return number
    return _exact(value, problem_type)


def equal(field: Field, value: Any) -> int | float | None:
    """The indexed number that is equal to the value; None if no document can have it."""
    number = parsed(field, value)
    if field.type in INTEGERS:
        return _as_integer(field, number)
    return single(field, number)


def single(field: Field, number: float) -> float | None:
    """The number as a float or double field stores it; None if it is out of range."""
    result = _as_float(field, number)
    return result if math.isfinite(result) else None


def integer_bounds(
    field: Field, low: Any, high: Any, include_low: bool, include_high: bool
) -> tuple[int | None, int | None]:
    """The smallest and the largest integer of a range, both included."""
    first, last = (None if end is None else _in_range(field, end) for end in (low, high))
    return (
        None if first is None else _lowest(first, include_low),
        None if last is None else -_lowest(-last, include_high),
    )


def float_bounds(field: Field, low: Any, high: Any) -> tuple[float | None, float | None] | None:
    """The ends of a range, None for an open end; None instead of the pair for an empty range. NaN is the largest."""
    first, last = (None if end is None else _as_float(field, parsed(field, end)) for end in (low, high))
    if (first is not None and not first < math.inf) or last == -math.inf:
        return None
    return None if first == -math.inf else first, last if last is None or last < math.inf else None


def check_range(field: Field, values: list[Any]) -> None:
    """Raise EngineError for a number out of the field's range. The terms query checks it, the term query does not."""
    for value in values:
        number = parsed(field, value, ILLEGAL_ARGUMENT)
        if field.type in INTEGERS:
            if not _has_fraction(number):
                _in_range(field, value)
        elif single(field, number) is None:
            raise CreationError(f"[{field.type}] supports only finite values, but got [{value}]")


def truth(value: Any) -> int:
    """0 or 1 for `true`, `false` and their texts."""
    if value in ("true", "false"):
        return int(value == "true")
    if isinstance(value, bool):
        return int(value)
    raise CreationError(f"Can't parse boolean value [{value}], expected [true] or [false]")


def _lowest(number: float, included: bool) -> int:
    if math.isnan(number):  # Java makes 0 of it
        return 0
    integer = math.ceil(number)
    return integer if included or integer != number else integer + 1


def _in_range(field: Field, value: Any) -> int | float:
    number = parsed(field, value, ILLEGAL_ARGUMENT)
    if field.type == "long" and isinstance(value, str):
        _exact(value, ILLEGAL_ARGUMENT)
    limit, name = (2**63, "a long") if field.type == "long" else (2**31, "an integer")
    if number < -limit or number >= limit:
        raise CreationError(f"Value [{value}] is out of range for {name}")
    return number


def _as_integer(field: Field, number: float) -> int | None:
    if _has_fraction(number):
        return None
    limit = 2 ** (INTEGERS[field.type] - 1)
    return int(number) if -limit <= number < limit else None


def _has_fraction(number: float) -> bool:
    return not math.isfinite(as_double(number)) or number != int(number)


def _as_float(field: Field, number: float) -> float:
    return as_float32(number) if field.type == "float" else as_double(number)


def _double(text: str) -> float:
    try:
        return read_double(text)
    except ValueError as error:
        raise CreationError(str(error), NUMBER_FORMAT) from None


def _exact(text: str, problem_type: str) -> int:
    """The integer in a text. CreationError of this type for blanks or letters around it."""
    try:
        number = read_decimal(text)
    except ValueError as error:
        raise CreationError(str(error), problem_type) from None
    limit = Decimal(2**64)
    return int(min(max(number, -limit), limit))


def _no_number(value: Any) -> Exception:
    reason = "empty String" if value == "" else f'For input string: "{value}"'
    return CreationError(reason, NUMBER_FORMAT)
