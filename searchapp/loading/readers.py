"""Documents out of NDJSON and JSON, each with the number of its line."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple

import orjson

from ..options.nesting import MAX_DEPTH, is_too_deep
from .bad import LoadError
from .bulk_lines import action_of, paired
from .jsontext import JsonText, decoded
from .source import Source
from .tables import read_table

Document = dict[str, Any]
OnBad = Callable[[str, int, str], None]

LONGEST_ID = 512
TOO_DEEP = f"nested more than {MAX_DEPTH} deep"

TYPES = {
    dict: "an object",
    list: "a list",
    str: "a text",
    bool: "a boolean",
    float: "a number with a fraction",
    type(None): "null",
}


class Record(NamedTuple):
    """A document and where it came from."""

    name: str
    line: int
    document: Document


def read(source: Source, on_bad: OnBad, id_field: str | None = None) -> Iterator[Record]:
    """Every document of a file, with `_id` as text; `on_bad` is told about the lines that hold none."""
    reader = {"ndjson": read_lines, "json": read_json, "ids": read_ids}.get(source.format, read_table)
    try:
        for line, document in reader(source, on_bad):
            try:
                yield Record(source.name, line, identified(document, id_field))
            except ValueError as error:
                on_bad(source.name, line, str(error))
    except (EOFError, OSError) as error:
        raise LoadError(f"{source.name} cannot be read to its end: {error}") from error


def read_lines(source: Source, on_bad: OnBad) -> Iterator[tuple[int, Document]]:
    """The documents of NDJSON, or of a bulk file of Elasticsearch; blank lines count but hold nothing."""
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
    """The object of each line that is not blank, None for a bad line after `on_bad` was told."""
    for number, line in enumerate(source.stream, 1):
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
        reason = f"not JSON: {error.msg} at column {error.colno}" if is_utf8(text) else "not UTF-8"
        raise ValueError(reason) from error
    if not isinstance(value, dict):
        raise ValueError(f"not an object but {json_type(value)}")
    if text.count(b"{") + text.count(b"[") > MAX_DEPTH and is_too_deep(value):
        raise ValueError(TOO_DEEP)
    # text that is written again as it was read has lost nothing: the slow search for double keys is not needed
    written = orjson.dumps(value)
    if written != text and without_blanks(written) != without_blanks(text):
        value = decoded(text.decode())
    return value


def without_blanks(text: bytes) -> bytes:
    """The text without the blanks that Python writes after a colon or comma; also inside strings, as it is compared."""
    return text.replace(b": ", b":").replace(b", ", b",")


def is_utf8(text: bytes) -> bool:
    try:
        return bool(text.decode())
    except UnicodeDecodeError:
        return False


def read_json(source: Source, on_bad: OnBad) -> Iterator[tuple[int, Document]]:
    """The objects of a JSON list, or of objects one after the other; a mistake in its syntax ends the load."""
    values = JsonText(source.text())
    try:
        for line, value in values:
            if not isinstance(value, dict):
                on_bad(source.name, line, f"not an object but {json_type(value)}")
            elif is_too_deep(value):
                on_bad(source.name, line, TOO_DEEP)
            else:
                yield line, value
    except ValueError as error:
        raise LoadError(f"{source.name} line {values.line}: {error}") from error


def read_ids(source: Source, on_bad: OnBad) -> Iterator[tuple[int, Document]]:
    """A document with nothing but an id for each line."""
    for number, line in enumerate(source.stream, 1):
        try:
            if text := line.decode().strip():
                yield number, {"_id": text}
        except UnicodeDecodeError:
            on_bad(source.name, number, "not UTF-8")


def json_type(value: Any) -> str:
    return TYPES.get(type(value), "a number")


def identified(document: Document, id_field: str | None) -> Document:
    """The document with its id as text in `_id`; ValueError when it has none that can be used."""
    value = at_path(document, id_field) if id_field else document.get("_id")
    if value is None or value == "":
        raise ValueError(f"no {id_field or '_id'}" + ("" if id_field else ", choose another field with --id"))
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise ValueError(f"{id_field or '_id'} must be a text or a whole number, not {json_type(value)}")
    identifier = str(value)
    if len(identifier.encode(errors="replace")) > LONGEST_ID:
        raise ValueError(f"the id has more than {LONGEST_ID} bytes")
    document["_id"] = identifier
    return document


def at_path(document: Any, path: str) -> Any:
    """The value at a dotted path, None when it is not there."""
    for name in path.split("."):
        document = document.get(name) if isinstance(document, dict) else None
    return document
