"""The backend for SQL databases, by SQLAlchemy Core: PostgreSQL and SQLite, and others as far as they are alike.

description -> Where -> statement -> rows -> hits, in the shape of a search engine's response
"""

import json
import threading
import time
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, func, inspect, select

from ..errors import EndScrollInterrupt, PipelineError, RawResultInterrupt
from . import cursor
from .deadline import seconds_left
from .errors import NOT_LOADED
from .search import FINISHED, NOT_WITH_SCROLL
from .sql_batch import Batch, shared
from .sql_columns import column_types, fits, row_of
from .sql_connection import Database
from .sql_lookup import Lookup, key_term
from .sql_search import Search, check
from .sql_tables import MARKS, Collection, collection_of, mark_of
from .sql_write import FAILURES, Store

Body = dict[str, Any]
Response = dict[str, Any]

KNOWN_AGE = 60.0
MOST_LOOKUPS = 200


class SqlBackend:
    """Runs descriptions of queries on the database at `url`; `options` are those of `create_engine`.

    `item_types` holds the settings of each type; an item type without `tables` is in the table of its `index`, or of
    its own name. Nothing is ever written.
    """

    def __init__(
        self,
        url: str,
        options: Mapping[str, Any] | None = None,
        item_types: Mapping[str, Mapping[str, Any]] | None = None,
        *,
        indices: Mapping[str | None, str | None] | None = None,
        default_item_type: str | None = None,
        secret_key: str = "",
        scroll_size: int = 1000,
        timeout: float = 10,
        **_: Any,
    ):
        self.url = url
        self.options = options or {}
        self.database = Database(url, options, timeout)
        self.types = item_types or {}
        self.indices = dict(indices or {})
        self.default_item_type = default_item_type
        self.secret_key = secret_key
        self.scroll_size = scroll_size
        self.timeout = timeout
        self.known: dict[str, tuple[float, Collection]] = {}
        self.lookups: dict[tuple[int, str], Lookup] = {}
        self.looks_up = self.database.dialect.name in ("sqlite", "postgresql")
        self.lock = threading.Lock()

    def execute(
        self,
        query: Any,
        item_type: str | None = None,
        fetch_all: bool = False,
        scroll_id: str | None = None,
        search_after: str | None = None,
        raw: bool = False,
        deadline: float | None = None,
        generation: str | None = None,
        **options: Any,
    ) -> Any:
        """The response to a description, or the list of those to a list.

        `fetch_all` adds a `_scroll_id`, `search_after` the cursors of the next page and of the last. No answer names
        a `generation`, because a table has no states that stay: one that is given is not ours.
        """
        if generation:
            raise cursor.stale()
        end = self.end(deadline)
        item_type = item_type or self.default_item_type
        if scroll_id is not None:
            response: Any = self.next_batch(scroll_id, item_type, end)
        elif search_after is not None:
            response = self.behind(query, search_after, item_type, end)
        elif isinstance(query, list):
            response = self.batch(query, item_type, end)
        elif fetch_all:
            response = self.scroll(query, item_type, None, end)
        else:
            response = self.one(query, item_type, end)
        if raw:
            raise RawResultInterrupt(response)
        return response

    def rawquery(self, query: Any, item_type: str | None = None, **options: Any) -> Any:
        """The statement of a description and its parameters, or the list of them."""
        if isinstance(query, list):
            return [self.rawquery(each, item_type) for each in query]
        collection = self.collection(item_type or self.default_item_type, query, self.end(None))
        statement, _ = Search(collection, self.database, query).hits()
        compiled = statement.compile(dialect=self.database.engine().dialect)
        return {"statement": str(compiled), "parameters": {name: str(value) for name, value in compiled.params.items()}}

    def close(self) -> None:
        """Lets go of the connections of this process."""
        self.database.close()

    def end(self, deadline: float | None) -> float:
        return time.monotonic() + seconds_left(deadline, self.timeout)

    def one(self, body: Body, item_type: str | None, end: float) -> Response:
        collection = self.collection(item_type, body, end)
        start = time.monotonic()
        term = key_term(body, collection)
        if term is not None and self.looks_up:
            return self.look_up(collection, [term], body, end, start)[0]
        search = Search(collection, self.database, body)
        return answered(self.database.run(search.response, end), start)

    def look_up(self, collection: Collection, terms: list[str], body: Body, end: float, start: float) -> list[Response]:
        """The responses for keys, by the statement that is kept for this collection and `_source`."""
        source = body.get("_source")
        mark = (id(collection), repr(source) if source else "")
        lookup = self.lookups.get(mark)
        if lookup is None:
            if len(self.lookups) > MOST_LOOKUPS:
                self.lookups.clear()
            lookup = self.lookups[mark] = Lookup(collection, self.database, source)
        return self.database.run_bare(lambda cursor: lookup.responses(cursor, terms, body, start), end)

    def batch(self, bodies: list[Body], item_type: str | None, end: float) -> list[Response]:
        """By one statement where all look a value up in the same fields, else one after the other."""
        if not bodies:
            return []
        start = time.monotonic()
        collection = self.collection(item_type, bodies[0], end)
        terms = shared(bodies, collection)
        if terms is not None and key_term(bodies[0], collection) is not None and self.looks_up:
            return self.look_up(collection, terms, bodies[0], end, start)
        if terms is not None:
            check(bodies[0])
            found = Batch(collection, self.database.dialect, bodies[0], terms)
            return [answered(each, start) for each in self.database.run(found.responses, end)]
        searches = [Search(collection, self.database, body) for body in bodies]
        found_all = self.database.run(lambda connection: [each.response(connection) for each in searches], end)
        return [answered(each, start) for each in found_all]

    # everything, batch by batch

    def scroll(self, body: Body, item_type: str | None, place: Any, end: float, total: int | None = None) -> Response:
        """The rows behind a place in the order of their keys; the id of the next batch holds the last one."""
        collection = self.collection(item_type, body, end)
        body = {key: value for key, value in body.items() if key not in NOT_WITH_SCROLL}
        response, last = self.page(collection, {**body, "size": self.scroll_size}, place, end, total)
        whole = len(response["hits"]["hits"]) < self.scroll_size
        state = FINISHED if whole else json.dumps([collection.generation, last, response["hits"]["total"], body])
        return {**response, "_scroll_id": cursor.signed(self.secret_key, item_type, state)}

    def next_batch(self, text: str, item_type: str | None, end: float) -> Response:
        state = cursor.opened(self.secret_key, item_type, text)
        if state == FINISHED:
            raise EndScrollInterrupt
        generation, place, total, body = json.loads(state)
        if generation != self.collection(item_type, body, end).generation:
            raise cursor.stale()
        response = self.scroll(body, item_type, place, end, total)
        if not response["hits"]["hits"]:
            raise EndScrollInterrupt
        return response

    def behind(self, body: Body, text: str, item_type: str | None, end: float) -> Response:
        """The page behind the cursor `text`, with the cursors of the pages after it and before it, where they exist."""
        asked = {key: value for key, value in body.items() if key != "facets"}
        here = cursor.opened_cursor(self.secret_key, item_type, text, asked)
        collection = self.collection(item_type, body, end)
        if here.view not in (None, collection.generation):
            raise cursor.stale()
        response, last = self.page(collection, body, here.place, end)
        following = here.after(collection.generation, last, len(response["hits"]["hits"]))
        more = following.seen < response["hits"]["total"] and last is not None
        cursors = {
            "_search_after": following if more else None,
            "_search_before": here.before(collection.generation),
        }
        shown = {key: cursor.signed_cursor(self.secret_key, item_type, one) for key, one in cursors.items() if one}
        return {**response, **shown}

    def pages(
        self, query: Body, item_type: str | None = None, deadline: float | None = None, **options: Any
    ) -> Iterator[Response]:
        """The responses that together hold every hit once, in the order of the body's `sort` or of the keys."""
        item_type, end = item_type or self.default_item_type, self.end(deadline)
        collection = self.collection(item_type, query, end)
        body = {**{key: value for key, value in query.items() if key != "from"}, "size": self.scroll_size}
        place = total = None
        while True:
            response, place = self.page(collection, body, place, end, total)
            total = response["hits"]["total"]
            yield response
            if len(response["hits"]["hits"]) < self.scroll_size:
                return
            end = self.end(None)

    def page(
        self, collection: Collection, body: Body, place: Any, end: float, total: int | None = None
    ) -> tuple[Response, Any]:
        start = time.monotonic()
        search = Search(collection, self.database, body)
        response, last = self.database.run(lambda connection: search.page(connection, place, total), end)
        return answered(response, start), last

    # for the loader

    FAILURES = FAILURES
    """What the database raises."""

    fits = staticmethod(fits)
    row_of = staticmethod(row_of)
    column_types = staticmethod(column_types)

    def store(self) -> Store:
        """The database for writing."""
        return Store(self.url, self.options)

    # about the collections

    def tables(self, item_type: str | None, body: Mapping[str, Any] | None = None) -> list[Any]:
        """The tables of an item type: those of the query, of its settings, or the one of its name."""
        given = (body or {}).get("tables") or self.types.get(item_type or "", {}).get("tables")
        name = self.indices.get(item_type) or item_type
        if not given and not name:
            raise PipelineError(*NOT_LOADED)
        return list(given or [name])

    def collection(self, item_type: str | None, body: Mapping[str, Any] | None, end: float) -> Collection:
        """The tables of an item type as they were found at most a minute ago."""
        tables = self.tables(item_type, body)
        key = (
            json.dumps(tables, sort_keys=True, default=str)
            if len(tables) > 1 or isinstance(tables[0], dict)
            else tables[0]
        )
        known = self.known.get(key)
        if known and time.monotonic() - known[0] < KNOWN_AGE:
            return known[1]
        found = self.database.run(lambda connection: collection_of(connection, tables, self.database.dialect), end)
        with self.lock:
            self.known[key] = (time.monotonic(), found)
            self.lookups.clear()
        return found

    def mapping(self, item_type: str | None = None, deadline: float | None = None) -> dict[str, Any]:
        """`properties` by reflection and samples, and the `_meta` that our loader wrote."""
        found = self.collection(item_type or self.default_item_type, None, self.end(deadline))
        return {"properties": ordered(found.properties), "_meta": found.meta}

    def generation(self, item_type: str | None = None, deadline: float | None = None) -> str:
        """A text that changes with every load and with the columns; what others write does not change it."""
        item_type, end = item_type or self.default_item_type, self.end(deadline)
        first = self.tables(item_type)[0]
        name = first if isinstance(first, str) else first["table"]
        mark = self.database.run(lambda connection: mark_of(connection, name), end)
        found = self.collection(item_type, None, end)
        if mark.get("generation", found.generation) != found.generation:
            self.known.clear()
            found = self.collection(item_type, None, end)
        return found.generation

    def item_types(self, deadline: float | None = None) -> list[str]:
        """The tables that our loader wrote, or else every table with a key."""
        return self.database.run(lambda connection: table_names(connection), self.end(deadline))

    def health(self, deadline: float | None = None) -> dict[str, Any]:
        """Number of documents per item type; a PipelineError says what is wrong."""
        item_types = [name for name in self.indices if name] or self.item_types(deadline)
        if not item_types:
            raise PipelineError(*NOT_LOADED)
        counts = {name: self.count(name, deadline) for name in item_types}
        return {"backend": "sql", "database": self.database.dialect.name, "status": "green", "documents": counts}

    def count(self, item_type: str, deadline: float | None = None) -> int:
        end = self.end(deadline)
        collection = self.collection(item_type, None, end)
        statement = select(func.count()).select_from(collection.source)
        return int(self.database.run(lambda connection: connection.execute(statement).scalar_one(), end))


def ordered(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The fields in alphabetical order, as search engines give them."""
    found = sorted(properties.items())
    return {
        name: {**entry, "properties": ordered(entry["properties"])} if "properties" in entry else entry
        for name, entry in found
    }


def answered(response: Response, start: float) -> Response:
    response["took"] = int((time.monotonic() - start) * 1000)
    return response


def table_names(connection: Connection) -> list[str]:
    names = inspect(connection).get_table_names()
    if MARKS not in names:
        return sorted(name for name in names if not name.startswith("sqlite_"))
    return sorted(name for name in names if mark_of(connection, name))
