"""Sort keys: `parse_sort` reads them from a body, `bind` makes columns of an index of them, by which collect.py sorts.

Documents without a value are last in both directions. Their sort value is the largest or smallest number of the type,
or null for a keyword.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ..errors import content_error, illegal, number_format, shard_error, unsupported_error
from ..index.doc_values import doc_values_field
from ..index.reader import Reader
from ..mapping.field import KNOWN_TYPES
from ..mapping.mapping import FLOATS, INTEGERS, LEAF_TYPES, Field
from ..parsing import date_format, double, field_of_object, only_text, text, wrong_type
from ..values.addresses import address_text
from ..values.dates import date_text
from ..values.java_numbers import as_float32, java_integer, shortest

SCORE, DOC = "_score", "_doc"
DOCS = (DOC, "_shard_doc", "_seq_no")
MODES = ("min", "max")
UNSUPPORTED_MODES = ("avg", "sum", "median")
EXACT = ("keyword", "ip")
INTEGER = re.compile(r"[+-]?\d{1,19}")


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a body's `sort`."""

    name: str
    descending: bool = False
    missing: Any = "_last"
    mode: str | None = None
    unmapped_type: str | None = None
    format: str | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A sort key bound to an index. `field` is None for the score, the index order and an unmapped field."""

    name: str
    kind: str
    """Type of the field, `_score` or `_doc`."""
    descending: bool
    field: Field | None = None
    mode: str | None = None
    missing: Any = None
    """The value for documents without one; None puts them last."""
    first: bool = False
    """Whether missing values come first."""
    several: bool = False
    format: str | None = None
    """The format of dates in the `sort` of a hit; None for their milliseconds."""

    @property
    def is_plain(self) -> bool:
        """Whether the index can sort by it: missing values last, and the smallest or largest value by direction."""
        own = self.mode is None or self.mode == ("max" if self.descending else "min") or not self.several
        return self.missing is None and not self.first and own

    @property
    def is_exact(self) -> bool:
        """Whether the values are texts: keywords, or the digits of addresses."""
        return self.kind in EXACT

    @property
    def absent(self) -> Any:
        """The sort value of a document without a value."""
        if self.missing is not None:
            return self.missing
        low = self.descending != self.first
        if self.kind in FLOATS:
            return float("-inf") if low else float("inf")
        limit = 2**31 if self.kind in ("integer", "short", "byte") else 2**63
        return -limit if low else limit - 1

    def value(self, raw: Any) -> Any:
        """The sort value of a raw value; None for a missing keyword or address."""
        if raw is not None:
            return raw
        return self.missing if self.is_exact else self.absent

    def comparable(self, raw: Any) -> Any:
        """The sort value in a form that Python can compare, in ascending order."""
        value = self.value(raw)
        if not self.is_exact:
            return largest(value)
        low = self.descending != self.first
        return (value is None) != low, value or ""

    def printed(self, raw: Any) -> Any:
        """The sort value as it is in the `sort` of a hit."""
        value = self.value(raw)
        if self.format is not None:
            return date_text(value, self.format)
        if value != value:
            return "NaN"
        if self.kind in FLOATS and value in (float("inf"), float("-inf")):
            return "Infinity" if value > 0 else "-Infinity"
        if self.kind == "ip":
            return value and address_text(value)
        return shortest(value) if self.kind in (SCORE, "float") else value


def parse_sort(value: Any) -> list[Key]:
    """The keys of a body's `sort`; empty if it only sorts by score."""
    if isinstance(value, list):
        keys = [key for item in value for key in _keys_of(item)]
    else:
        keys = _keys_of(value) if isinstance(value, dict) else [_named(text(value))]
    return [] if keys == [Key(SCORE, True)] else keys


def sort_of_parameter(value: str) -> list[Any]:
    """The `sort` of a body for the one of a URL, such as `n:desc,kw`. Keys with an unknown direction are left out."""
    keys: list[Any] = []
    for part in filter(None, value.split(",")):
        name, colon, direction = part.rpartition(":")
        if not colon:
            keys.append(part)
        elif direction in ("asc", "desc"):
            keys.append({name: {"order": direction}})
    return keys


def bind(reader: Reader, keys: list[Key]) -> list[Column]:
    """The columns of the keys. EngineError for a field that cannot be sorted by."""
    return [_column(reader, key) for key in keys]


def _keys_of(item: Any) -> list[Key]:
    if isinstance(item, str):
        return [_named(item)]
    if not isinstance(item, dict):
        raise illegal("malformed sort format, within the sort array, an object, or an actual string are allowed")
    return [_described(name, value) for name, value in item.items()]


def _named(name: str) -> Key:
    return Key(name, descending=name == SCORE)


