"""Checks the notes in `_meta` of a collection: each must have the form that the service needs."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec
import orjson

from .formatters.fields import COVERAGE, FIELD_NOTES, GUESSED
from .options.nesting import MAX_DEPTH, is_too_deep

MAX_VERSION = 100
"""Characters of the longest version that a header holds unchanged."""

NUMBER = int | float
TEXTS, OF_TEXTS, OF_NUMBERS = list[str], dict[str, str], dict[str, NUMBER]


def with_keys(types: Mapping[str, Any]) -> Any:
    """The type of an object in which these keys have these types or are null."""
    return msgspec.defstruct("WithKeys", [(key, type | None, None) for key, type in types.items()])


RANKING = with_keys(dict.fromkeys(("names", "aliases", "descriptions"), OF_NUMBERS))

GUESSES: dict[str, Any] = {
    **dict.fromkeys(("title_separator", "language"), str),
    **dict.fromkeys(("description_field", "image_field", "link_field", "date_field", "number_field", "id_field"), str),
    **dict.fromkeys(("title_fields", "table_fields", "page_facets", "field_order"), TEXTS),
    **dict.fromkeys(("image_hosts", "plain_numbers", "flags", "location_fields"), TEXTS),
    "labels": dict[str, str | dict[str, Any]],
    "decimals": OF_NUMBERS,
    **dict.fromkeys(("timestamps", "date_precision", "links", "linkouts"), OF_TEXTS),
    "ranking": RANKING,
    "numbered_ids": bool,
}
"""The types of the guesses that the service reads, by the names of settings."""

NOTES: dict[str, tuple[Any, str]] = {
    "build_version": (str | NUMBER, "a text or a number"),
    "build_date": (str, "a text"),
    "description": (str, "a text"),
    "language": (str, "a text"),
    "src": (dict[str, dict[str, Any]], "an object with an object for each source"),
    "stats": (with_keys({"total": NUMBER}), "an object whose total is a number"),
    "links": (OF_TEXTS, "an object with the item type of each field"),
    "ranking": (RANKING, "an object with the weights of fields"),
    FIELD_NOTES: (OF_TEXTS, "an object with a text for each field"),
    GUESSED: (with_keys(GUESSES), "an object with guessed settings"),
    "_loaded": (
        with_keys({"id": str, "list": str, "forms": dict[str, tuple[str, str]]}),
        "an object that a load wrote",
    ),
    COVERAGE: (
        with_keys({"documents": NUMBER, "fields": dict[str, tuple[NUMBER, Any]]}),
        "an object with counts",
    ),
}
"""The types of the notes that the service reads, with their descriptions. Other notes only have to be JSON."""


def problems_of(notes: Mapping[Any, Any]) -> dict[str, str]:
    """The problem of each note that cannot be used; null is always allowed."""
    found = {key: problem(key, value) for key, value in notes.items() if value is not None}
    return {key: text for key, text in found.items() if text}


def problem(key: Any, value: Any) -> str | None:
    """The problem of one note; None if it can be used."""
    if is_too_deep([value]):
        return f"{ascii_name(key)} is nested more than {MAX_DEPTH} deep"
    try:
        orjson.dumps({key: value})
    except TypeError as error:
        return f"{ascii_name(key)} cannot be written as JSON: {error}"
    type, wanted = NOTES.get(key, (Any, ""))
    try:
        msgspec.convert(value, type)
    except msgspec.ValidationError:
        return f"{key} must be {wanted}"
    return None


def ascii_name(key: Any) -> str:
    """The name of a note in ASCII, cut if it is long."""
    return ascii(key)[1:-1][:MAX_VERSION]


def header_text(version: Any, generation: str) -> str:
    """The version of the data as a header can hold it.

    That is `version` if it is short and printable ASCII, else a hash of it. Without a version it is a hash of the
    generation.
    """
    text = str(version or "")
    if text and len(text) <= MAX_VERSION and text.isascii() and text.isprintable() and text.strip() == text:
        return text
    return sha256((text or generation).encode("utf-8", "surrogatepass")).hexdigest()[:16]
