"""Reads a complete collection of MongoDB batch by batch: by scrolls, cursors and streams.

Each continues after the sort values of the last hit: those of the keys of `sort`, and its id.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ...errors import EndScrollInterrupt, ErrorKind, PipelineError
from ...protocols import SearchResponse
from ..shared import cursors
from ..shared.cursors import FINISHED
from ..shared.pages import Page, cursors_around, every_response
from .bson_json import dumped, loaded
from .collections import CollectionInfo, in_state
from .search import MongoSearch, Query, hit_list

NOT_WITH_SCROLL = ("sort", "limit", "skip", "random")
PER_PAGE = ("projection", "facets", "limit")
"""Keys that a query may change from page to page, because they do not change the hits or their order."""


@dataclass(frozen=True, slots=True)
class MongoPages:
    """Pages of `size` hits; `search` gives the search on a collection, `ask` runs a function until a deadline.

    The documents of a page have at most `max_bytes`.
    """

    search: Callable[[CollectionInfo], MongoSearch]
    ask: Callable[[Callable[[Any], Any], float], Any]
    secret_key: str
    size: int
    max_bytes: int

    def first_batch(self, query: Query, item_type: str | None, info: CollectionInfo, end: float) -> SearchResponse:
        """The first batch of all hits, in the order of their ids, and the facets."""
        asked = {key: value for key, value in query.items() if key not in NOT_WITH_SCROLL}
        response = self.scroll(asked, item_type, info, end, None)

        def counted(_: Any) -> SearchResponse:
            search = self.search(info)
            return search.with_facets(response, search.condition(query), query)

        found: SearchResponse = self.ask(counted, end) if "facets" in query else response
        return found

    def next_batch(self, text: str, item_type: str | None, info: CollectionInfo, end: float) -> SearchResponse:
        """The batch after the one that brought this scroll id; EndScrollInterrupt after the last."""
        opened = cursors.opened(self.secret_key, item_type, text)
        if opened == FINISHED:
            raise EndScrollInterrupt
        name, query, total, last = json.loads(opened)
        response = self.scroll(query, item_type, in_state(info, name), end, loaded(last), total)
        if not response["hits"]["hits"]:
            raise EndScrollInterrupt
        return response

    def scroll(
        self,
        query: Query,
        item_type: str | None,
        info: CollectionInfo,
        end: float,
        sort_values: Any,
        total: int | None = None,
    ) -> SearchResponse:
        """The documents after these sort values; the scroll id holds the sort values of the last document."""
        response, last, is_cut = self.page(info, query, sort_values, (self.size, self.max_bytes), end, total)
        text = FINISHED
        if is_cut or len(response["hits"]["hits"]) == self.size:
            asked = {key: value for key, value in query.items() if key != "facets"}
            text = json.dumps([info.name, asked, response["hits"]["total"], dumped(last)])
        return {"_scroll_id": cursors.signed(self.secret_key, item_type, text), **response}

    def page_after(
        self, query: Query, text: str, item_type: str | None, info: CollectionInfo, end: float
    ) -> SearchResponse:
        """The page after the cursor `text`, with the cursors of the next and the previous page if they exist."""
        asked = {key: value for key, value in query.items() if key not in PER_PAGE}
        here = cursors.opened_cursor(self.secret_key, item_type, text, asked)
        info = in_state(info, here.snapshot) if here.snapshot else info
        sort_values = None if here.sort_values is None else loaded(here.sort_values)
        page = self.page(info, query, sort_values, (query["limit"], self.max_bytes), end)
        if page.is_cut:
            raise PipelineError.of(ErrorKind.ANSWER_TOO_LARGE, max=self.max_bytes)
        around = cursors_around(page._replace(last=page.last and dumped(page.last)), here, info.name)
        return {**page.response, **cursors.neighbours(self.secret_key, item_type, *around)}

    def every(
        self, info: CollectionInfo, query: Query, end: float, later: Callable[[], float]
    ) -> Iterator[SearchResponse]:
        """The responses that together hold every hit once; `later` gives the end of each after the first."""
        asked = {key: value for key, value in query.items() if key != "facets"}
        limits = self.size, self.max_bytes
        return every_response(
            lambda sort_values, total, end: self.page(info, asked, sort_values, limits, end, total),
            self.size,
            end,
            later,
        )

    def page(
        self,
        info: CollectionInfo,
        query: Query,
        sort_values: Any,
        limits: tuple[int, int],
        end: float,
        total: int | None = None,
    ) -> Page:
        """The hits after these sort values, with limits on their number and bytes; a known `total` is not counted."""
        start = time.monotonic()

        def read(_: Any) -> Page:
            search = self.search(info)
            hits, last, is_cut = search.page(query, sort_values, *limits)
            number = search.number(query) if total is None else total
            response = search.with_facets({"hits": hit_list(hits, number, query)}, search.condition(query), query)
            return Page(response, last, is_cut)

        page: Page = self.ask(read, end)
        return page._replace(response=answered(page.response, start))


def answered(response: SearchResponse, start: float) -> SearchResponse:
    """The response with `took` as its first key."""
    return {"took": int((time.monotonic() - start) * 1000), **response}
