"""A gunicorn worker that takes in no more than it can answer in time.

    readable connection -> a free thread: the one that sees it serves it
                        -> no thread is free: a place in the queue, else the door refuses it
                        -> it asks whether the process lives: the door answers

gunicorn's own worker hands each request from thread to thread, queues without a bound, and no request sees how long it
has waited. Here every request has the moment at which it could be read, and the application counts its deadline from
that. Of gunicorn's threaded worker only `handle` is used, which serves one request of a connection.
"""

import contextlib
import ctypes
import gc
import os
import select
import socket
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gunicorn.util import write_nonblock
from gunicorn.workers import base
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, TConn, ThreadWorker

from . import bad_requests
from .polls import Poll
from .queue import Queue, Request

QUEUE = 64  # where the application does not say
DOOR_THREADS = 2
CLOSING_THREADS = 4
LINE = 2048
UNSEEN = b"?"
AT_THE_DOOR = (b"/status/live", b"/metrics")
TICK = 1.0
"""Seconds after which a thread looks whether the worker stops."""

PATIENCE = 0.002
"""Seconds for which the door leaves the connections unwatched after the last thread has something to do: most requests
are answered by then, and it would be woken in vain."""

COLLECT = (50_000, 20, 20)
"""When garbage is looked for: Python's 700 new objects are two documents, and a fifth of the time of a large answer."""

KEPT = 16 << 20
"""Free bytes that the C library keeps; given back and taken again they are a tenth of the time of a large answer."""

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3


