"""Writes documents as a sheet of an Excel file: a zip archive of XML, whose rows are written one after another."""

import re
import tempfile
from collections.abc import Iterator
from math import isfinite
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from ...errors import PipelineError
from .csv import Batches, Columns, cell, rows_of

MAX_ROWS = 1_048_575
"""Rows of a sheet below the line of names."""

MAX_LETTERS = 32_767
"""Characters of a cell; the others are left out."""

MAX_DIGITS = 10**15
"""Excel changes the digits of larger whole numbers."""

CHUNK = 65536
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
    '<sheets><sheet name="documents" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'{RELATIONS % "worksheet"} Target="worksheets/sheet1.xml"/></Relationships>',
}
SHEET = "xl/worksheets/sheet1.xml"
SHEET_BEGINS = f'<worksheet xmlns="{FORMATS}/spreadsheetml/2006/main"><sheetData>'
SHEET_ENDS = "</sheetData></worksheet>"


def excel_file(batches: Batches, columns: Columns) -> Iterator[bytes]:
    """The bytes of a file whose first row has the names of the columns.

    The rows are first written to a temporary file, so that they are not kept in memory.
    """
    with tempfile.TemporaryFile() as file:
        with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=COMPRESSION_LEVEL) as archive:
            for name, text in PARTS.items():
                archive.writestr(name, HEAD + text)
            with archive.open(SHEET, "w", force_zip64=True) as sheet:
                sheet.write((HEAD + SHEET_BEGINS).encode())
                for text in sheet_rows(batches, columns):
                    sheet.write(text.encode())
                sheet.write(SHEET_ENDS.encode())
        file.seek(0)
        while data := file.read(CHUNK):
            yield data


def sheet_rows(batches: Batches, columns: Columns) -> Iterator[str]:
    """The rows of the sheet, batch by batch. PipelineError 400 for more rows than a sheet may have."""
    names: list[str] | None = None
    rows = 0
    for batch in batches:
        found = []
        if names is None:
            names = list(columns(batch))
            letters = list(map(column_letters, range(len(names))))
            found.append(row(1, zip(letters, names, strict=True)))
        if rows + len(batch) > MAX_ROWS:
            raise PipelineError(400, f"a sheet has at most {MAX_ROWS} rows, use csv", {"max": MAX_ROWS})
        for number, values in enumerate(rows_of(names, batch), rows + 2):
            found.append(row(number, zip(letters, values, strict=True)))
        rows += len(batch)
        yield "".join(found)


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
