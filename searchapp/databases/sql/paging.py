"""Reads all rows batch by batch: scrolls, cursors and streams."""

from typing import Any

from ...querystring.tree import as_json, from_json
from ..shared import cursors
from ..shared.pages import Body, Page, Pages
from .schema.collection import Collection
from .schema.collections import Collections
from .search import Search

TREES = ("query", "filter", "post_filter")
"""The parts of a body that are trees."""


class SqlPages(Pages[Collection]):
    """The pages of tables. A scroll or a cursor ends when they are loaded again."""

    def __init__(self, collections: Collections, secret_key: str, size: int, max_bytes: tuple[int, int]):
        super().__init__(secret_key, size, *max_bytes)
        self.collections = collections

    def collection(self, item_type: str | None, body: Body, end: float) -> Collection:
        return self.collections.find(item_type, body, end)

    def state(self, found: Collection) -> str:
        return found.generation

    def in_state(self, found: Collection, state: str) -> Collection:
        if state != found.generation:
            raise cursors.stale()
        return found

    def read(
        self, found: Collection, body: Body, sort_values: Any, max_bytes: int, end: float, total: int | None = None
    ) -> Page:
        search = Search(found, self.collections.database, body)
        return self.collections.database.run(lambda rows: search.page(rows, sort_values, max_bytes, total), end)

    def as_json(self, body: Body) -> Body:
        return {**body, **{key: as_json(body[key]) for key in TREES if key in body}}

    def from_json(self, body: Body) -> Body:
        return {**body, **{key: from_json(body[key]) for key in TREES if key in body}}
