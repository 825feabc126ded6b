"""The values of a document as short texts, and any data as a long one."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ...field_values import values_at
from .markup import without_markup
from .readable import short_date

MAX_VALUES = 5
MAX_LETTERS, MAX_TITLE_LETTERS = 160, 300
MAX_JSON = 200_000


def cell(document: Any, name: str, letters: int = MAX_LETTERS) -> str:
    """The values at a dotted name as one short text."""
    values = [without_markup(text) for text in texts_at(document, name)]
    return shortened(", ".join(values[:MAX_VALUES]) + further(len(values)), letters)


def shortened(text: str, letters: int = MAX_LETTERS) -> str:
    """The text, cut after this number of letters."""
    return text if len(text) <= letters else text[: letters - 1] + "…"


def further(values: int) -> str:
    """The number of values that a cell leaves out, ` (+3)`; empty if it has room for all."""
    return f" (+{values - MAX_VALUES:,})" if values > MAX_VALUES else ""


def title_text(document: Any, names: Iterable[str], separator: str) -> str:
    """The values of the title fields of a document; empty without any."""
    return separator.join(short_date(text) for name in names if (text := cell(document, name, MAX_TITLE_LETTERS)))


def texts_at(document: Any, name: str) -> list[str]:
    """Every value at a dotted name as JSON writes it, texts without quotes; nothing for null."""
    return [value if type(value) is str else text_of(value) for value in values_at(document, name) if value is not None]


def values_once(document: Any, name: str) -> list[Any]:
    """Every value at a dotted name without null; equal texts, which the objects of a list often have, once."""
    found = [value for value in values_at(document, name) if value is not None]
    return [*dict.fromkeys(found)] if all(isinstance(value, str) for value in found) else found


def text_of(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def leaves(document: Mapping[str, Any], prefix: str = "") -> Iterable[str]:
    """The dotted names of the values of a document, top level before deeper ones; some come more than once."""
    deeper = []
    for key, value in document.items():
        if isinstance(value, (dict, list)) and (inner := objects_in(value)):
            deeper.append((key, inner))
        else:
            yield prefix + key
    for key, inner in deeper:
        for one in inner:
            yield from leaves(one, f"{prefix}{key}.")


def objects_in(value: Any) -> list[Mapping[str, Any]]:
    """An object, or the first objects of a list."""
    elements = value[:MAX_VALUES] if isinstance(value, list) else [value]
    return [element for element in elements if isinstance(element, Mapping)]


def pretty(data: Any) -> str:
    """Indented JSON, cut if it is too long for a page."""
    text = json.dumps(data, indent=2, ensure_ascii=False, default=str)
    return text if len(text) <= MAX_JSON else text[:MAX_JSON] + "\n…"
