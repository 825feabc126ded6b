"""Finds the names of columns in files, and makes names of fields from them.

Waterworks 2024;;;        a title
Plant;;Amount;            names of groups
No.;Name;m³/day;Share     the header: filled like the rows below it
1;South;1,200;4.5 %
"""

import re
from collections.abc import Sequence
from itertools import count
from typing import Any, NamedTuple

BLANKS = re.compile(r"\s+")
ABBREVIATED = re.compile(r"\.(?=\W|$)")
"""The dot of an abbreviation before another character: `Inv.-Nr.` becomes `Inv-Nr`."""

FEATURES = ("seqid", "source", "type", "start", "end", "score", "strand", "phase", "attributes")
INTERVALS = ("chrom", "start", "end", "name", "score", "strand", "thickStart", "thickEnd", "itemRgb", "blockCount")
KNOWN_COLUMNS = {
    ".gff": FEATURES,
    ".gff3": FEATURES,
    ".gtf": FEATURES,
    ".bed": (*INTERVALS, "blockSizes", "blockStarts"),
}
"""The columns of tables without a row of names, by the ending of their file; lines with `#` are comments there."""

NESTING = re.compile(r"[^\s.]+(\.[^\s.]+)+")

LOOK = 20
"""Rows among which the header is looked for."""

MIN_COLUMNS = 3
"""Columns of a table with a title that is no row of its own: a list of tags in one column looks alike below that."""

MAX_NOTES = 5


class Header(NamedTuple):
    """The path of each column, and a note on each name that no field can have.

    `headings` has the original name of such a column by path, for labels.
    """

    paths: list[list[str]]
    notes: list[str]
    headings: dict[str, str]


def header_of(columns: list[str]) -> Header:
    """The paths of columns; `maker.name` nests, other dots, blanks at the ends, doubles and empty names are changed."""
    notes: list[str] = []
    names: list[str] = []
    headings: dict[str, str] = {}
    for number, column in enumerate(columns, 1):
        own = field_name(column) or f"column_{number}"
        name = free_name(own, names)
        if name == own and column.strip() != name:
            headings[name] = BLANKS.sub(" ", column).strip() or name
        if name != column.strip():
            said = f"the column {column.strip()!r}" if column.strip() else f"column {number} has no name and"
            notes.append(f"{said} is called {name}")
        names.append(name)
    if len(notes) > MAX_NOTES + 1:
        notes = [*notes[:MAX_NOTES], f"{len(notes) - MAX_NOTES:,} more columns are called otherwise than in the file"]
    return Header([name.split(".") for name in names], notes, headings)


def free_name(name: str, names: list[str]) -> str:
    """The name, with a number if another column has it, and without dots if another column is inside or around it."""
    if any(name.startswith(f"{other}.") or other.startswith(f"{name}.") for other in names):
        name = name.replace(".", "_") if "." in name else f"{name}_value"
    numbered = (f"{name}_{number}" for number in count(2))
    return name if name not in names else next(free for free in numbered if free not in names)


def field_name(column: str) -> str:
    """The name in a form that a field can have: dots only between names of objects, no underscore at the start."""
    name = BLANKS.sub(" ", column.replace("\ufeff", "")).strip()
    if not NESTING.fullmatch(name):
        name = BLANKS.sub(" ", ABBREVIATED.sub("", name).replace(".", " ")).strip()
    return name if name == "_id" else name.lstrip("_").strip()


def rows_above_header(rows: Sequence[Sequence[Any]]) -> int:
    """How many of the first rows are above the header: each has cells for at most half of the columns.

    A row with another number of cells is only a title if it has one cell of several words.
    """
    width = max(map(filled, rows), default=0)
    found = next((at for at, row in enumerate(rows) if filled(row) > width / 2), 0)
    return found if all(is_above(row, rows[found]) for row in rows[:found]) else 0


def header_at(rows: Sequence[Sequence[Any]], at: int) -> list[Any]:
    """The header at this row; a cell that is merged with the one above it has its text from there."""
    above = rows[at - 1] if at else []
    if filled(above) < 2 or len(above) != len(rows[at]):
        return [*rows[at]]
    return [cell if has_text(cell) else upper for cell, upper in zip(rows[at], above, strict=True)]


def is_above(row: Sequence[Any], header: Sequence[Any]) -> bool:
    if len(row) == len(header) or not row:
        return True
    return len(row) == 1 and len(header) >= MIN_COLUMNS and len(str(row[0]).split()) > 1


def filled(row: Sequence[Any]) -> int:
    """How many cells of a row hold something."""
    return sum(map(has_text, row))


def has_text(cell: Any) -> bool:
    return cell is not None and cell != ""
