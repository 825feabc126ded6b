"""Finds the delimiter of a table: the character that divides its first rows into equally many cells."""

import csv
import math
import re

from .header import LOOK, rows_above_header

DELIMITERS = (",", "\t", ";", "|")
ROWS = 50
NAMED = re.compile(r"sep=(.)\r?\n")
"""The first line with which spreadsheets name their delimiter."""


def named_delimiter(head: str) -> str | None:
    """The delimiter that the first line names; None if the line is a header."""
    match = NAMED.match(head)
    return match[1] if match else None


def cells_of(line: str, delimiter: str) -> int:
    """The number of cells in a line; 0 if the line cannot be read alone."""
    try:
        return len(next(csv.reader([line], delimiter=delimiter), []))
    except csv.Error:
        return 0


def delimiter_of(head: str, likely: str = ",") -> str:
    """The delimiter of a table, from its first characters; of several good ones `likely`."""
    points = {delimiter: evenness(head, delimiter) for delimiter in dict.fromkeys((likely, *DELIMITERS))}
    best = max(points, key=lambda delimiter: points[delimiter])
    return best if points[best] > 0 else likely


def evenness(head: str, delimiter: str) -> float:
    """The score of a delimiter: the share of rows with as many cells as the header. Many cells score more."""
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
