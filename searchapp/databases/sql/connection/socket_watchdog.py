"""A thread that closes the sockets of servers that do not answer: a stopped server does not keep its own limits."""

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

GRACE = 0.3
EVERY = 0.1


class Watch:
    """`ends` holds for each statement on its way when it is given up, and its socket."""

    def __init__(self) -> None:
        self.ends: dict[object, tuple[float, int]] = {}
        threading.Thread(target=self.look, daemon=True, name="searchapp-sql-watch").start()

    @contextmanager
    def over(self, descriptor: int, end: float) -> Iterator[None]:
        mark = object()
        self.ends[mark] = (end + GRACE, descriptor)
        try:
            yield
        finally:
            self.ends.pop(mark, None)

    def look(self) -> None:
        while True:
            time.sleep(EVERY)
            now = time.monotonic()
            for mark, (end, descriptor) in list(self.ends.items()):
                if end < now and self.ends.pop(mark, (0.0, 0))[0]:
                    shut(descriptor)


def shut(descriptor: int) -> None:
    """Ends both directions of a connection, whoever waits on it."""
    try:
        with socket.socket(fileno=os.dup(descriptor)) as connection:
            connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
