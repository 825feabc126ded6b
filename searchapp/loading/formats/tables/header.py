"""Finds the names of columns in files, and makes names of fields from them.

Waterworks 2024;;;        a title
Plant;;Amount;            names of groups
No.;Name;m³/day;Share     the header: as many filled cells as the rows below it
1;South;1,200;4.5 %
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import count, pairwise
from typing import Any, NamedTuple

from ....options.nesting import MAX_DEPTH
from ...meanings import words
from ...shape import parents_of

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

NESTING = re.compile(rf"[^\s.]+(\.[^\s.-][^\s.]*){{1,{MAX_DEPTH - 1}}}")
"""A name after the names of its objects, with dots. A dot before a hyphen ends an abbreviation: `Geb.-Datum`."""

UNFIT = re.compile(r"(\A|\.)\s*(\.|\Z)")
"""A name with an empty part, which no field can have."""

ADDRESS = re.compile(r"https?://\S*[/#](?=[^/#\s]+\Z)")
"""The beginning of an address before its last part: `prefixIRI` of `http://data.bioontology.org/metadata/prefixIRI`."""

NUMBER = re.compile(r"[-+]?[\d.,]+(e[-+]?\d+)?%?", re.I)
TOTALS = words("""
total totals sum grand gesamt summe insgesamt gesamtsumme totaal totale totaux somme suma soma razem summa итого всего
合计 合計 总计 합계 mean average median durchschnitt mittelwert moyenne media promedio média gemiddelde średnia среднее
""")
"""The words in the first cell of a row of sums or means."""

MAX_HEADER_ROWS = 20
"""The number of first rows in which the header is searched."""

MIN_COLUMNS = 3
"""The minimum number of columns of a table with a title row. A list of tags in one column looks the same."""

MIN_ROWS = 2
"""The minimum number of rows below a header that proves the rows above it to be titles."""

ROW = "row"
"""The name of a first column without a name, in which programs write the names or numbers of rows."""

NULL = r"\N"
"""No value, as MySQL and PostgreSQL write it into tables."""

NO_TEXT = ("", NULL, None)
"""The cells without a value."""

MAX_NOTES = 5


class Header(NamedTuple):
    """The path of each column, and a note on each name that no field can have.

    `headings` has the original name of such a column by path, for labels.
    """

    paths: list[list[str]]
    notes: list[str]
    headings: dict[str, str]


def header_of(columns: list[str]) -> Header:
    """The paths of columns; `maker.name` nests, other dots, blanks at the ends, doubles and empty names are changed.

    Columns of the same name, side by side, have the same path.
    """
    notes: list[str] = []
    paths: list[list[str]] = []
    names: set[str] = set()
    objects: set[str] = set()
    headings: dict[str, str] = {}
    for number, column in enumerate(columns, 1):
        if number > 1 and column.strip() and column == columns[number - 2]:
            paths.append(paths[-1])
            notes.append(f"the columns {column.strip()!r} are read as one list")
            continue
        own = field_name(column) or (ROW if number == 1 and any(columns) else f"column_{number}")
        name = free_name(own, names, objects)
        if name == own and column.strip() != name and not ADDRESS.match(column.strip()):
            headings[name] = BLANKS.sub(" ", column).strip() or name
        if name != column.strip():
            said = f"the column {column.strip()!r}" if column.strip() else f"column {number} has no name and"
            notes.append(f"{said} is called {name}")
        names.add(name)
        paths.append(name.split("."))
        objects.update(parents_of(name))
    notes = [*dict.fromkeys(notes)]
    if len(notes) > MAX_NOTES + 1:
        notes = [*notes[:MAX_NOTES], f"{len(notes) - MAX_NOTES:,} more columns have other names than in the file"]
    return Header(paths, notes, headings)


def with_field_names(document: dict[str, Any], say: Callable[[str], None]) -> dict[str, Any]:
    """The document with other names for the keys that cannot name a field: `No` for `No.`, `row` for an empty one."""
    if "." not in "".join(document) and all(map(str.strip, document)):
        return document
    found: dict[str, Any] = {}
    for name, value in document.items():
        fitting = name
        if UNFIT.search(name):
            fitting = free_name(field_name(name) or ROW, {*found, *document}, ())
            say(f"the field {name!r} is called {fitting}")
        found[fitting] = value
    return found


def free_name(name: str, taken: Collection[str], objects: Collection[str]) -> str:
    """The name: with a number if it is taken, without dots if it would be inside another column, or around one.

    `objects` are the objects around the columns with the `taken` names.
    """
    if name in objects or any(parent in taken for parent in parents_of(name)):
        name = name.replace(".", "_") if "." in name else f"{name}_value"
    numbered = (f"{name}_{number}" for number in count(2))
    return name if name not in taken else next(free for free in numbered if free not in taken)


def field_name(column: str) -> str:
    """The name in a form that a field can have: dots only between names of objects, no underscore at the start.

    An address, such as those of properties in tables of ontologies, becomes its last part.
    """
    name = BLANKS.sub(" ", column.replace("\ufeff", "")).strip()
    name = ADDRESS.sub("", name)
    if not NESTING.fullmatch(name):
        name = BLANKS.sub(" ", ABBREVIATED.sub("", name).replace(".", " ")).strip()
    return name if name == "_id" else name.lstrip("_").strip()


def rows_above_header(rows: Sequence[Sequence[Any]]) -> int:
    """The number of rows above the header. Each of them fills at most half of the columns.

    These rows have as many cells as the header, or one cell of several words. If the header and the rows below it are
    clearly a table, as in bank statements, they may have any number of cells.
    """
    width = max(map(filled, rows), default=0)
    found = next((at for at, row in enumerate(rows) if filled(row) > width / 2 or is_of_names(row, width)), 0)
    is_clear = is_of_table(rows[found:])
    return found if is_clear or all(is_above(row, rows[found]) for row in rows[:found]) else 0


def is_of_table(rows: Sequence[Sequence[Any]]) -> bool:
    """Whether rows are a header of different names and rows with as many cells, at least two."""
    if len(rows) <= MIN_ROWS or {*map(len, rows)} != {len(rows[0])}:
        return False
    names = [cell for cell in rows[0] if has_text(cell)]
    return len(rows[0]) > MIN_COLUMNS and len({*names}) == len(rows[0]) and all(map(is_name, names))


def header_at(rows: Sequence[Sequence[Any]], at: int) -> list[Any]:
    """The header at this row; an empty cell that is merged with the cell above has the text of that cell.

    Repeated names and years are preceded by the name of their group, which is in the row above.
    """
    above = rows[at - 1] if at else []
    if filled(above) < 2 or len(above) != len(rows[at]):
        return [*rows[at]]
    names = [cell if has_text(cell) else upper for cell, upper in zip(rows[at], above, strict=True)]
    is_unique = len(set(map(str, names))) == len(names)
    has_numbers = any(NUMBER.fullmatch(str(cell).strip()) for cell in rows[at])
    return names if is_unique and not has_numbers else in_groups(above, rows[at])


def in_groups(groups: Sequence[Any], names: Sequence[Any]) -> list[str]:
    """The names of columns in two rows: `Units` above `2023` and `2024` is `Units 2023` and `Units 2024`.

    A name that several groups of one column share is left out: `Response` below `Age`, as in exports of SurveyMonkey.
    """
    found, group = [], ""
    alone = [has_text(upper) and has_text(after) for upper, after in pairwise((*groups, "end"))]
    same = Counter(str(name) for name, is_alone in zip(names, alone, strict=True) if is_alone and has_text(name))
    for upper, name, is_alone in zip(groups, names, alone, strict=True):
        group = str(upper) if has_text(upper) else group
        is_own = has_text(name) and not (is_alone and same[str(name)] > 1)
        found.append(f"{group} {name}".strip() if is_own else str(upper or ""))
    return found


def continues_header(rows: Sequence[Sequence[Any]], at: int) -> bool:
    """Whether the row below the header continues it: it has names below merged cells, and no other names."""
    if at + 2 >= len(rows) or len({len(row) for row in rows[at : at + 3]}) > 1:
        return False
    header, names, *below = rows[at:]
    pairs = [*zip(header, names, strict=True)]
    gaps = [name for upper, name in pairs if not has_text(upper)]
    alone = [upper for upper, name in pairs if has_text(upper) and not has_text(name)]
    are_names = all(is_name(name) for name in names if has_text(name))
    continues = bool(gaps) and all(map(has_text, gaps)) and bool(alone) and are_names
    return continues and max(map(filled, below)) > filled(names)


def is_name(cell: Any) -> bool:
    """Whether a cell may be the name of a column: a text, or a year."""
    text = str(cell).strip()
    return not NUMBER.fullmatch(text) or (len(text) == 4 and text[:2] in ("19", "20"))


def is_total(row: Sequence[Any], before: Sequence[Any]) -> bool:
    """Whether the last row of a table has sums or means: its first cell says so, and it has fewer cells."""
    first = next((str(cell) for cell in row if has_text(cell)), "")
    said = first.strip(" :").lower().split()
    return bool(said) and TOTALS.issuperset(said) and filled(row) < filled(before)


def is_of_names(row: Sequence[Any], width: int) -> bool:
    """Whether the first of two columns has no name: programs write the names or numbers of rows there."""
    return len(row) == width == 2 and not has_text(row[0]) and has_text(row[1])


def lacks_first_name(rows: Sequence[Sequence[Any]]) -> bool:
    """Whether all rows have one cell more than the header: R writes tables with row names in this way."""
    width = len(rows[0]) + 1
    are_wider = len(rows) > MIN_ROWS and all(len(row) == width for row in rows[1:])
    return width > 2 and are_wider and any(has_text(row[-1]) for row in rows[1:])


def lacks_names(first: Sequence[Any], below: Sequence[Sequence[Any]]) -> bool:
    """Whether the first row holds values: only numbers, or numbers where the next row has them and a repeated text."""
    second = below[0] if below else ()
    if not first or len(first) != len(second):
        return False
    if not all(map(is_number, (*first, *second))):
        return begins_with_values(first, below)
    numbers = [str(cell).strip() for cell in first]
    counted = [str(number) for number in range(len(first) + 1)]
    return not all(map(is_name, first)) and numbers not in (counted[:-1], counted[1:])


def begins_with_values(first: Sequence[Any], below: Sequence[Sequence[Any]]) -> bool:
    """Whether the first row has numbers where the second one has some, and a text that its column has below, too."""
    measured = [at for at, cell in enumerate(below[0]) if is_number(cell)]
    texts = [at for at, cell in enumerate(first) if has_text(cell) and at not in measured]
    if len(measured) < MIN_COLUMNS or not all(is_number(first[at]) for at in measured):
        return False
    others = [row for row in below if len(row) == len(first) and row != first]
    return any(row[at] == first[at] for row in others for at in texts)


def is_above(row: Sequence[Any], header: Sequence[Any]) -> bool:
    if len(row) == len(header) or not row:
        return True
    cells = [str(cell) for cell in row if has_text(cell)]
    return len(header) >= MIN_COLUMNS and (not cells or (len(cells) == 1 and len(cells[0].split()) > 1))


def is_number(cell: Any) -> bool:
    """Whether a cell is a number, or a text that looks like one."""
    return isinstance(cell, int | float) or bool(NUMBER.fullmatch(str(cell).strip()))


def filled(row: Sequence[Any]) -> int:
    """The number of cells with a value in a row."""
    return sum(map(has_text, row))


def has_text(cell: Any) -> bool:
    """Whether a cell has a value other than blanks."""
    return cell not in NO_TEXT and not (isinstance(cell, str) and cell.isspace())
