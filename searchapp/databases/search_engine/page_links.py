"""Pages by `size` and `from` that are linked to each other: all of them are read from one state of the collection.

The first page is read from what is served now, and names its state for the link to the next one. Where the window
ends, a cursor goes on.
"""

from typing import TYPE_CHECKING

from ...errors import ErrorKind, PipelineError
from ..shared import cursors
from ..shared.page_states import STATE, opened_state, signed_state
from .id_batch import hit_total

if TYPE_CHECKING:
    from .backend import Body, Response, SearchBackend

FURTHER = "_further"
REASON = "the collection has been loaded anew, and the state that was read is gone: start again at the first page"
PLACE_ONLY = ("aggs", "explain", "highlight", "version")


def linked_page(
    backend: "SearchBackend", index: str, body: "Body", item_type: str | None, text: str | None, window: int, end: float
) -> "Response":
    """The response from the state that `text` names, from that of now without one.

    It carries the state's name for the next page under STATE; after the last page of the window, under FURTHER, the
    cursor that goes on.
    """
    state = opened_state(backend.secret_key, item_type, text) if text else None
    try:
        response, state = backend.in_state(index, body, state, end)
        response = backend.require_complete(response)
        if state is None or not window or response.get("partial"):
            return response
        seen, size = body.get("from", 0) + len(response["hits"]["hits"]), body.get("size", 0)
        if not size or not (body.get("from") or seen < hit_total(response)):
            return response
        following = {STATE: signed_state(backend.secret_key, item_type, state)}
        if seen + size > window and seen < hit_total(response):
            following[FURTHER] = cursor_after(backend.secret_key, body, item_type, state, seen)
        return {**response, **following}
    except PipelineError as error:
        raise (gone(error, "generation") if text else error) from error.__cause__


def cursor_after(secret_key: str, body: "Body", item_type: str | None, state: str, seen: int) -> str:
    """The cursor after the first `seen` hits of a search; its sort values are found when it is followed."""
    plain = {key: value for key, value in body.items() if key != "from"}
    here = cursors.Cursor(cursors.query_fingerprint(plain), None, state, seen)
    return cursors.signed_cursor(secret_key, item_type, here)


def with_sort_values(
    backend: "SearchBackend", index: str, body: "Body", here: cursors.Cursor, end: float
) -> cursors.Cursor:
    """A cursor of `cursor_after` with its snapshot and its sort values; any other one unchanged."""
    if here.snapshot is not None or here.sort_values is None:
        return here
    ids = {key: value for key, value in body.items() if key not in PLACE_ONLY} | {"size": here.seen, "_source": False}
    try:
        _, snapshot, sort_values = backend.page_in_state(index, ids, here.sort_values, end)
    except PipelineError as error:
        raise gone(error, "search_after") from error.__cause__
    return here._replace(snapshot=snapshot, sort_values=sort_values)


def gone(error: PipelineError, keyword: str) -> PipelineError:
    """The error of a state that is not there any more; any other one as it is."""
    if error.kind not in (ErrorKind.NOT_LOADED, ErrorKind.STALE_SCROLL):
        return error
    return PipelineError.of(ErrorKind.STALE_SCROLL, {"keyword": keyword, "reason": REASON})
