"""A thread that closes the sockets of servers that do not answer, because a stopped server ignores its own limits."""

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

GRACE_SECONDS = 0.3
CHECK_SECONDS = 0.1


class Watch:
    """`ends` holds the deadline and the socket of each running statement."""

    def __init__(self) -> None:
        self.ends: dict[object, tuple[float, int]] = {}
        threading.Thread(target=self.look, daemon=True, name="searchapp-sql-watch").start()

    @contextmanager
    def over(self, descriptor: int, end: float) -> Iterator[None]:
        key = object()
        self.ends[key] = (end + GRACE_SECONDS, descriptor)
        try:
            yield
        finally:
            self.ends.pop(key, None)

    def look(self) -> None:
        while True:
            time.sleep(CHECK_SECONDS)
            now = time.monotonic()
            for key, (end, descriptor) in list(self.ends.items()):
                if end < now and self.ends.pop(key, (0.0, 0))[0]:
                    shut(descriptor)


def shut(descriptor: int) -> None:
    """Shuts both directions of a connection down, which wakes threads that wait for it."""
    try:
        with socket.socket(fileno=os.dup(descriptor)) as connection:
            connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
