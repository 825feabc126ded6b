"""The backend for SQL databases, by SQLAlchemy Core: PostgreSQL and SQLite, and other databases if they are similar.

tree -> Where -> statement -> rows -> hits, in the shape of a search engine's response

    schema/collections   which tables an item type has        paging       scrolling, cursors, streams
    key_lookup           one key or many                      term_batch   many terms in other fields
    search               everything else                      loading/     for the loader
"""

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from sqlalchemy import Connection, func, select

from ...errors import ErrorKind, PipelineError
from ...protocols import Context, SearchResponse
from ...querystring.tree import MatchAll, Value
from ..capabilities import refused
from ..shared import cursors
from ..shared.answer_bytes import Allowance, allowance_for, asked_once, take_all
from ..shared.backend import DatabaseBackend
from ..shared.cursors import SIGNED
from ..shared.deadline import Pace, too_late
from ..shared.pages import answered
from ..shared.stored_mapping import ordered
from .candidates import candidates
from .connection.checks import check_driver
from .connection.database import Database
from .errors import Altered
from .loading.store import Store
from .paging import SqlPages
from .schema.collection import Collection
from .schema.collections import Collections
from .search import Search, check, where_of
from .term_batch import Batch, shared_terms

Body = dict[str, Any]
Answer = TypeVar("Answer")

FIRST_ROWS = {"query": MatchAll(), "default_fields": [], "default_operator": "AND", "size": 1000}
"""The query for a sample of a table."""
COUNT_SECONDS = 1.0
"""Seconds in which the documents are counted for the metadata; after them the database estimates their number."""


