"""The backend for collections in MongoDB.

execute -> the collection of the item type -> one query | ids by one `$in` | many queries | a page after a cursor

A response is {"took", "hits": {"total", "max_score", "hits": [document, ...]}} and `facets` where some were asked for.
"""

import time
from collections.abc import Iterator, Mapping
from typing import Any

from ...errors import ErrorKind, PipelineError, RawResultInterrupt
from ..shared.deadline import seconds_left, too_late
from ..shared.page_states import STATE, opened_state, signed_state
from ..shared.per_process import Pool
from . import term_batch
from .collections import CollectionInfo, MongoCollections, in_state
from .connection import MongoConnection
from .id_batch import ids_of, look_up
from .loading.store import MongoStore, unwritable
from .paging import MongoPages, answered
from .search import MongoSearch

Query = dict[str, Any]
Response = dict[str, Any]


class MongoBackend:
    """Runs queries on the database `database` at `url`; `options` are those of `pymongo.MongoClient`.

    `collation` is MongoDB's; with `{"locale": "en", "strength": 2}` case does not count. The other settings are
    those of the search engines' backends.
    """

    def __init__(
        self,
        url: str = "mongodb://127.0.0.1:27017",
        database: str = "searchapp",
        options: Mapping[str, Any] | None = None,
        collation: Mapping[str, Any] | None = None,
        *,
        indices: Mapping[str | None, str | None] | None = None,
        default_item_type: str | None = None,
        prefix: str = "searchapp",
        secret_key: str = "",
        scroll_size: int = 1000,
        multisearch_concurrency: int = 5,
        timeout: float = 10,
        **_: Any,
    ):
        self.indices = dict(indices or {})
        self.default_item_type = default_item_type
        self.prefix = prefix
        self.secret_key = secret_key
        self.scroll_size = scroll_size
        self.timeout = timeout
        self.collation = dict(collation) if collation else None
        self.registry = f"{prefix}_collections"
        self.connection = MongoConnection(url, database, options, timeout)
        self.collections = MongoCollections(self.connection, self.registry, self.indices, default_item_type, timeout)
        self.named = self.collections.named
        self.pool = Pool(multisearch_concurrency)
        self.batches = MongoPages(self.search, self.ask, secret_key, scroll_size)

    unwritable = staticmethod(unwritable)

    def store(self) -> MongoStore:
        """What the loader writes with."""
        return MongoStore(self.connection, self.registry, self.collation)

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
        linked: int | None = None,
        **_: Any,
    ) -> Any:
        """The response to a query, or the list of responses to a list of queries, in order.

        `fetch_all` adds a `_scroll_id`, `search_after` the cursors of the next page and of the last, and `linked` the
        name of the collection, as which `generation` brings it back.
        """
        item_type = item_type or self.default_item_type
        end = self.end(deadline)
        info = self.collections.of(item_type, end)
        if scroll_id is not None:
            response: Any = self.batches.next_batch(scroll_id, item_type, info, end)
        elif isinstance(query, list):
            response = self.batch(info, query, end)
        elif search_after is not None:
            response = self.batches.page_after(query, search_after, item_type, info, end)
        elif fetch_all:
            response = self.batches.first_batch(query, item_type, info, end)
        elif generation or (linked and not raw):
            response = self.linked(info, query, item_type, generation, end)
        else:
            response = self.one(info, query, end)
        if raw:
            raise RawResultInterrupt(response)
        return response

    def end(self, deadline: float | None) -> float:
        return time.monotonic() + seconds_left(deadline, self.timeout)

    def ask(self, ask: Any, end: float) -> Any:
        return self.connection.read(ask, seconds_left(end, self.timeout))

    def search(self, info: CollectionInfo) -> MongoSearch:
        """What runs queries on a collection."""
        return MongoSearch(self.connection.collection(info.name), self.collation, info.by_words)

    # one query and many

    def one(self, info: CollectionInfo, query: Query, end: float) -> Response:
        """The response to one query."""
        start = time.monotonic()
        response = self.ask(lambda _: self.search(info).response(query), end)
        return answered(response, start)

    def linked(
        self, info: CollectionInfo, query: Query, item_type: str | None, text: str | None, end: float
    ) -> Response:
        """The response from the collection that `text` names, with the name for the next page."""
        info = in_state(info, opened_state(self.secret_key, item_type, text)) if text else info
        return {**self.one(info, query, end), STATE: signed_state(self.secret_key, item_type, info.name)}

    def batch(self, info: CollectionInfo, queries: list[Query], end: float) -> list[Response]:
        """One response per query: by one statement when they look for ids or values, else by one each on the pool."""
        ids = ids_of(queries)
        if ids is not None:
            found: list[Response] = self.ask(
                lambda _: look_up(self.connection.collection(info.name), ids, queries[0], info.by_words), end
            )
            return found
        together = term_batch.responses(self.search(info), queries, lambda ask: self.ask(ask, end))
        if together is not None:
            return together
        try:
            return self.pool.map(lambda query: self.one(info, query, end), queries, end)
        except TimeoutError as error:
            raise too_late(self.timeout) from error

    def pages(
        self, query: Query, item_type: str | None = None, deadline: float | None = None, **_: Any
    ) -> Iterator[Response]:
        """The responses that together hold every hit once, in the order of `sort` or of the ids."""
        end = self.end(deadline)
        info = self.collections.of(item_type or self.default_item_type, end)
        return self.batches.every(info, query, end, lambda: self.end(None))

    # about the collections

    def mapping(self, item_type: str | None = None, deadline: float | None = None) -> dict[str, Any]:
        """`properties` and `_meta`: those that were loaded with the collection, else what a sample of it shows."""
        return self.collections.mapping(item_type, deadline)

    def generation(self, item_type: str | None = None, deadline: float | None = None) -> str:
        """A text that changes with every load and, for collections of others, with the number of documents."""
        return self.collections.generation(item_type, deadline)

    def item_types(self, deadline: float | None = None) -> list[str]:
        """The item types that the loader made; collections of others are served only where they are configured."""
        return self.collections.item_types(deadline)

    def count(self, item_type: str, deadline: float | None = None) -> int:
        """The number of documents of an item type."""
        return self.collections.count(item_type, deadline)

    def health(self, deadline: float | None = None) -> dict[str, Any]:
        """Number of documents per item type; a PipelineError says what is wrong."""
        item_types = [name for name in self.indices if name] or self.item_types(deadline)
        if not item_types:
            raise PipelineError.of(ErrorKind.NOT_LOADED)
        counts = {name: self.count(name, deadline) for name in item_types}
        return {"backend": "mongo", "status": "green", "documents": counts}
