"""The loader for the embedded engine. It builds a new generation in a folder of its own, and then switches to it."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from ...engine import EngineError
from ...formatters.fields import SORTED_KEYS
from ...loading.bad import BadLines, LoadError, no_collection
from ...loading.formats.readers import Record
from ...loading.inference.mapping import leaf_count
from ...loading.sentences import counted, report
from ..shared.index_meta import TopNames
from .backend import EmbeddedBackend
from .word_files import with_words

NOTHING = {"documents": None, "bytes": None, "created": ""}
"""The numbers of a collection that are not known."""


class EmbeddedLoader:
    """The collections in the folder of an EmbeddedBackend."""

    def __init__(self, backend: EmbeddedBackend, on_bad: BadLines | None = None):
        self.backend = backend
        self.engine = backend.engine
        self.on_bad = on_bad or BadLines()

    def plan(self, item_type: str, way: str) -> list[str]:
        """No lines, because every index of the engine is ours. LoadError while another load runs."""
        if way != "replace":
            self.summary(item_type)
        with self.failures():
            self.engine.check_idle(self.backend.index_of(item_type))
        return []

    @contextmanager
    def replacing(self, item_type: str, mapping: dict[str, Any]) -> Iterator["EmbeddedWriter"]:
        fields = mapping.get("mappings", mapping)
        own = mapping.get("settings", {}) if "mappings" in mapping else {}
        settings = {"mapping.total_fields.limit": max(1000, 2 * leaf_count(fields)), **own}
        settings = with_words(settings, self.backend.words_folder)
        fields = {**fields, "_meta": {"stats": {}, SORTED_KEYS: True}}
        with self.failures(), self.engine.builder(self.backend.index_of(item_type), fields, settings) as builder:
            builder.sorts_keys = True
            yield EmbeddedWriter(self, item_type, builder, 0)

    @contextmanager
    def updating(self, item_type: str) -> Iterator["EmbeddedWriter"]:
        before = self.summary(item_type)["docs"]
        with self.failures(), self.engine.updater(self.backend.index_of(item_type)) as updater:
            updater.sorts_keys = True
            yield EmbeddedWriter(self, item_type, updater, before)

    def mapping(self, item_type: str) -> dict[str, Any]:
        return dict(self.backend.mapping(item_type))

    def collections(self) -> list[dict[str, Any]]:
        with self.failures():
            found, known = [], set()
            for index in self.engine.indices():
                known.add(index["index"])
                name = f"{index['index']} {index['generation']}"
                item_type = self.item_type_of(index["index"])
                numbers = {"documents": index["docs"], "bytes": index["size"], "created": str(index["created"])}
                found.append({"item_type": item_type, "name": name, "state": "current", **numbers})
                for one in self.others(index["index"]):
                    numbers = {**NOTHING, "documents": one["documents"], "created": one["created"]}
                    before = f"{index['index']} {one['name']}"
                    found.append({"item_type": item_type, "name": before, "state": "previous", **numbers})
            damaged = sorted({*self.engine.names()} - known)  # collections that cannot be read
            return found + [
                {"item_type": self.item_type_of(name), "name": name, "state": "damaged", **NOTHING} for name in damaged
            ]

    def others(self, index: str) -> list[dict[str, Any]]:
        """The generations that are kept for a rollback; none if one of them cannot be read."""
        with suppress(EngineError):
            return [one for one in self.engine.generations(index) if not one["current"]]
        return []

    def rollback(self, item_type: str) -> str:
        with self.failures():
            return f"{item_type} is generation {self.engine.rollback(self.loaded(item_type))} again"

    def verify(self, item_type: str) -> str:
        with self.failures():
            index = self.engine.verify(self.loaded(item_type))
        return f"{item_type} generation {index['generation']} has all its {counted(index['docs'])}"

    def loaded(self, item_type: str) -> str:
        """The index of an item type, which may be damaged. LoadError if nothing is loaded."""
        index = self.backend.index_of(item_type)
        if index not in self.engine.names():
            raise no_collection(item_type)
        return index

    def summary(self, item_type: str) -> dict[str, Any]:
        """The generation, size and number of documents of the current collection. LoadError if nothing is loaded."""
        for index in self.engine.indices():
            if index["index"] == self.backend.index_of(item_type):
                return dict(index)
        raise no_collection(item_type)

    def item_type_of(self, index: str) -> str:
        """The item type that is kept in an index."""
        names = (name for name, own in self.backend.indices.items() if name and own == index)
        return next(names, index)

    @contextmanager
    def failures(self) -> Iterator[None]:
        """Turns errors of the engine and of the disk into LoadErrors."""
        try:
            yield
        except EngineError as error:
            raise LoadError(error.reason) from error
        except OSError as error:
            raise LoadError(f"the collection cannot be written: {error.strerror or error}") from error


class EmbeddedWriter:
    """Writes to the generation that is being built; `before` is the number of documents that it has already."""

    def __init__(self, loader: EmbeddedLoader, item_type: str, target: Any, before: int):
        self.loader = loader
        self.item_type = item_type
        self.target = target
        self.before = before
        self.names = TopNames(target.mapping.meta.get(SORTED_KEYS) if before else ())
        self.written = self.deleted = self.missing = 0

    def add(self, record: Record) -> None:
        try:
            self.names.add(record.document)
            self.target.add(record.document)
            self.written += 1
        except EngineError as error:
            if error.status != 400:
                raise
            self.loader.on_bad(record.name, record.line, error.reason)

    def delete(self, id: str) -> None:
        found = self.target.delete(id)
        self.deleted += found
        self.missing += not found

    def finish(self, about: dict[str, Any]) -> str:
        count = self.before + self.written - len(self.target.replaced)
        meta = self.target.mapping.meta
        meta.update(about)
        if meta.get(SORTED_KEYS):  # not where a generation of an earlier state is changed
            meta[SORTED_KEYS] = self.names.note()
        meta["stats"] = {**(meta.get("stats") or {}), "total": count}
        replaced = len(self.target.replaced) - self.deleted
        return report(self.item_type, count, replaced, self.deleted, self.missing)
