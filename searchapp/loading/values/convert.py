"""Texts of a table as numbers, booleans and dates: by the forms of its columns, or by the types of a mapping."""

from collections.abc import Callable, Mapping
from typing import Any

from .forms import NO_VALUE, WITHOUT_NA, Form, boolean

Document = dict[str, Any]
Read = Callable[[str], Any]


def moment(text: str) -> Any:
    """The number that counts the time since 1970, or the text if it is a date."""
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() else number


READERS: dict[str, Read] = {
    **dict.fromkeys(("long", "integer", "short", "byte", "unsigned_long"), int),
    **dict.fromkeys(("double", "float", "half_float"), float),
    "boolean": boolean,
}
EPOCH = "epoch_"
"""The prefix of the formats in which a date is a number."""


def in_form(document: Document, forms: Mapping[str, Form], prefix: str = "") -> Document:
    """The document with the value of each text; `forms` has the form of each column by its path.

    A column whose text means no value, such as `NA`, is left out. Raises ValueError with the name of the column for
    a text of another form.
    """
    found: Document = {}
    for name, value in document.items():
        if isinstance(value, dict):
            found[name] = in_form(value, forms, f"{prefix}{name}.")
        elif isinstance(value, list) and any(isinstance(one, dict) for one in value):
            found[name] = [in_form(one, forms, f"{prefix}{name}.") if isinstance(one, dict) else one for one in value]
        elif form := forms.get(prefix + name):
            read = read_all(value, form, prefix + name)
            if read is not None or value is None:
                found[name] = read
        else:
            found[name] = value
    return found


def read_all(value: Any, form: Form, path: str) -> Any:
    """The value of a text, or the list of values of a list. None for a text that means no value, such as `NA`."""
    if isinstance(value, list):
        return [read_all(one, form, path) for one in value]
    if not isinstance(value, str):
        return value
    if value in NO_VALUE and form != WITHOUT_NA:
        return None
    try:
        return form.read(value)
    except ValueError as error:
        raise ValueError(f"{path} must be written as {form.name}, not {value!r}") from error


def readers_of(field: Mapping[str, Any], path: str = "") -> dict[str, tuple[str, Read]]:
    """The type and the reader of each field of a mapping whose values are not texts, by its path."""
    found = {}
    if read := moment if EPOCH in str(field.get("format", "")) else READERS.get(field.get("type", "")):
        found[path] = field["type"], read
    for name, inner in field.get("properties", {}).items():
        found |= readers_of(inner, f"{path}.{name}" if path else name)
    return found


def typed(document: Document, readers: Mapping[str, tuple[str, Read]], prefix: str = "") -> Document:
    """A document of texts with numbers and booleans where the mapping has such types, by its `readers_of`.

    Raises ValueError with the name of the column for a text of another type.
    """
    return {name: typed_value(value, readers, prefix + name) for name, value in document.items()}


def typed_value(value: Any, readers: Mapping[str, tuple[str, Read]], path: str) -> Any:
    """The value at a path, which may be a list or an object."""
    if isinstance(value, dict):
        return typed(value, readers, f"{path}.")
    if isinstance(value, list):
        return [typed_value(one, readers, path) for one in value]
    if path not in readers or not isinstance(value, str):
        return value
    type, read = readers[path]
    try:
        return read(value)
    except ValueError as error:
        raise ValueError(f"{path} must be {type}, not {value!r}") from error
