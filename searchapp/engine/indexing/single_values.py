"""Converters of single values: numbers, booleans and dates of documents as numbers of tantivy's columns."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from ..mapping.mapping import FLOATS, INTEGERS, Field
from ..values.dates import date_millis
from ..values.java_numbers import as_double, as_float32, read_decimal, read_double

INTEGER = re.compile(r"[+-]?\d{1,18}", re.ASCII)


def value_converter(field: Field) -> Callable[[Any], Any]:
    """A function from a value in a document to a value of the column. It raises ValueError for an invalid value."""
    if field.type in INTEGERS:
        limit = 2 ** (INTEGERS[field.type] - 1)
        return partial(_integer, field, limit)
    if field.type in FLOATS:
        return partial(_float, field)
    if field.type == "boolean":
        return _boolean
    return partial(date_millis, format=field.format)


def lenient_converter(field: Field) -> Callable[[Any], Any]:
    """The same without values that are invalid."""
    convert_one = value_converter(field)

    def convert(value: Any) -> Any:
        try:
            return convert_one(value)
        except ValueError:
            return None

    return convert


def is_malformed(field: Field, value: Any) -> bool:
    """Whether the field cannot store the value."""
    try:
        value_converter(field)(value)
    except ValueError:
        return True
    return False


def _integer(field: Field, limit: int, value: Any) -> int | None:
    """The value as an integer, cut as Elasticsearch coerces it; None for an empty text. ValueError for others."""
    if type(value) is int and -limit <= value < limit:
        return value
    if type(value) is str:
        if not value:
            return None
        number = int(value) if INTEGER.fullmatch(value) else _number_text(field, value)
    else:
        number = _number(value)
    if not -limit - 1 < number < limit:
        raise ValueError(f"Value [{value}] is out of range for a {field.type}")
    return int(number)


def _float(field: Field, value: Any) -> float | None:
    if type(value) is float and field.type == "double" and value - value == 0:
        return value
    if type(value) is str:
        if not value:
            return None
        number = read_double(value)
    else:
        number = as_double(_number(value))
    number = as_float32(number) if field.type == "float" else number
    if number - number != 0:
        raise ValueError(f"[{field.type}] supports only finite values, but got [{value}]")
    return number


def _boolean(value: Any) -> int:
    if value is True or value == "true":
        return 1
    if value is False or value in ("false", ""):
        return 0
    raise ValueError(f"Failed to parse value [{value}] as only [true] or [false] are allowed.")


def _number(value: int | float) -> int | float:
    if isinstance(value, bool):
        raise ValueError("Current token not numeric, can not use numeric value accessors")
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError(f"supports only finite values, but got [{value}]")
    return value


def _number_text(field: Field, text: str) -> Any:
    """The number in a text: exact for a long; a double for the shorter types, for which Java converts `NaN` to 0."""
    if field.type == "long":
        return read_decimal(text)
    number = read_double(text)
    return 0 if number != number else number
