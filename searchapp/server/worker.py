"""A gunicorn worker that takes in no more than it can answer in time.

    connection -> readable -> door, when it asks whether the process lives, or there is no place
                           -> place in the queue -> one of the threads

gunicorn's own worker queues without a bound, where no request sees how long it has waited. Here every request has the
moment at which it could be read, and the application counts its deadline from that. All the counting is done by the
main thread, so that it needs no lock.
"""

import contextlib
import ctypes
import gc
import os
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.util import write_nonblock
from gunicorn.workers.gthread import TConn, ThreadWorker

from . import bad_requests

QUEUE = 64  # where the application does not say
DOOR_THREADS = 2
CLOSING_THREADS = 4
LINE = 2048
AT_THE_DOOR = (b"/status/live", b"/metrics")
UNSEEN = b"?"

COLLECT = (50_000, 20, 20)
"""When garbage is looked for: Python's 700 new objects are two documents, and a fifth of the time of a large answer."""

KEPT = 16 << 20
"""Free bytes that the C library keeps; given back and taken again they are a tenth of the time of a large answer."""

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3


class Worker(ThreadWorker):
    """gunicorn's gthread worker with a short queue, a door for what does not fit, and a share for batches."""

    wsgi: Any

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.queue_length = QUEUE
        self.singles: deque[TConn] = deque()
        self.batches: deque[TConn] = deque()
        self.running = self.running_batches = 0
        self.current = threading.local()

    def init_process(self) -> None:
        self.door = ThreadPoolExecutor(DOOR_THREADS, "door")
        self.closing = ThreadPoolExecutor(CLOSING_THREADS, "closing")
        gc.set_threshold(*COLLECT)
        keep_memory()
        super().init_process()

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
        self.queue_length = config.get("QUEUE", QUEUE)
        self.cors = cors_of_all(config.get("CORS_ORIGINS"))
        if config.get("LOG_FORMAT") == "json":  # the application writes the line per request
            self.cfg.set("accesslog", None)
            self.log.setup(self.cfg)

        def told(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            environ[ARRIVED] = self.current.conn.arrived
            environ[BUSY] = self.current.conn.busy
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

    def set_accept_enabled(self, enabled: bool) -> None:
        """A worker that stops takes in who has come, and lets the next ones see at once that nobody listens."""
        super().set_accept_enabled(enabled)
        if self.alive:
            return
        for listener in self.sockets:
            while listener.sock and self.accept(listener):  # none where the worker was stopped while it started
                pass
            listener.close()

    def accept(self, listener: socket.socket) -> bool:
        """Take a connection in, if there is one; a thread gets it when there is something to read."""
        try:
            client, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return False
        self.nr_conns += 1
        conn = TConn(self.cfg, client, address, listener.getsockname())
        conn.timeout = time.monotonic() + self.cfg.keepalive
        self.pending_conns.append(conn)
        self.poller.register(client, EVENT_READ, partial(self.on_pending_socket_readable, conn))
        return True

    def enqueue_req(self, conn: TConn) -> None:
        """Give the request to a thread, a place in the queue, or to the door."""
        conn.arrived = time.monotonic()
        start = self.start_of(conn)
        if start == b"":
            self.end(conn)
            return
        conn.batch = start.startswith(b"POST ")
        line = start.partition(b"\r\n")[0]
        conn.live = any(path in line for path in AT_THE_DOOR)
        conn.busy = not conn.live and self.full_now(conn.batch)
        if conn.live or conn.busy:
            self.submit(self.door, conn)
            return
        (self.batches if conn.batch else self.singles).append(conn)
        self.dispatch()

    def start_of(self, conn: TConn) -> bytes:
        """The first bytes of the request, which stay to be read; b"" when the client has closed the connection."""
        ahead: bytes = conn.parser.unreader.buf.getvalue() if conn.initialized else b""
        if ahead or self.cfg.is_ssl:
            return ahead or UNSEEN
        try:
            return conn.sock.recv(LINE, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except OSError:
            return UNSEEN

    def full_now(self, batch: bool) -> bool:
        """The same as `full`, after the requests that have been answered meanwhile are counted."""
        if self.full(batch):
            self.method_queue.run_callbacks(None)
        return self.full(batch)

    def full(self, batch: bool) -> bool:
        """Whether a request would wait behind too many; batches leave half of the queue to the others."""
        if self.has_thread(batch):
            return False
        if batch and len(self.batches) >= max(1, self.queue_length // 2):
            return True
        return len(self.singles) + len(self.batches) >= self.queue_length

    def has_thread(self, batch: bool) -> bool:
        """Whether a thread is free; the last one is not for batches."""
        if batch and self.running_batches >= max(1, self.cfg.threads - 1):
            return False
        return self.running < self.cfg.threads

    def dispatch(self) -> None:
        """Fill the free threads, in the order of arrival within each kind."""
        while self.running < self.cfg.threads:
            conn = self.next()
            if conn is None:
                return
            self.running += 1
            self.running_batches += conn.batch
            self.submit(self.tpool, conn)

    def next(self) -> TConn | None:
        """The request whose turn it is, None when nobody may go."""
        waiting = [self.singles, self.batches] if self.has_thread(True) else [self.singles]
        queues = [queue for queue in waiting if queue]
        return min(queues, key=lambda queue: queue[0].arrived).popleft() if queues else None

    def submit(self, pool: ThreadPoolExecutor, conn: TConn) -> None:
        future = pool.submit(self.handle, conn)
        future.add_done_callback(lambda done: self.method_queue.defer(self.finish_request, conn, done))

    def handle(self, conn: TConn) -> Any:
        self.current.conn = conn
        return super().handle(conn)

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """Say in JSON what is wrong with a request that cannot be read; leave everything else to gunicorn."""
        answer = bad_requests.answer(exc, self.cfg, self.cors)
        if answer is None:
            super().handle_error(req, client, addr, exc)
            return
        self.log.warning("a request from %s cannot be read: %s", addr[0] if addr else "-", exc)
        with contextlib.suppress(OSError):
            write_nonblock(client, answer)

    def finish_request(self, conn: TConn, fs: "Future[Any]") -> None:
        """Keep the connection or close it, and let the next request have the thread."""
        if not (conn.live or conn.busy):
            self.running -= 1
            self.running_batches -= conn.batch
        if fs.cancelled() or not fs.result():
            self.end(conn)
        else:
            super().finish_request(conn, fs)
        self.dispatch()

    def _cap_keepalive(self, deadline: float) -> None:
        """A worker that stops waits no longer for connections that never said anything."""
        super()._cap_keepalive(deadline)
        for conn in self.pending_conns:
            conn.timeout = min(conn.timeout, deadline)

    def end(self, conn: TConn) -> None:
        """Close the connection; a client that does not close it too is waited for elsewhere."""
        self.nr_conns -= 1
        with contextlib.suppress(OSError):
            conn.sock.shutdown(socket.SHUT_WR)
        self.closing.submit(conn.close, graceful=True)


def keep_memory() -> None:
    """Let the C library keep what is free, where it is glibc."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt:
        mallopt(M_TRIM_THRESHOLD, KEPT)
        mallopt(M_MMAP_THRESHOLD, KEPT)
