"""Reads all hits batch by batch: the scroll ids of callers are signed, and name the scroll of the database."""

import contextlib
import time

from ...errors import EndScrollInterrupt, ErrorKind, PipelineError
from ...protocols import Context
from ..shared import cursors
from .calls import Calls
from .responses import Body, Response


def first_batch(backend: Calls, query: Body, context: Context) -> Response:
    """The first batch of all hits, without an order of its own."""
    body = {key: value for key, value in query.items() if key not in cursors.NOT_WITH_SCROLL}
    if body.get("track_total_hits") is False:
        del body["track_total_hits"]
    end = backend.end(context.deadline)
    index = backend.index_for(query, context)
    size = backend.batch_size(index, body, end)
    with backend.batch_within(end, context, size):
        response = backend.open_scroll(index, {**body, "size": size}, end)
    return signed(backend, response, context, end, size)


def next_batch(backend: Calls, scroll_id: str, context: Context) -> Response:
    """The batch after the one that brought our `scroll_id`; EndScrollInterrupt after the last."""
    opened = cursors.opened(backend.secret_key, backend.item_type(context), scroll_id)
    end = backend.end(context.deadline)
    if opened == cursors.FINISHED:
        raise EndScrollInterrupt
    name, _, own = opened.partition(" ")
    size = int(own or backend.scroll_size)
    try:
        with backend.batch_within(end, context, size):
            response = backend.continue_scroll(name, end)
        response = signed(backend, response, context, end, size)
    except PipelineError as error:
        # the batch may have been lost after the database sent it: a second try must not skip it
        if error.code >= 500 or error.kind is ErrorKind.ANSWER_TOO_LARGE:
            close(backend, name, 1.0)
        raise
    if not response["hits"]["hits"]:
        raise EndScrollInterrupt
    return response


def signed(backend: Calls, response: Response, context: Context, end: float, size: int) -> Response:
    """The response with our scroll id; after the last batch nothing stays open in the database."""
    scroll_id = str(response.get("_scroll_id", cursors.FINISHED))
    try:
        response = backend.read(response, context)
    except PipelineError:
        close(backend, scroll_id, 1.0)
        raise
    if backend.is_last_batch(response, size):
        close(backend, scroll_id, max(0.1, end - time.monotonic()))
        scroll_id = cursors.FINISHED
    state = scroll_id if size == backend.scroll_size or scroll_id == cursors.FINISHED else f"{scroll_id} {size}"
    return {**response, "_scroll_id": cursors.signed(backend.secret_key, backend.item_type(context), state)}


def close(backend: Calls, scroll_id: str, timeout: float) -> None:
    """Closes a scroll in the database. A failure is ignored, because the scroll expires."""
    if scroll_id != cursors.FINISHED:
        with contextlib.suppress(PipelineError):
            backend.close_scroll(scroll_id, time.monotonic() + timeout)
