"""Reads JSON of databases, which may hold what no answer of ours can."""

import json
import re
from typing import Any

import orjson

SKIPPED = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z))|/\*.*?(?:\*/|\Z)|//[^\r\n]*|\ufeff', re.DOTALL)
"""A text, which is kept, or what Elasticsearch stores in a document beside its JSON: comments, byte order marks."""


def value_of_json(text: str | bytes) -> Any:
    """The value of a JSON text. Integers of more than 64 bits are floats, and U+FFFD stands for halves of surrogate
    pairs; comments are skipped. Raises ValueError for other text, RecursionError for JSON that is nested too deep.
    """
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        plain = text if isinstance(text, str) else text.decode("utf-8", "surrogatepass")
        value = json.loads(SKIPPED.sub(r"\1", plain), parse_int=integer)
        return json.loads(without_lone_surrogates(json.dumps(value, ensure_ascii=False)))


def integer(text: str) -> int | float:
    number = float(text)
    return int(text) if abs(number) < 2**63 else number


def without_lone_surrogates(text: str) -> str:
    """The text with U+FFFD for each half of a surrogate pair."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
