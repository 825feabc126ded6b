"""The collections of a SQL database, read from it at most a minute ago, and their statements for lookups."""

import json
import logging
import threading
import time
from collections.abc import Mapping
from typing import Any

from ....errors import ErrorKind, PipelineError
from ....item_type_names import item_types_for
from ....querystring.tree import Value
from ..connection.database import Database
from ..key_lookup import ALLOWED, Lookup
from .collection import Collection
from .listing import item_types
from .reflection import registered
from .tables import collection_of
from .wrong_settings import WrongSetting

log = logging.getLogger(__name__)

Body = Mapping[str, Any]

MAX_AGE = 60.0
MIN_FORGET_INTERVAL = 1.0
MAX_LOOKUPS = 200
DRIVERS = ("sqlite", "postgresql")
"""The databases whose lookups go directly to the driver, without SQLAlchemy."""


class Collections:
    """The collections of item types: `item_types` are their settings, `indices` the names of their tables."""

    def __init__(
        self, database: Database, item_types: Mapping[str, Mapping[str, Any]], indices: Mapping[str | None, str | None]
    ):
        self.database = database
        self.types = item_types
        self.indices = indices
        self.looks_up = database.dialect.name in DRIVERS
        self.known: dict[str, tuple[float, Collection]] = {}
        self.lookups: dict[tuple[str | None, str, str], tuple[float, Any, Lookup]] = {}
        self.listed: tuple[float, list[str]] | None = None
        self.left_out: set[str] = set()
        self.named: dict[str, str] = {}
        self.forgotten = 0.0
        self.lock = threading.Lock()

    def tables(self, item_type: str | None, body: Body | None = None) -> list[Any]:
        """The tables of an item type: from the query, from its settings, or the table of its name."""
        given = (body or {}).get("tables") or self.types.get(item_type or "", {}).get("tables")
        name = self.indices.get(item_type) or self.named.get(item_type or "") or item_type
        if not given and not name:
            raise PipelineError.of(ErrorKind.NOT_LOADED)
        return list(given or [name])

    def find(self, item_type: str | None, body: Body | None, end: float) -> Collection:
        """The tables of an item type as one collection."""
        tables = self.tables(item_type, body)
        one_name = len(tables) == 1 and isinstance(tables[0], str)
        key = tables[0] if one_name else json.dumps(tables, sort_keys=True, default=str)
        known = self.known.get(key)
        if known and time.monotonic() - known[0] < MAX_AGE:
            return known[1]
        configured = self.types.get(item_type or "", {}).get("tables")
        setting = f"ITEM_TYPES[{item_type!r}]['tables']" if configured else "tables"
        dialect = self.database.dialect
        try:
            every = self.tables_of_types(end)
            found = self.database.run(
                lambda connection: collection_of(connection, tables, dialect, setting, every), end
            )
        except WrongSetting as error:
            log.warning("the tables of %s are not served: %s", item_type, error)
            raise PipelineError.of(ErrorKind.NOT_LOADED).with_problem(str(error)) from error
        except PipelineError as error:
            if not known or not error.problem:
                raise
            log.warning("%s is still served with its previous tables: %s", item_type, error.problem)
            found = known[1]
        with self.lock:
            self.known[key] = (time.monotonic(), found)
            self.lookups.clear()
        return found

    def tables_of_types(self, end: float) -> dict[str, list[Any]]:
        """The tables of each item type."""
        names = [name for name in self.indices if name] or self.item_types(end)
        return {name: self.tables(name) for name in names}

    def item_types(self, end: float) -> list[str]:
        """The item types of the database. Each table that cannot be one is logged once."""
        if self.listed and time.monotonic() - self.listed[0] < MAX_AGE:
            return self.listed[1]
        names, problems = self.database.run(item_types, end)
        for name, text in problems.items():
            if name not in self.left_out:
                self.left_out.add(name)
                log.warning("%s", text)
        self.named = item_types_for(names)
        self.listed = (time.monotonic(), [*self.named])
        return self.listed[1]

    def forget(self) -> None:
        """Let the tables be reflected again, at most once a second."""
        with self.lock:
            if time.monotonic() - self.forgotten >= MIN_FORGET_INTERVAL:
                self.forgotten = time.monotonic()
                self.listed = None
                self.known.clear()
                self.lookups.clear()

    def lookup(self, item_type: str | None, body: Body, now: float, end: float) -> Lookup | None:
        """The lookup for a body with only one key; None for other bodies."""
        query = body["query"]
        if not isinstance(query, Value) or len(query.fields) != 1 or not ALLOWED.issuperset(body):
            return None
        source = body.get("_source")
        key = (item_type, query.fields[0], repr(source) if source else "")
        known = self.lookups.get(key)
        if known is not None and now < known[0] and known[1] is body.get("tables"):
            return known[2]
        return self.new_lookup(key, body, end) if self.looks_up else None

    def new_lookup(self, key: tuple[str | None, str, str], body: Body, end: float) -> Lookup | None:
        collection = self.find(key[0], body, end)
        if collection.field(key[1]) is not collection.key or not collection.key.exact:
            return None
        if len(self.lookups) > MAX_LOOKUPS:
            self.lookups.clear()
        lookup = Lookup(collection, self.database, body.get("_source"))
        self.lookups[key] = (time.monotonic() + MAX_AGE, body.get("tables"), lookup)
        return lookup

    def generation(self, item_type: str | None, end: float) -> str:
        """A text that changes with every load and with the columns, but not when other programs write rows."""
        found = self.find(item_type, None, end)
        first = self.tables(item_type)[0]
        name = first if isinstance(first, str) else first["table"]
        written = self.database.run(lambda connection: registered(connection, name), end)
        if written.get("generation", found.generation) != found.generation:
            self.known.clear()
            found = self.find(item_type, None, end)
        return found.generation
