"""The loader for SQL databases. Documents wait in a file until the columns are known; one transaction writes them."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import orjson

from ....loading.bad import BadLines, LoadError, no_collection, no_earlier_collection
from ....loading.formats.readers import Record
from ....loading.sentences import counted, report
from ....loading.values.large_numbers import to_json
from ...shared.stored_mapping import with_numbers
from ..backend import SqlBackend
from .columns import column_types, fits, row_of
from .store import FAILURES

NUL = b"\\u0000"
DELETE_BATCH_SIZE = 500
WRITTEN = ("postgresql", "sqlite")


class SqlLoader:
    """The collections in the database of a SqlBackend."""

    def __init__(self, backend: SqlBackend, on_bad: BadLines | None = None):
        self.backend = backend
        self.store = backend.store()
        self.on_bad = on_bad or BadLines()

    def plan(self, item_type: str, way: str) -> list[str]:
        """The plan of a load. Raises LoadError for a table that our loader did not make: it is never changed."""
        if self.store.dialect.name not in WRITTEN:
            raise LoadError(f"searchapp load can write to {' and '.join(WRITTEN)}, not to {self.store.dialect.name}")
        name = self.name(item_type)
        with self.failures():
            ours = self.store.entry(name)
            if not ours and self.store.exists(name):
                raise LoadError(f"the table {name} was not made by searchapp load, and is not changed")
        if way != "replace" and not ours:
            raise no_collection(item_type)
        return []

    @contextmanager
    def replacing(self, item_type: str, mapping: dict[str, Any]) -> Iterator["NewTable"]:
        with tempfile.TemporaryFile() as spool, self.failures():
            yield NewTable(self, item_type, mapping.get("mappings", mapping), spool)

    @contextmanager
    def updating(self, item_type: str) -> Iterator["Changes"]:
        name = self.name(item_type)
        with self.failures(), self.store.transaction() as connection:
            yield Changes(self, item_type, connection, *self.store.open_table(connection, name))

    def mapping(self, item_type: str) -> dict[str, Any]:
        return dict(self.backend.mapping(item_type))

    def collections(self) -> list[dict[str, Any]]:
        found = []
        with self.failures():
            for entry in self.store.entries():
                state = "previous" if entry["name"].endswith("__previous") else "current"
                about = {key: entry[key] for key in ("item_type", "name", "documents", "created")}
                found.append({**about, "state": state, "bytes": None})
        return found

    def rollback(self, item_type: str) -> str:
        name = self.name(item_type)
        with self.failures():
            if not self.store.entry(f"{name}__previous"):
                raise no_earlier_collection(item_type)
            self.store.roll_back(name)
        return f"{item_type} is the previous collection again"

    def verify(self, item_type: str) -> str:
        with self.failures():
            entry = self.store.entry(self.name(item_type))
            if not entry:
                raise no_collection(item_type)
            count = self.store.count(entry["name"])
        if count != entry["documents"]:
            recorded = entry["documents"]
            wanted = f"{recorded:,}" if isinstance(recorded, int) else recorded
            raise LoadError(f"the table has {count:,} documents, but {wanted} were loaded")
        return f"{item_type} has all its {counted(count)}"

    def name(self, item_type: str) -> str:
        """The table of an item type."""
        first = self.backend.tables(item_type)[0]
        return str(first["table"] if isinstance(first, dict) else first)

    @contextmanager
    def failures(self) -> Iterator[None]:
        """Turns errors of the database and of the disk into LoadErrors."""
        try:
            yield
        except FAILURES as error:
            words = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
            raise LoadError(f"the database refused the collection: {words}") from error
        except OSError as error:
            raise LoadError(f"the collection cannot be written: {error.strerror or error}") from error


class NewTable:
    """Takes the documents of a new collection."""

    def __init__(self, loader: SqlLoader, item_type: str, mapping: dict[str, Any], spool: IO[bytes]):
        self.loader = loader
        self.item_type = item_type
        self.mapping = {**mapping, "properties": with_numbers(mapping.get("properties", {}))}
        self.spool = spool
        self.spoilt: set[str] = set()
        self.written = 0
        self.kinds = {name: entry["type"] for name, entry in self.mapping["properties"].items() if "type" in entry}

    def add(self, record: Record) -> None:
        line = packed(record, self.loader.on_bad)
        if line is None:
            return
        self.spool.write(line + b"\n")
        self.written += 1
        for name, value in record.document.items():
            kind = self.kinds.get(name)
            if kind and not fits(value, kind):
                self.spoilt.add(name)

    def delete(self, id: str) -> None:
        raise LoadError("documents cannot be deleted while a new collection is loaded")

    def finish(self, about: dict[str, Any]) -> str:
        self.spool.seek(0)
        mapping = {**self.mapping, "_meta": {**(self.mapping.get("_meta") or {}), **about}}
        plain = column_types(mapping, self.spoilt)
        documents = map(orjson.loads, self.spool)
        name = self.loader.name(self.item_type)
        count = self.loader.store.replace(name, self.item_type, mapping, plain, documents)
        return report(self.item_type, count, replaced=self.written - count)


class Changes:
    """Writes changes to the current table, in one transaction."""

    def __init__(self, loader: SqlLoader, item_type: str, connection: Any, made: Any, plain: dict[str, str]):
        self.loader = loader
        self.item_type = item_type
        self.connection = connection
        self.made = made
        self.plain = plain
        self.waiting: list[dict[str, Any]] = []
        self.changed: list[str] = []
        self.leaving: list[str] = []
        self.deleted = self.requested = 0

    def add(self, record: Record) -> None:
        if packed(record, self.loader.on_bad) is None:
            return
        for name, kind in self.plain.items():
            if not fits(record.document.get(name), kind):
                reason = f"{name} does not fit its column, which takes one {kind}: load the collection anew"
                self.loader.on_bad(record.name, record.line, reason)
                return
        self.waiting.append(record.document)
        self.changed.append(record.document["_id"])
        if len(self.waiting) >= DELETE_BATCH_SIZE:
            self.write()

    def write(self) -> None:
        rows = [row_of(document, self.plain) for document in self.waiting]
        if rows:
            self.loader.store.upsert(self.connection, self.made, rows)
        self.waiting = []

    def delete(self, id: str) -> None:
        self.leaving.append(id)
        self.requested += 1
        if len(self.leaving) >= DELETE_BATCH_SIZE:
            self.remove()

    def remove(self) -> None:
        if self.leaving:
            name = self.made.name
            self.deleted += self.loader.store.remove(self.connection, name, self.made, self.leaving)
        self.leaving = []

    def finish(self, about: dict[str, Any]) -> str:
        self.write()
        self.remove()
        count = self.loader.store.finish_update(self.connection, self.made.name, self.changed, about)
        return report(self.item_type, count, deleted=self.deleted, missing=self.requested - self.deleted)


def packed(record: Record, on_bad: BadLines) -> bytes | None:
    """The document as JSON; None for a document that no SQL database can hold."""
    try:
        line = to_json(record.document)
    except (TypeError, ValueError) as error:
        on_bad(record.name, record.line, str(error))
        return None
    if NUL in line:
        on_bad(record.name, record.line, "holds a NUL character, which SQL databases do not take")
        return None
    return line
