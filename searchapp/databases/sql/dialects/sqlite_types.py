"""Types for SQLite's columns, which accept any value. A value that does not fit its column is returned unchanged."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import types

from ....json_text import value_of_json
from ....options.nesting import is_too_deep, may_be_too_deep

FLAGS = {0: False, 1: True}
TEXTS = (str, bytes)


class Moment(types.String):
    """A date, with or without a time, that is stored as a text in ISO format."""

    def result_processor(self, dialect: Any, coltype: Any) -> Callable[[Any], Any]:
        return iso


class Flag(types.Boolean):
    """0 and 1 are false and true."""

    def result_processor(self, dialect: Any, coltype: Any) -> Callable[[Any], Any]:
        return flag


def untyped(kind: types.TypeEngine[Any]) -> types.TypeEngine[Any]:
    """A column type that reads every value of a column, also values of other types."""
    if isinstance(kind, types.Date | types.DateTime):
        return Moment()
    if isinstance(kind, types.Boolean):
        return Flag()
    if isinstance(kind, types.Numeric | types.Float):
        return types.Double()
    if isinstance(kind, types.LargeBinary):
        return types.NullType()
    return types.String() if isinstance(kind, types.Time) else kind


def iso(value: Any) -> Any:
    """The text with a T between date and time."""
    return f"{value[:10]}T{value[11:]}" if isinstance(value, str) and value[10:11] == " " else value


def flag(value: Any) -> Any:
    return FLAGS.get(value, value) if isinstance(value, int) else value


def json_of(text: str | bytes) -> Any:
    """The value of a JSON text, as `value_of_json` reads it; the text itself if it is nested too deep."""
    try:
        value = value_of_json(text)
    except RecursionError:
        return as_text(text)
    return as_text(text) if may_be_too_deep(text) and is_too_deep([value]) else value


def as_text(text: str | bytes) -> str:
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text


def read_json(value: Any) -> Any:
    """The value of a JSON text. Invalid JSON and values that are not texts are unchanged."""
    try:
        return json_of(value) if isinstance(value, TEXTS) else value
    except ValueError:  # bytes may be no UTF-8
        return value
