"""Finds the delimiter of a table: the character that divides its first rows into equally many cells."""

import csv
import math
import re
from collections.abc import Iterable
from typing import Any

from .header import MAX_HEADER_ROWS, is_number, lacks_first_name, rows_above_header

DELIMITERS = (",", "\t", ";", "|")
BLANK = " "
"""The delimiter of tables whose columns are aligned with blanks, of which any number divides two cells."""

SAMPLE_ROWS = 50
MIN_ROWS, MIN_ALIKE = 3, 0.8
"""A text is a table if it has this number of rows, and this share of them has the same number of cells."""

MIN_RAGGED, MAX_ALIKE, MIN_IN_WORDS = 10, 0.5, 0.5
"""A text is no table if it has this number of rows, less than this share of them has the same number of cells, and this
share of the cells begins with a blank."""

NAMED = re.compile(r"sep=(.)\r?\n")
"""The first line with which spreadsheets name their delimiter."""


def named_delimiter(head: str) -> str | None:
    """The delimiter that the first line names; None if the line is a header."""
    match = NAMED.match(head)
    return match[1] if match else None


def cells_of(line: str, delimiter: str) -> int:
    """The number of cells in a line; 0 if the line cannot be read alone."""
    try:
        return len(next(rows_in([line], delimiter), []))
    except csv.Error:
        return 0


def rows_in(lines: Iterable[str], delimiter: str, strict: bool = False) -> Any:
    """The reader of the rows in these lines."""
    if delimiter == BLANK:
        lines = (f"{line.strip()}\n" for line in lines)
    return csv.reader(lines, delimiter=delimiter, strict=strict, skipinitialspace=delimiter == BLANK)


def delimiter_of(head: str, likely: str = ",") -> str:
    """The delimiter of a table, from its first characters; `likely` if several are equally good."""
    points = {delimiter: delimiter_score(head, delimiter) for delimiter in dict.fromkeys((likely, *DELIMITERS))}
    best = max(points, key=lambda delimiter: points[delimiter])
    if points[best] > 0:
        return best
    return BLANK if is_of_blanks(head) else likely


def delimiter_of_text(head: str) -> str | None:
    """The delimiter of a text that may be a table; None if its first rows differ in the number of cells."""
    found = delimiter_of(head, DELIMITERS[0])
    rows = first_rows(head, found)
    return found if len(rows) >= MIN_ROWS and share_of_equal_rows(rows) >= MIN_ALIKE else None


def is_ragged(head: str) -> bool:
    """Whether most of many rows differ in the number of cells from the first one, as lines with commas in words do.

    In tables whose rows have fewer cells than columns, or an empty one more, no blanks follow the delimiter.
    """
    rows = first_rows(head, delimiter_of(head))
    cells = [cell for row in rows for cell in row[1:]]
    in_words = sum(cell.startswith(BLANK) for cell in cells) > MIN_IN_WORDS * len(cells)
    return in_words and len(rows) >= MIN_RAGGED and share_of_equal_rows(rows) < MAX_ALIKE


def is_of_blanks(head: str) -> bool:
    """Whether blanks divide all first rows into the same number of cells, some with numbers. Prose has no such rows.

    If the header has no name for the first column, its names must be in quotes: otherwise, cells may have blanks.
    """
    rows = first_rows(head, BLANK)
    if rows and lacks_first_name(rows) and not head.startswith('"'):
        return False
    has_numbers = len(rows) >= MIN_ROWS and any(all(map(is_number, column)) for column in zip(*rows[1:], strict=False))
    return has_numbers and share_of_equal_rows(rows) == 1 and not is_log(rows)


def is_log(rows: list[list[str]]) -> bool:
    """Whether words of the first line are repeated below it, as in logs. Then they are not names of columns."""
    return any(cell in column and not is_number(cell) for cell, *column in zip(*rows, strict=False))


def delimiter_score(head: str, delimiter: str) -> float:
    """The score of a delimiter: the share of rows with as many cells as the header. Many cells score more."""
    rows = first_rows(head, delimiter)
    return share_of_equal_rows(rows) * math.sqrt(min(len(rows[0]), 20)) if rows else 0.0


def first_rows(head: str, delimiter: str) -> list[list[str]]:
    """The header and the first rows below it, without an incomplete last line; empty without columns."""
    lines = head.splitlines()
    complete = lines[:-1] if len(lines) > 2 and not head.endswith("\n") else lines
    try:
        rows = [row for row in rows_in(complete[:SAMPLE_ROWS], delimiter) if row]
    except csv.Error:
        return []
    rows = rows[rows_above_header(rows[:MAX_HEADER_ROWS]) :]
    return rows if rows and len(rows[0]) + lacks_first_name(rows) > 1 else []


def share_of_equal_rows(rows: list[list[str]]) -> float:
    """The share of rows with as many cells as the header."""
    return 1.0 if lacks_first_name(rows) else sum(len(row) == len(rows[0]) for row in rows) / len(rows)
