"""Writes the documents of a load to one collection of MongoDB, a batch at a time, and makes its indexes."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from ....loading.bad import BadLines
from ....loading.formats.readers import Document, Record
from ....loading.sentences import report
from ....loading.values.large_numbers import with_decimals
from ....querystring.field_types import TEXT_TYPES, leaf_fields
from ...shared.index_meta import COMPLETE, now, whoami
from .store import MongoStore, unwritable

BATCH_SIZE = 1000
MAX_INDEXES = 40  # MongoDB allows 64
INDEXED = ("keyword", "long", "integer", "short", "byte", "double", "float", "date", "boolean")


class MongoWriter:
    """Writes to one collection of a MongoLoader, a batch at a time."""

    def __init__(
        self,
        store: MongoStore,
        on_bad: BadLines,
        name: str,
        entry: dict[str, Any],
        mapping: dict[str, Any],
        update: bool = False,
    ):
        self.store = store
        self.on_bad = on_bad
        self.name = name
        self.entry = entry
        self.known = mapping
        self.texts = fields_of_types(mapping, TEXT_TYPES) if entry["by_words"] else None
        self.update = update
        self.waiting: list[Document] = []
        self.leaving: list[str] = []
        self.replaced = self.deleted = self.missing = 0

    def add(self, record: Record) -> None:
        document = record.document
        if unwritable(document):
            document = with_decimals(document)
        if why := unwritable(document):
            self.on_bad(record.name, record.line, why)
            return
        self.waiting.append(document)
        if len(self.waiting) >= BATCH_SIZE:
            self.flush()

    def delete(self, id: str) -> None:
        self.leaving.append(id)
        if len(self.leaving) >= BATCH_SIZE:
            self.flush()

    def flush(self) -> None:
        if self.waiting:
            self.replaced += self.store.write(self.name, self.waiting, self.texts, self.update)[1]
        if self.leaving:
            deleted = self.store.delete(self.name, self.leaving)
            self.deleted += deleted
            self.missing += len(self.leaving) - deleted
        self.waiting, self.leaving = [], []

    def finish(self, about: dict[str, Any]) -> str:
        self.flush()
        for field in fields_of_types(self.known, INDEXED)[:MAX_INDEXES]:
            self.store.index(self.name, field)
        count = self.store.count(self.name)
        meta = {**self.known.get("_meta", {}), **about}
        meta["stats"] = {**(meta.get("stats") or {}), "total": count}
        entry = {key: value for key, value in self.entry.items() if key not in whoami()}
        entry |= {"state": COMPLETE, "updated": now(), "documents": count}
        self.store.describe(self.name, {**entry, "mapping": json.dumps({**self.known, "_meta": meta})})
        return report(self.name, count, self.replaced, self.deleted, self.missing)


def fields_of_types(mapping: Mapping[str, Any], types: Collection[str]) -> list[str]:
    """The indexed fields of these types, and all text fields if they are among the types."""
    return [
        name
        for name, entry in leaf_fields(mapping.get("properties") or {})
        if entry.get("type") in types and (entry.get("index") is not False or types is TEXT_TYPES)
    ]
