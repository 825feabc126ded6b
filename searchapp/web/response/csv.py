"""Documents as lines of text: csv, tsv and ndjson.

A cell holds one value as it is, true and false as words, nothing for null, and several values joined by `|`; a `|`
inside a value is written `\\|`. An object without columns of its own is JSON.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any

import orjson

Document = Mapping[str, Any]
Batches = Iterable[Sequence[Document]]
Columns = Callable[[Sequence[Document]], Sequence[str]]
"""A function from the first batch to the names of the columns."""

JOINT = "|"
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The beginning of a formula in a spreadsheet, also in the full-width characters of East Asian keyboards."""


def csv_lines(batches: Batches, columns: Columns, escape: bool = False) -> Iterator[bytes]:
    """Comma-separated as RFC 4180 says, with a line of names; `escape` keeps texts from being formulas."""
    writers = (escaped(cell), escaped(str)) if escape else (cell, str)
    return table_lines(batches, columns, writers, delimiter=",", lineterminator="\r\n")


def tsv_lines(batches: Batches, columns: Columns, escape: bool = False) -> Iterator[bytes]:
    """Tab-separated, with a line of names; tabs and line ends in names and values become blanks."""
    writers = (escaped(plain_cell), escaped(one_line)) if escape else (plain_cell, one_line)
    return table_lines(batches, columns, writers, delimiter="\t", lineterminator="\n")


def escaped(write: Callable[[Any], str]) -> Callable[[Any], str]:
    """A function that writes a cell with an apostrophe before a text that begins as a formula; numbers stay numbers."""

    def write_escaped(value: Any) -> str:
        text = write(value)
        is_formula = not isinstance(value, int | float) and text.lstrip(" ").startswith(FORMULA)
        return f"'{text}" if is_formula else text

    return write_escaped


def json_lines(batches: Batches, columns: Columns) -> Iterator[bytes]:
    """One line of JSON per document."""
    for batch in batches:
        yield b"".join(orjson.dumps(document, default=str, option=orjson.OPT_APPEND_NEWLINE) for document in batch)
        del batch  # before the next one is read, which takes as much memory


def table_lines(
    batches: Batches, columns: Columns, writers: tuple[Callable[[Any], str], Callable[[str], str]], **dialect: Any
) -> Iterator[bytes]:
    """The line of names with the lines of the first batch, then the lines of each further batch.

    The first of the `writers` makes the text of a value, the second the text of a name.
    """
    write, write_name = writers
    names: Sequence[str] | None = None
    for batch in batches:
        text = StringIO()
        rows = csv.writer(text, **dialect)
        if names is None:
            names = columns(batch)
            rows.writerow(map(write_name, names))
        for values in rows_of(names, batch):
            rows.writerow(["" if value is None else write(value) for value in values])
        yield text.getvalue().encode()
        del batch, text, rows  # before the next batch is read, which takes as much memory


def rows_of(names: Sequence[str], batch: Sequence[Document]) -> Iterator[list[Any]]:
    """The values of each document in the order of the columns."""
    objects = object_columns(names, batch)
    for document in batch:
        whole = {**document, **{name: object_value(document, name) for name in objects}} if objects else document
        yield [*map(whole.get, names)]


def object_columns(names: Iterable[str], batch: Iterable[Document]) -> list[str]:
    """The columns that are objects: flat documents have names inside them."""
    keys: set[str] = set().union(*batch)
    parents = {key[:position] for key in keys for position, sign in enumerate(key) if sign == "."}
    return [name for name in names if name in parents]


def object_value(document: Document, name: str) -> Any:
    """The value of a column, with the values of names inside it as one object."""
    prefix = f"{name}."
    inner = {key[len(prefix) :]: value for key, value in document.items() if key.startswith(prefix)}
    value = document.get(name)
    if value is None or not inner:
        return inner or value
    return [*(value if isinstance(value, list) else [value]), inner]


def cell(value: Any) -> str:
    """A value as the text of a cell."""
    if isinstance(value, str):
        return value.replace(JOINT, f"\\{JOINT}") if JOINT in value else value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return JOINT.join(map(cell, value))
    if isinstance(value, dict):
        return cell(orjson.dumps(value, default=str).decode())
    return str(value)


def plain_cell(value: Any) -> str:
    """A cell without tabs and line ends."""
    return one_line(cell(value))


def one_line(text: str) -> str:
    """The text with blanks instead of tabs and line ends."""
    return text if text.isprintable() else " ".join(text.splitlines()).replace("\t", " ")
