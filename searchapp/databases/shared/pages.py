"""Pages of a database that continues after the sort values of the last hit, and remembers nothing between them."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ...protocols import SearchResponse
from .cursors import Cursor


class Page(NamedTuple):
    """A response, the sort values of its last hit, and whether it has fewer hits than wanted for their bytes."""

    response: SearchResponse
    last: Any
    is_cut: bool


Read = Callable[[Any, int | None, float], Page]
"""A function that gives the page after some sort values until an end. It does not count a total that is known."""


def every_response(read: Read, size: int, end: float, later: Callable[[], float]) -> Iterator[SearchResponse]:
    """The responses of pages with `size` hits that together hold every hit once.

    `later` gives the end of each page after the first.
    """
    sort_values, total = None, None
    while True:
        page = read(sort_values, total, end)
        sort_values, total = page.last, page.response["hits"]["total"]
        is_last = not page.is_cut and len(page.response["hits"]["hits"]) < size
        yield page.response
        if is_last:
            return
        del page  # before the next one is read, which takes as much memory
        end = later()


def cursors_around(page: Page, here: Cursor, snapshot: str) -> tuple[Cursor | None, Cursor | None]:
    """The cursors of the next and the previous page of a page that began `here`; None for a missing page."""
    hits = page.response["hits"]
    following = here.after(snapshot, page.last, len(hits["hits"]))
    more = following.seen < hits["total"] and page.last is not None
    return following if more else None, here.before(snapshot)
