"""Reads the terms of a list: one per line, a column of a table, or one JSON text per line."""

import csv
import re
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from itertools import chain
from typing import IO, Any

import orjson

from ...errors import PipelineError

Terms = Iterator[str | int | float]

ZIP = b"PK\x03\x04"
"""The first bytes of Excel files, which are archives."""

MAX_LINE = 1_000_000
"""Maximum characters of a line of a list."""

COLUMNS = ("query", "q", "_id", "id")
"""The keys of the term in an object."""

LINE = re.compile(r"[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
"""A line of a typed text, without its end."""

TABLE_FILES = (".csv", ".tsv", ".tab")
DELIMITERS = ",;\t|"


def text_terms(file: IO[bytes], column: str | None = None) -> Terms:
    """One term per line; empty lines are ignored."""
    for _, line in lines(file):
        if term := line.strip():
            yield term


def json_terms(file: IO[bytes], column: str | None = None) -> Terms:
    """A text, a number or an object per line. An object's term is the value of `column`, else of a key in COLUMNS."""
    for number, line in lines(file):
        if not line.strip():
            continue
        try:
            found = value_of(orjson.loads(line), column)
        except orjson.JSONDecodeError as error:
            raise bad_line(number, f"is not JSON: {error.msg}") from None
        if isinstance(found, bool) or not isinstance(found, str | int | float):
            raise bad_line(number, f"has no text or number{f' in {column}' if column else ''}")
        yield found


def value_of(value: Any, column: str | None) -> Any:
    """The term in a value: the value itself, or one of an object."""
    if not isinstance(value, dict):
        return value
    return value.get(column) if column else next((value[name] for name in COLUMNS if name in value), None)


def csv_terms(file: IO[bytes], column: str | None = None, delimiter: str | None = None) -> Terms:
    """The values of a column of a table with a header; the first column without a name. Empty values are ignored."""
    found = (line for _, line in lines(file))
    first = next(found, "")
    rows = csv.reader(chain([first], found), delimiter=delimiter or max(DELIMITERS, key=first.count))
    try:
        position = position_of(column, next(rows, []))
        for row in rows:
            term = row[position].strip() if position < len(row) else ""
            if term:
                yield term
    except csv.Error as error:
        raise bad_line(rows.line_num, f"cannot be read as a line of a table: {error}") from None


def position_of(column: str | None, names: list[str]) -> int:
    """The position of a column that is given by name or by number from 1. Raises a 400 that lists the names."""
    if column is None or column == "":
        return 0
    if column in names:
        return names.index(column)
    if column.isdecimal() and 1 <= int(column) <= len(names):
        return int(column) - 1
    listed = ", ".join(names)[:500]
    raise PipelineError(400, f"there is no column {column[:100]}, the columns are: {listed}", {"keyword": "column"})


def lines(file: IO[bytes]) -> Iterator[tuple[int, str]]:
    """The lines of a UTF-8 file from its start, with their numbers. Raises a 400 for a line that is not UTF-8."""
    file.seek(0)
    if file.read(len(ZIP)) == ZIP:
        raise PipelineError(400, "the list is an Excel file: save the sheet as CSV, or copy the column and paste it")
    file.seek(0)
    text = TextIOWrapper(file, "utf-8-sig", newline="")
    number = 0
    try:
        while line := text.readline(MAX_LINE):
            number += 1
            if len(line) == MAX_LINE:
                raise bad_line(number, f"has more than {MAX_LINE} characters")
            yield number, line
    except UnicodeDecodeError:
        raise bad_line(number + 1, "or one near it is not UTF-8") from None
    finally:
        if not file.closed:  # a list that is refused may be closed first
            text.detach()


def bad_line(number: int, what: str) -> PipelineError:
    return PipelineError(400, f"line {number} of the list {what}", {"line": number})


def typed_terms(text: str) -> Iterator[str]:
    """The terms of a typed text: one per line, or in a single line between commas."""
    found = (line for match in LINE.finditer(text) if (line := match[0].strip()))
    first, second = next(found, ""), next(found, "")
    yield from chain([first, second], found) if second else between_commas(first)


def between_commas(line: str) -> Iterator[str]:
    """The values of a line with commas or tabs."""
    if len(line) > MAX_LINE:
        raise bad_line(1, f"has more than {MAX_LINE} characters")
    delimiter = "\t" if "\t" in line else ","
    try:
        values = next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error as error:
        raise bad_line(1, f"cannot be read: {error}") from None
    yield from (term for value in values if (term := value.strip()))


KINDS: dict[str, Callable[..., Terms]] = {
    "text/plain": text_terms,
    "text/csv": lambda file, column: csv_terms(file, column, ","),
    "text/tab-separated-values": lambda file, column: csv_terms(file, column, "\t"),
    "application/x-ndjson": json_terms,
    "application/ndjson": json_terms,
    "application/jsonl": json_terms,
}
"""The content types of a list, each with the function that reads its terms."""
