"""The loader for MongoDB: each load fills a new collection, then an entry of the registry points to it.

It changes only collections that it made itself, and keeps the previous one for `rollback`.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from ....errors import PipelineError
from ....loading.bad import BadLines, LoadError, no_collection, no_earlier_collection
from ....loading.sentences import counted
from ....querystring.default_fields import copied_fields
from ...shared.index_meta import LOADING, abandoned, is_complete, now, whoami
from ...shared.stored_mapping import stored_mapping, with_numbers
from ..backend import MongoBackend
from .writer import MongoWriter

KEPT = ("type", "properties", "index", "doc_values", "format")


class MongoLoader:
    """The collections that a MongoBackend shows."""

    def __init__(self, backend: MongoBackend, on_bad: BadLines | None = None):
        self.backend = backend
        self.store = backend.store()
        self.on_bad = on_bad or BadLines()

    def plan(self, item_type: str, way: str) -> list[str]:
        name = self.backend.named(item_type)
        if way != "replace":
            old = self.current(item_type)["_id"]
            return [f"will {way} documents in a copy of {old}", f"will publish it as {name}", *self.drops(name)]
        if not self.store.entries(_id=name) and self.store.exists(name):
            raise LoadError(f"the collection {name} was not made by searchapp load, and is not changed")
        lines = [f"will make a new collection {self.start(name)}<time>", f"will publish it as {name}"]
        return lines + self.drops(name)

    def drops(self, name: str) -> list[str]:
        return [f"will drop {old}" for old in self.obsolete(name)]

    @contextmanager
    def replacing(self, item_type: str, mapping: dict[str, Any]) -> Iterator[MongoWriter]:
        with self.making(item_type, described(mapping.get("mappings", mapping))) as writer:
            self.store.create(writer.name)
            self.store.index_words(writer.name)  # one that is made later has to sort all words at once
            yield writer

    @contextmanager
    def updating(self, item_type: str) -> Iterator[MongoWriter]:
        """A writer to a copy of the current collection, so that readers see all changes or none."""
        with self.failures():
            entry = self.current(item_type)
        with self.making(item_type, stored_mapping(entry.get("mapping"), entry["_id"]), entry) as writer:
            self.store.copy(entry["_id"], writer.name)
            if entry.get("by_words"):
                self.store.index_words(writer.name)
            yield writer

    @contextmanager
    def making(
        self, item_type: str, fields: dict[str, Any], source: dict[str, Any] | None = None
    ) -> Iterator[MongoWriter]:
        """A new collection, which becomes the current one at the end, and is dropped after an error.

        `source` is the entry of the collection that it is a copy of.
        """
        name = self.backend.named(item_type)
        target = f"{self.start(name)}{datetime.now(UTC):%Y%m%d%H%M%S%f}"
        entry = {"of": name, "item_type": item_type, "state": LOADING, "created": now(), **whoami()}
        entry["by_words"] = source is None or bool(source.get("by_words"))
        with self.failures():
            self.store.describe(target, {**entry, "mapping": json.dumps(fields), "documents": 0})
            try:
                yield MongoWriter(self.store, self.on_bad, target, entry, fields, source is not None)
                self.switch(item_type, name, target)
            except BaseException:
                self.store.drop(target)
                raise

    def entry_of(self, name: str) -> dict[str, Any]:
        """The registry entry with the current collection of a name; empty without one."""
        found: list[dict[str, Any]] = self.store.entries(_id=name)
        return found[0] if found else {}

    def switch(self, item_type: str, name: str, target: str) -> None:
        """Make a new collection the current one in one step, and drop the collections that are not needed any more."""
        old = [each for each in self.obsolete(name) if each != target]
        before = self.entry_of(name).get("current")
        self.point(item_type, name, target, before)
        for each in old:
            self.store.drop(each)

    def point(self, item_type: str, name: str, target: Any, before: Any) -> None:
        previous = before or self.entry_of(name).get("previous")
        entry = {"item_type": item_type, "current": target, "previous": previous, "updated": now()}
        entry |= {"by_words": self.has_words(target), "previous_by_words": self.has_words(previous)}
        self.store.describe(name, entry)

    def has_words(self, name: Any) -> bool:
        """Whether the documents of a collection have a list of their words."""
        return any(entry.get("by_words") for entry in self.store.entries(_id=name)) if name else False

    def obsolete(self, name: str) -> list[str]:
        """The collections that a load drops: all except the current one and collections that other processes fill."""
        current = self.entry_of(name).get("current")
        made = self.store.entries(of=name)
        return [each["_id"] for each in made if each["_id"] != current and (is_complete(each) or abandoned(each))]

    def start(self, name: str) -> str:
        return f"{self.backend.prefix}_{name}_"

    def current(self, item_type: str) -> dict[str, Any]:
        """The registry entry of the current collection. Raises LoadError if our loader made none."""
        current = self.entry_of(self.backend.named(item_type)).get("current")
        for entry in self.store.entries(_id=current) if current else ():
            return dict(entry)
        raise no_collection(item_type)

    def mapping(self, item_type: str) -> dict[str, Any]:
        entry = self.current(item_type)
        return stored_mapping(entry.get("mapping"), entry["_id"])

    def collections(self) -> list[dict[str, Any]]:
        with self.failures():
            entries = self.store.entries()
        shown = {entry["current"] for entry in entries if "current" in entry}
        return [
            {
                "item_type": entry["item_type"],
                "name": entry["_id"],
                "state": "current" if entry["_id"] in shown else "previous" if is_complete(entry) else "unfinished",
                "documents": entry["documents"],
                "bytes": None,
                "created": entry["created"],
            }
            for entry in entries
            if "of" in entry
        ]

    def rollback(self, item_type: str) -> str:
        with self.failures():
            current, name = self.current(item_type), self.backend.named(item_type)
            known = {entry["_id"] for entry in self.store.entries(of=name) if is_complete(entry)}
            previous = self.entry_of(name).get("previous")
            if previous not in known:
                raise no_earlier_collection(item_type)
            self.point(item_type, name, previous, current["_id"])
        return f"{name} is {previous} again; {current['_id']} is kept"

    def verify(self, item_type: str) -> str:
        with self.failures():
            entry = self.current(item_type)
            count = self.store.count(entry["_id"])
        if count != entry["documents"]:
            raise LoadError(f"{entry['_id']} has {count} documents, but {entry['documents']} were loaded")
        return f"{entry['_id']} has all its {counted(count)}"

    @contextmanager
    def failures(self) -> Iterator[None]:
        """Turns failures of the database into LoadErrors."""
        try:
            yield
        except PipelineError as error:
            raise LoadError(error.summary) from error


def described(fields: dict[str, Any]) -> dict[str, Any]:
    """A mapping without the parts that only search engines use: `copy_to`, its targets, and analyzers."""
    copies = copied_fields(fields)
    own = with_numbers({name: entry for name, entry in fields.get("properties", {}).items() if name not in copies})
    return {"properties": stored_properties(own), "_meta": fields.get("_meta", {})}


def stored_properties(properties: dict[str, Any]) -> dict[str, Any]:
    found = {name: {key: value for key, value in entry.items() if key in KEPT} for name, entry in properties.items()}
    for name, entry in found.items():
        if entry.get("type") == "text" and "keyword" in (properties[name].get("fields") or {}):
            entry["doc_values"] = True
        if "properties" in entry:
            entry["properties"] = stored_properties(entry["properties"])
    return found
