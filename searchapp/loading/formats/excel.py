"""Reads documents from a sheet of an Excel file: one per row, with the types of the cells. Needs openpyxl."""

import re
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time, timedelta
from itertools import chain, islice
from typing import Any

from ..bad import LoadError, OnBad
from ..sentences import first_names
from .source import Source
from .tables.header import MAX_HEADER_ROWS, continues_header, filled, has_text, header_at, in_groups, rows_above_header
from .tables.rows import documents_of, without_foot

MISSING = "Excel files need openpyxl: pip install 'searchapp[excel]'"

CHUNK, MAX_RANGE = 1 << 20, 100
"""The number of bytes that are read at a time, and the maximum length of a range."""

RANGE = re.compile(rb'<mergeCell ref="([A-Z]+)(\d+):[A-Z]+(\d+)"')

Rows = Iterator[tuple[int, list[Any]]]


def read_excel(source: Source, on_bad: OnBad) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of the sheet that `source.sheet` names, else of the first one with a table, else with any rows."""
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        raise LoadError(MISSING) from error
    warnings.filterwarnings("ignore", module="openpyxl")  # of validations and drawings, which are no values
    try:
        book = load_workbook(source.stream, read_only=True, data_only=True)
    except Exception as error:  # openpyxl lets errors of zip, XML and its own through
        raise LoadError(f"{source.name} cannot be read as an Excel file: {error}") from error
    names = book.sheetnames
    if source.sheet and source.sheet not in names:
        raise LoadError(f"{source.name} has no sheet {source.sheet}, only {', '.join(names)}")
    sheet = source.sheet or likely_sheet(book)
    if len(names) > 1 and not source.sheet:
        source.say(
            f"the sheet {sheet} is read, other sheets are {', '.join(n for n in names if n != sheet)}: see --sheet"
        )
    rows = filled_down(book[sheet], rows_of(book[sheet].iter_rows(values_only=True), source.say))
    yield from documents_of(source, without_foot(rows, source.say), on_bad)


def likely_sheet(book: Any) -> str:
    """The first sheet with two rows of several cells, which a cover sheet lacks; else the first sheet with a row."""
    names: list[str] = book.sheetnames
    filled_rows = {name: filled_of(book[name]) for name in names}
    tables = (name for name, cells in filled_rows.items() if sum(number > 1 for number in cells) > 1)
    return next(tables, None) or next((name for name, cells in filled_rows.items() if any(cells)), names[0])


def filled_of(sheet: Any) -> list[int]:
    """The number of cells with a value in each of the first rows."""
    return [filled(row) for row in islice(sheet.iter_rows(values_only=True), MAX_HEADER_ROWS)]


def rows_of(rows: Iterable[tuple[Any, ...]], say: Callable[[str], None]) -> Iterator[tuple[int, list[Any]]]:
    """The header and the rows with values below it, each with its number; all are as wide as the first rows.

    `say` gets a line about values in later rows that are beyond this width, and left out.
    """
    numbered = ((number, list(row)) for number, row in enumerate(rows, 1) if any(map(has_text, row)))
    first = list(islice(numbered, MAX_HEADER_ROWS))
    if not first:
        return
    cells = [row for _, row in first]
    start = rows_above_header(cells)
    number, header = first[start][0], header_at(cells, start)
    if continues_header(cells, start):
        start, header = start + 1, in_groups(cells[start], cells[start + 1])
    below = cells[start + 1 :]
    columns = max(at for row in (header, *below) for at, cell in enumerate(row, 1) if has_text(cell))
    yield number, ["" if cell is None else str(json_value(cell)) for cell in header] + [""] * (columns - len(header))
    wider: list[int] = []
    for number, row in chain(first[start + 1 :], numbered):
        if any(map(has_text, row[columns:])):
            wider.append(number)
        yield number, [json_value(cell) for cell in row[:columns]] + [""] * (columns - len(row))
    if wider:
        say(f"rows with values beyond column {columns:,}, which are left out: {first_names(wider)} (--header)")


def json_value(cell: Any) -> Any:
    """A cell as JSON: dates as ISO texts, whole numbers without a fraction, texts without outer blanks."""
    if isinstance(cell, datetime):
        midnight = cell.time() == time()
        return cell.date().isoformat() if midnight else cell.replace(microsecond=0, tzinfo=None).isoformat()
    if isinstance(cell, date | time):
        return cell.isoformat()
    if isinstance(cell, timedelta):
        return str(cell)
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**53:
        return int(cell)
    return cell.strip() if isinstance(cell, str) else "" if cell is None else cell


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
