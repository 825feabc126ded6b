"""Values of JSON as lines of YAML, in the layout of PyYAML and a fifth of its time.

{"a": 1, "b": [{"c": "x"}, []]}

    a: 1
    b:
    - c: x
    - []
"""

import json
import math
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

WORDS = r"(?!(?:null|true|false|yes|no|on|off|[yn])\Z)"
SIGN = r"(?:[\w./()-]|:(?=\w))"
PLAIN = re.compile(rf"{WORDS}[a-z_]{SIGN}*(?: {SIGN}+)*", re.IGNORECASE | re.ASCII)
"""Texts that need no quotes in YAML: they begin with a letter, and YAML gives them no other meaning."""

UNWRITABLE = re.compile(r"[\0-\x1f\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""Signs that have to be escaped."""

MAX_KEY = 100
"""Characters of the longest plain key: readers look for its colon in the next 1,024 bytes."""
MAX_DEPTH = 200


class NotPlain(Exception):
    """A value that JSON does not have, one that is too deep, or a key that is too long."""


def lines_of(value: Any, look: Callable[[], None] = lambda: None) -> Iterator[str]:
    """The lines of a value. Raises NotPlain for one that only PyYAML can write; calls `look` for each container."""
    if type(value) in (dict, list) and value:
        yield from (f"{line}\n" for line in container(value, look, 1))
    else:
        yield f"{scalar(value)}\n"


def container(value: Any, look: Callable[[], None], depth: int) -> Iterator[str]:
    """The lines of an object or list that is not empty, without indentation."""
    look()
    if depth > MAX_DEPTH:
        raise NotPlain
    if type(value) is list:
        for element in value:
            yield from item(element, look, depth)
        return
    for key, inside in value.items():
        if type(key) is not str or len(key) > MAX_KEY:
            raise NotPlain
        if type(inside) not in (dict, list) or not inside:
            yield f"{known_text(key)}: {scalar(inside)}"
            continue
        yield f"{known_text(key)}:"
        indent = "" if type(inside) is list else "  "
        for line in container(inside, look, depth + 1):
            yield indent + line


def item(element: Any, look: Callable[[], None], depth: int) -> Iterator[str]:
    """The lines of an element of a list."""
    if type(element) not in (dict, list) or not element:
        yield f"- {scalar(element)}"
        return
    start = "- "
    for line in container(element, look, depth + 1):
        yield start + line
        start = "  "


def scalar(value: Any) -> str:
    """A text, number, truth value or null, or an empty container."""
    kind = type(value)
    if kind is str:
        return known_text(value) if len(value) <= MAX_KEY else text(value)
    if kind is int:
        return str(value)
    if kind is float:
        return number(value)
    if kind is bool or value is None:
        return json.dumps(value)
    if kind in (dict, list):
        return str(value)
    raise NotPlain


def text(value: str) -> str:
    """A text: plain, in apostrophes, or with escapes if it needs some."""
    if PLAIN.fullmatch(value):
        return value
    if not UNWRITABLE.search(value):
        return "'" + value.replace("'", "''") + "'"
    return UNWRITABLE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", json.dumps(value, ensure_ascii=False))


known_text = lru_cache(maxsize=4096)(text)
"""`text` with a cache, for keys and short texts, which are often repeated."""


def number(value: float) -> str:
    """A fraction; one with an exponent needs a point to be a number."""
    if not math.isfinite(value):
        return ".nan" if value != value else ".inf" if value > 0 else "-.inf"
    digits = repr(value)
    return digits.replace("e", ".0e") if "e" in digits and "." not in digits else digits
