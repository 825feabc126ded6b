"""Checks the notes in `_meta` of a collection: each must have the form that the service needs."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

import orjson

from .formatters.fields import COVERAGE, FIELD_NOTES, GUESSED
from .options.nesting import MAX_DEPTH, is_too_deep

MAX_VERSION = 100
"""Characters of the longest version that a header holds unchanged."""

Check = Callable[[Any], bool]


def is_object(value: Any) -> bool:
    return isinstance(value, Mapping)


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_text_or_number(value: Any) -> bool:
    return is_text(value) or is_number(value)


def is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_text, value))


def object_of(check: Check) -> Check:
    """A check whether a value is an object whose values pass this check."""
    return lambda value: is_object(value) and all(map(check, value.values()))


def with_keys(checks: Mapping[str, Check]) -> Check:
    """A check whether a value is an object in which these keys pass their checks or are null."""
    return lambda value: (
        is_object(value) and all(value.get(key) is None or check(value[key]) for key, check in checks.items())
    )


def is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def is_label(value: Any) -> bool:
    return is_text(value) or is_object(value)


def is_count(value: Any) -> bool:
    """Whether a value is the number of documents with a field, and an example."""
    return isinstance(value, list | tuple) and len(value) == 2 and is_number(value[0])


def is_form(value: Any) -> bool:
    """Whether a value is the name and the kind of a form of values."""
    return is_list_of_texts(value) and len(value) == 2


is_ranking = with_keys({kind: object_of(is_number) for kind in ("names", "aliases", "descriptions")})

GUESSES: dict[str, Check] = {
    **dict.fromkeys(("title_separator", "language"), is_text),
    **dict.fromkeys(
        ("description_field", "image_field", "link_field", "date_field", "number_field", "id_field"), is_text
    ),
    **dict.fromkeys(("title_fields", "table_fields", "page_facets", "field_order"), is_list_of_texts),
    **dict.fromkeys(("image_hosts", "plain_numbers", "flags", "location_fields"), is_list_of_texts),
    "labels": object_of(is_label),
    "decimals": object_of(is_number),
    "timestamps": object_of(is_text),
    "date_precision": object_of(is_text),
    **dict.fromkeys(("links", "linkouts"), object_of(is_text)),
    "ranking": is_ranking,
    "numbered_ids": is_flag,
}
"""The guesses that the service reads, by the names of settings."""

NOTES: dict[str, tuple[Check, str]] = {
    "build_version": (is_text_or_number, "a text or a number"),
    "build_date": (is_text, "a text"),
    "description": (is_text, "a text"),
    "language": (is_text, "a text"),
    "src": (object_of(is_object), "an object with an object for each source"),
    "stats": (with_keys({"total": is_number}), "an object whose total is a number"),
    "links": (object_of(is_text), "an object with the item type of each field"),
    "ranking": (is_ranking, "an object with the weights of fields"),
    FIELD_NOTES: (object_of(is_text), "an object with a text for each field"),
    GUESSED: (with_keys(GUESSES), "an object with guessed settings"),
    "_loaded": (with_keys({"id": is_text, "forms": object_of(is_form)}), "an object that a load wrote"),
    COVERAGE: (with_keys({"documents": is_number, "fields": object_of(is_count)}), "an object with counts"),
}
"""The notes that the service reads, with the form that each needs. Others only have to be JSON."""


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
    check, wanted = NOTES.get(key, (None, ""))
    return f"{key} must be {wanted}" if check and not check(value) else None


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
