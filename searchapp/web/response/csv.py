"""Documents as lines of text: csv, tsv and ndjson.

A cell holds one value as it is, true and false as words, nothing for null, and several values joined by `|`; a `|`
inside a value is written `\\|`. An object where no column is expected is JSON.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any

import orjson

Document = Mapping[str, Any]
Batches = Iterable[Sequence[Document]]
Columns = Callable[[Sequence[Document]], Sequence[str]]
"""From the first batch to the names of the columns."""

JOINT = "|"


def csv_lines(batches: Batches, columns: Columns) -> Iterator[bytes]:
    """Comma-separated as RFC 4180 says, with a line of names."""
    return table_lines(batches, columns, cell, delimiter=",", lineterminator="\r\n")


def tsv_lines(batches: Batches, columns: Columns) -> Iterator[bytes]:
    """Tab-separated, with a line of names; tabs and line ends inside a value become blanks."""
    return table_lines(batches, columns, plain_cell, delimiter="\t", lineterminator="\n")


def json_lines(batches: Batches, columns: Columns) -> Iterator[bytes]:
    """A JSON text a line, one for each document."""
    for batch in batches:
        yield b"".join(orjson.dumps(document, default=str, option=orjson.OPT_APPEND_NEWLINE) for document in batch)


def table_lines(batches: Batches, columns: Columns, write: Callable[[Any], str], **dialect: Any) -> Iterator[bytes]:
    """The line of names with the lines of the first batch, then those of each further batch."""
    names: Sequence[str] | None = None
    for batch in batches:
        text = StringIO()
        rows = csv.writer(text, **dialect)
        if names is None:
            names = columns(batch)
            rows.writerow(names)
        objects = above(names, batch)
        for document in batch:
            whole = {**document, **{name: below(document, name) for name in objects}} if objects else document
            rows.writerow(["" if (value := whole.get(name)) is None else write(value) for name in names])
        yield text.getvalue().encode()


def above(names: Iterable[str], batch: Iterable[Document]) -> list[str]:
    """The columns that are objects, because flat documents have names below them."""
    keys = {key for document in batch for key in document}
    parents = {key[:position] for key in keys for position, sign in enumerate(key) if sign == "."}
    return [name for name in names if name in parents]


def below(document: Document, name: str) -> Any:
    """The value of a column, and what lies below its name as one object."""
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
    text = cell(value)
    return " ".join(text.splitlines()).replace("\t", " ") if not text.isprintable() else text