def _described(name: str, value: Any) -> Key:
    key = _named(name)
    if name in ("_geo_distance", "_script"):
        raise unsupported_error(f"unsupported sort: {name}")
    if isinstance(value, str):
        return replace(key, descending=_descending(value))
    if not isinstance(value, dict):
        raise content_error("[field_sort] Expected START_OBJECT")
    for option, given in value.items():
        if option not in OPTIONS or (name == SCORE and option != "order"):
            raise content_error(f"[{'_score' if name == SCORE else 'field_sort'}] unknown field [{option}]")
        key = OPTIONS[option](key, given)
    return key


def _descending(value: Any) -> bool:
    order = text(value).lower()
    if order not in ("asc", "desc"):
        raise illegal(f"No enum constant org.elasticsearch.search.sort.SortOrder.{order.upper()}")
    return order == "desc"


def _mode(value: Any) -> str:
    mode = text(value).lower()
    if mode in UNSUPPORTED_MODES:
        raise unsupported_error(f"unsupported option: mode [{mode}] of sort")
    if mode not in MODES:
        raise content_error(f"[field_sort] failed to parse field [mode]: Unknown SortMode [{value}]")
    return mode


def _missing_option(value: Any) -> Any:
    """The option `missing`; null is the default."""
    if isinstance(value, list | dict):
        raise wrong_type("[field_sort] missing", value)
    return "_last" if value is None else value


def _refuse(option: str) -> Callable[[Key, Any], Key]:
    def refuse(key: Key, value: Any) -> Key:
        raise unsupported_error(f"unsupported option: {option} of sort")

    return refuse


OPTIONS: dict[str, Callable[[Key, Any], Key]] = {
    "order": lambda key, value: replace(key, descending=field_of_object("field_sort", "order", _descending, value)),
    "missing": lambda key, value: replace(key, missing=_missing_option(value)),
    "mode": lambda key, value: replace(key, mode=_mode(value)),
    "unmapped_type": lambda key, value: replace(key, unmapped_type=only_text(value)),
    "format": lambda key, value: replace(key, format=only_text(value)),
    "numeric_type": _refuse("numeric_type"),
    "nested": _refuse("nested"),
}


def _column(reader: Reader, key: Key) -> Column:
    if key.name == SCORE or key.name in DOCS:
        return Column(key.name, SCORE if key.name == SCORE else DOC, key.descending)
    mapped = reader.mapping.fields.get(key.name)
    if mapped is not None and mapped.nested is not None:
        raise shard_error(f"it is mandatory to set the [nested] context on the nested sort field: [{key.name}].")
    field = doc_values_field(reader, key.name)
    if field is None:
        return _unmapped(key)
    first = key.missing == "_first"
    missing = None if key.missing in ("_first", "_last") else _missing(field.type, key.missing)
    _check_format(key, field.type)
    several = field.path in reader.stats.multi
    return Column(key.name, field.type, key.descending, field, key.mode, missing, first, several, key.format)


def _unmapped(key: Key) -> Column:
    """The column of an unmapped field, in which no document has a value."""
    if key.unmapped_type is None:
        raise shard_error(f"No mapping found for [{key.name}] in order to sort on")
    if key.unmapped_type == "text" or key.unmapped_type in KNOWN_TYPES:
        raise unsupported_error(f"unsupported option: unmapped_type [{key.unmapped_type}] of sort")
    if key.unmapped_type not in LEAF_TYPES:
        raise illegal(f"No mapper found for type [{key.unmapped_type}]")
    missing = None if key.missing in ("_first", "_last") else _missing(key.unmapped_type, key.missing)
    _check_format(key, key.unmapped_type)
    first = key.missing == "_first"
    return Column(key.name, key.unmapped_type, key.descending, missing=missing, first=first, format=key.format)


def _check_format(key: Key, kind: str) -> None:
    """Raise EngineError for a format that is not one of dates, or on a field of another type."""
    if key.format is None:
        return
    if kind in INTEGERS or kind in FLOATS:
        raise illegal("require a date_time formatter; got [decimal]")
    if kind != "date":
        raise illegal(f"Field [{key.name}] of type [{kind}] does not support custom formats")
    date_format(key.format)


def _missing(kind: str, value: Any) -> Any:
    """The value that replaces a missing one."""
    if kind == "ip":
        raise unsupported_error(f"unsupported option: missing [{value}] of a sort by addresses")
    if kind in ("keyword", "text"):
        return text(value)
    if isinstance(value, bool):
        raise number_format(text(value))
    if kind in FLOATS:
        number = double(str(value))
        return number if kind == "double" else as_float32(number)
    bits = 32 if kind in ("integer", "short", "byte") else 64
    if isinstance(value, str) and (not INTEGER.fullmatch(value) or int(value) != java_integer(int(value), bits)):
        raise number_format(value)
    return java_integer(int(value) if isinstance(value, str) else value, bits)


def largest(number: float) -> float:
    """The number; infinity for NaN, which Java sorts after all other numbers."""
    return math.inf if number != number else number
