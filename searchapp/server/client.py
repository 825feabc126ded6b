"""The socket of a client: what has come of its request, and how long a thread waits for it."""

import errno
import math
import socket
import struct
import time
from typing import Any

from gunicorn.http.errors import LimitRequestHeaders
from gunicorn.workers.gthread import TConn

from .arriving import HEAD, Arriving

FIRST, NEXT = 4096, 65536
"""Bytes that are read at once of a request: most have no more than the first."""

RECEIVE_SECONDS, SEND_SECONDS = 5.0, 30.0
"""Seconds for which a thread waits for the next bytes of a request, and for a client to read more of an answer."""

REST_SECONDS = 5.0
"""Seconds for which a thread lets a client lag behind MIN_RATE while it reads the rest of a large body."""

MIN_RATE = 65536
"""Bytes a second that a client has to send of a body for which these are too short a time."""


class Client(socket.socket):
    """The socket of a client, with what has come of its request: only for the rest of a large body a thread waits."""

    until = math.inf
    waits = True

    def __init__(self, *args: Any):
        super().__init__(*args)
        self.arriving = Arriving()
        self.began = 0.0
        self.held = 0

    def recv(self, size: int, flags: int = 0) -> bytes:
        """The next bytes, which put the moment off; ConnectionResetError after it. None for what should have come."""
        if self.arriving.received:
            return self.arriving.take(size)
        if self.arriving.is_too_long:
            raise LimitRequestHeaders(f"more than {HEAD} bytes")
        if not self.waits:
            return b""
        if time.monotonic() > self.until:
            raise ConnectionResetError(errno.ECONNRESET, "the request does not come to its end")
        found = super().recv(size, flags)
        self.until += len(found) / MIN_RATE
        return found

    def receive(self) -> bool:
        """Read what has come, as far as the request needs it. Whether the client may send more."""
        size = FIRST
        while self.arriving.needs_more():
            try:
                found = super().recv(size, socket.MSG_DONTWAIT)
            except BlockingIOError:
                return True
            if not found:
                return False
            self.arriving.received += found
            size = NEXT
        return True

    @property
    def rate(self) -> float:
        """Bytes a second that have come of the request."""
        return self.held / (time.monotonic() - self.began)


def limit_waiting(client: socket.socket) -> None:
    """Ends every later wait of a thread for this client: gunicorn's sockets block without a limit."""
    for option, seconds in ((socket.SO_RCVTIMEO, RECEIVE_SECONDS), (socket.SO_SNDTIMEO, SEND_SECONDS)):
        microseconds = int(seconds * 1_000_000)
        client.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", *divmod(microseconds, 1_000_000)))


def begin_request(conn: TConn) -> None:
    """Begin with the next request of a connection; what gunicorn has read of it is put back."""
    client = conn.sock
    client.arriving.received[:0] = conn.parser.unreader.take_buffered() if conn.initialized else b""
    client.arriving.begin()
    client.began, client.waits = time.monotonic(), True


def wait_again(conn: TConn) -> None:
    """Let further bytes be read after the last answer, so that closing the connection does not cut it off."""
    if isinstance(conn.sock, Client):
        conn.sock.waits, conn.sock.arriving.is_too_long = True, False


def has_more(conn: TConn) -> bool:
    """Whether some of the next request was read already; the socket does not say that it is there."""
    if conn.initialized and conn.parser.unreader.buf.getvalue():
        return True
    return isinstance(conn.sock, Client) and bool(conn.sock.arriving.received)
