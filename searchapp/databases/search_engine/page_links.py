"""Linked pages by `size` and `from`: all of them are read from one state of the collection.

The first page is read from the current state, and names the state for the link to the next page. After the last page
of the window, a cursor continues.
"""

from collections.abc import Mapping
from typing import Any

from ...errors import ErrorKind, PipelineError
from ..shared.cursors import STATE, Cursor, query_fingerprint, signed_cursor, signed_state

FURTHER = "_further"
"""The key of the cursor that continues after the last page of the window."""

REASON = "the collection has been loaded anew, and the state that was read is gone: start again at the first page"
NOT_FOR_IDS = ("aggs", "explain", "highlight", "version")

Body = dict[str, Any]
Response = Mapping[str, Any]


def links_around(
    body: Body, response: Response, state: str, window: int, secret_key: str, item_type: str | None
) -> dict[str, str]:
    """The keys of a response for the links to its neighbouring pages; empty without such pages.

    They are the signed name of the state and, if the next page would exceed the window, a cursor. The sort values of
    this cursor are looked up when a client follows it.
    """
    start, size = body.get("from", 0), body.get("size")
    seen, total = start + len(response["hits"]["hits"]), hit_total(response)
    if response.get("partial") or not size or not (start or seen < total):
        return {}
    links = {STATE: signed_state(secret_key, item_type, state)}
    if seen < total and seen + size > window:
        all_pages = {key: value for key, value in body.items() if key != "from"}
        cursor = Cursor(query_fingerprint(all_pages), None, state, seen)
        links[FURTHER] = signed_cursor(secret_key, item_type, cursor)
    return links


def hit_total(response: Mapping[str, Any]) -> int:
    """The number of documents that matched, from a number or an object `{value}`."""
    total = response["hits"].get("total", 0)
    return int(total["value"] if isinstance(total, dict) else total)


def ids_only(body: Body, count: int) -> Body:
    """The body for the sort values of the first `count` hits, without their documents."""
    return {key: value for key, value in body.items() if key not in NOT_FOR_IDS} | {"size": count, "_source": False}


def gone(error: PipelineError, keyword: str) -> PipelineError:
    """The error for a state that was removed; other errors unchanged."""
    if error.kind not in (ErrorKind.NOT_LOADED, ErrorKind.STALE_SCROLL):
        return error
    return PipelineError.of(ErrorKind.STALE_SCROLL, {"keyword": keyword, "reason": REASON})
