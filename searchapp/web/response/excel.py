"""Writes documents as a sheet of an Excel file: a zip archive of XML, which is sent while its rows are written."""

import re
from collections.abc import Iterator
from math import isfinite
from typing import IO, Any, cast
from zipfile import ZIP_DEFLATED, ZipFile

from ...errors import PipelineError
from .csv import Batches, Columns, cell, rows_of

MAX_ROWS = 1_048_575
"""Rows of a sheet below the line of names."""

MAX_BYTES = 2**31 - 2**20
"""Bytes of the XML of a sheet. Longer ones need headers of 64 bits, which Excel does not read without sizes."""

MAX_LETTERS = 32_767
"""Characters of a cell; the others are left out."""

MAX_DIGITS = 10**15
"""Excel changes the digits of larger whole numbers."""

COMPRESSION_LEVEL = 1
"""The level of compression: a higher one takes twice the time, and saves a fifth of the bytes."""

NO_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
SPECIAL = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
FORMATS = "http://schemas.openxmlformats.org"
TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
KINDS = f"{FORMATS}/officeDocument/2006/relationships"
RELATIONS = f'<Relationships xmlns="{FORMATS}/package/2006/relationships"><Relationship Id="rId1" Type="{KINDS}/%s"'
PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{FORMATS}/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{TYPES}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{TYPES}.worksheet+xml"/></Types>',
    "_rels/.rels": f'{RELATIONS % "officeDocument"} Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{FORMATS}/spreadsheetml/2006/main" xmlns:r="{KINDS}">'
    "<bookViews><workbookView/></bookViews>"
    '<sheets><sheet name="documents" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'{RELATIONS % "worksheet"} Target="worksheets/sheet1.xml"/></Relationships>',
}
SHEET = "xl/worksheets/sheet1.xml"
SHEET_BEGINS = (
    f'<worksheet xmlns="{FORMATS}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
    '<sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/><sheetData>'
)
"""The start of a sheet: its first row stays in view, and its columns are twice as wide as usual."""
SHEET_ENDS = "</sheetData></worksheet>"


class Unsent(list[bytes]):
    """The bytes that an archive has written since they were last taken."""

    def write(self, data: bytes) -> int:
        self.append(data)
        return len(data)

    def flush(self) -> None:
        """An archive asks for it."""

    def taken(self) -> bytes:
        data = b"".join(self)
        self.clear()
        return data


def excel_file(batches: Batches, columns: Columns) -> Iterator[bytes]:
    """The bytes of a file whose first row has the names of the columns, batch by batch."""
    unsent = Unsent()
    with ZipFile(cast(IO[bytes], unsent), "w", ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL) as archive:
        for name, text in PARTS.items():
            archive.writestr(name, HEAD + text)
        with archive.open(SHEET, "w") as sheet:
            sheet.write((HEAD + SHEET_BEGINS).encode())
            for rows in sheet_rows(batches, columns):
                sheet.write(rows)
                del rows  # before the next batch is read, which takes as much memory
                yield unsent.taken()
            sheet.write(SHEET_ENDS.encode())
    yield unsent.taken()


def sheet_rows(batches: Batches, columns: Columns) -> Iterator[bytes]:
    """The rows of the sheet, batch by batch. PipelineError 400 for more rows or bytes than a sheet may have."""
    names: list[str] | None = None
    count = size = 0
    for batch in batches:
        rows = []
        if names is None:
            names = list(columns(batch))
            letters = list(map(column_letters, range(len(names))))
            rows.append(row(1, zip(letters, names, strict=True)))
        for number, values in enumerate(rows_of(names, batch), count + 2):
            rows.append(row(number, zip(letters, values, strict=True)))
        data = "".join(rows).encode()
        count, size = count + len(batch), size + len(data)
        for number, most, unit in ((count, MAX_ROWS, "rows"), (size, MAX_BYTES, "bytes")):
            if number > most:
                raise PipelineError(400, f"a sheet has at most {most} {unit}, use csv", {"max": most})
        del batch, rows
        yield data
        del data


def row(number: int, cells: Any) -> str:
    """A row of the sheet, from the letters of columns with their values; null is not a cell."""
    inner = "".join(sheet_cell(f"{letters}{number}", value) for letters, value in cells if value is not None)
    return f'<row r="{number}">{inner}</row>'


def sheet_cell(reference: str, value: Any) -> str:
    """A cell: numbers and booleans unchanged, other values as text that is not a formula."""
    if isinstance(value, bool):
        return f'<c r="{reference}" t="b"><v>{value:d}</v></c>'
    if isfinite(value) if isinstance(value, float) else isinstance(value, int) and abs(value) < MAX_DIGITS:
        return f'<c r="{reference}"><v>{value!r}</v></c>'
    text = NO_XML.sub(" ", cell(value)[:MAX_LETTERS]).translate(SPECIAL)
    return f'<c r="{reference}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


def column_letters(number: int) -> str:
    """The name of a column: A for 0, AA for 26."""
    before, last = divmod(number, 26)
    return (column_letters(before - 1) if before else "") + chr(ord("A") + last)
