"""The socket of a client, with the received bytes of its request, and limits on waiting for more."""

import errno
import math
import select
import socket
import struct
import time
from typing import Any

from gunicorn.http.errors import LimitRequestHeaders
from gunicorn.workers.gthread import TConn

from .arriving import HEAD_END, MAX_HEAD, Arriving

FIRST, NEXT = 4096, 65536
"""The numbers of bytes that are read at a time: first, and then. Most requests need only the first read."""

MAX_COPIED = 65536
"""The maximum number of bytes of a body that is sent together with the head of the answer."""

RECEIVE_SECONDS, SEND_SECONDS = 5.0, 30.0
"""Seconds for which a thread waits for the next bytes of a request, and for a client to read more of an answer."""

MAX_LAG_SECONDS = 5.0
"""Seconds by which a client may fall behind MIN_RATE while a thread reads the rest of a large body."""

MIN_RATE = 65536
"""The minimum number of bytes per second from the client of a large body."""


MIN_READ = 2**18
"""The minimum number of bytes that a client must read in SEND_SECONDS: 9 kB per second, as on slow mobile lines."""
FILE_CHUNK = 2**20
"""Bytes of a file that are read at a time."""


class Client(socket.socket):
    """The socket of a client, with the received bytes of its request. Threads wait only for the rest of a large one."""

    until = math.inf
    waits = True

    def __init__(self, *args: Any):
        super().__init__(*args)
        self.arriving = Arriving()
        self.began = 0.0
        self.held = 0
        self.head = b""
        super().setblocking(True)  # on some systems a connection does not block if its listening socket does not

    def setblocking(self, flag: bool) -> None:
        self.settimeout(None if flag else 0.0)

    def settimeout(self, value: float | None) -> None:
        """Set a time limit. Without a change, as gunicorn asks for twice in each request, the system is not called."""
        if value != self.gettimeout():
            super().settimeout(value)

    def recv(self, size: int, flags: int = 0) -> bytes:
        """The next bytes; each extends the time limit `until`. Raises ConnectionResetError after it.

        An empty result means that bytes should have been received before a thread served the request.
        """
        if self.arriving.received:
            return self.arriving.take(size)
        if self.arriving.is_too_long:
            raise LimitRequestHeaders(f"more than {MAX_HEAD} bytes")
        if not self.waits:
            return b""
        if time.monotonic() > self.until:
            raise ConnectionResetError(errno.ECONNRESET, "the request did not arrive in time")
        found = super().recv(size, flags)
        self.until += len(found) / MIN_RATE
        return found

    def receive(self) -> bool:
        """Receive what the request needs and has arrived; true if the client may send more."""
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

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send bytes. The head of an answer waits for the first bytes of its body, which saves a call of the system."""
        head, self.head = self.head, b""
        if not head and data[:5] == b"HTTP/" and data[-4:] == HEAD_END:
            self.head = data
        elif head and len(data) > MAX_COPIED:
            self.send_all(head, socket.MSG_MORE)
            self.send_all(data, flags)
        else:
            self.send_all(head + data if head else data, flags)

    def send_all(self, data: bytes, flags: int) -> None:
        """Send bytes. Raises ConnectionResetError for a client that reads too slowly."""
        rest, blocks = memoryview(data), self.gettimeout() is None
        while True:
            started = time.monotonic()
            try:
                sent = super().send(rest, flags)
            except BlockingIOError:
                if not blocks:
                    raise
                sent = 0
            rest = rest[sent:]
            if not rest:
                return
            if blocks and sent < MIN_READ and time.monotonic() > started + 0.9 * SEND_SECONDS:
                raise ConnectionResetError(errno.ECONNRESET, "the answer was not read in time")

    def flush(self) -> None:
        """Send the head of an answer that still waits."""
        if self.head:
            self.sendall(b"")

    def sendfile(self, file: Any, offset: int = 0, count: int | None = None) -> int:
        """Send a file, or as many bytes of it; the system's own call would wait for the client without a limit."""
        self.flush()
        file.seek(offset)
        sent, most = 0, math.inf if count is None else count
        while sent < most and (part := file.read(int(min(FILE_CHUNK, most - sent)))):
            self.send_all(part, 0)
            sent += len(part)
        return sent

    def shutdown(self, how: int) -> None:
        self.flush()
        super().shutdown(how)

    @property
    def rate(self) -> float:
        """The received bytes of the request per second."""
        return self.held / (time.monotonic() - self.began)


def is_writable(client: socket.socket) -> bool:
    """Whether bytes can be sent without waiting. It is false after large answers that the client has not read."""
    poll = select.poll()
    poll.register(client.fileno(), select.POLLOUT)
    return bool(poll.poll(0))


def limit_waiting(client: socket.socket) -> None:
    """Limit how long a thread waits for this client: gunicorn's sockets block without a limit."""
    for option, seconds in ((socket.SO_RCVTIMEO, RECEIVE_SECONDS), (socket.SO_SNDTIMEO, SEND_SECONDS)):
        microseconds = int(seconds * 1_000_000)
        client.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", *divmod(microseconds, 1_000_000)))


def begin_request(conn: TConn) -> None:
    """Begin the next request of a connection; bytes that gunicorn has read of it are put back."""
    client = conn.sock
    client.arriving.received[:0] = conn.parser.unreader.take_buffered() if conn.initialized else b""
    client.arriving.begin()
    client.began, client.waits = time.monotonic(), True


def wait_again(conn: TConn) -> None:
    """Allow reading after the last answer, so that closing the connection does not cut the answer off."""
    if isinstance(conn.sock, Client):
        conn.sock.waits, conn.sock.arriving.is_too_long = True, False


def has_more(conn: TConn) -> bool:
    """Whether bytes of the next request were read already. A poll of the socket would not report them."""
    if conn.initialized and conn.parser.unreader.buf.getvalue():
        return True
    return isinstance(conn.sock, Client) and bool(conn.sock.arriving.received)
