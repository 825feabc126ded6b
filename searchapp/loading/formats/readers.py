"""Reads documents from NDJSON and JSON, each with the number of its line."""

import json
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple

import orjson

from ...options.nesting import MAX_DEPTH, is_too_deep, may_be_too_deep
from ..bad import LoadError, OnBad
from ..identity import Identify, identifier, json_type
from .bulk_lines import action_of, paired
from .encoding import wrong_encoding
from .excel import read_excel
from .exports import exported
from .jsontext import JsonText, TooLarge, decoded
from .parquet import read_parquet
from .source import Source, each_line
from .sqlite import read_sqlite
from .tables.rows import documents_of, read_table
from .unpack import DAMAGED
from .wrapper import unfolded, unwrapped

Document = dict[str, Any]
Prepare = Callable[[Document], Document]

NAMED_NUMBER = re.compile(rb"NaN|Infinity")
"""The numbers that Python and JavaScript write by name, and JSON does not have."""

ESCAPE = b"\\u"
with_escapes = json.JSONEncoder(separators=(",", ":")).encode
"""JSON as Python writes it, with escapes for all characters that are not ASCII."""

TOO_DEEP = f"nested more than {MAX_DEPTH} deep"


class Record(NamedTuple):
    """A document and its line or row."""

    name: str
    line: int
    document: Document


def read(
    source: Source, on_bad: OnBad, identify: Identify | None = None, prepare: Prepare | None = None, first: int = 1
) -> Iterator[Record]:
    """Yields every document of a file, with `_id` as text. `on_bad` is called for lines without a document.

    `prepare` changes each document first. `identify` returns the id of a document from the document and its number;
    numbers start with `first`. Without `identify`, a document must have `_id`.
    """
    identify = identify or identifier(None)
    number = first
    try:
        for line, document in documents(source, on_bad):
            try:
                document = prepare(document) if prepare else document
                document["_id"] = identify(document, number)
            except ValueError as error:
                on_bad(source.name, line, str(error))
                continue
            number += 1
            yield Record(source.name, line, document)
    except (*DAMAGED, UnicodeError) as error:
        raise LoadError(f"{source.name} cannot be read to its end: {error}") from error


def documents(source: Source, on_bad: OnBad) -> Iterator[tuple[int, Document]]:
    """Every document of a file, with the number of its line or row."""
    found = READERS.get(source.format, read_table)(source, on_bad)
    return exported(unwrapped(found, source, on_bad), source) if source.format in ("json", "ndjson") else found


def read_lines(source: Source, on_bad: OnBad) -> Iterator[tuple[int, Document]]:
    """The documents of NDJSON, or of a bulk file of Elasticsearch. Blank lines are skipped, but counted."""
    lines = read_objects(source, on_bad)
    first = next(lines, None)
    if first is None:
        return
    every = chain([first], lines)
    if action_of(first[1]):
        yield from paired(every, source.name, on_bad)
        return
    for number, document in every:
        if document is not None:
            yield number, document


def read_objects(source: Source, on_bad: OnBad) -> Iterator[tuple[int, Document | None]]:
    """The object of each line that is not blank. For a bad line it is None, after a call of `on_bad`."""
    for number, line in enumerate(each_line(source.lines(), source.name), 1):
        text = line.strip()
        if not text:
            continue
        try:
            yield number, parse_object(text)
        except ValueError as error:
            on_bad(source.name, number, str(error))
            yield number, None


