"""Whole numbers of more than 64 bits, which JSON can hold, but neither BSON nor orjson."""

import json
from typing import Any

import orjson

MAX_DIGITS = 308
"""Characters of the longest whole number; longer ones are larger than any decimal."""


def is_large(value: Any) -> bool:
    return type(value) is int and not -(2**63) <= value < 2**64


def with_decimals(value: Any) -> Any:
    """The value with decimals instead of its large numbers, also inside lists and objects."""
    if isinstance(value, dict):
        return {name: with_decimals(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [with_decimals(inner) for inner in value]
    return float(value) if is_large(value) else value


def to_json(value: Any, sorts_keys: bool = False) -> bytes:
    """The JSON of a value with all digits. Raises TypeError or ValueError for what JSON cannot hold."""
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS if sorts_keys else None)
    except TypeError:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, sort_keys=sorts_keys)
        return text.encode()
