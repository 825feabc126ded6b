"""Words that are the name of a field before a value: `country germany`, `atomic number 26`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ...querystring.field_types import NUMBER_TYPES
from ...querystring.sub_fields import TEXTS, is_sub_field
from ...querystring.writing import escaped, escaped_name

MAX_QUERIES, MAX_WORDS = 8, 2
SIGNS = re.compile(r"[\W_]+")
MIN_LENGTH = 3
"""The minimum length of a prefix of a field name."""

Fields = Mapping[str, Mapping[str, Any]]


def with_fields(units: Sequence[str], fields: Fields) -> list[str]:
    """The queries with one or two words as a field name, and the next word, or a number before it, as its value."""
    found: list[str] = []
    for count in range(min(MAX_WORDS, len(units) - 1), 0, -1):
        for place, value in enumerate(units[count:]):
            for name in fields_named("".join(units[place : place + count]), value, fields):
                pair = f"{escaped_name(name)}:{escaped(value)}"
                found.append(" ".join([*units[:place], pair, *units[place + count + 1 :]]))
    for place, (value, word) in enumerate(pairwise(units)):
        for name in fields_named(word, value, fields) if value.isdecimal() else ():
            found.append(" ".join([*units[:place], f"{escaped_name(name)}:{value}", *units[place + 2 :]]))
    return found[:MAX_QUERIES]


def fields_named(word: str, value: str, fields: Fields) -> Iterator[str]:
    """The fields whose name, or its last part, begins with the word; numeric fields only if the value is a number.

    Blanks and signs inside names do not count.
    """
    begun, is_number = SIGNS.sub("", word.lower()), value.replace(".", "", 1).isdigit()
    for name, field in fields.items() if len(word) >= MIN_LENGTH else ():
        kind = field.get("type")
        fits = is_number if kind in NUMBER_TYPES else kind in (*TEXTS, "keyword")
        if not fits:
            continue
        last, complete = letters_of(name)
        if (last.startswith(begun) or complete == begun) and not is_sub_field(name, fields):
            yield name


@lru_cache(maxsize=4096)
def letters_of(name: str) -> tuple[str, str]:
    """The letters and digits of the last part of a field's name, and those of the complete name."""
    parts = [SIGNS.sub("", part) for part in name.lower().split(".")]
    return parts[-1], "".join(parts)
