"""Linked pages by `size` and `from`: all of them are read from one state of the collection.

The first page is read from the current state, and names the state for the link to the next page. After the last page
of the window, a cursor continues.
"""

from collections.abc import Mapping
from typing import Any

from ...errors import ErrorKind, PipelineError
from ..shared.cursors import Cursor, query_fingerprint

FURTHER = "_further"
"""The key of the cursor that continues after the last page of the window."""

REASON = "the collection has been loaded anew, and the state that was read is gone: start again at the first page"
NOT_FOR_IDS = ("aggs", "explain", "highlight", "version")

Body = dict[str, Any]
Response = Mapping[str, Any]


def has_neighbours(body: Body, response: Response) -> bool:
    """Whether there is a page before or after this one."""
    if response.get("partial") or not body.get("size"):
        return False
    return bool(body.get("from")) or len(response["hits"]["hits"]) < hit_total(response)


def hit_total(response: Mapping[str, Any]) -> int:
    """The number of documents that matched, from a number or an object `{value}`."""
    total = response["hits"].get("total", 0)
    return int(total["value"] if isinstance(total, dict) else total)


def cursor_after(body: Body, response: Response, state: str, window: int) -> Cursor | None:
    """The cursor after this page of a state, if hits follow and the next page would end beyond the window; else None.

    Its sort values are found when it is followed.
    """
    seen = body.get("from", 0) + len(response["hits"]["hits"])
    if seen + body["size"] <= window or seen >= hit_total(response):
        return None
    plain = {key: value for key, value in body.items() if key != "from"}
    return Cursor(query_fingerprint(plain), None, state, seen)


def ids_only(body: Body, count: int) -> Body:
    """The body for the sort values of the first `count` hits, without their documents."""
    return {key: value for key, value in body.items() if key not in NOT_FOR_IDS} | {"size": count, "_source": False}


def gone(error: PipelineError, keyword: str) -> PipelineError:
    """The error for a state that does not exist any more; other errors unchanged."""
    if error.kind not in (ErrorKind.NOT_LOADED, ErrorKind.STALE_SCROLL):
        return error
    return PipelineError.of(ErrorKind.STALE_SCROLL, {"keyword": keyword, "reason": REASON})
