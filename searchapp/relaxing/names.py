"""Queries that write a field or a value in another way than the collection: `Symbol:x`, `type:Gene`."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..builders.field_checks import Fields
from ..builders.field_names import uses
from ..did_you_mean import nearest
from ..querystring.parser import escaped

VALUE = re.compile(r'(?P<field>[^\s:"()]+):(?:"(?P<quoted>[^"\\]+)"|(?P<plain>[^\s:"()*?~^\[\]{}/\\]+))')

Search = Callable[[str, str], list[Any]]
"""From a field and a value to the sources of the documents that have it in upper or lower case."""


def with_known_names(text: str, fields: Fields) -> str:
    """The text with each unknown field name replaced by the nearest known one."""
    for use in reversed([*uses(text)]):
        known = None if use.exists or use.name in fields or use.name.startswith("_") else nearest(use.name, fields)
        start = use.colon - len(use.name)
        if known and text[start : use.colon] == use.name:
            text = text[:start] + known + text[use.colon :]
    return text


def with_known_value(text: str, fields: Fields, search: Search) -> str | None:
    """The query with the value of a keyword field in the case of the documents; None for other queries."""
    found = VALUE.fullmatch(text.strip())
    if not found or fields.get(found["field"], {}).get("type") != "keyword":
        return None
    name, value = found["field"], found["quoted"] or found["plain"]
    for source in search(name, value):
        known = next((each for each in texts(source) if each.casefold() == value.casefold()), value)
        return f'{name}:"{known}"' if " " in known else f"{name}:{escaped(known)}"
    return None


def texts(value: Any) -> Iterator[str]:
    """Every text inside a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from texts(inner)
