"""Documents of texts with the values that their columns mean."""

from collections.abc import Callable, Mapping
from typing import Any

from .forms import NOTHING, Form

Document = dict[str, Any]


def boolean(text: str) -> bool:
    """The boolean that is written; ValueError for another text."""
    if text.lower() not in ("true", "false"):
        raise ValueError(text)
    return text.lower() == "true"


READERS: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("long", "integer", "short", "byte", "unsigned_long"), int),
    **dict.fromkeys(("double", "float", "half_float"), float),
    "boolean": boolean,
}


def in_form(document: Document, forms: Mapping[str, Form], prefix: str = "") -> Document:
    """The document with values instead of texts in these forms. Raises ValueError with the name of the column."""
    found: Document = {}
    for name, value in document.items():
        path = f"{prefix}{name}"
        if isinstance(value, dict):
            found[name] = in_form(value, forms, f"{path}.")
            continue
        form = forms.get(path)
        found[name] = read_all(value, form, path) if form else value
        if found[name] is None and value is not None:
            del found[name]
    return found


def read_all(value: Any, form: Form, path: str) -> Any:
    """The value of a text, and of a list those of its texts; None for a word for nothing."""
    if isinstance(value, list):
        return [read_all(one, form, path) for one in value]
    if not isinstance(value, str):
        return value
    if value in NOTHING:
        return None
    try:
        return form.read(value)
    except ValueError as error:
        raise ValueError(f"{path} must be written as {form.name}, not {value!r}") from error


def typed(value: Any, field: Mapping[str, Any], path: str = "") -> Any:
    """A document of texts with the numbers and booleans that its mapping asks for; ValueError names the column."""
    if isinstance(value, dict):
        fields = field.get("properties", {})
        return {name: typed(item, fields.get(name, {}), f"{path}.{name}") for name, item in value.items()}
    if isinstance(value, list):
        return [typed(one, field, path) for one in value]
    read = READERS.get(field.get("type", ""))
    try:
        return read(value) if read and isinstance(value, str) else value
    except ValueError as error:
        raise ValueError(f"{path[1:]} must be {field['type']}, not {value!r}") from error
