"""What separates the columns of a table: the sign by which its first rows have the same number of cells."""

import csv
import math
import re

from .header import LOOK, rows_above_header

DELIMITERS = (",", "\t", ";", "|")
ROWS = 50
NAMED = re.compile(r"sep=(.)\r?\n")
"""The first line that spreadsheets write to say their separator."""


def named_delimiter(head: str) -> str | None:
    """The separator that the first line says, None where it is a header."""
    match = NAMED.match(head)
    return match[1] if match else None


def cells_of(line: str, delimiter: str) -> int:
    """How many cells a line has; 0 for one that cannot be read alone."""
    try:
        return len(next(csv.reader([line], delimiter=delimiter), []))
    except csv.Error:
        return 0


def delimiter_of(head: str, likely: str = ",") -> str:
    """The separator of a table by its first characters; of equal ones the likely one."""
    points = {delimiter: evenness(head, delimiter) for delimiter in dict.fromkeys((likely, *DELIMITERS))}
    best = max(points, key=lambda delimiter: points[delimiter])
    return best if points[best] > 0 else likely


def evenness(head: str, delimiter: str) -> float:
    """How well a delimiter fits: the share of rows with as many cells as the header. Many cells weigh more."""
    lines = head.splitlines()
    complete = lines[:-1] if len(lines) > 2 else lines
    try:
        rows = [row for row in csv.reader(complete[:ROWS], delimiter=delimiter) if row]
    except csv.Error:
        return 0.0
    rows = rows[rows_above_header(rows[:LOOK]) :]
    if not rows or len(rows[0]) < 2:
        return 0.0
    alike = sum(len(row) == len(rows[0]) for row in rows)
    return alike / len(rows) * math.sqrt(min(len(rows[0]), 20))
