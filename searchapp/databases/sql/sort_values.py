"""The sort values of a row, after which the next page begins: as a condition, and as JSON."""

import datetime
import decimal
import uuid
from collections.abc import Callable
from typing import Any

from sqlalchemy import Boolean, Float, LargeBinary, Numeric, String, and_, cast, false, literal, or_
from sqlalchemy.types import TypeEngine

from .dialects import Column, Condition

Key = tuple[Column, bool]
"""A sort key, and whether it is descending."""


def comes_after(keys: list[Key], values: list[Any]) -> Condition:
    """The condition that a row is sorted after these values. Rows without a value are last."""
    ways = []
    same: list[Condition] = []
    for (column, descending), value in zip(keys, values, strict=True):
        if value is None:
            same.append(column.is_(None))
            continue
        if isinstance(value, RawText):
            last: Column = cast(literal(bytes(value), LargeBinary), String)
        else:
            last = literal(value, None if is_untyped(column.type, value) else column.type)
        ways.append(and_(*same, or_(column < last if descending else column > last, column.is_(None))))
        same.append(column == last)
    return or_(false(), *ways)


def is_untyped(kind: TypeEngine[Any], value: Any) -> bool:
    """Whether values may have another type than their column: SQLite stores, for example, texts in number columns."""
    return isinstance(kind, Boolean) or (isinstance(kind, Numeric | Float) and isinstance(value, str | bytes))


def packed(value: Any) -> Any:
    """A value of a sort key as JSON."""
    for name, (kind, write, _) in KINDS.items():
        if isinstance(value, kind):
            return {name: write(value)}
    return value


def unpacked(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    name, text = next(iter(value.items()))
    return KINDS[name][2](text)


class RawText(bytes):
    """The bytes of a text, which may not be UTF-8."""


KINDS: dict[str, tuple[type, Callable[[Any], str], Callable[[str], Any]]] = {
    "decimal": (decimal.Decimal, str, decimal.Decimal),
    "moment": (datetime.datetime, datetime.datetime.isoformat, datetime.datetime.fromisoformat),
    "day": (datetime.date, datetime.date.isoformat, datetime.date.fromisoformat),
    "uuid": (uuid.UUID, str, uuid.UUID),
    "text": (RawText, RawText.hex, RawText.fromhex),
    "bytes": (bytes, bytes.hex, bytes.fromhex),
}
