"""Fills cells of an Excel table that are merged with the cell above: the file has their value in the first row only."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

CHUNK, MAX_RANGE = 1 << 20, 100
"""The bytes that are read at once, and those of the longest range."""

RANGE = re.compile(rb'<mergeCell ref="([A-Z]+)(\d+):[A-Z]+(\d+)"')

Rows = Iterator[tuple[int, list[Any]]]


def filled_down(sheet: Any, rows: Rows) -> Rows:
    """The header and the rows, with the value of merged cells in each of their rows."""
    header = next(rows, None)
    if header is None:
        return
    yield header
    starts: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for first, last, column in ranges_in(sheet):
        starts[first].append((last, column))
    merged: dict[int, tuple[int, Any]] = {}
    for number, row in rows:
        merged = {column: (last, value) for column, (last, value) in merged.items() if number <= last}
        merged |= {column: (last, row[column]) for last, column in starts.get(number, ()) if column < len(row)}
        for column, (_, value) in merged.items():
            row[column] = value
        yield number, row


def ranges_in(sheet: Any) -> set[tuple[int, int, int]]:
    """The first row, the last row and the column, from 0, of the merged cells of several rows."""
    found, before = set(), b""
    with sheet._get_source() as xml:  # openpyxl does not read ranges of cells from a file that it reads row by row
        while chunk := xml.read(CHUNK):
            found.update(RANGE.findall(before + chunk))
            before = chunk[-MAX_RANGE:]
    ranges = ((int(first), int(last), number_of(letters)) for letters, first, last in found)
    return {(first, last, column) for first, last, column in ranges if last > first}


def number_of(letters: bytes) -> int:
    """The number, from 0, of the column with these letters."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number - 1
