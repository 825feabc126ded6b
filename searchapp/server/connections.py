"""The open connections of a worker: who has come, who can be read, who has been silent for too long."""

import contextlib
import errno
import math
import resource
import socket
import struct
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gunicorn.workers.gthread import TConn

from .arriving import AHEAD, bytes_wanted
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

WHOLE_SECONDS = 30.0
"""Seconds in which all of a request must have come: once as far as a thread needs it, once more while that reads it."""

MIN_RATE = 65536
"""Bytes a second that a client has to send of a body for which that is too short a time."""

MIN_SILENCE = 1.0
"""Seconds after which a silent connection gives way to a new one where there are as many as allowed."""


class Client(socket.socket):
    """The socket of a client. A thread reads it until a moment only, whatever comes byte after byte."""

    until = math.inf

    def recv(self, size: int, flags: int = 0) -> bytes:
        """The next bytes, which put the moment off; ConnectionResetError after it."""
        if time.monotonic() > self.until:
            raise ConnectionResetError(errno.ECONNRESET, "the request does not come to its end")
        found = super().recv(size, flags)
        self.until += len(found) / MIN_RATE
        return found


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
        if self.count >= self.limit:
            self.close_longest_silent()
        self.is_full = self.count >= self.limit
        while self.count < self.limit:
            try:
                accepted, address = listener.accept()
                client = Client(accepted.family, accepted.type, accepted.proto, accepted.detach())
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
        """Take in further connections, unless there are as many as allowed, and none is silent: then a little later."""
        if fd in self.listeners and not (self.is_full or self.no_files):
            with contextlib.suppress(OSError):
                self.poll.again(fd)

    def watch(self, conn: TConn, new: bool = False) -> None:
        """Wait until a connection can be read, as long as connections are kept."""
        fd = conn.sock.fileno()
        conn.set_timeout()
        conn.since, conn.come = time.monotonic(), 0
        self.silent[fd] = conn
        (self.poll.add if new else self.poll.again)(fd)

    def start_of(self, conn: TConn) -> bytes | None:
        """The first bytes of the request, which remain to be read.

        None for a closed connection, and where so little has come that a thread would have to wait for more.
        """
        ahead = read_ahead(conn)
        if self.cfg.is_ssl:
            return ahead or UNSEEN
        try:
            found = ahead + peeked(conn.sock, HEAD)
            if len(found) >= HEAD:
                found = ahead + peeked(conn.sock, AHEAD)
        except BlockingIOError:
            found = ahead
            if not found:
                self.watch(conn)
                return None
        except OSError:
            found = b""
        if not found:
            self.close(conn)
            return None
        return None if self.waits_for_more(conn, len(found), bytes_wanted(found) - len(ahead)) else found

    def waits_for_more(self, conn: TConn, come: int, wanted: int) -> bool:
        """Whether a connection is watched until its socket holds as many bytes as are wanted.

        Nothing new since the last look means that the client has closed its side, or that the system holds no more.
        """
        if wanted <= come - len(read_ahead(conn)) or come <= conn.come:
            if conn.come:
                conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, 1)
            conn.come = 0
            return False
        if not conn.come:
            conn.timeout = time.monotonic() + WHOLE_SECONDS
        conn.come = come
        fd = conn.sock.fileno()
        conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, wanted)
        self.silent[fd] = conn
        self.poll.again(fd)
        return True

    def close_longest_silent(self) -> None:
        """Close the connection that has been silent for longest, where that is a while."""
        fd, conn = min(list(self.silent.items()), key=lambda one: one[1].since, default=(0, None))
        if conn and conn.since < time.monotonic() - MIN_SILENCE and self.silent.pop(fd, None):
            self.close(conn)

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
        if self.is_full or self.no_files:
            self.is_full = self.no_files = False
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


def peeked(client: socket.socket, size: int) -> bytes:
    """The bytes that have come, at most `size`. They stay in the buffer of the socket, to be read later."""
    return client.recv(size, socket.MSG_PEEK | socket.MSG_DONTWAIT)


def read_ahead(conn: TConn) -> bytes:
    """What was read of the next request already; the socket does not say that it is there."""
    found: bytes = conn.parser.unreader.buf.getvalue() if conn.initialized else b""
    return found
