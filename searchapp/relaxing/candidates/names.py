"""Corrects the case and spelling of fields and values in a query: `Symbol:x`, `type:Gene`."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...builders.field_checks import Fields
from ...builders.field_names import near_field, uses
from ...querystring.errors import LuceneError
from ...querystring.parser import parse
from ...querystring.tree import Phrase, Text
from ...querystring.writing import escaped, escaped_name
from ..words import is_readable

Search = Callable[[str, str], list[Any]]
"""A function that takes a field and a value, and returns the `_source` of documents with this value in any case."""

NEGATIVE = re.compile(r"(?<=:)-\d[\d.]*(?![^\s)])")
"""A negative number after the name of a field, which the syntax of queries has only in quotes."""


def with_known_names(text: str, fields: Fields) -> str:
    """The text with each unknown field name replaced by the most similar field name; its blanks are escaped.

    Negative numbers after names are quoted in a text that is no query string.
    """
    text = text if is_readable(text) else NEGATIVE.sub(r'"\g<0>"', text)
    for use in reversed(uses(text)):
        known = None if use.exists or use.name in fields or use.name.startswith("_") else near_field(use, fields)
        if not known:
            continue
        before = text[: use.colon]
        name = known if before.lower().endswith(known.lower()) else use.name
        if before.endswith(name) or name == known:
            text = before[: len(before) - len(name)] + escaped_name(known) + text[use.colon :]
    return text


def with_known_value(text: str, fields: Fields, search: Search) -> str | None:
    """The query with the value of a keyword field in the case of the documents; None for other queries."""
    name, value = named_value(text)
    if fields.get(name, {}).get("type") != "keyword":
        return None
    for source in search(name, value):
        known = next((each for each in texts(source) if each.casefold() == value.casefold()), value)
        return f"{escaped_name(name)}:" + (f'"{known}"' if " " in known else escaped(known))
    return None


def named_value(text: str) -> tuple[str, str]:
    """The field and the value of `field:value` or `field:"value"`; two empty texts for other queries."""
    try:
        node = parse(text)
    except LuceneError:
        return "", ""
    match node:
        case Text(str() as name, value) | Phrase(str() as name, value, None):
            return name, value
    return "", ""


def texts(value: Any) -> Iterator[str]:
    """Every text inside a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from texts(inner)
