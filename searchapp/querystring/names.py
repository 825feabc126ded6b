"""Names of fields as a request writes them: with a weight, with stars, with escapes, or before a value.

symbol^8         scope_name, weight_of
xref.*           fitting, fits_pattern: a star matches any text, also an empty one
MPAA\\ Rating    plain_name
symbol:br        typed_value: a query that is not complete yet

fnmatch of the standard library caches a regular expression for each of 32,768 patterns. Callers could fill its memory
with long patterns; this module caches nothing.
"""

import re
from collections.abc import Container, Iterable, Sequence

WEIGHTED = re.compile(r"[^^]+(\^[0-9]+(\.[0-9]+)?)?")
TYPED_VALUE = re.compile(r'\s*(?P<field>[^:"()]+):\s*"?(?P<value>[^"]*)')

LAST_VALUE = re.compile(r'(?P<before>(?:.*(?<!\\)\s)?)(?P<field>(?:[^\s:"()\\]|\\.)+):\s*"?(?P<value>[^"]*)', re.DOTALL)

MAX_PARTS = 16
"""The maximum number of words in a name of a field that is put together."""

UNIT_NAMES = ("unit", "units", "currency")
"""The usual names of fields with the unit of a number in the same object: `price.currency` for `price.amount`."""


def scope_name(scope: str) -> str:
    """The field of a scope without its weight: `symbol` for `symbol^10`."""
    return scope.partition("^")[0]


def weight_of(scope: str) -> float:
    """The weight of a scope, 1 if it has none."""
    return float(scope.partition("^")[2] or 1)


def whole_names(names: Sequence[str], known: Container[str]) -> list[str]:
    """The names of a list, which was divided at blanks, with the parts of each known name put together.

    `-Years`, `since` and `joining` are `-Years since joining`; the last part may have the minus, and a weight.
    """
    found, start = list[str](), 0
    while start < len(names):
        for end in range(min(start + MAX_PARTS, len(names)), start, -1):
            parts = [name.removeprefix("-") for name in names[start:end]]
            plain = [*parts[:-1], scope_name(parts[-1])]
            is_name = " ".join(plain) in known and not all(part in known for part in plain)
            if end == start + 1 or is_name:
                found.append("-" * any(name[:1] == "-" for name in names[start:end]) + " ".join(parts))
                break
        start = end
    return found


def is_scope(text: str) -> bool:
    """Whether a text is a name, or a name with a number as its weight."""
    return WEIGHTED.fullmatch(text) is not None


def plain_name(name: str) -> str:
    """The name without the escapes of a query text."""
    return name.replace("\\", "")


def typed_value(text: str) -> tuple[str, str] | None:
    """The name before the colon and the beginning of a value after it, of a query that is being typed."""
    found = TYPED_VALUE.fullmatch(text)
    return (found["field"], found["value"]) if found else None


def last_value(text: str) -> tuple[str, str, str] | None:
    """The text before the last name, this name with its escapes, and the beginning of a value after it."""
    found = LAST_VALUE.fullmatch(text)
    return (found["before"], found["field"], found["value"]) if found else None


def fitting(names: Iterable[str], pattern: str) -> list[str]:
    """The names that match the pattern. Most names are excluded quickly, because they lack its longest part."""
    pattern = with_single_stars(pattern)
    part = max(pattern.split("*"), key=len)
    return [name for name in names if part in name and fits_pattern(name, pattern)]


def fits_pattern(name: str, pattern: str) -> bool:
    """Whether the complete name matches the pattern."""
    if "*" not in pattern:
        return name == pattern
    pattern = with_single_stars(pattern)
    if len(pattern) - pattern.count("*") > len(name):
        return False
    first, *middle, last = pattern.split("*")
    at, end = len(first), len(name) - len(last)
    if at > end or not name.startswith(first) or not name.endswith(last):
        return False
    for part in middle:
        at = name.find(part, at, end)
        if at < 0:
            return False
        at += len(part)
    return True


def with_single_stars(pattern: str) -> str:
    """The pattern with one star for each run of stars, which matches the same names."""
    while "**" in pattern:
        pattern = pattern.replace("**", "*")
    return pattern