class SqlBackend(DatabaseBackend):
    """Runs the queries of SqlBuilder on the database at `url`; `options` are for `create_engine`.

    `item_types` holds the settings of each type; an item type without `tables` is in the table of its `index`, or of
    its own name. Nothing is ever written.
    """

    def __init__(
        self,
        url: str,
        options: Mapping[str, Any] | None = None,
        item_types: Mapping[str, Mapping[str, Any]] | None = None,
        **settings: Any,
    ):
        super().__init__(**settings)
        check_driver(url)
        self.url = url
        self.options = options or {}
        self.database = Database(url, options, self.timeout)
        self.collections = Collections(self.database, item_types or {}, self.indices)
        limits = self.max_search_bytes, self.max_part_bytes
        self.every = SqlPages(self.collections, self.secret_key, self.scroll_size, limits)

    def search(self, query: Body, context: Context) -> SearchResponse:
        """The response to one description."""
        return self.retried(self.one, query, self.item_type(context), time.monotonic(), self.end(context.deadline))

    def multi_search(self, queries: list[Body], context: Context) -> list[SearchResponse]:
        """One response per description: by one statement for all that look up values in the same fields."""
        item_type, start, end = self.item_type(context), time.monotonic(), self.end(context.deadline)

        def ask(different: list[Body]) -> list[SearchResponse]:
            return self.retried(self.batch, different, item_type, start, end)

        return asked_once(queries, ask, self.max_part_bytes)

    def linked_page(self, query: Body, state: str | None, window: int, context: Context) -> SearchResponse:
        """Like `search`, because a table keeps no earlier states."""
        if state:
            raise cursors.stale() if SIGNED in state else refused("sql", "generation", "generation")
        return self.search(query, context)

    def page_after(self, query: Body, cursor: str, context: Context) -> SearchResponse:
        """The page after a cursor, with the cursors of its neighbours."""
        return self.retried(self.every.page_after, query, cursor, self.item_type(context), self.end(context.deadline))

    def scroll(self, query: Body, context: Context) -> SearchResponse:
        """The first batch of all hits, with a `_scroll_id`."""
        return self.retried(self.every.scroll, query, self.item_type(context), self.end(context.deadline))

    def next_batch(self, scroll_id: str, context: Context) -> SearchResponse:
        """The batch after the one that brought the scroll id; EndScrollInterrupt after the last."""
        return self.retried(self.every.next_batch, scroll_id, self.item_type(context), self.end(context.deadline))

    def stream(self, query: Body, context: Context) -> Iterator[SearchResponse]:
        """Responses that together hold every hit once, in the order of the body's `sort` or of the keys."""
        if context.options.get("generation"):
            raise refused("sql", "generation", "generation")
        end = self.end(context.deadline)
        return self.every.stream(query, self.item_type(context), end, lambda: self.end(None))

    def retried(self, ask: Callable[..., Answer], *arguments: Any) -> Answer:
        """The result of `ask` for the arguments. It is called again if a table was altered."""
        try:
            return ask(*arguments)
        except Altered:
            self.collections.forget()
            return ask(*arguments)

    def shown_query(self, query: Any, context: Context) -> Any:
        """The statement of a description and its parameters, or the list of them."""
        if isinstance(query, list):
            return [self.shown_query(each, context) for each in query]
        collection = self.collections.find(self.item_type(context), query, self.end(None))
        statement, _ = Search(collection, self.database, query).hits()
        compiled = statement.compile(dialect=self.database.engine().dialect)
        return {"statement": str(compiled), "parameters": {name: str(value) for name, value in compiled.params.items()}}

    def close(self) -> None:
        """Closes the connections of this process."""
        self.database.close()

    def one(self, body: Body, item_type: str | None, start: float, end: float) -> SearchResponse:
        """The response to one description; a lookup of one key uses a statement that is compiled once."""
        lookup = self.collections.lookup(item_type, body, start, end)
        if lookup is not None:
            term = body["query"].text
            return self.database.run_raw(lambda cursor: lookup.responses(cursor, [term], body, start)[0], end)
        search = Search(self.collections.find(item_type, body, end), self.database, body)
        allowance = allowance_for(search.size, self.max_search_bytes)
        return answered(self.database.run(lambda found: search.response(found, allowance), end), start)

    def batch(self, bodies: list[Body], item_type: str | None, start: float, end: float) -> list[SearchResponse]:
        """The responses; those to values in the same fields together."""
        groups: dict[tuple[str, ...] | None, list[int]] = {}
        for position, body in enumerate(bodies):
            query = body["query"]
            groups.setdefault(query.fields if isinstance(query, Value) else None, []).append(position)
        found: dict[int, SearchResponse] = {}
        allowance = Allowance(self.max_part_bytes)
        for positions in groups.values():
            responses = self.group([bodies[position] for position in positions], item_type, start, end)
            if len(groups) > 1:
                take_all(allowance, responses)
            found |= zip(positions, responses, strict=True)
        return [found[position] for position in range(len(bodies))]

    def group(self, bodies: list[Body], item_type: str | None, start: float, end: float) -> list[SearchResponse]:
        """The responses: by one statement if all look up few documents in the same fields, else one by one."""
        collection = self.collections.find(item_type, bodies[0], end)
        terms = shared_terms(bodies, collection)
        if terms is not None:
            lookup = self.collections.lookup(item_type, bodies[0], start, end)
            if lookup is not None:
                most = self.max_part_bytes
                return self.database.run_raw(
                    lambda cursor: lookup.responses(cursor, terms, bodies[0], start, most), end
                )
            check(bodies[0])
            together = Batch(collection, self.database.dialect, bodies[0], terms)
            found = self.database.run(lambda connection: together.responses(connection, self.max_part_bytes), end)
            if found is not None:
                return [answered(each, start) for each in found]
        found = self.database.run(lambda connection: self.each(bodies, collection, connection, end), end)
        return [answered(each, start) for each in found]

    def each(
        self, bodies: list[Body], collection: Collection, connection: Connection, end: float
    ) -> list[SearchResponse]:
        """The responses to descriptions, one by one. Raises a 504 if the time is over before the next."""
        allowance = Allowance(self.max_part_bytes)
        found: list[SearchResponse] = []
        where = where_of(collection, self.database.dialect, bodies[0])
        known = candidates([body["query"] for body in bodies], where, connection)
        pace = Pace(len(bodies), end, self.timeout)
        for body, among in zip(bodies, known, strict=True):
            if time.monotonic() >= end:
                raise too_late(self.timeout)
            found.append(Search(collection, self.database, body, among).response(connection, allowance, True))
            pace.answered()
        return found

    # for the loader

    def store(self) -> Store:
        """The database for writing."""
        return Store(self.url, self.options)

    def tables(self, item_type: str | None) -> list[Any]:
        """The tables of an item type, as its settings name them."""
        return self.collections.tables(item_type)

    # about the collections

    def mapping(self, item_type: str | None = None, deadline: float | None = None) -> dict[str, Any]:
        """`properties` by reflection and samples, and the `_meta` that our loader wrote, else guesses from a sample.

        `stats` in `_meta` has the number of documents, unless counting them takes too long.
        """
        found = self.collections.find(item_type or self.default_item_type, None, self.end(deadline))
        if found.loaded:
            return {"properties": ordered(found.properties), "_meta": found.meta}
        total = self.total(found, deadline)
        stats = {} if total is None else {"stats": {"total": total}}
        meta = {**stats, **self.guesses(item_type, found, deadline), **found.meta}
        return {"properties": ordered(found.properties), "_meta": meta}

    def total(self, found: Collection, deadline: float | None) -> int | None:
        """The number of documents, or the database's estimate if counting takes longer than COUNT_SECONDS."""
        end = self.end(deadline)
        try:
            return self.counted(found, min(end, time.monotonic() + COUNT_SECONDS))
        except PipelineError as error:
            estimate = self.database.dialect.estimate(found.base) if found.base is not None else None
            if error.code != 504 or time.monotonic() >= end:
                raise
            if estimate is None:
                return None
        rows = self.database.run(lambda connection: connection.execute(estimate).scalar(), end)
        return int(rows) if rows is not None and rows > 0 else None

    def guesses(self, item_type: str | None, found: Collection, deadline: float | None) -> dict[str, Any]:
        """Guesses from the first rows, for a table that our loader did not make."""
        from ...loading.inference.sample import guesses_from_sample  # loads a part of the loader, rarely needed

        body = {"tables": self.collections.tables(item_type or self.default_item_type), **FIRST_ROWS}
        hits = self.search(body, Context(item_type, deadline))["hits"]["hits"]
        documents = (hit["_source"] for hit in hits)
        return guesses_from_sample(documents, found.properties, found.id_field, found.meta.get("links") or ())

    def generation(self, item_type: str | None = None, deadline: float | None = None) -> str:
        """A text that changes with every load and with the columns, but not when other programs write rows."""
        return self.collections.generation(item_type or self.default_item_type, self.end(deadline))

    def item_types(self, deadline: float | None = None) -> list[str]:
        """The item types that our loader wrote; without any, every table with a key."""
        return self.collections.item_types(self.end(deadline))

    def health(self, deadline: float | None = None) -> dict[str, Any]:
        """Number of documents per item type. Raises a PipelineError if no item type can be served.

        `status` is yellow and `not_loaded` names the item types whose tables are not as configured.
        """
        counts, errors = {}, {}
        for name in self.served_types(deadline):
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
        return self.counted(self.collections.find(item_type, None, end), end)

    def counted(self, collection: Collection, end: float) -> int:
        statement = select(func.count()).select_from(collection.source)
        return int(self.database.run(lambda connection: connection.execute(statement).scalar_one(), end))
