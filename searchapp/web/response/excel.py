"""Documents as a sheet of an Excel file. Needs openpyxl, the extra `excel`."""

import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

from ...errors import PipelineError
from .csv import Batches, Columns, above, below, cell

MAX_ROWS = 1_048_575
"""Rows of a sheet below the line of names."""

MAX_DIGITS = 10**15
"""Excel changes the digits of larger whole numbers."""

CHUNK = 65536


def is_installed() -> bool:
    """Whether the library is there."""
    return find_spec("openpyxl") is not None


def excel_file(batches: Batches, columns: Columns) -> Iterator[bytes]:
    """The bytes of a file with a line of names; they come when every row is written, memory stays flat."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("documents")
    excel_cell = cell_writer(sheet)
    names: list[str] | None = None
    rows = 0
    for batch in batches:
        if names is None:
            names = list(columns(batch))
            sheet.append([excel_cell(name) for name in names])
        rows += len(batch)
        if rows > MAX_ROWS:
            raise PipelineError(400, f"a sheet has at most {MAX_ROWS} rows, use csv", {"max": MAX_ROWS})
        objects = above(names, batch)
        for document in batch:
            whole = {**document, **{name: below(document, name) for name in objects}} if objects else document
            sheet.append([excel_cell(whole.get(name)) for name in names])
    with tempfile.TemporaryFile() as file:
        book.save(file)
        file.seek(0)
        while data := file.read(CHUNK):
            yield data


def cell_writer(sheet: Any) -> Callable[[Any], Any]:
    """A function from a value to a cell: numbers and booleans as they are, others as text that is no formula."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    def excel_cell(value: Any) -> Any:
        if value is None or isinstance(value, bool | float) or (isinstance(value, int) and abs(value) < MAX_DIGITS):
            return value
        text = ILLEGAL_CHARACTERS_RE.sub(" ", cell(value))
        if not text.startswith("="):
            return text
        found = WriteOnlyCell(sheet, text)
        found.data_type = "s"
        return found

    return excel_cell
