"""The open connections of a worker: who has come, who can be read, who has been silent for too long."""

import contextlib
import errno
import resource
import socket
import struct
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gunicorn.workers.gthread import TConn

from .polls import Poll

CLOSING_THREADS = 4
HEAD = 4096
"""Bytes of a request that are looked at before a thread reads it."""

UNSEEN = b"?"
NO_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
OTHER_FILES = 128
"""Open files of a worker that are no connections."""

RECEIVE_SECONDS, SEND_SECONDS = 10.0, 30.0
"""Seconds for which a thread waits for the next bytes of a request, and for a client to read more of an answer."""


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
        self.is_full = False
        self.no_files = False
        self.lock = threading.Lock()  # of the count
        self.closing = ThreadPoolExecutor(CLOSING_THREADS, "closing")

    def listen(self, sockets: Iterable[Any]) -> None:
        """Take in who comes to these sockets of gunicorn."""
        for listener in sockets:
            listener.setblocking(False)
            self.listeners[listener.fileno()] = listener
            self.poll.add(listener.fileno())

    def listen_no_more(self) -> None:
        """Take in who has come, and let the next ones see that nobody listens."""
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
        """Take in who has come; each is watched until there is something to read."""
        while self.count < self.limit:
            try:
                client, address = listener.accept()
                conn = TConn(self.cfg, client, address, listener.getsockname())
                limit_waiting(client)
            except OSError as error:  # nobody is left, or has left again
                self.no_files = error.errno in NO_FILES
                return
            conn.data_ready = True  # gunicorn's worker would wait for it once more
            with self.lock:
                self.count += 1
            self.watch(conn, new=True)

    def listen_again(self, fd: int) -> None:
        """Take in further connections, unless there are as many as allowed: then once one of them ends."""
        self.is_full = self.no_files or self.count >= self.limit
        self.no_files = False
        if fd in self.listeners and not self.is_full:
            with contextlib.suppress(OSError):
                self.poll.again(fd)

    def watch(self, conn: TConn, new: bool = False) -> None:
        """Wait until a connection can be read, as long as connections are kept."""
        fd = conn.sock.fileno()
        conn.set_timeout()
        self.silent[fd] = conn
        (self.poll.add if new else self.poll.again)(fd)

    def start_of(self, conn: TConn) -> bytes | None:
        """The first bytes of the request, which remain to be read; None for a closed connection or without data."""
        ahead = read_ahead(conn)
        if ahead or self.cfg.is_ssl:
            return ahead or UNSEEN
        try:
            found = conn.sock.recv(HEAD, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            self.watch(conn)
            return None
        except OSError:
            found = b""
        if not found:
            self.close(conn)
        return found or None

    def keep_until(self, moment: float) -> None:
        """Keep silent connections no longer than until then."""
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
        """Close a connection after its last answer; a client that does not close it too is waited for elsewhere."""
        self.watch_no_more(conn)
        with contextlib.suppress(OSError):
            conn.sock.shutdown(socket.SHUT_WR)
        self.closing.submit(self.close_gracefully, conn)

    def close_gracefully(self, conn: TConn) -> None:
        """Close a connection once its client has; it counts until then, since it is an open file."""
        try:
            conn.close(graceful=True)
        finally:
            self.count_less()

    def close(self, conn: TConn) -> None:
        """Close a connection whose client has left or is silent."""
        self.watch_no_more(conn)
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
        """Listens again where there was no place for further connections."""
        if self.is_full:
            for fd in list(self.listeners):
                self.listen_again(fd)


def most_connections(wanted: int) -> int:
    """The number of connections that a worker takes: what gunicorn's setting says, as far as open files allow."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if files == resource.RLIM_INFINITY else max(1, min(wanted, files - OTHER_FILES))


def limit_waiting(client: socket.socket) -> None:
    """Ends every later wait of a thread for this client: gunicorn's sockets block without a limit."""
    for option, seconds in ((socket.SO_RCVTIMEO, RECEIVE_SECONDS), (socket.SO_SNDTIMEO, SEND_SECONDS)):
        microseconds = int(seconds * 1_000_000)
        client.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", *divmod(microseconds, 1_000_000)))


def read_ahead(conn: TConn) -> bytes:
    """What was read of the next request already; the socket does not say that it is there."""
    found: bytes = conn.parser.unreader.buf.getvalue() if conn.initialized else b""
    return found
