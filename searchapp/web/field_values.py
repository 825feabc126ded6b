"""The values of a document at a dotted name."""

from collections.abc import Mapping
from typing import Any

DATE_PARTS = ("date-parts", "date_parts")
OBJECTS = (dict, Mapping)
"""The types of objects; a dict is found in a tenth of the time."""


def values_at(document: Any, name: str) -> list[Any]:
    """Every value at a dotted name, through lists; an object counts by its keys."""
    if isinstance(document, list):
        return [value for element in document for value in values_at(element, name)]
    if not name:
        return list(document) if isinstance(document, OBJECTS) else [document]
    if not isinstance(document, OBJECTS):
        return []
    if name in document:
        value = document[name]
        if type(value) is str:  # most values are
            return [value]
        return [date] if (date := date_of_parts(name, value)) else values_at(value, "")
    if "." not in name:
        return []
    starts = [dot for dot, sign in enumerate(name) if sign == "." and name[:dot] in document]
    return [value for dot in starts for value in values_at(document[name[:dot]], name[dot + 1 :])]


def date_of_parts(name: str, value: Any) -> str | None:
    """The date of `date-parts`, lists of year, month and day, as bibliographies write them: `2022-04`; else None."""
    parts = value[0] if isinstance(value, list) and len(value) == 1 else None
    if name not in DATE_PARTS or not isinstance(parts, list) or not 1 <= len(parts) <= 3:
        return None
    return "-".join(f"{part:02}" for part in parts) if all(isinstance(part, int) for part in parts) else None
