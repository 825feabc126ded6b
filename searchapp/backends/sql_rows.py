"""From rows to hits: the columns of a row, with the objects of its JSON columns, as one document."""

import datetime
import decimal
from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Any

from ..engine.source import source_filter
from .sql_tables import Collection

Document = dict[str, Any]


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
    tops = frozenset(merged)
    pairs = [(name, name in tops, tuple(name.split("."))) for name in names]

    def document(values: Iterable[Any]) -> Document:
        found: Document = {}
        for (name, top, path), value in zip(pairs, values, strict=False):
            if value is None:
                continue
            if top and type(value) is dict:
                found.update(value)
            elif len(path) > 1:
                put(found, path, plain(value))
            else:
                found[name] = plain(value)
        return keep(found) if keep else found

    return document


def put(document: Document, path: tuple[str, ...], value: Any) -> None:
    for name in path[:-1]:
        document = document.setdefault(name, {})
    document[path[-1]] = value


def plain(value: Any) -> Any:
    """A value that JSON knows."""
    kind = type(value)
    if kind in (str, int, float, bool, dict, list):
        return value
    if isinstance(value, decimal.Decimal):
        return int(value) if value == value.to_integral_value() and abs(value) < 2**63 else float(value)
    if isinstance(value, datetime.date | datetime.datetime | datetime.time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return str(value)
