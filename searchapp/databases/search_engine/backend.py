"""The backend that Elasticsearch and the embedded engine share. Its methods call methods of the subclasses:

search        -> run
multi_search  -> run on the pool for a lookup of ids | run_many on the pool
linked_page   -> in_state
page_after    -> page
scroll        -> open_scroll, then next_batch -> continue_scroll
stream        -> all_pages
"""

import contextlib
import logging
import time
from collections.abc import Iterator, Sequence
from typing import Any

from ...errors import ErrorKind, PipelineError, quoted
from ...protocols import Context
from ..shared import cursors
from ..shared.answer_bytes import MIN_DOCUMENTS, asked_once
from ..shared.cursors import SIGNED, opened_state
from . import scrolls
from .batches import Batches
from .calls import UNLIMITED, Calls
from .errors import BY_TYPE, causes
from .page_links import gone, ids_only, links_around
from .responses import Body, Response, is_last, with_documents

log = logging.getLogger(__name__)


UNSORTED = [{"_shard_doc": {"order": "asc"}}]

PAGE_DIVISOR = 4
"""The size of a page of a stream is divided by this if its documents are too large."""

URL_KEYS = frozenset(
    ("preference", "search_type", "routing", "request_cache", "ignore_unavailable", "allow_no_indices")
)
"""Keywords of a body that only mean something in a cluster. Elasticsearch takes them in the URL of a request."""


