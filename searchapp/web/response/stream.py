"""A complete result in one response. It is written while it is read, so that it needs little memory."""

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from ...errors import PipelineError

log = logging.getLogger("searchapp")

MAX_STALLED_SECONDS = 60
"""Seconds after which the connection to a caller that reads nothing of a batch is closed."""


class Streams:
    """The streams of one process. Their number is limited, because each occupies a thread."""

    def __init__(self, limit: int):
        self.limit = limit
        self.places = threading.BoundedSemaphore(limit)

    def start(self, batches: Iterator[Any], write: Callable[[Iterable[Any]], Iterator[bytes]]) -> "Stream":
        """A stream whose first part is read at once, so that an invalid request still gets an error."""
        if not self.places.acquire(blocking=False):
            summary = f"{self.limit} streams are being written, no more are at once: try again, or read page by page"
            raise PipelineError(429, summary, {"max": self.limit})
        stream = Stream(batches, self.places.release)
        try:
            lines = write(batches)
            stream.parts = chain([next(lines)], lines)
        except BaseException:
            stream.close()
            raise
        return stream


class Stream:
    """The parts of a body. `close` must be called; it releases the source of the parts."""

    def __init__(self, batches: Iterator[Any], release: Callable[[], None]):
        self.batches = batches
        self.release: Callable[[], None] | None = release
        self.parts: Iterator[bytes] = iter(())

    def body(self, request_id: str) -> Iterator[bytes]:
        """The parts. A failure between them breaks the connection, since a normal end would look like success."""
        try:
            yield from self.parts
        except Exception:
            log.exception("the stream of request %s breaks off", request_id)
            raise
        finally:
            self.close()

    def close(self) -> None:
        release, self.release = self.release, None
        if release is None:
            return
        try:
            close = getattr(self.batches, "close", None)
            if close:
                close()
        finally:
            release()


def limit_waiting(environ: Mapping[str, Any]) -> None:
    """Let the server close the connection to a caller that reads nothing, if the server gives its socket."""
    socket = environ.get("gunicorn.socket")
    if socket is not None:
        socket.settimeout(MAX_STALLED_SECONDS)