def parse_object(text: bytes) -> Document:
    """The JSON object in `text`; ValueError for anything else, and for an object that holds a key twice."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        if not is_utf8(text):
            raise ValueError("not UTF-8") from error
        if NAMED_NUMBER.search(text):
            return checked_object(named_numbers(text.decode()), text)
        raise ValueError(f"not JSON: {error.msg} at column {error.colno}") from error
    found = checked_object(value, text)
    # if writing gives the same text again, nothing was lost: the slow search for repeated keys is not needed
    written = with_escapes(value).encode() if ESCAPE in text else orjson.dumps(value)
    if written != text and without_blanks(written) != without_blanks(text):
        found = decoded(text.decode())
    return found


def checked_object(value: Any, text: bytes) -> Document:
    """The value of a text, which must be an object that is not nested too deep."""
    if not isinstance(value, dict):
        raise ValueError(f"not an object but {json_type(value)}")
    if may_be_too_deep(text) and is_too_deep(value):
        raise ValueError(TOO_DEEP)
    return value


def named_numbers(text: str) -> Any:
    """The value of a JSON text with NaN, which means no value. ValueError for Infinity and for other texts."""
    try:
        return decoded(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at column {error.colno}") from error
    except RecursionError:
        raise ValueError(TOO_DEEP) from None


def without_blanks(text: bytes) -> bytes:
    """The text without the blanks that Python writes after a colon or comma, also inside strings."""
    return text.replace(b": ", b":").replace(b", ", b",")


def is_utf8(text: bytes) -> bool:
    try:
        return bool(text.decode())
    except UnicodeDecodeError:
        return False


def read_json(source: Source, on_bad: OnBad) -> Iterator[tuple[int, Document]]:
    """The objects of a JSON list, of a sequence of objects, or in an object. A syntax error ends the load.

    The rows of a list of lists are documents too, and so are texts.
    """
    values = JsonText(source.text())
    try:
        found = elements_of_pages(parts(values, source))
        first = next(found, None)
        every = chain([first], found) if first else found
        if first and isinstance(first[1], list):
            yield from read_table_of_lists(source, every, on_bad)
            return
        as_text = isinstance(first[1], str) if first else False
        for line, value in every:
            if as_text and isinstance(value, str):
                value = {"value": value}
            if not isinstance(value, dict):
                on_bad(source.name, line, f"not an object but {json_type(value)}")
            elif is_too_deep(value):
                on_bad(source.name, line, TOO_DEEP)
            elif values.has_wrong_bytes and (reason := wrong_encoding(json.dumps(value, ensure_ascii=False))):
                on_bad(source.name, line, reason)
            else:
                yield line, value
    except ValueError as error:
        raise LoadError(f"{source.name} line {values.line}: {error}") from error


def read_table_of_lists(
    source: Source, lines: Iterator[tuple[int, Any]], on_bad: OnBad
) -> Iterator[tuple[int, Document]]:
    """The rows of a list of lists as documents. The first row has the names of the columns, if it has only texts."""
    first = next(lines)
    if source.reading.header is None and not all(isinstance(name, str) for name in first[1]):
        source.reading = source.reading._replace(header=())
        source.say("the lists have no names of columns, so columns are numbered (--header)")

    def rows() -> Iterator[tuple[int, list[Any]]]:
        for line, row in chain([first], lines):
            if not isinstance(row, list):
                on_bad(source.name, line, f"not a list as the first row but {json_type(row)}")
            elif is_too_deep(row):
                on_bad(source.name, line, TOO_DEEP)
            else:
                yield line, row

    return documents_of(source, rows(), on_bad)


def elements_of_pages(values: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    """The values; a list of objects is replaced by its elements, because a file may have several pages of an API."""
    for line, value in values:
        if isinstance(value, list) and all(isinstance(one, dict) for one in value):
            yield from ((line, one) for one in value)
        else:
            yield line, value


def parts(values: JsonText, source: Source) -> Iterator[tuple[int, Any]]:
    """The values of a JSON text. One object that is too large to be held is read in parts."""
    try:
        yield from values
    except TooLarge:
        if values.in_list:
            raise
        yield from unfolded(values.members(), source)


def read_ids(source: Source, on_bad: OnBad) -> Iterator[tuple[int, Document]]:
    """A document with nothing but an id for each line."""
    for number, line in enumerate(each_line(source.lines(), source.name), 1):
        try:
            if text := line.decode().strip():
                yield number, {"_id": text}
        except UnicodeDecodeError:
            on_bad(source.name, number, "not UTF-8")


READERS = {
    "ndjson": read_lines,
    "json": read_json,
    "ids": read_ids,
    "excel": read_excel,
    "parquet": read_parquet,
    "sqlite": read_sqlite,
}
"""The reader of each format. Other formats are tables."""