class SearchBackend(Calls):
    """The common part of the backends for search engines; a subclass adds the requests at the end.

    Without `indices` an item type's index is `{prefix}_{item_type}`.
    """

    takes_bodies = True

    def __init__(self, **settings: Any):
        super().__init__(**settings)
        self.batches = Batches(self)

    def search(self, query: Body, context: Context) -> Response:
        """The response to a body."""
        end = self.end(context.deadline)
        is_small = query.get("size", 10) <= MIN_DOCUMENTS or "ids" in query.get("query", ())
        with UNLIMITED if is_small else self.within(end, self.allowed_bytes(context)):
            return self.read(self.run(self.index_for(query, context), query, end), context)

    def multi_search(self, queries: Sequence[Body], context: Context) -> list[Response]:
        """One response per body: by one search when they look up ids, else by msearches on the pool."""
        index, end = self.index_for(queries, context), self.end(context.deadline)
        most = self.allowed_bytes(context, of_several=True)
        return asked_once(queries, lambda different: self.batches.responses(index, different, context, end), most)

    def scroll(self, query: Body, context: Context) -> Response:
        """The first batch of all hits, without an order of its own."""
        return scrolls.first_batch(self, query, context)

    def next_batch(self, scroll_id: str, context: Context) -> Response:
        """The batch after the one that brought our `scroll_id`; EndScrollInterrupt after the last."""
        return scrolls.next_batch(self, scroll_id, context)

    def page_after(self, query: Body, cursor: str, context: Context) -> Response:
        """The page after a cursor, with the cursors of the next and the previous page if they exist."""
        index, item_type = self.index_for(query, context), self.item_type(context)
        end = self.end(context.deadline)
        opened = cursors.opened_cursor(self.secret_key, item_type, cursor, query)
        here = self.with_sort_values(index, query, opened, end)
        with UNLIMITED if query.get("size", 10) <= MIN_DOCUMENTS else self.within(end, self.allowed_bytes(context)):
            response, snapshot, sort_values = self.page(index, query, here.snapshot, here.sort_values, end)
        response = self.read(response, context)
        following = here.after(snapshot, sort_values, len(response["hits"]["hits"]))
        after = None if is_last(response, query, following.seen) else following
        neighbours = cursors.neighbours(self.secret_key, item_type, after, here.before(snapshot))
        if not neighbours:
            self.release_snapshot(snapshot, max(0.1, end - time.monotonic()))
        return {**response, **neighbours}

    def linked_page(self, query: Body, state: str | None, window: int, context: Context) -> Response:
        """The page by `from`, with the state and the cursor for the links to its neighbours: see page_links.py."""
        index, item_type = self.index_for(query, context), self.item_type(context)
        end = self.end(context.deadline)
        name = self.state_name(state, item_type) if state else None
        try:
            with UNLIMITED if query.get("size", 10) <= MIN_DOCUMENTS else self.within(end, self.allowed_bytes(context)):
                response, name = self.in_state(index, query, name, end)
            response = self.read(response, context)
        except PipelineError as error:
            raise (gone(error, "generation") if state else error) from error.__cause__
        if name is None or not window:
            return response
        return {**response, **links_around(query, response, name, window, self.secret_key, item_type)}

    def stream(self, query: Body, context: Context) -> Iterator[Response]:
        """The responses that together hold every hit once, in the order of `sort` or as they are stored.

        Each response has `timeout` seconds, the first until the deadline; an incomplete response is an error.
        """
        body = {"sort": UNSORTED, **query, "size": self.scroll_size}
        end = self.end(context.deadline)
        asked = context.options.get("generation")
        state = self.state_name(asked, self.item_type(context)) if asked else None
        for response in self.all_pages(self.index_for(query, context), body, end, state):
            complete = self.read(response, context)
            if complete.get("partial"):
                raise PipelineError.of(ErrorKind.PARTIAL)
            del response
            yield complete
            del complete

    # where

    def state_name(self, text: str, item_type: str | None) -> str:
        """The name of a state: signed as in links, or plain. Raises a 400 for a generation that is not kept."""
        if SIGNED in text:
            return opened_state(self.secret_key, item_type, text)
        names = [str(one["name"]) for one in self.generations(item_type)]
        if text not in names:
            known = ", ".join(names) or "none"
            summary = f"generation: {quoted(text)} is not kept, there is {known}"
            raise PipelineError(400, summary, {"keyword": "generation", "allowed": names})
        return text

    def index_for(self, query: Any, context: Context) -> str:
        """The index for a query. Subclasses may choose another one."""
        return self.index_of(context.item_type)

    def index_of(self, item_type: str | None) -> str:
        """The index or alias of an item type; None is the default type."""
        item_type = item_type or self.default_item_type
        name = self.indices.get(item_type) or self.indices.get(None)
        if not name and not item_type:
            raise PipelineError.of(ErrorKind.NOT_LOADED)
        return name or f"{self.prefix}_{item_type}"

    # snapshots

    def with_sort_values(self, index: str, body: Body, here: cursors.Cursor, end: float) -> cursors.Cursor:
        """A cursor of `page_links` with a snapshot and sort values; other cursors unchanged."""
        if here.snapshot is not None or here.sort_values is None:
            return here
        try:
            _, snapshot, sort_values = self.page_in_state(index, ids_only(body, here.seen), here.sort_values, end)
        except PipelineError as error:
            raise gone(error, "search_after") from error.__cause__
        return here._replace(snapshot=snapshot, sort_values=sort_values)

    def all_pages(self, index: str, body: Body, end: float, state: str | None = None) -> Iterator[Response]:
        """The pages of one snapshot, or of the named state; it is closed at the end.

        If the documents of a page are too large, this page and the following ones have fewer documents.
        """
        snapshot, sort_values, seen = None, None, 0
        try:
            while True:
                try:
                    response, snapshot, sort_values = self.part_of_all(index, body, snapshot, sort_values, end, state)
                except PipelineError as error:
                    if error.kind is not ErrorKind.ANSWER_TOO_LARGE:
                        raise
                    body = {**body, "size": max(MIN_DOCUMENTS, body["size"] // PAGE_DIVISOR)}
                    continue
                yield response
                seen += len(response["hits"]["hits"])
                if is_last(response, body, seen):
                    return
                end = time.monotonic() + self.timeout
        finally:
            if snapshot is not None:
                self.release_snapshot(snapshot, 1.0)

    def part_of_all(
        self, index: str, body: Body, snapshot: str | None, sort_values: Any, end: float, state: str | None
    ) -> tuple[Response, str, Any]:
        """A page like `page`; without a snapshot, the first page of the named state.

        Raises a 400 if many documents are too large together.
        """
        with UNLIMITED if body["size"] <= MIN_DOCUMENTS else self.within(end, self.max_part_bytes):
            if state and snapshot is None:
                return self.page_in_state(index, body, state, end)
            return self.page(index, body, snapshot, sort_values, end)

    def release_snapshot(self, snapshot: str, timeout: float) -> None:
        """Closes a snapshot in the database. A failure is ignored, because the snapshot expires."""
        with contextlib.suppress(PipelineError):
            self.close_snapshot(snapshot, time.monotonic() + timeout)

    # answers

    def read(self, response: Response, context: Context) -> Response:
        """The complete response; its documents are parsed unless the context allows JSON."""
        if response.get("timed_out") or (response.get("_shards") or {}).get("failed"):
            response = self.partial(response)
        return response if context.json_parts else with_documents(response)

    def partial(self, response: Response) -> Response:
        """The response of some shards, marked with `partial`, if `allow_partial` is set; else raises a 503."""
        failures = (response.get("_shards") or {}).get("failures", ())
        found = [cause for shard in failures for cause in causes(shard.get("reason"))]
        if any(BY_TYPE.get(cause.get("type", "")) == ErrorKind.STALE_SCROLL for cause in found):
            raise cursors.stale()
        log.warning("only part of the index answered: %s", found[:1] or "timed out")
        if not self.allow_partial:
            raise PipelineError.of(ErrorKind.PARTIAL)
        return {**response, "partial": True}

    # what each search engine does in its own way, in addition to Calls

    def page(
        self, index: str, body: Body, snapshot: str | None, sort_values: Any, end: float
    ) -> tuple[Response, str, Any]:
        """The hits of a snapshot after these sort values, the snapshot, and the sort values of the last hit.

        A `snapshot` of None makes a new one, `sort_values` of None begin with the first hit.

        A snapshot is a state of the collection that does not change; sort values can be written as JSON.
        """
        raise NotImplementedError

    def close_snapshot(self, snapshot: str, end: float) -> None:
        """Release a snapshot."""
        raise NotImplementedError

    def generations(self, item_type: str | None) -> list[dict[str, Any]]:
        """The loads of a collection that can still be asked for."""
        raise NotImplementedError

    def in_state(self, index: str, body: Body, state: str | None, end: float) -> tuple[Response, str | None]:
        """The response from a state of the collection and the name of the state. None means the current state."""
        raise NotImplementedError

    def page_in_state(self, index: str, body: Body, state: str, end: float) -> tuple[Response, str, Any]:
        """Like `page`, in a new snapshot of a state."""
        raise NotImplementedError
