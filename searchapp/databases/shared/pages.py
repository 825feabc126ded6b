"""Scrolls, cursors and streams of a database that continues after the sort values of the last hit.

It remembers nothing between two pages.
"""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from ...errors import EndScrollInterrupt, ErrorKind, PipelineError
from ...protocols import SearchResponse
from . import cursors
from .cursors import FINISHED, NOT_WITH_SCROLL

Body = dict[str, Any]
Found = TypeVar("Found")

PER_PAGE = ("projection", "facets")
"""Keys of a query that do not change the hits or their order, in addition to such keys of a search body."""


class Page(NamedTuple):
    """A response, the sort values of its last hit, and whether the limit of bytes ended it early."""

    response: SearchResponse
    last: Any
    is_cut: bool


class Pages(ABC, Generic[Found]):
    """The pages of collections, which are in a Found. Scrolls and streams have pages of `size` hits.

    The documents of a page have at most `max_bytes`, the documents of a part of a stream at most `max_part_bytes`.
    """

    def __init__(self, secret_key: str, size: int, max_bytes: int, max_part_bytes: int):
        self.secret_key = secret_key
        self.size = size
        self.max_bytes, self.max_part_bytes = max_bytes, max_part_bytes

    @abstractmethod
    def collection(self, item_type: str | None, body: Body, end: float) -> Found:
        """The collection that a query reads."""

    @abstractmethod
    def state(self, found: Found) -> str:
        """The name of the state of a collection, for later pages."""

    @abstractmethod
    def in_state(self, found: Found, state: str) -> Found:
        """The collection in a state. Raises a 400 for a state that was removed."""

    @abstractmethod
    def read(
        self, found: Found, body: Body, sort_values: Any, max_bytes: int, end: float, total: int | None = None
    ) -> Page:
        """The hits after these sort values, which JSON can hold; a known `total` is not counted."""

    def as_json(self, body: Body) -> Body:
        """The query as JSON."""
        return body

    def from_json(self, body: Body) -> Body:
        """The query that `as_json` wrote."""
        return body

    def scroll(self, body: Body, item_type: str | None, end: float) -> SearchResponse:
        """The first batch of all hits, in the order of their ids, and the facets."""
        asked = {key: value for key, value in body.items() if key not in NOT_WITH_SCROLL}
        return self.batch(self.collection(item_type, body, end), asked, item_type, None, end)

    def next_batch(self, text: str, item_type: str | None, end: float) -> SearchResponse:
        """The batch after the one that brought this scroll id; EndScrollInterrupt after the last."""
        opened = cursors.opened(self.secret_key, item_type, text)
        if opened == FINISHED:
            raise EndScrollInterrupt
        state, sort_values, total, asked = json.loads(opened)
        body = self.from_json(asked)
        found = self.in_state(self.collection(item_type, body, end), state)
        response = self.batch(found, body, item_type, sort_values, end, total)
        if not response["hits"]["hits"]:
            raise EndScrollInterrupt
        return response

    def batch(
        self, found: Found, body: Body, item_type: str | None, sort_values: Any, end: float, total: int | None = None
    ) -> SearchResponse:
        """The hits after these sort values; the scroll id has the sort values of the last hit."""
        page = self.page(found, {**body, "size": self.size}, sort_values, self.max_bytes, end, total)
        state = FINISHED
        if page.is_cut or len(page.response["hits"]["hits"]) == self.size:
            asked = {key: value for key, value in self.as_json(body).items() if key != "facets"}
            state = json.dumps([self.state(found), page.last, page.response["hits"]["total"], asked])
        return {"_scroll_id": cursors.signed(self.secret_key, item_type, state), **page.response}

    def page_after(self, body: Body, text: str, item_type: str | None, end: float) -> SearchResponse:
        """The page after the cursor `text`, with the cursors of the next and the previous page if they exist."""
        asked = {key: value for key, value in self.as_json(body).items() if key not in PER_PAGE}
        here = cursors.opened_cursor(self.secret_key, item_type, text, asked)
        found = self.collection(item_type, body, end)
        if here.snapshot is not None:
            found = self.in_state(found, here.snapshot)
        page = self.page(found, body, here.sort_values, self.max_bytes, end)
        if page.is_cut:
            raise PipelineError.of(ErrorKind.ANSWER_TOO_LARGE, max=self.max_bytes)
        hits, state = page.response["hits"], self.state(found)
        following = here.after(state, page.last, len(hits["hits"]))
        after = following if following.seen < hits["total"] and page.last is not None else None
        return {**page.response, **cursors.neighbours(self.secret_key, item_type, after, here.before(state))}

    def stream(
        self, query: Body, item_type: str | None, end: float, later: Callable[[], float]
    ) -> Iterator[SearchResponse]:
        """The responses that together hold every hit once; `later` gives the end of each after the first."""
        found = self.collection(item_type, query, end)
        body = {**{key: value for key, value in query.items() if key not in ("from", "facets")}, "size": self.size}
        sort_values, total = None, None
        while True:
            page = self.page(found, body, sort_values, self.max_part_bytes, end, total)
            sort_values, total = page.last, page.response["hits"]["total"]
            is_last = not page.is_cut and len(page.response["hits"]["hits"]) < self.size
            yield page.response
            if is_last:
                return
            del page  # before the next one is read, which takes as much memory
            end = later()

    def page(
        self, found: Found, body: Body, sort_values: Any, max_bytes: int, end: float, total: int | None = None
    ) -> Page:
        """The page of `read`, with the milliseconds that it took."""
        start = time.monotonic()
        page = self.read(found, body, sort_values, max_bytes, end, total)
        return page._replace(response=answered(page.response, start))


def answered(response: SearchResponse, start: float) -> SearchResponse:
    """The response with the milliseconds since `start` as its first key."""
    return {"took": int((time.monotonic() - start) * 1000), **response}
