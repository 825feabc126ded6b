"""Readers of the values of index settings, by name and value. They raise EngineError 400 for a wrong value."""

import math
import re
from collections.abc import Callable
from typing import Any, NoReturn

from ..errors import illegal
from ..values.java_numbers import read_double

DURATION = re.compile(r"-1|0|[0-9]+(?:nanos|micros|ms|[smhd])")
SIZE = re.compile(r"-1|0|[0-9]+(?:\.[0-9]+)?(?:[kmgtp]?b|[kmgtp])", re.IGNORECASE)


def integer(least: int) -> Callable[[str, Any], int]:
    """A function that reads an integer of at least `least`."""

    def read(name: str, value: Any) -> int:
        try:
            found = int(str(value))
        except ValueError:
            _refuse(name, value)
        _check_least(least, name, found)
        return found

    return read


def number(least: float, most: float = math.inf) -> Callable[[str, Any], float]:
    """A function that reads a number from `least` to `most`."""

    def read(name: str, value: Any) -> float:
        try:
            found = read_double(str(value))
        except ValueError:
            _refuse(name, value)
        if not found <= most:
            _refuse(name, value, f" must be <= {most}")
        _check_least(least, name, found)
        return found

    return read


def boolean(name: str, value: Any) -> bool:
    if str(value).lower() not in ("true", "false"):
        raise illegal(f"Failed to parse value [{value}] as only [true] or [false] are allowed.")
    return str(value).lower() == "true"


def duration(name: str, value: Any) -> None:
    """Check a time such as `30s`."""
    _check_unit(DURATION, "time value", name, value)


def size(name: str, value: Any) -> None:
    """Check a number of bytes such as `2mb`."""
    _check_unit(SIZE, "size in bytes", name, value)


def one_of(*values: str) -> Callable[[str, Any], None]:
    """A function that checks for one of the values, in upper or lower case."""

    def read(name: str, value: Any) -> None:
        if str(value).lower() not in values:
            _refuse(name, value, f", must be one of {[*values]}")

    return read


def anything(name: str, value: Any) -> None:
    """The reader of a setting of which any value is accepted."""


def names(name: str, value: Any) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else tuple(filter(None, str(value).split(",")))


def _check_unit(form: re.Pattern[str], what: str, name: str, value: Any) -> None:
    if not form.fullmatch(str(value)):
        start = f"failed to parse setting [index.{name}] with value [{value}]"
        raise illegal(f"{start} as a {what}: unit is missing or unrecognized")


def _check_least(least: float, name: str, found: float) -> None:
    if not found >= least:
        _refuse(name, found, f" must be >= {least}")


def _refuse(name: str, value: Any, why: str = "") -> NoReturn:
    raise illegal(f"Failed to parse value [{value}] for setting [index.{name}]{why}")
