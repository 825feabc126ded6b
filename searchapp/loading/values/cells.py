"""Cells of a table that hold lists or objects, as JSON or Python writes them: `["Ann", "Bo"]`, `[{'id': 28}]`."""

import ast
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import orjson

from ...options.nesting import is_too_deep
from .forms import NOTHING

MAX_PYTHON = 100_000
"""Characters of the longest cell that is read as Python. JSON may be longer."""

MAX_SHOWN = 40
"""Characters of a cell in an error."""

BRACKETS = {"[": "]", "{": "}"}

Document = dict[str, Any]


def read_cell(text: str) -> Any:
    """The list or object of a cell; None for a text that means no value. Raises ValueError for other texts."""
    text = text.strip()
    if text in NOTHING:
        return None
    if BRACKETS.get(text[:1]) != text[-1:]:
        raise ValueError(text)
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        value = read_python(text)
    if is_too_deep(value):
        raise ValueError(text)
    return value


def read_python(text: str) -> Any:
    """The value of a literal of Python. Raises ValueError for other texts, and for values that JSON does not have."""
    if len(text) > MAX_PYTHON:
        raise ValueError(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return orjson.loads(orjson.dumps(ast.literal_eval(text)))
    except (SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError(text) from error


def columns_of_cells(documents: Iterable[Document], fields: Mapping[str, Any] | None = None) -> list[str]:
    """The paths of the columns whose cells all hold lists or objects.

    `fields` are those of a mapping: cells with objects are only read where it has an object.
    """
    fits: dict[str, bool] = {}
    for document in documents:
        for path, text in texts_of(document):
            if fits.get(path, True) and text.strip() not in NOTHING:
                fits[path] = is_cell(text, None if fields is None else field_at(fields, path))
    return [path for path, each in fits.items() if each]


def is_cell(text: str, field: Mapping[str, Any] | None) -> bool:
    """Whether a cell holds a list or an object that the field of a mapping allows; None for any field."""
    try:
        value = read_cell(text)
    except ValueError:
        return False
    has_objects = isinstance(value, dict) or any(isinstance(each, dict) for each in value)
    return field is None or not has_objects or "properties" in field


def field_at(fields: Mapping[str, Any], path: str) -> Mapping[str, Any]:
    """The field of a mapping at a path; empty if the mapping has no such field."""
    for name in path.split("."):
        fields = (fields.get("properties") or {}).get(name) or {}
    return fields


def texts_of(document: Document, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Every cell of a row with its path."""
    for name, value in document.items():
        if isinstance(value, dict):
            yield from texts_of(value, f"{prefix}{name}.")
        elif isinstance(value, str):
            yield f"{prefix}{name}", value


def with_cells(document: Document, columns: Collection[str], prefix: str = "") -> Document:
    """The document with the lists and objects of some columns; empty ones are left out.

    Raises ValueError with the name of the column for a cell that holds neither.
    """
    found: Document = {}
    for name, value in document.items():
        path = f"{prefix}{name}"
        if isinstance(value, dict):
            value = with_cells(value, columns, f"{path}.")
        elif isinstance(value, str) and path in columns:
            try:
                value = read_cell(value) or None
            except ValueError as error:
                shown = f"{value[:MAX_SHOWN]}..." if len(value) > MAX_SHOWN else value
                raise ValueError(f"{path} must be written as a list or an object, not {shown!r}") from error
        if value is not None:
            found[name] = value
    return found
