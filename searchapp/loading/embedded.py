"""The loader for the embedded engine: a new generation is built aside and then pointed to."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .bad import BadLines, LoadError
from .readers import Record


class EmbeddedLoader:
    """The collections in the folder of an EmbeddedBackend."""

    def __init__(self, backend: Any, on_bad: BadLines | None = None):
        self.backend = backend
        self.engine = backend.engine()
        self.on_bad = on_bad or BadLines()

    def plan(self, item_type: str, way: str) -> list[str]:
        """Nothing that needs to be said: an index of the engine is all ours."""
        if way != "replace":
            self.summary(item_type)
        return []

    @contextmanager
    def replacing(self, item_type: str, mapping: dict[str, Any]) -> Iterator["EmbeddedWriter"]:
        fields = {**mapping.get("mappings", mapping)}
        index = self.backend.index_of(item_type)
        with self.failures(), self.engine.builder(index, fields, mapping.get("settings")) as builder:
            yield EmbeddedWriter(self, item_type, builder)

    @contextmanager
    def updating(self, item_type: str) -> Iterator["EmbeddedWriter"]:
        with self.failures(), self.engine.updater(self.backend.index_of(item_type)) as updater:
            yield EmbeddedWriter(self, item_type, updater)

    def mapping(self, item_type: str) -> dict[str, Any]:
        return dict(self.backend.mapping(item_type))

    def collections(self) -> list[dict[str, Any]]:
        found = []
        for index in self.engine.indices():
            name = f"{index['index']} {index['generation']}"
            item_type = self.item_type_of(index["index"])
            numbers = {"documents": index["docs"], "bytes": index["size"], "created": str(index["created"])}
            found.append({"item_type": item_type, "name": name, "state": "current", **numbers})
            if index.get("previous"):
                nothing = {"documents": None, "bytes": None, "created": ""}
                before = f"{index['index']} {index['previous']}"
                found.append({"item_type": item_type, "name": before, "state": "previous", **nothing})
        return found

    def rollback(self, item_type: str) -> str:
        with self.failures():
            return f"{item_type} is generation {self.engine.rollback(self.backend.index_of(item_type))} again"

    def verify(self, item_type: str) -> str:
        with self.failures():
            index = self.engine.verify(self.backend.index_of(item_type))
        return f"{item_type} generation {index['generation']} has all its {index['docs']:,} documents"

    def summary(self, item_type: str) -> dict[str, Any]:
        """What is known of the current collection; LoadError when there is none."""
        for index in self.engine.indices():
            if index["index"] == self.backend.index_of(item_type):
                return dict(index)
        raise LoadError(f"there is no collection of type {item_type}, load one first")

    def item_type_of(self, index: str) -> str:
        """The item type that is kept in an index."""
        names = (name for name, own in self.backend.indices.items() if name and own == index)
        return next(names, index)

    @contextmanager
    def failures(self) -> Iterator[None]:
        """Makes the engine's errors and those of the disk LoadErrors."""
        try:
            yield
        except self.backend.FAILURE as error:
            raise LoadError(error.reason) from error
        except OSError as error:
            raise LoadError(f"the collection cannot be written: {error.strerror or error}") from error


class EmbeddedWriter:
    """Writes to the generation that is being built."""

    def __init__(self, loader: EmbeddedLoader, item_type: str, target: Any):
        self.loader = loader
        self.item_type = item_type
        self.target = target
        self.write = getattr(target, "upsert", None) or target.add
        self.written = self.deleted = 0

    def add(self, record: Record) -> None:
        try:
            self.write(record.document)
            self.written += 1
        except self.loader.backend.FAILURE as error:
            if error.status != 400:
                raise
            self.loader.on_bad(record.name, record.line, error.reason)

    def delete(self, id: str) -> None:
        self.target.delete(id)
        self.deleted += 1

    def finish(self, about: dict[str, Any]) -> str:
        counts = {"written": self.written, "deleted": self.deleted}
        return f"{self.item_type}: " + ", ".join(f"{n:,} documents {what}" for what, n in counts.items() if n)