class Worker(ThreadWorker):
    """gunicorn's gthread worker whose threads find their requests themselves, with a short queue and a door."""

    wsgi: Any

    def init_process(self) -> None:
        self.poll = Poll()
        self.lock = threading.Lock()  # of the queue and of what is counted here
        self.queue = Queue(self.cfg.threads, QUEUE)
        self.idle: dict[int, TConn] = {}
        self.listening: dict[int, socket.socket] = {}
        self.all_busy = threading.Event()
        self.is_full = self.stopped = False
        self.current = threading.local()
        self.closing = ThreadPoolExecutor(CLOSING_THREADS, "closing")
        gc.set_threshold(*COLLECT)
        keep_memory()
        base.Worker.init_process(self)  # that of the threaded worker makes a pool and a poller

    def load_wsgi(self) -> None:
        """Let the application know what is known here of each request, and learn what its answers have to say."""
        # here, so that the master process does not hold the application
        from ..web.request.admission import ARRIVED, BUSY
        from ..web.response.headers import cors_of_all

        try:
            super().load_wsgi()
        except Exception:
            if self.age <= self.cfg.workers:  # at the start: gunicorn ends
                raise
            self.log.exception("the application cannot be loaded, tried again in a second")
            time.sleep(1)
            raise SystemExit(1) from None
        application = self.wsgi
        config = getattr(application, "config", {})
        self.queue.length = config.get("QUEUE", QUEUE)
        self.cors = cors_of_all(config.get("CORS_ORIGINS"))
        if config.get("LOG_FORMAT") == "json":  # the application writes the line per request
            self.cfg.set("accesslog", None)
            self.log.setup(self.cfg)

        def told(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            request = self.current.request
            environ[ARRIVED] = request.arrived
            environ[BUSY] = request.busy
            if "HTTP_TRANSFER_ENCODING" in environ:
                environ["wsgi.input"] = bad_requests.Chunks(environ["wsgi.input"])
            answer: Iterable[bytes] = application(environ, start_response)
            return answer

        self.wsgi = told

    def handle_quit(self, sig: int, frame: Any) -> None:
        """End at once: an orderly end could wait for ever on a lock that the interrupted code holds."""
        self.alive = False
        self.cfg.worker_int(self)
        os._exit(0)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Begin to stop; the signal wakes the main thread by itself."""
        self.alive = False

    def run(self) -> None:
        """Serve until the master says otherwise, then answer what has come and end."""
        for listener in self.sockets:
            listener.setblocking(False)
            self.listening[listener.fileno()] = listener
            self.poll.add(listener.fileno())
        for target, count in ((self.work, self.cfg.threads), (self.keep_door, DOOR_THREADS)):
            for _ in range(count):
                threading.Thread(target=target, daemon=True).start()
        while self.alive and self.is_parent_alive():
            self.tick(TICK)
        self.alive = False
        self.drain()
        self.stopped = True

    def tick(self, seconds: float) -> None:
        """Tell the master that this process lives, wait for a signal, and let go of who has said nothing for long."""
        self.notify()
        if select.select([self.PIPE[0]], [], [], seconds)[0]:
            os.read(self.PIPE[0], 4096)
        now = time.monotonic()
        for fd, conn in list(self.idle.items()):
            if conn.timeout <= now and self.idle.pop(fd, None):
                self.poll.remove(fd)
                self.close(conn)

    def drain(self) -> None:
        """Take in who has come, let the next ones see that nobody listens, and wait until all are answered.

        A connection that is kept or has said nothing yet stays for a moment: a request may be on its way.
        """
        for fd, listener in self.listening.items():
            self.poll.remove(fd)
            self.accept_all(listener)
            listener.close()
        end = time.monotonic() + self.cfg.graceful_timeout
        linger = time.monotonic() + STOP_KEEPALIVE_LINGER
        while self.nr_conns and time.monotonic() < end:
            for conn in list(self.idle.values()):
                conn.timeout = min(conn.timeout, linger)
            self.tick(0.05)

    def work(self) -> None:
        """The life of a thread: serve what waits in the queue, else the next connection that can be read."""
        request: Request | None = None
        while not self.stopped:
            if request is None:
                found = self.readable(TICK)
                request = self.admit(found) if found else None
            if request:
                request = self.serve(request)

    def admit(self, request: Request) -> Request | None:
        """The request where it has a thread; else it is put into the queue or answered at the door."""
        with self.lock:
            if self.queue.start(request):
                if self.queue.is_busy:
                    self.all_busy.set()
                return request
            if not request.live and self.queue.put(request):
                return None
        self.answer_at_the_door(request)
        return None

    def serve(self, request: Request) -> Request | None:
        """Answer a request, and give the one in the queue whose turn is next."""
        keep = self.answer(request)
        with self.lock:
            self.queue.end(request)
            following = self.queue.next()
            if not self.queue.is_busy:
                self.all_busy.clear()
        if keep and read_ahead(request.conn):
            return self.serve_next(request.conn, following)
        self.put_back(request.conn, keep)
        return following

    def serve_next(self, conn: TConn, following: Request | None) -> Request | None:
        """The same where the next request of the connection is there already, which no socket would say."""
        request = self.request_of(conn)
        if following is None or request is None:
            return following or (self.admit(request) if request else None)
        with self.lock:
            waits = self.queue.put(request)
        if not waits:
            self.answer_at_the_door(request)
        return following

    def keep_door(self) -> None:
        """The life of a thread at the door: while no thread is free, see who comes."""
        while not self.stopped:
            if self.all_busy.wait(TICK):
                time.sleep(PATIENCE)
                if self.all_busy.is_set():
                    self.open_door()

    def open_door(self) -> None:
        """Put the next connection that can be read into the queue, refuse it, or leave it to a thread that is free."""
        request = self.readable(0.1)
        if request is None:
            return
        with self.lock:
            free = self.queue.has_thread(request.batch)
            if not request.live and not free and self.queue.put(request):
                return
        if free:
            self.watch(request.conn)
        else:
            self.answer_at_the_door(request)

    def answer_at_the_door(self, request: Request) -> None:
        """Answer a request that has no thread: the application refuses it, unless it asks whether the process lives."""
        request.busy = not request.live
        keep = self.answer(request)
        self.put_back(request.conn, keep and not read_ahead(request.conn))

    def answer(self, request: Request) -> bool:
        """Whether the connection stays open after the request is answered; nothing that fails ends the thread."""
        self.current.request = request
        try:
            return bool(self.handle(request.conn))
        except BaseException:
            self.log.exception("a request could not be answered")
            return False

    def readable(self, seconds: float) -> Request | None:
        """The request of the next connection that can be read; None when there is none, after so many seconds."""
        fd = self.poll.wait(seconds)
        if fd is None:
            return None
        if fd in self.listening:
            self.accept_all(self.listening[fd])
            self.listen_again(fd)
            return None
        conn = self.idle.pop(fd, None)
        return self.request_of(conn) if conn else None

    def request_of(self, conn: TConn) -> Request | None:
        """The request that waits at a connection, None when there is none."""
        try:
            start = start_of(conn, self.cfg.is_ssl)
        except BlockingIOError:
            self.watch(conn)
            return None
        except OSError:
            start = b""
        if not start:
            self.close(conn)
            return None
        line = start.partition(b"\r\n")[0]
        live = any(path in line for path in AT_THE_DOOR)
        return Request(conn, time.monotonic(), line.startswith(b"POST "), live)

    def listen_again(self, fd: int) -> None:
        """Take in further connections, unless there are as many as allowed: then once one of them ends."""
        self.is_full = self.nr_conns >= self.worker_connections
        if self.alive and not self.is_full:
            self.poll.again(fd)

    def accept_all(self, listener: socket.socket) -> None:
        """Take in who has come; each is watched until there is something to read."""
        while self.nr_conns < self.worker_connections:
            try:
                client, address = listener.accept()
            except OSError:  # nobody is left, or has left again
                return
            conn = TConn(self.cfg, client, address, listener.getsockname())
            conn.data_ready = True
            with self.lock:
                self.nr_conns += 1
            self.watch(conn, new=True)

    def watch(self, conn: TConn, new: bool = False) -> None:
        """Wait until the connection can be read, as long as a connection is kept."""
        fd = conn.sock.fileno()
        conn.set_timeout()
        self.idle[fd] = conn
        (self.poll.add if new else self.poll.again)(fd)

    def put_back(self, conn: TConn, keep: bool) -> None:
        """Keep the connection or close it."""
        if keep:
            self.watch(conn)
        else:
            self.end(conn)

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """Say in JSON what is wrong with a request that cannot be read; leave everything else to gunicorn."""
        answer = bad_requests.answer(exc, self.cfg, self.cors)
        if answer is None:
            super().handle_error(req, client, addr, exc)
            return
        self.log.warning("a request from %s cannot be read: %s", addr[0] if addr else "-", exc)
        with contextlib.suppress(OSError):
            write_nonblock(client, answer)

    def end(self, conn: TConn) -> None:
        """Close a connection; a client that does not close it too is waited for elsewhere."""
        self.forget(conn)
        with contextlib.suppress(OSError):
            conn.sock.shutdown(socket.SHUT_WR)
        self.closing.submit(conn.close, graceful=True)

    def close(self, conn: TConn) -> None:
        """Close a connection whose client has left or is silent."""
        self.forget(conn)
        conn.close()

    def forget(self, conn: TConn) -> None:
        with contextlib.suppress(OSError, ValueError):
            self.poll.remove(conn.sock.fileno())
        with self.lock:
            self.nr_conns -= 1
        if self.is_full:
            for fd in self.listening:
                self.listen_again(fd)


def start_of(conn: TConn, is_ssl: bool) -> bytes:
    """The first bytes of a request, which stay to be read; b"" when the client has closed the connection."""
    ahead = read_ahead(conn)
    if ahead or is_ssl:
        return ahead or UNSEEN
    return conn.sock.recv(LINE, socket.MSG_PEEK | socket.MSG_DONTWAIT)


def read_ahead(conn: TConn) -> bytes:
    """What was read of the next request already; the socket does not say that it is there."""
    found: bytes = conn.parser.unreader.buf.getvalue() if conn.initialized else b""
    return found


def keep_memory() -> None:
    """Let the C library keep what is free, where it is glibc."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt:
        mallopt(M_TRIM_THRESHOLD, KEPT)
        mallopt(M_MMAP_THRESHOLD, KEPT)
