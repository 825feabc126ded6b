"""The open connections of a worker: accepts them, finds readable ones, and closes the ones that are idle too long."""

import contextlib
import errno
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gunicorn.workers.gthread import TConn

from .arriving import MAX_HEAD
from .client import FIRST, MIN_RATE, Client, begin_request, has_more, is_writable, limit_waiting, wait_again
from .polls import Poll

CLOSING_THREADS = 4
MAX_HELD = 64 * 2**20
"""The maximum number of bytes that all connections together hold of requests which no thread serves yet."""

UNSEEN = b"?"
"""Stands for the first bytes of an encrypted request, which only the thread that serves it can read."""
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
NO_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
OTHER_OPEN_FILES = 128
"""The number of open files of a worker that are not connections."""

MAX_REQUEST_SECONDS = 30.0
"""Seconds within which all bytes that a thread needs of a request must arrive."""

MIN_SILENCE = 1.0
"""Seconds of silence after which a connection is closed for a new one, if the limit of connections is reached."""


class Connections:
    """The open connections, safe for threads.

    A connection that was taken belongs to its thread until it is given back.
    """

    def __init__(self, cfg: Any):
        self.cfg = cfg
        self.limit = most_connections(cfg.worker_connections)
        self.poll = Poll()
        self.listeners: dict[int, socket.socket] = {}
        self.silent: dict[int, TConn] = {}
        self.count = 0
        self.held = 0
        self.is_full = False
        self.no_files = False
        self.lock = threading.Lock()  # of the counts
        self.closing = ThreadPoolExecutor(CLOSING_THREADS, "closing")

    def listen(self, sockets: Iterable[Any]) -> None:
        """Accept connections at these listening sockets of gunicorn."""
        for listener in sockets:
            listener.setblocking(False)
            self.listeners[listener.fileno()] = listener
            self.poll.add(listener.fileno())

    def listen_no_more(self) -> None:
        """Accept the waiting connections, and close the listening sockets."""
        listeners, self.listeners = self.listeners, {}
        for fd, listener in listeners.items():
            self.poll.remove(fd)
            self.accept_all(listener)
            listener.close()

    def readable(self, seconds: float) -> TConn | None:
        """The next readable connection; None after `seconds` without one."""
        fd = self.poll.wait(seconds)
        if fd is None:
            return None
        listener = self.listeners.get(fd)
        if listener is None:
            return self.silent.pop(fd, None)
        self.accept_all(listener)
        self.listen_again(fd)
        return None

    def accept_all(self, listener: socket.socket) -> None:
        """Accept the waiting connections; each is watched until it is readable."""
        if self.count >= self.limit:
            self.close_longest_silent()
        self.is_full = self.count >= self.limit
        while self.count < self.limit:
            try:
                accepted, address = listener.accept()
                client = Client(accepted.family, accepted.type, accepted.proto, accepted.detach())
                conn = TConn(self.cfg, client, address, listener.getsockname())
                limit_waiting(client)
            except OSError as error:  # no connection waits, or its client has left
                self.no_files = error.errno in NO_FILES
                return
            conn.data_ready = True  # gunicorn's worker would wait for it once more
            with self.lock:
                self.count += 1
            self.watch(conn, self.poll.add)

    def listen_again(self, fd: int) -> None:
        """Accept further connections; at the limit of connections, after one is closed."""
        if fd in self.listeners and not (self.is_full or self.no_files):
            with contextlib.suppress(OSError):
                self.poll.resume(fd)

    def watch(self, conn: TConn, wait: Callable[[int], None] | None = None) -> None:
        """Watch a connection until it is readable, for as long as idle connections are kept; `wait` as in Poll."""
        fd = conn.sock.fileno()
        conn.set_timeout()
        conn.since = time.monotonic()
        self.silent[fd] = conn
        (wait or self.poll.resume)(fd)

    def start_of(self, conn: TConn) -> bytes | None:
        """The first bytes of the request, which remain to be read.

        None for a closed connection, and if a thread would have to wait: for more bytes, or for the client to read the
        last answers.
        """
        if conn.initialized and not is_writable(conn.sock):
            self.watch(conn, self.poll.when_writable)
            return None
        if self.cfg.is_ssl:
            return conn.parser.unreader.buf.getvalue() if has_more(conn) else UNSEEN
        client = conn.sock
        if not client.began:
            begin_request(conn)
        try:
            may_send_more = client.receive()
        except OSError:
            client.arriving.received.clear()
            may_send_more = False
        if may_send_more and client.arriving.needs_more():
            self.wait_for_more(conn)
            return None
        if not client.arriving.received:
            self.close(conn)
            return None
        client.waits = client.arriving.has_rest
        if len(client.arriving.received) > FIRST:
            self.hold(client)
        return bytes(client.arriving.received[:MAX_HEAD])

    def wait_for_more(self, conn: TConn) -> None:
        """Watch a connection until more of its request arrives; close the slowest if all together hold too much."""
        client = conn.sock
        if client.arriving.expects:
            client.arriving.expects = False
            with contextlib.suppress(OSError):
                client.send(CONTINUE, socket.MSG_DONTWAIT)
        if not client.arriving.received:
            client.began = 0.0
            self.watch(conn)
            return
        self.hold(client)
        conn.timeout = client.began + MAX_REQUEST_SECONDS + client.held / MIN_RATE
        fd = client.fileno()
        self.silent[fd] = conn
        self.poll.resume(fd)
        if self.holds_too_much:
            self.close_slowest()

    def give_out(self, conn: TConn) -> None:
        """Hand a connection whose request was received to a free thread."""
        fd = conn.sock.fileno()
        self.silent[fd] = conn
        self.poll.give_out(fd)

    @property
    def holds_too_much(self) -> bool:
        """Whether the requests that no thread serves yet hold more than MAX_HELD bytes."""
        return self.held > MAX_HELD

    def hold(self, client: Client) -> None:
        """Count the bytes that a request holds until a thread serves it."""
        held = len(client.arriving.received)
        with self.lock:
            self.held += held - client.held
            client.held = held

    def release(self, conn: TConn) -> None:
        """Stop counting a request: a thread serves it, or its connection is closed."""
        if self.cfg.is_ssl:
            return
        client = conn.sock
        client.began = 0.0
        if client.held:
            with self.lock:
                self.held -= client.held
                client.held = 0

    def close_slowest(self) -> None:
        """Close the connection with the slowest of the large requests."""
        large = [(conn.sock.rate, fd) for fd, conn in list(self.silent.items()) if conn.sock.held > MAX_HEAD]
        conn = self.silent.pop(min(large)[1], None) if large else None
        if conn:
            self.close(conn)

    def close_longest_silent(self) -> None:
        """Close the connection that has been silent for longest, if for more than MIN_SILENCE."""
        fd, conn = min(list(self.silent.items()), key=lambda one: one[1].since, default=(0, None))
        if conn and conn.since < time.monotonic() - MIN_SILENCE and self.silent.pop(fd, None):
            self.close(conn)

    def keep_until(self, moment: float) -> None:
        """Close silent connections at this moment at the latest."""
        for conn in list(self.silent.values()):
            conn.timeout = min(conn.timeout, moment)

    def close_silent(self) -> None:
        """Close the connections that have been silent for too long."""
        now = time.monotonic()
        for fd, conn in list(self.silent.items()):
            if conn.timeout <= now and self.silent.pop(fd, None):
                self.close(conn)
        self.take_in_more()

    def end(self, conn: TConn) -> None:
        """Close a connection after its last answer; another thread waits until the client closes it too."""
        wait_again(conn)
        self.watch_no_more(conn)
        with contextlib.suppress(OSError):
            conn.sock.shutdown(socket.SHUT_WR)
        self.closing.submit(self.close_gracefully, conn)

    def close_gracefully(self, conn: TConn) -> None:
        """Close a connection once its client has; it is an open file and counts until then."""
        try:
            conn.close(graceful=True)
        finally:
            self.count_less()

    def close(self, conn: TConn) -> None:
        """Close a connection whose client has left or is silent."""
        self.watch_no_more(conn)
        self.release(conn)
        conn.close()
        self.count_less()

    def watch_no_more(self, conn: TConn) -> None:
        with contextlib.suppress(OSError, ValueError):
            self.poll.remove(conn.sock.fileno())

    def count_less(self) -> None:
        with self.lock:
            self.count -= 1
        self.take_in_more()

    def take_in_more(self) -> None:
        """Accept connections again after the limit was reached."""
        if self.is_full or self.no_files:
            self.is_full = self.no_files = False
            for fd in list(self.listeners):
                self.listen_again(fd)


def most_connections(wanted: int) -> int:
    """The maximum number of connections of a worker: gunicorn's setting, or fewer by the limit of open files."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if files == resource.RLIM_INFINITY else max(1, min(wanted, files - OTHER_OPEN_FILES))
