"""Makes hits from rows: a document has the columns of a row, and the objects of its JSON columns."""

import datetime
import decimal
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import orjson

from ...engine import source_filter
from ...querystring.names import fits_pattern
from ..shared.answer_bytes import size_of
from .dialects.sqlite_types import read_json
from .schema.collection import Collection

Document = dict[str, Any]
Readers = Mapping[str, Callable[[Any], Any]]

PLAIN = frozenset((str, int, float, bool, dict, list))
LARGE = frozenset((str, dict, list))
"""Types of values that may have any size."""


def wanted_columns(collection: Collection, source: Mapping[str, Any] | None) -> list[str]:
    """The columns that a `_source` may need, with the merged ones last."""
    merged = [name for name in collection.columns if name in collection.merged]
    flat = [name for name in collection.columns if name not in collection.merged]
    includes = [name.partition(".")[0] for name in (source or {}).get("includes", ())]
    if not includes:
        return flat + merged
    chosen = [name for name in flat if any(fits_pattern(name.partition(".")[0], pattern) for pattern in includes)]
    return chosen if all(name in flat for name in includes) else chosen + merged


class Documents:
    """Makes documents from rows. The values of a row have the order of `names`, merged columns last.

    `readers` read raw values; `safe` columns hold only values that JSON knows.
    """

    def __init__(
        self, names: list[str], merged: Iterable[str], source: Any, readers: Readers | None = None, safe: bool = False
    ):
        merged, readers = set(merged), readers or {}
        self.flat = [name for name in names if name not in merged]
        self.tops = [(at, name, readers.get(name)) for at, name in enumerate(names) if at >= len(self.flat)]
        self.readers = [(name, readers[name]) for name in self.flat if name in readers]
        self.inside = [(name, tuple(name.split("."))) for name in names if "." in name]
        self.keep = source_filter(tuple((source or {}).get("includes", ())), tuple((source or {}).get("excludes", ())))
        self.safe = safe

    def of(self, rows: Sequence[Sequence[Any]]) -> list[Document]:
        """The document of each row."""
        flat = self.flat
        found: list[Document] = [
            {name: value for name, value in zip(flat, row, strict=False) if value is not None} for row in rows
        ]
        for name, read in self.readers:
            for document in found:
                if name in document:
                    document[name] = read(document[name])
        if not self.safe and not all(PLAIN.issuperset(map(type, document.values())) for document in found):
            found = [{name: json_value(value) for name, value in document.items()} for document in found]
        for at, name, read_top in self.tops:
            values = [row[at] for row in rows]
            merge(found, name, read_all(values, read_top) if read_top else values)
        for name, path in self.inside:
            for document in found:
                if name in document:
                    put_at_path(document, path, document.pop(name))
        return [self.keep(document) for document in found] if self.keep else found


def read_all(values: list[Any], read: Callable[[Any], Any]) -> list[Any]:
    """The parsed values; parsed one by one if some are not JSON texts."""
    if read is not read_json:
        return [value if value is None else read(value) for value in values]
    with suppress(orjson.JSONDecodeError, TypeError):
        return list(map(orjson.loads, values))
    return [read_json(value) for value in values]


def merge(documents: list[Document], name: str, values: list[Any]) -> None:
    """Merges objects without their `_id` into the documents. Other values get the name of the column."""
    for document, value in zip(documents, values, strict=True):
        if type(value) is dict:
            value.pop("_id", None)
            document.update(value)
        elif value is not None:
            document[name] = json_value(value)


def size_of_row(row: Iterable[Any]) -> int:
    """The bytes of the values of a row that may have any size."""
    return sum(len(value) if type(value) is str else size_of(value) for value in row if type(value) in LARGE)


def put_at_path(document: Document, path: tuple[str, ...], value: Any) -> None:
    for name in path[:-1]:
        document = document.setdefault(name, {})
    document[path[-1]] = value


def json_value(value: Any) -> Any:
    """The value as a value of JSON."""
    if type(value) in PLAIN:
        return value
    if isinstance(value, decimal.Decimal):
        return int(value) if value == value.to_integral_value() and abs(value) < 2**63 else float(value)
    if isinstance(value, datetime.date | datetime.datetime | datetime.time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return str(value)
