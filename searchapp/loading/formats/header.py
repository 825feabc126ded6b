"""Makes names of fields from the names of columns in files."""

import re
from itertools import count
from typing import NamedTuple

BLANKS = re.compile(r"\s+")
ABBREVIATED = re.compile(r"\.(?=\W|$)")
"""The dot of an abbreviation before another sign: `Inv.-Nr.` is called `Inv-Nr`."""

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


MAX_NOTES = 5


class Header(NamedTuple):
    """The path of each column, and in one line each what was decided about names that no field can have.

    `headings` has by path what such a column is called in its file, for labels.
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
    """The name, with a number where another column has it, and without dots where it lies in another or around."""
    if any(name.startswith(f"{other}.") or other.startswith(f"{name}.") for other in names):
        name = name.replace(".", "_") if "." in name else f"{name}_value"
    numbered = (f"{name}_{number}" for number in count(2))
    return name if name not in names else next(free for free in numbered if free not in names)


def field_name(column: str) -> str:
    """The name that a field can have: dots only between the names of objects, no underscore at the start."""
    name = BLANKS.sub(" ", column.replace("\ufeff", "")).strip()
    if not NESTING.fullmatch(name):
        name = BLANKS.sub(" ", ABBREVIATED.sub("", name).replace(".", " ")).strip()
    return name if name == "_id" else name.lstrip("_").strip()
