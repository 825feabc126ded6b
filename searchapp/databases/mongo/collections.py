"""Finds the MongoDB collection of an item type and reads its entry in the registry.

The loader keeps a registry of the collections that it made; an item type without an entry is read from the
collection that `index` names, else from the one of its own name.
"""

import threading
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from pymongo.collection import Collection
from pymongo.database import Database
from pymongo.errors import OperationFailure

from ...errors import ErrorKind, PipelineError
from ..shared import cursors
from ..shared.deadline import seconds_left
from ..shared.stored_mapping import ordered, stored_mapping
from .bson_json import MONGO, PLAIN
from .connection import MongoConnection
from .schema_sample import SAMPLE_SIZE, mapping_of
from .search import count

MAX_AGE = 1.0
COMMAND_NOT_ON_VIEW = 166
"""CommandNotSupportedOnView."""


class CollectionInfo(NamedTuple):
    """The collection of an item type and its entry in the registry; `checked` is the time of the look-up.

    With `by_words`, its documents have a list of their words.
    """

    checked: float
    name: str
    entry: Mapping[str, Any]
    by_words: bool = False


def in_state(info: CollectionInfo, name: str) -> CollectionInfo:
    """The collection of an earlier page: the current one or the previous one. Raises a 400 for another one."""
    if name not in (info.name, info.entry.get("previous")):
        raise cursors.stale()
    return info if name == info.name else info._replace(name=name, by_words=bool(info.entry.get("previous_by_words")))


def indexed(collection: Collection[Any]) -> list[str]:
    """The first field of each index; none for a view."""
    try:
        return [next(iter(index["key"])) for index in collection.list_indexes()]
    except OperationFailure as error:
        if error.code != COMMAND_NOT_ON_VIEW:
            raise
        return []


def sample_of(collection: Collection[Any]) -> list[Any]:
    """The first and the last documents."""
    half = SAMPLE_SIZE // 2
    return [each for way in (1, -1) for each in collection.find({}, sort=[("_id", way)], limit=half, batch_size=half)]


class MongoCollections:
    """The collections of a database.

    `indices` names the collections that our loader did not make, `timeout` is for calls without a deadline.
    """

    def __init__(
        self,
        connection: MongoConnection,
        registry: str,
        indices: Mapping[str | None, str | None],
        default_item_type: str | None,
        timeout: float,
    ):
        self.connection = connection
        self.registry = registry
        self.indices = indices
        self.default_item_type = default_item_type
        self.timeout = timeout
        self.known: dict[str, CollectionInfo] = {}
        self.lock = threading.Lock()

    def ask(self, ask: Any, deadline: float | None) -> Any:
        return self.connection.read(ask, seconds_left(deadline, self.timeout))

    def named(self, item_type: str | None) -> str:
        """The name under which the collection of an item type is known."""
        name = self.indices.get(item_type) or item_type or self.indices.get(None)
        if not name:
            raise PipelineError.of(ErrorKind.NOT_LOADED)
        return name

    def of(self, item_type: str | None, deadline: float | None = None) -> CollectionInfo:
        """The collection of an item type, looked up at most once a second. Raises a 503 if it does not exist."""
        name = self.named(item_type or self.default_item_type)
        known = self.known.get(name)
        if known and time.monotonic() - known.checked < MAX_AGE:
            return known
        found: CollectionInfo = self.ask(lambda database: self.resolved(database, name), deadline)
        with self.lock:
            self.known[name] = found
        return found

    def resolved(self, database: Database[Any], name: str) -> CollectionInfo:
        entry = database[self.registry].find_one({"_id": {"$eq": name}}) or {}
        physical = str(entry.get("current") or name)
        if not database.list_collection_names(filter={"name": physical}):
            raise PipelineError.of(ErrorKind.NOT_LOADED)
        return CollectionInfo(time.monotonic(), physical, entry, bool(entry.get("by_words")))

    def mapping(self, item_type: str | None, deadline: float | None) -> dict[str, Any]:
        """`properties` and `_meta`: as loaded with the collection, else from a sample of it."""
        info = self.of(item_type, deadline)
        found = self.ask(lambda database: self.described(database, info), deadline)
        return {**found, "properties": ordered(found["properties"])}

    def described(self, database: Database[Any], info: CollectionInfo) -> dict[str, Any]:
        made = database[self.registry].find_one({"_id": {"$eq": info.name}}) if info.entry else None
        if made:
            return stored_mapping(made.get("mapping"), info.name)
        from ...loading.inference.sample import guesses_from_sample  # loads a part of the loader, rarely needed

        collection = database[info.name].with_options(codec_options=MONGO)
        properties = mapping_of(sample_of(collection), indexed(collection))
        guesses = guesses_from_sample(sample_of(collection.with_options(codec_options=PLAIN)), properties)
        return {"properties": properties, "_meta": {"stats": {"total": count(collection)}, **guesses}}

    def generation(self, item_type: str | None, deadline: float | None) -> str:
        """A text that changes with every load and, for other collections, with the number of documents."""
        info = self.of(item_type, deadline)
        updated = info.entry.get("updated")
        number = "" if updated else self.ask(lambda database: count(database[info.name]), deadline)
        return f"{info.name}.{updated or number}"

    def item_types(self, deadline: float | None) -> list[str]:
        """The item types that our loader made. Other collections are only served if they are configured."""
        current = {"current": {"$exists": True}}
        found = self.ask(lambda database: list(database[self.registry].find(current, {"item_type": 1})), deadline)
        return sorted(name for entry in found if isinstance(name := entry.get("item_type"), str))

    def count(self, item_type: str, deadline: float | None) -> int:
        """The number of documents of an item type."""
        info = self.of(item_type, deadline)
        return int(self.ask(lambda database: count(database[info.name]), deadline))
