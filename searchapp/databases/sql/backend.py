"""The backend for SQL databases, by SQLAlchemy Core: PostgreSQL and SQLite, and others as far as they are alike.

description -> Where -> statement -> rows -> hits, in the shape of a search engine's response

    sql_collections   which tables an item type has           sql_pages     scrolling, cursors, streams
    sql_lookup        one key or many                         sql_batch     many terms in other fields
    sql_search        everything else                         sql_write     for the loader
"""

import time
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import func, select

from ...errors import ErrorKind, PipelineError, RawResultInterrupt
from ...loading.inference.sample import guesses_from_sample
from ..shared import cursors
from ..shared.deadline import seconds_left
from ..shared.properties import ordered
from .connection.checks import check_driver
from .connection.database import Database
from .connection.errors import Altered
from .loading.columns import column_types, fits, row_of
from .loading.store import FAILURES, Store
from .paging import Pages, answered
from .schema.collection import Collection
from .schema.collections import Collections
from .search import Search, check
from .term_batch import Batch, shared

Body = dict[str, Any]
Response = dict[str, Any]

FIRST_ROWS = {"query": {"match_all": {}}, "size": 1000}
"""What asks for a sample of a table."""


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
        check_driver(url)
        self.url = url
        self.options = options or {}
        self.database = Database(url, options, timeout)
        self.indices = dict(indices or {})
        self.collections = Collections(self.database, item_types or {}, self.indices)
        self.every = Pages(self.collections, secret_key, scroll_size)
        self.default_item_type = default_item_type
        self.timeout = timeout

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
            raise cursors.stale()
        start = time.monotonic()
        end = start + (self.timeout if deadline is None else seconds_left(deadline, self.timeout))
        item_type = item_type or self.default_item_type
        try:
            response = self.respond(query, item_type, fetch_all, scroll_id, search_after, start, end)
        except Altered:
            self.collections.forget()
            response = self.respond(query, item_type, fetch_all, scroll_id, search_after, start, end)
        if raw:
            raise RawResultInterrupt(response)
        return response

    def respond(
        self,
        query: Any,
        item_type: str | None,
        fetch_all: bool,
        scroll_id: str | None,
        search_after: str | None,
        start: float,
        end: float,
    ) -> Any:
        """The response, or the list of them; Altered where a table is not as it was."""
        if scroll_id is not None:
            return self.every.next_batch(scroll_id, item_type, end)
        if search_after is not None:
            return self.every.page_after(query, search_after, item_type, end)
        if isinstance(query, list):
            return self.batch(query, item_type, start, end)
        if fetch_all:
            return self.every.scroll(query, item_type, None, end)
        return self.one(query, item_type, start, end)

    def rawquery(self, query: Any, item_type: str | None = None, **options: Any) -> Any:
        """The statement of a description and its parameters, or the list of them."""
        if isinstance(query, list):
            return [self.rawquery(each, item_type) for each in query]
        collection = self.collections.find(item_type or self.default_item_type, query, self.end(None))
        statement, _ = Search(collection, self.database, query).hits()
        compiled = statement.compile(dialect=self.database.engine().dialect)
        return {"statement": str(compiled), "parameters": {name: str(value) for name, value in compiled.params.items()}}

    def close(self) -> None:
        """Lets go of the connections of this process."""
        self.database.close()

    def end(self, deadline: float | None) -> float:
        return time.monotonic() + seconds_left(deadline, self.timeout)

    def one(self, body: Body, item_type: str | None, start: float, end: float) -> Response:
        """The response to one description; a lookup of one key uses a statement that is compiled once."""
        lookup = self.collections.lookup(item_type, body, start, end)
        if lookup is not None:
            term = str(body["query"]["match"]["text"])
            return self.database.run_raw(lambda cursor: lookup.response(cursor, term, body, start), end)
        search = Search(self.collections.find(item_type, body, end), self.database, body)
        return answered(self.database.run(search.response, end), start)

    def batch(self, bodies: list[Body], item_type: str | None, start: float, end: float) -> list[Response]:
        """By one statement where all look a value up in the same fields, else one after the other."""
        if not bodies:
            return []
        collection = self.collections.find(item_type, bodies[0], end)
        terms = shared(bodies, collection)
        if terms is not None:
            lookup = self.collections.lookup(item_type, bodies[0], start, end)
            if lookup is not None:
                return self.database.run_raw(lambda cursor: lookup.responses(cursor, terms, bodies[0], start), end)
            check(bodies[0])
            found = Batch(collection, self.database.dialect, bodies[0], terms)
            return [answered(each, start) for each in self.database.run(found.responses, end)]
        searches = [Search(collection, self.database, body) for body in bodies]
        found_all = self.database.run(lambda connection: [each.response(connection) for each in searches], end)
        return [answered(each, start) for each in found_all]

    def pages(
        self, query: Body, item_type: str | None = None, deadline: float | None = None, **options: Any
    ) -> Iterator[Response]:
        """The responses that together hold every hit once, in the order of the body's `sort` or of the keys."""
        item_type = item_type or self.default_item_type
        return self.every.stream(query, item_type, self.end(deadline), lambda: self.end(None))

    # for the loader

    FAILURES = FAILURES
    """What the database raises."""

    fits = staticmethod(fits)
    row_of = staticmethod(row_of)
    column_types = staticmethod(column_types)

    def store(self) -> Store:
        """The database for writing."""
        return Store(self.url, self.options)

    def tables(self, item_type: str | None) -> list[Any]:
        """The tables of an item type, as its settings name them."""
        return self.collections.tables(item_type)

    # about the collections

    def mapping(self, item_type: str | None = None, deadline: float | None = None) -> dict[str, Any]:
        """`properties` by reflection and samples, and the `_meta` that our loader wrote, else guesses from a sample."""
        found = self.collections.find(item_type or self.default_item_type, None, self.end(deadline))
        meta = found.meta if found.loaded else {**self.guesses(item_type, found, deadline), **found.meta}
        return {"properties": ordered(found.properties), "_meta": meta}

    def guesses(self, item_type: str | None, found: Collection, deadline: float | None) -> dict[str, Any]:
        """What the first rows say about a collection of others."""
        body = {"tables": self.collections.tables(item_type or self.default_item_type), **FIRST_ROWS}
        hits = self.execute(body, item_type, deadline=deadline)["hits"]["hits"]
        return guesses_from_sample((hit["_source"] for hit in hits), found.properties, found.id_field)

    def generation(self, item_type: str | None = None, deadline: float | None = None) -> str:
        """A text that changes with every load and with the columns; what others write does not change it."""
        return self.collections.generation(item_type or self.default_item_type, self.end(deadline))

    def item_types(self, deadline: float | None = None) -> list[str]:
        """The item types that our loader wrote, or else every table with a key."""
        return self.collections.item_types(self.end(deadline))

    def health(self, deadline: float | None = None) -> dict[str, Any]:
        """Number of documents per item type; a PipelineError where no item type can be served.

        `status` is yellow and `not_loaded` names the item types whose tables are not as configured.
        """
        item_types = [name for name in self.indices if name] or self.item_types(deadline)
        if not item_types:
            raise PipelineError.of(ErrorKind.NOT_LOADED)
        counts, errors = {}, {}
        for name in item_types:
            try:
                counts[name] = self.count(name, deadline)
            except PipelineError as error:
                if error.kind is not ErrorKind.NOT_LOADED:
                    raise
                errors[name] = error
        if not counts:
            raise next(iter(errors.values()))
        answer = {"backend": "sql", "database": self.database.dialect.name, "status": "green", "documents": counts}
        return {**answer, "status": "yellow", "not_loaded": list(errors)} if errors else answer

    def count(self, item_type: str, deadline: float | None = None) -> int:
        end = self.end(deadline)
        collection = self.collections.find(item_type, None, end)
        statement = select(func.count()).select_from(collection.source)
        return int(self.database.run(lambda connection: connection.execute(statement).scalar_one(), end))
