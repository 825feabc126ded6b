"""From rows to hits: the columns of a row, with the objects of its JSON columns, as one document."""

import datetime
import decimal
from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Any

from ..engine.source import source_filter
from .sql_tables import Collection

Document = dict[str, Any]

PLAIN = frozenset((str, int, float, bool, dict, list))


def wanted_columns(collection: Collection, source: Mapping[str, Any] | None) -> list[str]:
    """The columns that a `_source` may need."""
    includes = [name.partition(".")[0] for name in (source or {}).get("includes", ())]
    if not includes:
        return list(collection.columns)
    heads = {name: name.partition(".")[0] for name in collection.columns}
    plain = {name for name in collection.columns if name not in collection.merged}
    chosen = [name for name in plain if any(fnmatchcase(heads[name], pattern) for pattern in includes)]
    if all(name in plain for name in includes):
        return [name for name in collection.columns if name in chosen]
    return [name for name in collection.columns if name in chosen or name in collection.merged]


def document_maker(names: list[str], merged: Iterable[str], source: Any) -> Callable[[Iterable[Any]], Document]:
    """A function from the values of a row, in the order of the names, to its document."""
    keep = source_filter(tuple((source or {}).get("includes", ())), tuple((source or {}).get("excludes", ())))
    tops = [name for name in names if name in set(merged)]
    inside = [(name, tuple(name.split("."))) for name in names if "." in name]

    def document(values: Iterable[Any]) -> Document:
        found: Document = {name: value for name, value in zip(names, values, strict=False) if value is not None}
        for name, value in found.items():
            if type(value) not in PLAIN:
                found[name] = plain(value)
        for name in tops:
            if type(found.get(name)) is dict:
                found.update(found.pop(name))
        for name, path in inside:
            if name in found:
                put(found, path, found.pop(name))
        return keep(found) if keep else found

    return document


def put(document: Document, path: tuple[str, ...], value: Any) -> None:
    for name in path[:-1]:
        document = document.setdefault(name, {})
    document[path[-1]] = value


def plain(value: Any) -> Any:
    """A value that JSON knows."""
    if type(value) in PLAIN:
        return value
    if isinstance(value, decimal.Decimal):
        return int(value) if value == value.to_integral_value() and abs(value) < 2**63 else float(value)
    if isinstance(value, datetime.date | datetime.datetime | datetime.time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return str(value)
