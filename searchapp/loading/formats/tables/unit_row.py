"""Finds rows below the header that hold the units of the columns, as files of weather stations do, or describe them.

time,depth,temperature      the header                  Q1,Q2
UTC,m,degC                  the units                   How old are you?,How many children have you?
2024-05-01T10:00Z,5.5,11.2                              37,2
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ...values.forms import NO_VALUE
from ...values.units import is_unit, unit_sign
from .header import has_text, is_number

MIN_ROWS = 2
"""The minimum number of rows below a row of units: fewer do not show which columns have numbers."""

MAX_DESCRIPTIONS, MIN_MEASURED = 2, 3
"""The rows with descriptions, at most, and the columns with numbers or dates below them, at least."""

MEASURED = re.compile(r"[-+]?\d[\d.,:/ T+-]*Z?")
"""A number, a date or a time."""

MIN_UNITS = 0.5
"""The smallest share of units among the cells of the columns with numbers."""


def units_in(rows: Sequence[Sequence[Any]]) -> list[str]:
    """The unit of each column that the first row says; empty if it says none; an empty list without such a row."""
    first, below = rows[:1], rows[1:]
    if len(below) < MIN_ROWS or any(map(is_number, filter(has_text, first[0]))):
        return []
    numeric = [*map(has_numbers, zip(*below, strict=False))]
    units = [str(cell) if is_of_number else "" for cell, is_of_number in zip(first[0], numeric, strict=False)]
    said = [unit for unit in units if has_text(unit)]
    return [*map(unit_sign, units)] if sum(map(is_unit, said)) > MIN_UNITS * len(said) else []


def descriptions_in(rows: Sequence[Sequence[Any]], columns: int) -> int:
    """The number of the first rows that describe the columns, as Qualtrics writes questions above their answers.

    They have texts in all columns, also where all rows below have numbers or dates.
    """
    numbers = range(MAX_DESCRIPTIONS, 0, -1)
    return next((number for number in numbers if are_descriptions(rows[:number], rows[number:], columns)), 0)


def are_descriptions(rows: Sequence[Sequence[Any]], below: Sequence[Sequence[Any]], columns: int) -> bool:
    """Whether rows describe the columns of the rows below."""
    if len(below) < MIN_ROWS or not all(describes(row, columns) for row in rows):
        return False
    measured = (all(MEASURED.fullmatch(str(cell)) for cell in filter(has_text, cells)) for cells in columns_of(below))
    return sum(measured) >= MIN_MEASURED


def columns_of(rows: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """The columns with values."""
    return filter(lambda cells: any(map(has_text, cells)), zip(*rows, strict=False))


def describes(row: Sequence[Any], columns: int) -> bool:
    """Whether a row has a text in each column, most of them different."""
    texts = [cell for cell in row if has_text(cell) and cell not in NO_VALUE and not MEASURED.fullmatch(str(cell))]
    return len(texts) == columns < 2 * len({*texts})


def has_numbers(column: Sequence[Any]) -> bool:
    """Whether the values of a column are numbers."""
    cells = [cell for cell in column if has_text(cell) and cell not in NO_VALUE]
    return bool(cells) and all(map(is_number, cells))
