"""Reads a complete collection of MongoDB batch by batch: scrolls, cursors and streams."""

from collections.abc import Callable
from typing import Any

from ..shared.pages import Body, Page, Pages
from .bson_json import dumped, loaded
from .collections import CollectionInfo, in_state
from .search import MongoSearch, hit_list

Ask = Callable[[Callable[[Any], Any], float], Any]
Find = Callable[[str | None, float], CollectionInfo]


class MongoPages(Pages[CollectionInfo]):
    """`find` gives the collection of an item type, `search` the search on it, `ask` runs a function until a deadline.

    The documents of every page have at most `max_bytes`.
    """

    def __init__(
        self,
        find: Find,
        search: Callable[[CollectionInfo], MongoSearch],
        ask: Ask,
        secret_key: str,
        size: int,
        max_bytes: int,
    ):
        super().__init__(secret_key, size, max_bytes, max_bytes)
        self.find, self.search, self.ask = find, search, ask

    def collection(self, item_type: str | None, body: Body, end: float) -> CollectionInfo:
        return self.find(item_type, end)

    def state(self, found: CollectionInfo) -> str:
        return found.name

    def in_state(self, found: CollectionInfo, state: str) -> CollectionInfo:
        return in_state(found, state)

    def read(
        self, found: CollectionInfo, body: Body, sort_values: Any, max_bytes: int, end: float, total: int | None = None
    ) -> Page:
        after = None if sort_values is None else loaded(sort_values)

        def read(_: Any) -> Page:
            search = self.search(found)
            documents, last, is_cut = search.page(body, after, body["size"], max_bytes)
            hits = hit_list(documents, search.number(body) if total is None else total, body)
            response = search.with_facets({"hits": hits}, search.condition(body), body)
            return Page(response, last and dumped(last), is_cut)

        page: Page = self.ask(read, end)
        return page
