"""`search_after`: queries for the documents with a sort value, and for the documents that are sorted after it."""

import re
from typing import Any

from tantivy import FieldType, Query

from ...errors import EngineError, illegal, unsupported_error
from ...index.reader import Reader
from ...mapping.mapping import FLOATS
from ...mapping.tantivy_schema import SEQ
from ...parsing import address, text
from ...queries.combinators import all_of, any_of, constant, everything, filtered, nothing, without
from ...queries.field.exists import absent, present
from ...queries.sorted_terms import between
from ...values.dates import date_bound
from ...values.java_numbers import as_float32, java_integer, read_double
from ..sort import DOC, SCORE, Column

INT = re.compile(r"[+-]?\d+")
INT32, MAX_INT = ("integer", "short", "byte", DOC), 2**31 - 1


def read_after(columns: list[Column], values: list[Any]) -> list[Any]:
    """The values of `search_after`, one for each column; None for a missing keyword. EngineError 400 for others."""
    if not columns:
        raise illegal("Sort must contain at least one field.")
    if len(values) != len(columns):
        raise illegal(f"search_after has {len(values)} value(s) but sort has {len(columns)}.")
    return [_read(column, value) for column, value in zip(columns, values, strict=True)]


def can_follow(columns: list[Column]) -> bool:
    """Whether `following` can make a query for these columns."""
    return all(column.is_plain and column.kind != SCORE for column in columns)


def following(reader: Reader, columns: list[Column], values: list[Any]) -> Query:
    """A query for the documents that are sorted after these values."""
    branches = []
    for number, column in enumerate(columns):
        same = [equal(reader, other, value) for other, value in zip(columns[:number], values[:number], strict=True)]
        branches.append(all_of([*same, beyond(reader, column, values[number])]))
    return filtered(any_of(branches))


def equal(reader: Reader, column: Column, value: Any) -> Query:
    """A query for the documents with this value in the column, or without a value if it replaces missing ones."""
    if column.kind == DOC:
        return nothing() if value < 0 else _range(reader, column, value, value)
    if value != value:
        return nothing()
    if column.field is None:
        return everything() if value in (None, column.absent) else nothing()
    if value is None:
        return absent(reader, column.field)
    exact = _range(reader, column, value, value)
    if column.several:
        exact = without(exact, [_range(reader, column, *_is_before(column, value), False)])
    if not column.is_exact and value == column.absent:
        return any_of([constant(exact), absent(reader, column.field)])
    return exact


def beyond(reader: Reader, column: Column, value: Any) -> Query:
    """A query for the documents that the column sorts after this value; documents without a value are last."""
    if column.kind == DOC:
        if value < 0:
            return nothing() if column.descending else everything()
        low, high = (None, value) if column.descending else (value, None)
        return _range(reader, column, low, high, False)
    if value != value:
        return everything() if column.descending else nothing()
    if column.field is None:
        return everything() if comes_after([column], (None,), [value]) else nothing()
    if value is None or (not column.is_exact and value == column.absent):
        return nothing()
    missing = absent(reader, column.field)
    if not column.several:
        low, high = (None, value) if column.descending else (value, None)
        return any_of([constant(_range(reader, column, low, high, False)), missing])
    not_after = _range(reader, column, *_is_before(column, value), True)
    return any_of([constant(without(present(reader, column.field), [not_after])), missing])


def comes_after(columns: list[Column], raw: tuple[Any, ...], values: list[Any]) -> bool:
    """Whether the sort values `raw` are sorted after `values`."""
    for column, own, value in zip(columns, raw, values, strict=True):
        if value != value:
            if column.value(own) == column.value(own):
                return column.descending
            continue
        one, other = column.comparable(own), column.comparable(value)
        if one != other:
            return bool(one < other if column.descending else one > other)
    return False


def _is_before(column: Column, value: Any) -> tuple[Any, Any]:
    return (value, None) if column.descending else (None, value)


def _range(reader: Reader, column: Column, low: Any, high: Any, included: bool = True) -> Query:
    field = column.field
    if field is None:
        kind, name = FieldType.Unsigned, SEQ
    elif field.is_exact:
        return between(reader, field, low, high, included, included)
    else:
        kind, name = (FieldType.Float if field.type in FLOATS else FieldType.Integer), field.column
    return Query.range_query(reader.schema, name, kind, low, high, included or low is None, included or high is None)


def _read(column: Column, value: Any) -> Any:
    if column.is_exact and value is None and column.missing is not None:
        raise unsupported_error(f"unsupported option: null in search_after with a value for missing of [{column.name}]")
    if column.is_exact:
        value = None if value is None else text(value)
        return address(value) if value is not None and column.kind == "ip" else value
    if column.kind == "boolean" and (isinstance(value, bool) or value in ("true", "false")):
        return int(value in (True, "true"))
    if column.kind == "date" and (isinstance(value, str | bool) or _is_large(value)):
        return _date(column, text(value))
    try:
        return _number(column.kind, value)
    except (TypeError, ValueError, OverflowError):
        raise illegal(f"Failed to parse search_after value for field [{column.name}].") from None


def _number(kind: str, value: Any) -> float:
    if isinstance(value, bool) or (kind == "boolean" and isinstance(value, str)):
        raise ValueError(value)
    if kind not in FLOATS and kind != SCORE:
        return _int32(kind, value) if kind in INT32 else _int64(kind, value)
    number = read_double(value) if isinstance(value, str) else float(value)
    return number if kind == "double" else as_float32(number)


def _int32(kind: str, value: Any) -> int:
    """A 32-bit integer. As in Elasticsearch, a larger one becomes the largest, except for `_doc`."""
    number = int(value) if isinstance(value, str) and INT.fullmatch(value) else value
    if isinstance(number, str) or _is_large(number) or (isinstance(value, str) and number != java_integer(number, 32)):
        raise ValueError(value)
    is_largest = kind != DOC and number > MAX_INT
    return MAX_INT if is_largest else java_integer(number, 32)


def _int64(kind: str, value: Any) -> int:
    """A 64-bit integer; a long out of range becomes the nearest limit."""
    if _is_large(value) and kind != "long":
        raise ValueError(value)
    number = value if not isinstance(value, str) else int(value) if INT.fullmatch(value) else read_double(value)
    if _is_large(number):
        return 2**63 - 1 if number > 0 else -(2**63)
    return java_integer(number, 64)


def _is_large(value: Any) -> bool:
    """Whether an integer has more than 64 bits."""
    return isinstance(value, int) and not -(2**63) <= value < 2**63


def _date(column: Column, value: str) -> int:
    if value.startswith("now"):
        raise EngineError(400, "parse_exception", f"could not read the current timestamp: [{value}]")
    return date_bound(value, column.format or (column.field.format if column.field else None))
