r"""Divides the cells of tables of Eurostat: the dimensions in the first column, and flags after numbers.

freq,geo\TIME_PERIOD  2022   2023            freq  geo  2022  2023  flags
A,AT                  8.1 b  :         ->    A     AT   8.1   :     2022 b
"""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

AXIS = re.compile(r"\\(?:TIME_PERIOD|time)\Z")
FLAGGED = re.compile(r"(\S+) ([a-z]{1,3})")
FLAGS = "flags"

Rows = Iterator[tuple[int, list[Any]]]


def divided(rows: Rows) -> Rows:
    """The header and the rows with a column for each dimension and one for the flags; other tables unchanged."""
    first = next(rows, None)
    line, header = first or (0, [])
    if not header or not AXIS.search(str(header[0])):
        yield from chain([first] if first else [], rows)
        return
    yield line, [*AXIS.sub("", header[0]).split(","), *header[1:], FLAGS]
    yield from ((number, divided_row(row, header)) for number, row in rows)


def divided_row(row: list[str], header: list[str]) -> list[str]:
    found = [FLAGGED.fullmatch(cell) for cell in row[1:]]
    values = [flagged[1] if flagged else cell for flagged, cell in zip(found, row[1:], strict=True)]
    flags = [f"{name.strip()} {flagged[2]}" for name, flagged in zip(header[1:], found, strict=False) if flagged]
    return [*row[0].split(","), *values, ", ".join(flags)]
