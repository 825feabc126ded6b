"""The way of a query through a search engine, whichever it is: one, many, or all documents batch by batch.

execute -> adjust_index -> one search | lookup of ids | msearches on the pool | scroll | page after a cursor
                           | page with links to the other pages
        -> require_complete -> response, or an interrupt when `raw` or at the end of a scroll
pages   -> adjust_index -> every hit from one snapshot of the collection, batch by batch
"""

import contextlib
import logging
import time
from collections.abc import Iterator, Mapping
from typing import Any

from ...errors import EndScrollInterrupt, ErrorKind, PipelineError, RawResultInterrupt
from ..shared import cursors
from ..shared.deadline import seconds_left, too_late
from ..shared.per_process import Pool
from . import id_batch
from .errors import BY_TYPE, causes, pipeline_error
from .page_links import linked_page, with_sort_values

log = logging.getLogger(__name__)

Body = dict[str, Any]
Response = dict[str, Any]

MAX_LOOKUP = 10_000
UNSORTED = [{"_shard_doc": {"order": "asc"}}]


class SearchBackend:
    """The common part of the backends for search engines; a subclass adds the requests at the end.

    `indices` names the index of each item type, and under None the one for all others; without it an
    item type's index is `{prefix}_{item_type}`. `timeout` is the deadline of calls that bring none.
    """

    def __init__(
        self,
        *,
        indices: Mapping[str | None, str | None] | None = None,
        default_item_type: str | None = None,
        prefix: str = "searchapp",
        secret_key: str = "",
        scroll_time: str = "1m",
        scroll_size: int = 1000,
        multisearch_concurrency: int = 5,
        multisearch_batch: int = 200,
        total_hits_as_int: bool = True,
        allow_partial: bool = False,
        timeout: float = 10,
    ):
        self.indices = dict(indices or {})
        self.default_item_type = default_item_type
        self.prefix = prefix
        self.secret_key = secret_key
        self.scroll_time = scroll_time
        self.scroll_size = scroll_size
        self.multisearch_batch = multisearch_batch
        self.total_hits_as_int = total_hits_as_int
        self.allow_partial = allow_partial
        self.timeout = timeout
        self.pool = Pool(multisearch_concurrency)

    def execute(
        self,
        query: Any,
        item_type: str | None = None,
        fetch_all: bool = False,
        scroll_id: str | None = None,
        search_after: str | None = None,
        raw: bool = False,
        json_parts: bool = False,
        deadline: float | None = None,
        generation: str | None = None,
        linked: int = 0,
        **options: Any,
    ) -> Any:
        """The response to a body, or the list of responses to a list of bodies, in order.

        `fetch_all` opens a scroll: its first batch carries `_scroll_id`, and with this as `scroll_id` the
        query is not looked at. `search_after` is `*` for the first page and then the `_search_after` of the last one.
        `linked`, a window, and `generation` are for pages by `from`: see page_links.py. With `json_parts` documents may
        come as the bytes of their JSON.
        """
        item_type = item_type or self.default_item_type
        end = time.monotonic() + seconds_left(deadline, self.timeout)
        if scroll_id is not None:
            response = self.next_batch(scroll_id, item_type, end)
        else:
            index = self.adjust_index(self.index_of(item_type), query, **options)
            if search_after is not None:
                response = self.search_after_page(index, query, search_after, item_type, end)
            elif (linked or generation) and not (fetch_all or raw or isinstance(query, list)):
                response = linked_page(self, index, query, item_type, generation, linked, end)
            else:
                response = self.respond(index, query, item_type if fetch_all else None, fetch_all, end)
        if raw or not json_parts:
            response = (
                [*map(self.with_documents, response)] if isinstance(response, list) else self.with_documents(response)
            )
        if raw:
            raise RawResultInterrupt(response)
        return response

    def respond(self, index: str, query: Any, owner: str | None, fetch_all: bool, end: float) -> Any:
        """The response to `query`; `owner` is the item type that a scroll is for."""
        if isinstance(query, list):
            return self.batch(index, query, end)
        if fetch_all:
            return self.first_batch(index, query, owner, end)
        return self.require_complete(self.search(index, query, end))

    def index_of(self, item_type: str | None) -> str:
        """The index or alias of an item type."""
        name = self.indices.get(item_type) or self.indices.get(None)
        if not name and not item_type:
            raise PipelineError.of(ErrorKind.NOT_LOADED)
        return name or f"{self.prefix}_{item_type}"

    def adjust_index(self, index: str, query: Any, **options: Any) -> str:
        """The index that `query` is sent to; for subclasses that choose another one."""
        return index

    # many bodies

    def batch(self, index: str, bodies: list[Body], end: float) -> list[Response]:
        """One response per body: by one search when they look ids up, else by msearches on the pool."""
        found = self.look_up(index, bodies, end)
        if found is not None:
            return found
        size = self.multisearch_batch
        starts = range(0, len(bodies), size)
        try:
            parts = self.pool.map(lambda start: self.part(index, bodies[start : start + size], start, end), starts, end)
        except TimeoutError as error:
            raise too_late(self.timeout) from error
        return [response for part in parts for response in part]

    def look_up(self, index: str, bodies: list[Body], end: float) -> list[Response] | None:
        """The responses when all bodies look ids up, else None."""
        body = id_batch.collapse(bodies) if 1 < len(bodies) <= MAX_LOOKUP else None
        if body is None:
            return None
        return id_batch.split(self.require_complete(self.search(index, body, end)), bodies)

    def part(self, index: str, bodies: list[Body], start: int, end: float) -> list[Response]:
        """The responses of one msearch; the first that failed is raised, with its position in the batch."""
        responses = self.msearch(index, bodies, end)
        for position, response in enumerate(responses, start):
            if "error" in response:
                raise pipeline_error(response.get("status", 500), response["error"], position)
        return [self.require_complete(response) for response in responses]

    # scrolls

    def first_batch(self, index: str, body: Body, owner: str | None, end: float) -> Response:
        """The first batch of all hits, without an order of its own."""
        body = {key: value for key, value in body.items() if key not in cursors.NOT_WITH_SCROLL}
        if body.get("track_total_hits") is False:
            del body["track_total_hits"]
        return self.signed(self.open_scroll(index, {**body, "size": self.scroll_size}, end), owner, end)

    def next_batch(self, text: str, item_type: str | None, end: float) -> Response:
        """The batch after the one that brought the scroll id `text`; EndScrollInterrupt after the last."""
        scroll_id = cursors.opened(self.secret_key, item_type, text)
        if scroll_id == cursors.FINISHED:
            raise EndScrollInterrupt
        try:
            response = self.signed(self.continue_scroll(scroll_id, end), item_type, end)
        except PipelineError as error:
            # the batch may have been taken without reaching us: a second try must not skip it
            if error.code >= 500:
                self.close(scroll_id, 1.0)
            raise
        if not response["hits"]["hits"]:
            raise EndScrollInterrupt
        return response

    def signed(self, response: Response, item_type: str | None, end: float) -> Response:
        """The response with our scroll id; after the last batch nothing stays open in the database."""
        scroll_id = str(response.get("_scroll_id", cursors.FINISHED))
        try:
            response = self.require_complete(response)
        except PipelineError:
            self.close(scroll_id, 1.0)
            raise
        if len(response["hits"]["hits"]) < self.scroll_size:
            self.close(scroll_id, max(0.1, end - time.monotonic()))
            scroll_id = cursors.FINISHED
        return {**response, "_scroll_id": cursors.signed(self.secret_key, item_type, scroll_id)}

    def close(self, scroll_id: str, timeout: float) -> None:
        """Close a scroll in the database. A failure is ignored: the scroll expires by itself."""
        if scroll_id != cursors.FINISHED:
            with contextlib.suppress(PipelineError):
                self.close_scroll(scroll_id, time.monotonic() + timeout)

    # the page after a cursor, and all pages

    def search_after_page(self, index: str, body: Body, text: str, item_type: str | None, end: float) -> Response:
        """The page after the cursor `text`, with the cursors of the next and the previous page where they exist."""
        here = with_sort_values(self, index, body, cursors.opened_cursor(self.secret_key, item_type, text, body), end)
        response, snapshot, sort_values = self.page(index, body, here.snapshot, here.sort_values, end)
        response = self.require_complete(response)
        following = here.after(snapshot, sort_values, len(response["hits"]["hits"]))
        after = None if is_last(response, body, following.seen) else following
        beside = cursors.neighbours(self.secret_key, item_type, after, here.before(snapshot))
        if not beside:
            self.release_snapshot(snapshot, max(0.1, end - time.monotonic()))
        return {**response, **beside}

    def pages(
        self,
        query: Body,
        item_type: str | None = None,
        json_parts: bool = False,
        deadline: float | None = None,
        **options: Any,
    ) -> Iterator[Response]:
        """The responses that together hold every hit once, in the order of the body's `sort` or as they are stored.

        Each is asked for within `timeout` seconds, the first until `deadline`; an incomplete one is an error.
        """
        index = self.adjust_index(self.index_of(item_type or self.default_item_type), query, **options)
        body = {"sort": UNSORTED, **query, "size": self.scroll_size}
        for response in self.all_pages(index, body, time.monotonic() + seconds_left(deadline, self.timeout)):
            if self.require_complete(response).get("partial"):
                raise PipelineError.of(ErrorKind.PARTIAL)
            yield response if json_parts else self.with_documents(response)

    def all_pages(self, index: str, body: Body, end: float) -> Iterator[Response]:
        """The pages of one snapshot, which is closed at the end."""
        snapshot, sort_values, seen = None, None, 0
        try:
            while True:
                response, snapshot, sort_values = self.page(index, body, snapshot, sort_values, end)
                yield response
                seen += len(response["hits"]["hits"])
                if is_last(response, body, seen):
                    return
                end = time.monotonic() + self.timeout
        finally:
            if snapshot is not None:
                self.release_snapshot(snapshot, 1.0)

    def release_snapshot(self, snapshot: str, timeout: float) -> None:
        """Close a snapshot in the database. A failure is ignored: the snapshot expires by itself."""
        with contextlib.suppress(PipelineError):
            self.close_snapshot(snapshot, time.monotonic() + timeout)

    # partial answers

    def require_complete(self, response: Response) -> Response:
        """The response when every shard has answered; else a 503, or with `allow_partial` it has `partial`."""
        shards = response.get("_shards") or {}
        if not shards.get("failed") and not response.get("timed_out"):
            return response
        found = [cause for shard in shards.get("failures", ()) for cause in causes(shard.get("reason"))]
        if any(BY_TYPE.get(cause.get("type", "")) == ErrorKind.STALE_SCROLL for cause in found):
            raise cursors.stale()
        log.warning("only part of the index answered: %s", found[:1] or "timed out")
        if not self.allow_partial:
            raise PipelineError.of(ErrorKind.PARTIAL)
        return {**response, "partial": True}

    # what each search engine does in its own way

    def with_documents(self, response: Response) -> Response:
        """The response with documents where they are JSON still."""
        return response

    def search(self, index: str, body: Body, end: float) -> Response:
        raise NotImplementedError

    def msearch(self, index: str, bodies: list[Body], end: float) -> list[Response]:
        raise NotImplementedError

    def open_scroll(self, index: str, body: Body, end: float) -> Response:
        raise NotImplementedError

    def continue_scroll(self, scroll_id: str, end: float) -> Response:
        raise NotImplementedError

    def close_scroll(self, scroll_id: str, end: float) -> None:
        raise NotImplementedError

    def page(
        self, index: str, body: Body, snapshot: str | None, sort_values: Any, end: float
    ) -> tuple[Response, str, Any]:
        """The hits of a snapshot after these sort values, the snapshot, and the sort values of the last hit.

        A `snapshot` of None makes a new one, `sort_values` of None begin with the first hit.

        A snapshot is a state of the collection that does not change; sort values can be written as JSON.
        """
        raise NotImplementedError

    def close_snapshot(self, snapshot: str, end: float) -> None:
        raise NotImplementedError

    def in_state(self, index: str, body: Body, state: str | None, end: float) -> tuple[Response, str | None]:
        """The response from a state of the collection, None is that of now, and the state's name, if it has one."""
        raise NotImplementedError

    def page_in_state(self, index: str, body: Body, state: str, end: float) -> tuple[Response, str, Any]:
        """As `page`, of a new view of a state."""
        raise NotImplementedError


def is_last(response: Response, body: Body, seen: int) -> bool:
    """Whether no hit comes after those of this page; `seen` counts them and all before."""
    total = response["hits"].get("total")
    total = total["value"] if isinstance(total, dict) else total
    if total is not None and total >= 0:
        return bool(seen >= total)
    return bool(len(response["hits"]["hits"]) < body["size"])
