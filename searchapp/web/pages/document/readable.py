"""Values as people read them: dates in words, numbers with commas, small tables; the raw value stays at hand."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?")
CODES = re.compile(r"(?:^|_|\b)(?:ids?|code|zip|zipcode|postcode|year|phone|number|no|taxid|version)$", re.IGNORECASE)
"""Ends of names whose numbers are no quantities, so that commas would be wrong."""

IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif")
COMMAS_FROM = 10_000
MAX_COLUMNS, MIN_ROWS = 7, 2
MAX_CELL = 80


def readable_date(value: Any) -> str | None:
    """The date in words, `10 January 2020, 08:00 UTC`; None for a text that is not an ISO 8601 date."""
    if not isinstance(value, str) or not DATE.fullmatch(value):
        return None
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return None
    day = f"{found.day} {found:%B} {found.year}"
    clock = f", {found:%H:%M}" + (f":{found:%S}" if found.second else "") if len(value) > len("2020-01-01") else ""
    return day + clock + (f" {found.tzname()}" if found.tzinfo else "")


def readable_number(value: Any, name: str) -> str:
    """The number, with commas where it is large and a quantity."""
    if isinstance(value, int) and (abs(value) < COMMAS_FROM or CODES.search(name)):
        return str(value)
    return f"{value:,}" if isinstance(value, int) else f"{value:,.10g}"


def small_table(elements: Sequence[Any]) -> list[str]:
    """The columns of a list of objects that fits into a small table; none for any other list."""
    if len(elements) < MIN_ROWS or not all(isinstance(element, Mapping) for element in elements):
        return []
    names = list(dict.fromkeys(name for element in elements for name in element if not name.startswith("_")))
    fits = len(names) <= MAX_COLUMNS and all(is_short(value) for element in elements for value in element.values())
    return names if fits else []


def parts_last(document: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The fields of a document; fields with a section of the page come last."""
    return sorted(document.items(), key=lambda pair: is_part(pair[1]))


def is_part(value: Any) -> bool:
    """Whether a value is a section: an object, or a list of objects."""
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, Mapping) and bool(first)


def is_short(value: Any) -> bool:
    """Whether a value fits into a cell."""
    return value is None or (isinstance(value, str | int | float) and len(str(value)) <= MAX_CELL)


def is_image(value: str, hosts: Sequence[str]) -> bool:
    """Whether an address is that of a picture on one of the hosts that pages may show pictures of."""
    host, path = re.match(r"https?://([^/?#]*)([^?#]*)", value).groups() if value.startswith("http") else ("", "")  # type: ignore[union-attr]
    return host in hosts and path.lower().endswith(IMAGES)
