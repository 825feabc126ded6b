"""Documents out of a sheet of an Excel file: a row each, values as they are typed there. Needs openpyxl."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time, timedelta
from itertools import islice
from typing import Any

from ..bad import LoadError
from .source import Source
from .tables import documents_of

LOOK = 20
"""Rows among which the header is looked for: there may be a title above it."""

MISSING = "Excel files need openpyxl: pip install 'searchapp[excel]'"


def read_excel(source: Source, on_bad: Callable[[str, int, str], None]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of the sheet that `source.sheet` names, else of the first one that has any."""
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        raise LoadError(MISSING) from error
    try:
        book = load_workbook(source.stream, read_only=True, data_only=True)
    except Exception as error:  # openpyxl lets errors of zip, XML and its own through
        raise LoadError(f"{source.name} is no Excel file that can be read: {error}") from error
    names = book.sheetnames
    if source.sheet and source.sheet not in names:
        raise LoadError(f"{source.name} has no sheet {source.sheet}, only {', '.join(names)}")
    sheet = source.sheet or next((name for name in names if has_rows(book[name])), names[0])
    if len(names) > 1 and not source.sheet:
        source.say(f"the sheet {sheet} is read, others are {', '.join(n for n in names if n != sheet)}: see --sheet")
    yield from documents_of(source, rows_of(book[sheet].iter_rows(values_only=True)), on_bad)


def has_rows(sheet: Any) -> bool:
    return any(any(cell is not None for cell in row) for row in islice(sheet.iter_rows(values_only=True), LOOK))


def rows_of(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, list[Any]]]:
    """The header and the rows below it that hold something, each with its number."""
    numbered = ((number, list(row)) for number, row in enumerate(rows, 1) if any(cell is not None for cell in row))
    first = list(islice(numbered, LOOK))
    if not first:
        return
    width = max(filled(row) for _, row in first)
    start = next(at for at, (_, row) in enumerate(first) if filled(row) > width / 2)
    number, header = first[start]
    columns = max(at for at, cell in enumerate(header) if cell is not None) + 1
    yield number, [text_of(cell) for cell in header[:columns]]
    for number, row in [*first[start + 1 :]]:
        yield number, [plain(cell) for cell in row[:columns]]
    for number, row in numbered:
        yield number, [plain(cell) for cell in row[:columns]]


def filled(row: list[Any]) -> int:
    return sum(cell is not None for cell in row)


def text_of(cell: Any) -> str:
    return "" if cell is None else str(plain(cell))


def plain(cell: Any) -> Any:
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
