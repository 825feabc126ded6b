"""Cells of a table that hold lists or objects, as JSON or Python writes them: `["Ann", "Bo"]`, `[{'id': 28}]`."""

import ast
import re
import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson

from ...options.nesting import is_too_deep
from .forms import NO_VALUE, parts_of

MAX_PYTHON = 100_000
"""Characters of the longest cell that is read as Python. JSON may be longer."""

MAX_SHOWN = 40
"""Characters of a cell in an error."""

BRACKETS = {"[": "]", "{": "}"}

Document = dict[str, Any]

LINK = re.compile(r"(https?://|www\.)", re.IGNORECASE)
SIGNS = ("|", ";", ",")
MIN_LISTS, MIN_LISTS_SHARE = 5, 0.1
MAX_PART = 40
MAX_NEW = 0.4
"""The share of different elements among all elements, at most."""

MIN_REPEATS = 3
MIN_MIXED_SHARE = 0.5
"""The minimum share of elements with MIN_REPEATS repeats that are first in some cells and later in others."""


def read_cell(text: str) -> Any:
    """The list or object of a cell; None for a text that means no value. Raises ValueError for other texts."""
    text = text.strip()
    if text in NO_VALUE:
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

    `fields` are the fields of a mapping: cells with objects are only read if it has an object there.
    """
    fits: dict[str, bool] = {}
    for document in documents:
        for path, text in texts_of(document):
            if fits.get(path, True) and text.strip() not in NO_VALUE:
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


def list_sign(texts: Iterable[str]) -> str | None:
    """The sign between the elements of cells; None if the cells of a column are not lists."""
    cells = [text for text in texts if not LINK.match(text)]
    return next((sign for sign in SIGNS if are_lists([parts_of(cell, sign) for cell in cells])), None)


def are_lists(cells: Sequence[Sequence[str]]) -> bool:
    """Whether cells look like lists when they are split at a separator."""
    several = [cell for cell in cells if len(cell) > 1]
    if len(several) < max(MIN_LISTS, MIN_LISTS_SHARE * len(cells)) or len({len(cell) for cell in cells}) < 2:
        return False
    counts = Counter(part for cell in cells for part in cell)
    if len(counts) > MAX_NEW * counts.total() or not all(map(is_element, counts)):
        return False
    first, later = {cell[0] for cell in several}, {part for cell in several for part in cell[1:]}
    again = [part for part, count in counts.items() if count >= MIN_REPEATS]
    return bool(again) and len(first & later & set(again)) >= MIN_MIXED_SHARE * len(again)


def is_element(text: str) -> bool:
    """Whether a text may be the element of a list: short, with letters."""
    return len(text) <= MAX_PART and any(map(str.isalpha, text))
