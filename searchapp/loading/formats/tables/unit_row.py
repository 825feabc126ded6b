"""Finds the row with the units of columns, which programs of laboratories and weather stations write below the names.

time,depth,temperature      the header
UTC,m,degC                  the units
2024-05-01T10:00Z,5.5,11.2
"""

from collections.abc import Sequence
from typing import Any

from ...values.forms import NOTHING
from ...values.units import is_unit, unit_sign
from .header import has_text, is_number

MIN_ROWS = 2
"""The minimum number of rows below units: fewer do not show which columns have numbers."""

MIN_UNITS = 0.5
"""The smallest share of units among the cells of the columns with numbers."""


def units_in(rows: Sequence[Sequence[Any]]) -> list[str]:
    """The unit of each column that the first row says; empty if it says none; an empty list without such a row."""
    first, below = rows[:1], rows[1:]
    if len(below) < MIN_ROWS or any(map(is_number, filter(has_text, first[0]))):
        return []
    columns = zip(*below, strict=False)
    numeric = [has_numbers(column) for column in columns]
    units = [str(cell) if is_of_number else "" for cell, is_of_number in zip(first[0], numeric, strict=False)]
    said = [unit for unit in units if has_text(unit)]
    return [*map(unit_sign, units)] if sum(map(is_unit, said)) > MIN_UNITS * len(said) else []


def has_numbers(column: Sequence[Any]) -> bool:
    """Whether the values of a column are numbers."""
    cells = [cell for cell in column if has_text(cell) and cell not in NOTHING]
    return bool(cells) and all(map(is_number, cells))
