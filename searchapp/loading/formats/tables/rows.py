"""Reads documents from CSV and TSV: one per row, with dotted columns as objects, and without empty cells."""

import csv
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from operator import eq
from typing import Any

from ...bad import LoadError, OnBad
from ...sentences import first_names
from ...values.genomic import features, variants
from ..encoding import wrong_encoding
from ..source import Source, each_line
from .comments import named_without_sign
from .dialect import rows_in
from .eurostat import divided
from .header import MAX_HEADER_ROWS as FIRST_ROWS
from .header import (
    MIN_COLUMNS,
    NO_TEXT,
    continues_header,
    filled,
    has_text,
    header_at,
    header_of,
    in_groups,
    is_total,
    lacks_first_name,
    lacks_names,
    rows_above_header,
)
from .unit_row import descriptions_in, units_in

csv.field_size_limit(1 << 27)

Rows = Iterator[tuple[int, list[Any]]]
ROWS_FOR_NAMES = 10_000
"""The number of rows that are compared with the names of the columns."""

AS_TEXT = re.compile(r"""=\"([^"]*)\"|'([+\d][\d ()+./-]{2,})""")
"""A cell as exports write it so that spreadsheets read no number: `="0441172717"`, `'01067`."""

MARKED = ("=", "'")
SEQUENCES = ("##FASTA", ">")
"""The beginning of the lines before the sequences in a GFF file."""

MAX_COLUMNS = 32_000
MAX_SHOWN = 12
"""The maximum number of known columns in a message."""


MAX_FOOT = 12
"""The last rows, which may be notes and sums."""

MIN_SUMMED = 3
"""The minimum number of rows below the header if the last row may have sums."""

REASONS = {"unexpected end of data": "a cell begins with a quote that is not closed"}


