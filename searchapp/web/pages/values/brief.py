"""Fields of a document that need half of the width of its page."""

from collections.abc import Iterable, Mapping
from typing import Any

from .readable import flat, is_part, keyed_table, small_table

MAX_ROWS, MAX_COLUMNS, MAX_LETTERS = 12, 3, 50
"""Fields of an object or rows of a table, columns, and characters of a value or of a short list."""


def halves(fields: Iterable[tuple[str, Any]]) -> set[str]:
    """The names of fields of which two share a row on the page of a document: brief neighbours of the same kind."""
    found: set[str] = set()
    before: tuple[str, bool] | None = None
    for name, value in fields:
        here = (name, is_part(value)) if is_brief(value) else None
        is_pair = before is not None and here is not None and before[1] == here[1]
        if before and is_pair:
            found |= {before[0], name}
        before = None if is_pair else here
    return found


def is_brief(value: Any) -> bool:
    """Whether a value needs half of the width of a page at most: a short one, or few short ones."""
    if isinstance(value, Mapping):
        fields = flat(value)
        is_list = len(fields) <= MAX_ROWS and not keyed_table(value)
        return is_list and all(name.count(".") <= 1 and is_brief_text(inner) for name, inner in fields.items())
    if not is_part(value):
        return is_brief_text(value)
    is_narrow = 0 < len(small_table(value)) <= MAX_COLUMNS and len(value) <= MAX_ROWS
    return is_narrow and all(is_brief_text(cell) for row in value for cell in flat(row).values())


def is_brief_text(value: Any) -> bool:
    """Whether a value, or the values of a list together, have few characters."""
    values = value if isinstance(value, list) else [value]
    is_flat = not any(isinstance(one, list | Mapping) for one in values)
    return is_flat and sum(len(str(one)) for one in values) <= MAX_LETTERS
