"""Reads all rows batch by batch. Scrolls, cursors and streams continue after the sort values of the last row."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

from ...errors import EndScrollInterrupt, ErrorKind, PipelineError
from ...protocols import SearchResponse
from ...querystring.tree import as_json, from_json
from ..shared import cursors
from ..shared.cursors import FINISHED, NOT_WITH_SCROLL
from ..shared.pages import Page, cursors_around, every_response
from .schema.collection import Collection
from .schema.collections import Collections
from .search import Search

Body = dict[str, Any]

TREES = ("query", "filter", "post_filter")
"""The parts of a body that are trees."""


class Pages:
    """The pages of collections, with `size` rows unless the body has a size; `secret_key` signs their cursors.

    The documents of a page have at most the first number of `max_bytes`, those of a part of a stream the second.
    """

    def __init__(self, collections: Collections, secret_key: str, size: int, max_bytes: tuple[int, int]):
        self.collections = collections
        self.secret_key = secret_key
        self.size = size
        self.max_bytes, self.max_part_bytes = max_bytes

    def scroll(
        self, body: Body, item_type: str | None, sort_values: Any, end: float, total: int | None = None
    ) -> SearchResponse:
        """The rows after these sort values; the scroll id holds the sort values of the last row."""
        collection = self.collections.find(item_type, body, end)
        body = {key: value for key, value in body.items() if key not in NOT_WITH_SCROLL}
        response, last, is_cut = self.page(collection, {**body, "size": self.size}, sort_values, end, total)
        is_last = not is_cut and len(response["hits"]["hits"]) < self.size
        state = (
            FINISHED if is_last else json.dumps([collection.generation, last, response["hits"]["total"], packed(body)])
        )
        return {**response, "_scroll_id": cursors.signed(self.secret_key, item_type, state)}

    def next_batch(self, text: str, item_type: str | None, end: float) -> SearchResponse:
        """The batch that a scroll id names; an interrupt after the last one."""
        state = cursors.opened(self.secret_key, item_type, text)
        if state == FINISHED:
            raise EndScrollInterrupt
        generation, sort_values, total, packed_body = json.loads(state)
        body = unpacked(packed_body)
        if generation != self.collections.find(item_type, body, end).generation:
            raise cursors.stale()
        response = self.scroll(body, item_type, sort_values, end, total)
        if not response["hits"]["hits"]:
            raise EndScrollInterrupt
        return response

    def page_after(self, body: Body, text: str, item_type: str | None, end: float) -> SearchResponse:
        """The page after the cursor `text`, with the cursors of the next and the previous page if they exist."""
        asked = {key: value for key, value in packed(body).items() if key != "facets"}
        here = cursors.opened_cursor(self.secret_key, item_type, text, asked)
        collection = self.collections.find(item_type, body, end)
        if here.snapshot not in (None, collection.generation):
            raise cursors.stale()
        page = self.page(collection, body, here.sort_values, end)
        if page.is_cut:
            raise PipelineError.of(ErrorKind.ANSWER_TOO_LARGE, max=self.max_bytes)
        around = cursors_around(page, here, collection.generation)
        return {**page.response, **cursors.neighbours(self.secret_key, item_type, *around)}

    def stream(
        self, query: Body, item_type: str | None, end: float, later: Callable[[], float]
    ) -> Iterator[SearchResponse]:
        """Responses that together hold every hit once; `later` returns the deadline of the next statement."""
        collection = self.collections.find(item_type, query, end)
        body = {**{key: value for key, value in query.items() if key != "from"}, "size": self.size}
        return every_response(
            lambda sort_values, total, end: self.page(collection, body, sort_values, end, total, self.max_part_bytes),
            self.size,
            end,
            later,
        )

    def page(
        self,
        collection: Collection,
        body: Body,
        sort_values: Any,
        end: float,
        total: int | None = None,
        max_bytes: int | None = None,
    ) -> Page:
        start, most = time.monotonic(), max_bytes or self.max_bytes
        search = Search(collection, self.collections.database, body)
        page = self.collections.database.run(lambda found: search.page(found, sort_values, most, total), end)
        return page._replace(response=answered(page.response, start))


def packed(body: Body) -> Body:
    """The body with its trees as plain JSON."""
    return {**body, **{key: as_json(body[key]) for key in TREES if key in body}}


def unpacked(body: Body) -> Body:
    """The body that `packed` wrote."""
    return {**body, **{key: from_json(body[key]) for key in TREES if key in body}}


def answered(response: SearchResponse, start: float) -> SearchResponse:
    """The response with the milliseconds that it took."""
    response["took"] = int((time.monotonic() - start) * 1000)
    return response