def read_table(source: Source, on_bad: OnBad) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows as documents; every value is a text."""
    text, delimiter = source.table()
    rows = rows_in(each_line(text, source.name), delimiter, strict=True)
    found = csv_rows(source.name, rows, source.skipped, on_bad)
    named = source.reading.header is not None or source.known_columns
    documents = documents_of(source, found if named else divided(without_titles(source, found)), on_bad)
    if source.vcf:
        names = {path: name for path, (name, _) in source.vcf.fields().items()}
        source.headings = names | {path.rpartition(".")[0]: path.rpartition(".")[0] for path in names}
        return variants(documents, source.vcf)
    return features(documents) if "attributes" in source.known_columns else documents


def without_titles(source: Source, rows: Rows) -> Rows:
    """The header and the rows below it, without titles above them and sums below them."""
    first = [*islice(rows, FIRST_ROWS)]
    texts = [row for _, row in first]
    start = rows_above_header(texts)
    if start:
        source.say(f"rows skipped above the column names: {start:,} (--header)")
        first[start] = (first[start][0], header_at(texts, start))
    if continues_header(texts, start):
        first[start : start + 2] = [(first[start][0], in_groups(texts[start], texts[start + 1]))]
    yield from without_foot(chain(first[start:], rows), source.say)


def without_foot(rows: Rows, say: Callable[[str], None]) -> Rows:
    """The rows without notes below the table, and without a last row of sums or means."""
    count, held = 0, deque[tuple[int, list[Any]]]()
    for count, each in enumerate(rows):  # noqa: B007
        held.append(each)
        if len(held) > MAX_FOOT:
            yield held.popleft()
    last = [*held]
    end = end_of_table(last)
    if end < len(last):
        say(f"rows skipped below the table: {len(last) - end}, from line {last[end][0]:,} on (--header)")
    *before, (number, row) = last[:end] or [(0, [])]
    yield from before
    if before and count >= MIN_SUMMED and is_total(row, before[-1][1]):
        say(f"skipped the last row, {number:,}: {row[0]} of the others (--header)")
    elif number:
        yield number, row


def end_of_table(rows: list[tuple[int, list[Any]]]) -> int:
    """The number of rows above the notes, which have one cell each and follow a blank row below longer rows."""
    cells = [filled(row) for _, row in rows]
    start = len(rows)
    while start and cells[start - 1] < 2:
        start -= 1
    if max(cells[:start], default=0) < MIN_COLUMNS:
        return len(rows)
    ends = (at for at in range(start, len(rows)) if not cells[at] or rows[at][0] > rows[at - 1][0] + 1)
    return next(ends, len(rows))


def csv_rows(name: str, rows: Any, skipped: int, on_bad: OnBad) -> Iterator[tuple[int, list[str]]]:
    """The rows with the numbers of their lines. The first one is the header, which follows `skipped` lines."""
    try:
        yield skipped + 1, [*map(as_text, next(rows, []))]
    except csv.Error as error:
        raise LoadError(f"{name} line {skipped + 1}: {error}") from error
    while True:
        line = skipped + rows.line_num + 1
        try:
            row = next(rows, None)
        except csv.Error as error:
            on_bad(name, line, REASONS.get(str(error), str(error)))
            continue
        if row is None:
            return
        if row:
            yield skipped + rows.line_num, [as_text(cell) if cell[:1] in MARKED else cell.strip() for cell in row]


def as_text(cell: str) -> str:
    """The text of a cell without the signs that keep it a text."""
    found = AS_TEXT.fullmatch(cell.strip())
    return (found[1] or found[2] or "").strip() if found else cell.strip()


def documents_of(
    source: Source, rows: Iterable[tuple[int, list[Any]]], on_bad: OnBad
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The documents of a header and its rows. In rows of several cells the last ones may be missing."""
    columns, titles, every = named_columns(source, iter(rows))
    units, every = with_units(source, every)
    first = next(every, None)
    width = len(columns)
    while width > 1 and not columns[width - 1].strip() and (first is None or len(first[1]) < width):
        width -= 1
    header = header_of(columns[:width])
    for note in header.notes if source.reading.header != () else ():
        source.say(note)
    source.headings |= header.headings
    source.headings |= dict(zip(map(".".join, header.paths), titles, strict=False))
    for path, column, unit in zip(map(".".join, header.paths), columns, units, strict=False):
        if unit:
            source.headings[path] = f"{header.headings.get(path, column)} ({unit})"
    document_of = document_maker(header.paths)
    first_filled = filled = 0
    for number, row in chain([first] if first else [], every):
        cells = row[:width] if len(row) > width and not any(map(has_text, row[width:])) else row
        if 1 < len(cells) < width:
            first_filled, filled = first_filled or number, filled + 1
            cells = [*cells, *[""] * (width - len(cells))]
        if reason := why_unusable(cells, width):
            on_bad(source.name, number, reason)
        elif document := document_of(cells):
            yield number, document
    if filled:
        lines = f"line {first_filled} has" if filled == 1 else f"{filled:,} lines, such as {first_filled}, have"
        source.say(f"{lines} fewer cells than columns: the missing cells are empty")


def named_columns(source: Source, rows: Rows) -> tuple[list[str], list[str], Rows]:
    """The names of the columns, which the user or the first row says, their descriptions, and the rows with values."""
    line, first = next(rows, (1, []))
    if not first:
        raise LoadError(f"{source.name} is empty")
    if len(first) > MAX_COLUMNS:
        raise LoadError(f"{source.name} line {line}: {len(first):,} columns, at most {MAX_COLUMNS:,}")
    if source.reading.header is None and source.known_columns:
        known = [*source.known_columns[: len(first)]]
        source.say(f"{source.name} is read with the columns {first_names(known, most=MAX_SHOWN)} (--header)")
        return known, [], of_known_columns(chain([(line, first)], rows))
    if source.reading.header is not None:
        given = source.reading.header
        return [*given, *[""] * (len(first) - len(given))], [], chain([(line, first)], rows)
    below = [*islice(rows, FIRST_ROWS)]
    rows = chain(below, rows)
    if lacks_names(first, [row for _, row in below]):
        source.reading = source.reading._replace(header=())
        source.say(f"line {line} has values and no names, so columns are numbered (--header)")
        return [""] * len(first), [], chain([(line, first)], rows)
    if lacks_first_name([first, *(row for _, row in below)]):
        first = ["", *first]
    columns = [named_without_sign(str(column)) for column in first[:1]] + [str(column) for column in first[1:]]
    if not any(column.strip() for column in columns):
        raise LoadError(f"{source.name} line {line}: the first row must hold the names of the columns")
    titles, rows = with_descriptions(source, columns, rows)
    return columns, titles, with_check_of_header(source, columns, line, rows)


