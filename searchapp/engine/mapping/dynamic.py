"""Dynamic mapping: the type that Elasticsearch gives to a new field."""

from collections.abc import Callable
from typing import Any

from ..values.dates import date_millis
from ..values.java_numbers import read_double
from .mapping import Mapping

DYNAMIC_DATES = ({"type": "date"}, {"type": "date", "format": "yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis"})


def guessed(mapping: Mapping, value: Any) -> dict[str, Any] | None:
    """The mapping of a new field with this value; None for null and lists without a value."""
    if isinstance(value, list):
        return next((guess for one in value if (guess := guessed(mapping, one)) is not None), None)
    if isinstance(value, dict):
        return {"type": "object"}
    if isinstance(value, bool):
        return {"type": "boolean"}
    if isinstance(value, int):
        return {"type": "long"}
    if isinstance(value, float):
        return {"type": "float"}
    return None if value is None else _guessed_text(mapping, value)


def _guessed_text(mapping: Mapping, text: str) -> dict[str, Any]:
    if _is_read(read_double, text):
        if mapping.numeric_detection:
            return {"type": "long"} if text.lstrip("+-").isdigit() else {"type": "float"}
    elif mapping.date_detection and text[:1].isdigit():
        for definition in DYNAMIC_DATES:
            if _is_read(date_millis, text, definition.get("format", "strict_date_optional_time")):
                return definition
    return {"type": "text", "fields": {"keyword": {"type": "keyword", "ignore_above": 256}}}


def _is_read(read: Callable[..., Any], *given: str) -> bool:
    """Whether a function reads a text, without a ValueError."""
    try:
        read(*given)
    except ValueError:
        return False
    return True
