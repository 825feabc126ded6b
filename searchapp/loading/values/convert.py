"""Texts of a table as numbers, booleans and dates: by the forms of its columns, or by the types of a mapping."""

from collections.abc import Callable, Mapping
from typing import Any

from .forms import NOTHING, WITHOUT_NA, Form

Document = dict[str, Any]


def boolean(text: str) -> bool:
    """The boolean of `true` or `false` in any case. Raises ValueError for another text."""
    if text.lower() not in ("true", "false"):
        raise ValueError(text)
    return text.lower() == "true"


def moment(text: str) -> Any:
    """The number that counts the time since 1970, or the text if it is a date."""
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() else number


READERS: dict[str, Callable[[str], Any]] = {
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
        path = f"{prefix}{name}"
        if isinstance(value, dict):
            found[name] = in_form(value, forms, f"{path}.")
            continue
        if isinstance(value, list) and any(isinstance(one, dict) for one in value):
            found[name] = [in_form(one, forms, f"{path}.") if isinstance(one, dict) else one for one in value]
            continue
        form = forms.get(path)
        found[name] = read_all(value, form, path) if form else value
        if found[name] is None and value is not None:
            del found[name]
    return found


def read_all(value: Any, form: Form, path: str) -> Any:
    """The value of a text, or the list of those of a list. None for a text that means no value, such as `NA`."""
    if isinstance(value, list):
        return [read_all(one, form, path) for one in value]
    if not isinstance(value, str):
        return value
    if value in NOTHING and form != WITHOUT_NA:
        return None
    try:
        return form.read(value)
    except ValueError as error:
        raise ValueError(f"{path} must be written as {form.name}, not {value!r}") from error


def typed(value: Any, field: Mapping[str, Any], path: str = "") -> Any:
    """A document of texts with numbers and booleans where the mapping has such types.

    Raises ValueError with the name of the column for a text of another type.
    """
    if isinstance(value, dict):
        fields = field.get("properties", {})
        return {name: typed(item, fields.get(name, {}), f"{path}.{name}") for name, item in value.items()}
    if isinstance(value, list):
        return [typed(one, field, path) for one in value]
    read = moment if EPOCH in str(field.get("format", "")) else READERS.get(field.get("type", ""))
    try:
        return read(value) if read and isinstance(value, str) else value
    except ValueError as error:
        raise ValueError(f"{path[1:]} must be {field['type']}, not {value!r}") from error