def with_units(source: Source, rows: Rows) -> tuple[list[str], Rows]:
    """The units of the columns, if the first row says them, and the rows with values."""
    if source.reading.header is not None or source.known_columns:
        return [], rows
    first = [*islice(rows, FIRST_ROWS)]
    units = units_in([row for _, row in first])
    if units:
        source.say(f"line {first[0][0]} has the units of columns, such as {next(filter(None, units))} (--header)")
    return units, chain(first[1:] if units else first, rows)


def with_descriptions(source: Source, columns: list[str], rows: Rows) -> tuple[list[str], Rows]:
    """The descriptions of the columns, if the first rows have them, and the rows with values."""
    first = [*islice(rows, FIRST_ROWS)]
    count = descriptions_in([row for _, row in first], len(columns))
    if not count:
        return [], chain(first, rows)
    lines = " and ".join(f"{line:,}" for line, _ in first[:count])
    source.say(f"labels of columns are in line{'s' if count > 1 else ''} {lines} (--header)")
    return [*map(str, first[0][1])], chain(first[count:], rows)


def of_known_columns(rows: Rows) -> Rows:
    """The rows of a table without names of columns, in which `.` means no value, and lines with `#` are comments.

    The sequences at the end of a GFF file are not read.
    """
    for line, row in rows:
        if row[0].startswith(SEQUENCES):
            return
        if not row[0].startswith("#"):
            yield line, ["" if cell == "." else cell for cell in row]


def with_check_of_header(source: Source, columns: list[str], line: int, rows: Rows) -> Rows:
    """The rows, unchanged. At the end, a message is printed if names of the header are also values of the rows."""
    same: dict[int, str] = {}
    for count, (number, row) in enumerate(rows):
        if count < ROWS_FOR_NAMES and any(map(eq, columns, row)):
            same |= {at: name for at, (name, cell) in enumerate(zip(columns, row, strict=False)) if name == cell != ""}
        yield number, row
    if len(same) > 1:
        names = " and ".join([*same.values()][:2])
        source.say(f"line {line} is read as the column names, but {names} are also values: see --header")


def why_unusable(row: list[Any], columns: int) -> str | None:
    """The reason why a row cannot be a document; None if it can."""
    if len(row) != columns:
        return f"{len(row)} cell{'' if len(row) == 1 else 's'} for {columns} column{'' if columns == 1 else 's'}"
    try:
        joined = "".join(row)
    except TypeError:
        joined = "".join(cell for cell in row if isinstance(cell, str))
    return wrong_encoding(joined)


def nested(paths: list[list[str]], row: list[Any]) -> dict[str, Any]:
    """The document with each cell at its path, and with the list of the cells at the same path."""
    document: dict[str, Any] = {}
    for path, cell in zip(paths, row, strict=True):
        if not has_text(cell):
            continue
        *parents, leaf = path
        level = document
        for parent in parents:
            level = level.setdefault(parent, {})
        known = level.get(leaf, [])
        level[leaf] = [*(known if isinstance(known, list) else [known]), cell] if leaf in level else cell
    return document


def document_maker(paths: list[list[str]]) -> Callable[[list[Any]], dict[str, Any]]:
    """The function from a row to its document; without objects and lists it is three times faster."""
    if any(len(path) > 1 for path in paths) or len({*map(tuple, paths)}) < len(paths):
        return partial(nested, paths)
    names = [name for (name,) in paths]
    return lambda row: {name: cell for name, cell in zip(names, row, strict=True) if cell not in NO_TEXT}
