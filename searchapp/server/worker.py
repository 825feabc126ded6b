"""A gunicorn worker that accepts no more requests than it can answer in time.

gunicorn's own worker passes each request between threads, its queue has no limit, and no request knows how long it has
waited. Here the thread that accepts a request also serves it. Each request has its time of arrival, and its deadline
counts from there. Of gunicorn's threaded worker, only `handle` is used: it serves one request of a connection.
tests/unit/server/test_gunicorn.py tests what `handle` needs of gunicorn.
"""

import contextlib
import gc
import math
import os
import select
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gunicorn.http.errors import ParseException
from gunicorn.util import write_nonblock
from gunicorn.workers import base
from gunicorn.workers.gthread import ThreadWorker

from . import bad_requests
from .client import MAX_LAG_SECONDS
from .connections import Connections
from .memory import Memory
from .queue import Request
from .threads import MAX_QUEUE, Threads, live_paths

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

LINGER_SECONDS = 2.0
"""Seconds for which a stopping worker keeps connections open: a request may be on its way."""

STOP_CHECK_SECONDS = 1.0
"""Seconds between two checks of a thread whether the worker stops."""

BODY_CHUNK = 2**20
"""Bytes of an unread body that are read at once."""

COLLECT = (50_000, 20, 20)
"""The threshold of garbage collection. Python's default of 700 new objects is reached by two documents, and costs a
tenth of the time of a large answer whose documents are parsed."""

SWITCH_SECONDS = 0.0005
"""The switch interval of Python. A short request waits this long each time that another thread computes, and three
times as long with three of them; Python's default is 5 ms. Batches take up to a twentieth more processor time."""


def keep_settings(cfg: Any) -> None:
    """Make attributes of gunicorn's settings. gunicorn itself calls two functions for each access to a setting."""
    cfg.__dict__.update({name: setting.get() for name, setting in cfg.settings.items()})


class Worker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's gthread worker whose threads find their requests themselves, with a short queue and spare threads."""

    wsgi: Any

    def init_process(self) -> None:
        self.connections = Connections(self.cfg)
        self.threads = Threads(self.connections, self.answer, self.cfg.threads)
        self.current = threading.local()
        gc.disable()  # until the application is loaded, which leaves a few hundred objects of garbage
        gc.set_threshold(*COLLECT)
        sys.setswitchinterval(SWITCH_SECONDS)
        self.memory = Memory()
        self.memory.keep()
        base.Worker.init_process(self)  # that of the threaded worker makes a pool and a poller

    def load_wsgi(self) -> None:
        """Load the application, with the settings that worker and application need from each other."""
        self.load_application()
        self.take_settings(getattr(self.wsgi, "config", {}))
        self.wsgi = self.with_server_state(self.wsgi)
        keep_settings(self.cfg)
        gc.freeze()  # objects from the start are never freed, so the garbage collector need not visit them
        gc.enable()

    def load_application(self) -> None:
        """Load the application. After an error in a worker that replaces another one, the next worker tries again."""
        try:
            super().load_wsgi()
        except Exception:
            if self.age <= self.cfg.workers:  # at the start: gunicorn ends
                raise
            self.log.exception("the application cannot be loaded, tried again in a second")
            time.sleep(1)
            raise SystemExit(1) from None

    def take_settings(self, config: Mapping[str, Any]) -> None:
        """Take over the settings of the application that the server needs."""
        from ..web.response.headers import cors_of_all  # here, so that the master process does not load the application

        self.threads.queue.length = config.get("QUEUE", MAX_QUEUE)
        self.threads.live_paths = live_paths(config.get("URL_PREFIX") or "")
        self.cors = cors_of_all(config.get("CORS_ORIGINS"))
        if config.get("LOG_FORMAT") == "json":  # the application writes the line per request
            self.cfg.set("accesslog", None)
            self.log.setup(self.cfg)

    def with_server_state(self, application: Application) -> Application:
        """The application, whose environment also has the server's facts about a request."""
        from ..web.request.admission import ARRIVED, BUSY

        def called(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            request = self.current.request
            environ[ARRIVED] = request.arrived
            environ[BUSY] = request.busy
            if "HTTP_HOST" not in environ and environ["SERVER_PROTOCOL"] != "HTTP/1.0":
                raise bad_requests.NoHost
            if "HTTP_TRANSFER_ENCODING" in environ:
                environ["wsgi.input"] = bad_requests.chunks(environ)
            answer: Iterable[bytes] = application(environ, start_response)
            return answer

        return called

    def handle_quit(self, sig: int, frame: Any) -> None:
        """End at once: an orderly end could wait forever for a lock of the interrupted code."""
        self.alive = False
        self.cfg.worker_int(self)
        os._exit(0)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Starts to stop; the signal itself wakes the main thread."""
        self.alive = False

    def run(self) -> None:
        """Serve until the master process stops the worker, then answer the received requests and end."""
        self.connections.listen(self.sockets)
        self.threads.start()
        while self.alive and self.is_parent_alive():
            self.tick(STOP_CHECK_SECONDS)
        self.alive = False
        self.drain()
        self.threads.stopped = True

    def tick(self, seconds: float) -> None:
        """Notifies the master, waits for a signal, closes connections that were silent for too long, frees memory."""
        self.notify()
        if select.select([self.PIPE[0]], [], [], seconds)[0]:
            os.read(self.PIPE[0], 4096)
        self.connections.close_silent()
        self.memory.give_back()

    def drain(self) -> None:
        """Accept the waiting connections, close the listening sockets, and wait until all requests are answered.

        A connection without a request stays open for a moment, because one may be on its way.
        """
        self.connections.listen_no_more()
        now = time.monotonic()
        while self.connections.count and time.monotonic() < now + self.cfg.graceful_timeout:
            self.connections.keep_until(now + LINGER_SECONDS)
            self.tick(0.05)

    def answer(self, request: Request) -> bool:
        """Answer a request; returns whether the connection stays open. No failure ends the thread."""
        self.current.request = request
        client = request.conn.sock
        client.until = time.monotonic() + MAX_LAG_SECONDS
        self.connections.release(request.conn)
        try:
            return bool(self.handle(request.conn))
        except BaseException:
            self.log.exception("a request could not be answered")
            return False
        finally:
            client.until = math.inf
            with contextlib.suppress(OSError):
                client.flush()

    def _keepalive_after(self, conn: Any, keepalive: bool) -> bool:
        """Whether a connection can be kept: gunicorn closes it without a word after a large body that was not read.

        A proxy would send its next request on it, without an answer. Bytes that have arrived are read here, without
        waiting.
        """
        if not keepalive or getattr(conn.sock, "waits", True):
            return bool(super()._keepalive_after(conn, keepalive))
        body = conn.parser.mesg.body
        try:
            while body.read(BODY_CHUNK):
                pass
        except (ParseException, OSError):
            return False
        return not body.failed

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer a request that cannot be read with a JSON error; leave other errors to gunicorn."""
        answer = bad_requests.error_response(exc, self.cfg, self.cors)
        if answer is None:
            super().handle_error(req, client, addr, exc)
            return
        self.log.warning("a request from %s cannot be read: %.200s", addr[0] if addr else "-", exc)
        with contextlib.suppress(OSError):
            write_nonblock(client, answer)
