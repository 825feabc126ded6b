"""Words that are the name of a field before a value: `country germany` is searched as `country:germany`."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ...querystring.field_types import NUMBER_TYPES
from ...querystring.sub_fields import TEXTS, is_sub_field
from ...querystring.writing import escaped, escaped_name

MAX_QUERIES = 8
MIN_LENGTH = 3
"""The minimum length of a prefix of a field name."""

Fields = Mapping[str, Mapping[str, Any]]


def with_fields(units: Sequence[str], fields: Fields) -> list[str]:
    """The queries with one word as a field name, and the next word as its value."""
    found: list[str] = []
    for place, (word, value) in enumerate(pairwise(units)):
        for name in fields_named(word, value, fields):
            pair = f"{escaped_name(name)}:{escaped(value)}"
            found.append(" ".join([*units[:place], pair, *units[place + 2 :]]))
    return found[:MAX_QUERIES]


def fields_named(word: str, value: str, fields: Fields) -> Iterator[str]:
    """The fields whose name, or its last part, begins with the word; numeric fields only if the value is a number."""
    begun, is_number = word.lower(), value.replace(".", "", 1).isdigit()
    for name, field in fields.items() if len(word) >= MIN_LENGTH else ():
        kind = field.get("type")
        fits = is_number if kind in NUMBER_TYPES else kind in (*TEXTS, "keyword")
        last = name.lower().rpartition(".")[2]
        if fits and (last.startswith(begun) or name.lower() == begun) and not is_sub_field(name, fields):
            yield name
