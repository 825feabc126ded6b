"""Finds the columns of a table whose cells are lists, such as `Action, Crime, Thriller`.

The elements of lists are repeated in other cells, at any position. The parts of an address or of a name have fixed
positions.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from .forms import parts_of

LINK = re.compile(r"(https?://|www\.)", re.IGNORECASE)
SIGNS = ("|", ";", ",")
MIN_LISTS, MIN_LISTS_SHARE = 5, 0.1
MAX_PART = 40
MAX_NEW = 0.4
"""The share of different elements among all elements, at most."""

AGAIN = 3
ANYWHERE = 0.5
"""The smallest share of elements, of those repeated AGAIN times, that are both first and later in cells."""


def list_sign(texts: Iterable[str]) -> str | None:
    """The sign between the elements of cells; None if the cells of a column are not lists."""
    cells = [text for text in texts if not LINK.match(text)]
    return next((sign for sign in SIGNS if are_lists([parts_of(cell, sign) for cell in cells])), None)


def are_lists(cells: Sequence[Sequence[str]]) -> bool:
    """Whether cells look like lists when they are split at a separator."""
    several = [cell for cell in cells if len(cell) > 1]
    if len(several) < max(MIN_LISTS, MIN_LISTS_SHARE * len(cells)) or len({len(cell) for cell in cells}) < 2:
        return False
    counts = Counter(part for cell in cells for part in cell)
    if len(counts) > MAX_NEW * counts.total() or not all(map(is_element, counts)):
        return False
    first, later = {cell[0] for cell in several}, {part for cell in several for part in cell[1:]}
    again = [part for part, count in counts.items() if count >= AGAIN]
    return bool(again) and len(first & later & set(again)) >= ANYWHERE * len(again)


def is_element(text: str) -> bool:
    """Whether a text may be the element of a list: short, with letters."""
    return len(text) <= MAX_PART and any(map(str.isalpha, text))
