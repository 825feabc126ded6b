"""The backend for collections in MongoDB.

A response is {"took", "hits": {"total", "max_score", "hits": [document, ...]}} and `facets` if the query has facets.
"""

import time
from collections.abc import Iterator, Mapping
from typing import Any

from ...protocols import Context, SearchResponse
from ..capabilities import refused
from ..shared.answer_bytes import Allowance, allowance_for, asked_once
from ..shared.backend import DatabaseBackend
from ..shared.cursors import SIGNED, STATE, opened_state, signed_state
from ..shared.deadline import Pace
from ..shared.pages import answered
from . import term_batch
from .collections import CollectionInfo, MongoCollections, in_state
from .connection import MongoConnection
from .id_batch import ids_of
from .loading.store import MongoStore
from .paging import MongoPages
from .search import MongoSearch

Query = dict[str, Any]


class MongoBackend(DatabaseBackend):
    """Runs queries on the database `database` at `url`; `options` are for `pymongo.MongoClient`.

    `collation` is a collation of MongoDB; `{"locale": "en", "strength": 2}` ignores case.
    The other settings are for DatabaseBackend.
    """

    def __init__(
        self,
        url: str = "mongodb://127.0.0.1:27017",
        database: str = "searchapp",
        options: Mapping[str, Any] | None = None,
        collation: Mapping[str, Any] | None = None,
        **settings: Any,
    ):
        super().__init__(**settings)
        self.collation = dict(collation) if collation else None
        self.registry = f"{self.prefix}_collections"
        self.connection = MongoConnection(url, database, options, self.timeout)
        self.collections = MongoCollections(
            self.connection, self.registry, self.indices, self.default_item_type, self.timeout
        )
        self.named, self.ask = self.collections.named, self.collections.ask
        self.most = self.max_part_bytes  # the objects of BSON are larger than the objects of JSON
        sizes = self.scroll_size, self.most
        self.every = MongoPages(self.collections.of, self.searching, self.ask, self.secret_key, *sizes)

    def store(self) -> MongoStore:
        """The store through which the loader writes."""
        return MongoStore(self.connection, self.registry, self.collation)

    def search(self, query: Query, context: Context) -> SearchResponse:
        """The response to one query."""
        end = self.end(context.deadline)
        return self.one(self.info(context, end), query, end)

    def multi_search(self, queries: list[Query], context: Context) -> list[SearchResponse]:
        """One response per query: by one statement if all look up ids or values, else one by one on the pool."""
        end = self.end(context.deadline)
        info = self.info(context, end)
        return asked_once(queries, lambda different: self.batch(info, different, end), self.most)

    def linked_page(self, query: Query, state: str | None, window: int, context: Context) -> SearchResponse:
        """The response from the collection that `state` names, with the name for the pages around."""
        end, item_type = self.end(context.deadline), self.item_type(context)
        info = self.info(context, end)
        if state and SIGNED not in state:
            raise refused("mongo", "generation", "generation")
        if state:
            info = in_state(info, opened_state(self.secret_key, item_type, state))
        return {**self.one(info, query, end), STATE: signed_state(self.secret_key, item_type, info.name)}

    def page_after(self, query: Query, cursor: str, context: Context) -> SearchResponse:
        """The page after a cursor, with the cursors of its neighbours."""
        return self.every.page_after(query, cursor, self.item_type(context), self.end(context.deadline))

    def scroll(self, query: Query, context: Context) -> SearchResponse:
        """The first batch of all hits, with a `_scroll_id`."""
        return self.every.scroll(query, self.item_type(context), self.end(context.deadline))

    def next_batch(self, scroll_id: str, context: Context) -> SearchResponse:
        """The batch after the one that brought the scroll id; EndScrollInterrupt after the last."""
        return self.every.next_batch(scroll_id, self.item_type(context), self.end(context.deadline))

    def stream(self, query: Query, context: Context) -> Iterator[SearchResponse]:
        """The responses that together hold every hit once, in the order of `sort` or of the ids."""
        if context.options.get("generation"):
            raise refused("mongo", "generation", "generation")
        return self.every.stream(query, self.item_type(context), self.end(context.deadline), lambda: self.end(None))

    def info(self, context: Context, end: float) -> CollectionInfo:
        """The collection of a request."""
        return self.collections.of(self.item_type(context), end)

    def searching(self, info: CollectionInfo, allowance: Allowance | None = None) -> MongoSearch:
        """The search on a collection, for documents of limited bytes."""
        return MongoSearch(self.connection.collection(info.name), self.collation, info.by_words, allowance)

    # one query and many

    def one(self, info: CollectionInfo, query: Query, end: float) -> SearchResponse:
        """The response to one query."""
        start, limit = time.monotonic(), query["size"]
        response = self.ask(lambda _: self.searching(info, allowance_for(limit, self.most)).response(query), end)
        return answered(response, start)

    def batch(self, info: CollectionInfo, queries: list[Query], end: float) -> list[SearchResponse]:
        """One response per query of a collection."""
        ids = ids_of(queries)
        if ids is not None:
            search = self.searching(info, allowance_for(len(ids), self.most))
            known: list[SearchResponse] = self.ask(lambda _: search.look_up(ids, queries[0]), end)
            return known
        of_values = [query for query in queries if term_batch.looks_up_values(query)]
        together = term_batch.responses(self.searching(info), of_values, lambda ask: self.ask(ask, end), self.most)
        found = {id(query): response for query, response in zip(of_values, together or (), strict=bool(together))}
        others = [query for query in queries if id(query) not in found]
        found |= zip(map(id, others), self.one_by_one(info, others, end), strict=True)
        return [found[id(query)] for query in queries]

    def one_by_one(self, info: CollectionInfo, queries: list[Query], end: float) -> list[SearchResponse]:
        """The response to each query, on the pool."""
        allowance, pace = Allowance(self.most), Pace(len(queries), end, self.timeout, self.pool.workers)

        def asked(query: Query) -> SearchResponse:
            response = allowance.take(self.one(info, query, end))
            pace.answered()
            return response

        return self.in_parallel(asked, queries, end)

    # about the collections

    def mapping(self, item_type: str | None = None, deadline: float | None = None) -> dict[str, Any]:
        """`properties` and `_meta`: as loaded with the collection, else from a sample of it."""
        return self.collections.mapping(item_type, deadline)

    def generation(self, item_type: str | None = None, deadline: float | None = None) -> str:
        """A text that changes with every load; for other collections, with the number of documents."""
        return self.collections.generation(item_type, deadline)

    def item_types(self, deadline: float | None = None) -> list[str]:
        """The item types that our loader made. Other collections are only served if they are configured."""
        return self.collections.item_types(deadline)

    def count(self, item_type: str, deadline: float | None = None) -> int:
        """The number of documents of an item type."""
        return self.collections.count(item_type, deadline)

    def health(self, deadline: float | None = None) -> dict[str, Any]:
        """Number of documents per item type. Raises PipelineError if the database is not available."""
        counts = {name: self.count(name, deadline) for name in self.served_types(deadline)}
        return {"backend": "mongo", "status": "green", "documents": counts}
