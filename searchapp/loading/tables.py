"""Documents out of CSV and TSV: a row each, dotted columns as objects, empty cells left out."""

import csv
from collections.abc import Callable, Iterator
from typing import Any

from .bad import LoadError
from .source import Source

csv.field_size_limit(1 << 27)

REASONS = {"unexpected end of data": "a cell begins with a quote that is not closed"}


def read_table(source: Source, on_bad: Callable[[str, int, str], None]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows as documents; every value is a text, see `typed` for numbers."""
    text = source.text()
    rows = csv.reader(text, delimiter="\t" if source.format == "tsv" else ",", strict=True)
    paths = header(source.name, first_row(source.name, rows))
    while True:
        line = rows.line_num + 1
        try:
            row = next(rows, None)
        except csv.Error as error:
            on_bad(source.name, line, REASONS.get(str(error), str(error)))
            continue
        if row is None:
            return
        if reason := unusable(row, len(paths)):
            on_bad(source.name, rows.line_num, reason)
        elif row:
            yield rows.line_num, nested(paths, row)


def first_row(name: str, rows: Iterator[list[str]]) -> list[str]:
    try:
        return next(rows, [])
    except csv.Error as error:
        raise LoadError(f"{name} line 1: {error}") from error


def header(name: str, columns: list[str]) -> list[list[str]]:
    """The path of each column; LoadError when a name is missing, there twice, or both a value and an object."""
    names = [column.strip() for column in columns]
    paths = [column.split(".") for column in names]
    if len(names) == 1 and ";" in names[0]:
        raise LoadError(f"{name} line 1: semicolons separate the columns, which commas or tabs must do")
    if not names or not all(all(path) for path in paths):
        raise LoadError(f"{name} line 1: every column needs a name")
    for column in names:
        if names.count(column) > 1 or any(other.startswith(f"{column}.") for other in names):
            raise LoadError(f"{name} line 1: the column {column} is there twice")
    return paths


def unusable(row: list[str], columns: int) -> str | None:
    """Why a row cannot be a document, None when it can; a blank line is no row."""
    if row and len(row) != columns:
        return f"{len(row)} cells for {columns} columns"
    joined = "".join(row)
    if not joined.isascii() and any("\udc80" <= character <= "\udcff" for character in joined):
        return "not UTF-8"
    return None


def nested(paths: list[list[str]], row: list[str]) -> dict[str, Any]:
    """The document with each cell at its path."""
    document: dict[str, Any] = {}
    for (*parents, leaf), cell in zip(paths, row, strict=True):
        if cell == "":
            continue
        place = document
        for parent in parents:
            place = place.setdefault(parent, {})
        place[leaf] = cell
    return document


def number(text: str) -> int:
    return int(text)


def boolean(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError(text)
    return text.lower() == "true"


TYPES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("long", "integer", "short", "byte", "unsigned_long"), number),
    **dict.fromkeys(("double", "float", "half_float"), float),
    "boolean": boolean,
}


def typed(value: Any, field: dict[str, Any], path: str = "") -> Any:
    """A document of texts with the numbers and booleans that its mapping asks for; ValueError names the column."""
    if isinstance(value, dict):
        fields = field.get("properties", {})
        return {name: typed(item, fields.get(name, {}), f"{path}.{name}") for name, item in value.items()}
    convert = TYPES.get(field.get("type", ""))
    try:
        return convert(value) if convert else value
    except ValueError as error:
        raise ValueError(f"{path[1:]} must be {field['type']}, not {value!r}") from error
