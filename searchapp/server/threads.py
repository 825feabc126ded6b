"""The threads of a worker: which of them serves a request, and what happens to a request without a free thread.

readable connection -> a free thread: the one that sees it serves it
                    -> no thread is free: a place in the queue, else it is refused
                    -> it asks whether the process lives: it is answered at once
"""

import re
import threading
import time
from collections.abc import Callable
from urllib.parse import unquote_to_bytes

from gunicorn.workers.gthread import TConn

from .client import has_more
from .connections import UNSEEN, Connections
from .queue import Queue, Request

MAX_QUEUE = 64  # if the application sets no number
SPARE_THREADS = 2
"""The number of spare threads, which refuse requests or answer LIVE_PATHS while all other threads are busy."""
LIVE_PATHS = ("/status/live", "/metrics")
STOP_CHECK_SECONDS = 1.0
"""Seconds between two checks of a thread whether the worker stops."""

SPARE_THREAD_DELAY = 0.002
"""Seconds that a spare thread waits after the last thread became busy: most requests are answered in this time."""

BATCH = re.compile(
    rb"^POST |~|\*\w|[=:(][/?]|[?&](?:(?:size|limit)=[\s+]*0*(?:[5-9]\d|[1-9]\d\d)"
    rb"|(?:fetch_all|relax|highlight|explain|jmespath)=|(?:out_)?format=(?:html|yaml|xlsx))"
)
"""Requests that take many times the usual time: for several terms or ids, for fifty documents or more, for similar or
relaxed words, for patterns that begin with a wildcard or are regular expressions, for highlights, explanations or
reshaped documents, for pages, YAML or Excel."""

SEARCH = re.compile(rb"[?&]q=")
PAGE = re.compile(rb"(?i)\r\naccept:[^\r]*(?:html|text/\*|yaml|sheet)")
"""The header of a client that gets a page, YAML or Excel instead of JSON; pages relax the words of a search."""


BODY_FOLLOWS = re.compile(rb"(?i)\r\n(?:content-length|transfer-encoding):")
"""Headers that announce a body. A spare thread never waits for one."""


def live_paths(prefix: str = "") -> re.Pattern[bytes]:
    """A pattern of the first lines of GET and HEAD requests for LIVE_PATHS, at the root and below a prefix."""
    roots = "|".join(re.escape(root) for root in {"", f"/{prefix}" if prefix else ""})
    paths = "|".join(map(re.escape, LIVE_PATHS))
    return re.compile(rf"(?:GET|HEAD) (?:{roots})(?:{paths})(?:\?\S*)? HTTP/1\.[01]".encode())


class Threads:
    """Threads that serve the requests of connections; `answer` returns whether to keep the connection of a request."""

    def __init__(self, connections: Connections, answer: Callable[[Request], bool], count: int):
        self.connections = connections
        self.answer = answer
        self.queue = Queue(count, MAX_QUEUE)
        self.lock = threading.Lock()  # of the queue
        self.all_busy = threading.Event()
        self.stopped = False
        self.live_paths = live_paths()

    def start(self) -> None:
        for target, count in ((self.work, self.queue.threads), (self.watch_while_busy, SPARE_THREADS)):
            for _ in range(count):
                threading.Thread(target=target, daemon=True).start()

    def work(self) -> None:
        """The loop of a thread: serve the next request in the queue, else the next readable connection."""
        request: Request | None = None
        while not self.stopped:
            if request is None:
                found = self.next_request(STOP_CHECK_SECONDS)
                request = self.admit(found) if found else None
            if request:
                request = self.serve(request)

    def admit(self, request: Request) -> Request | None:
        """The request if it has a thread; else None, and it is put into the queue, refused or answered at once."""
        with self.lock:
            if self.queue.start(request):
                if self.queue.is_busy:
                    self.all_busy.set()
                return request
            if not request.live and self.put(request):
                return None
        self.answer_without_thread(request)
        return None

    def put(self, request: Request) -> bool:
        """Put a request into the queue; returns whether it was accepted. Its body takes memory there."""
        return not self.connections.holds_too_much and self.queue.put(request)

    def serve(self, request: Request) -> Request | None:
        """Answer a request; returns the next request of the queue."""
        keep = self.answer(request)
        with self.lock:
            self.queue.end(request)
            following = self.queue.next()
            if not self.queue.is_busy:
                self.all_busy.clear()
        if keep and has_more(request.conn):
            return self.serve_next(request.conn, following)
        self.put_back(request.conn, keep)
        return following

    def serve_next(self, conn: TConn, following: Request | None) -> Request | None:
        """Like `serve`, if bytes of the next request were read already: a poll of the socket would not report them."""
        request = self.request_of(conn)
        if following is None or request is None:
            return following or (self.admit(request) if request else None)
        with self.lock:
            waits = self.put(request)
        if not waits:
            self.answer_without_thread(request)
        return following

    def watch_while_busy(self) -> None:
        """The loop of a spare thread: while no other thread is free, look at arriving requests."""
        while not self.stopped:
            if self.all_busy.wait(STOP_CHECK_SECONDS):
                time.sleep(SPARE_THREAD_DELAY)
                if self.all_busy.is_set():
                    self.admit_next()

    def admit_next(self) -> None:
        """Puts the next readable connection into the queue, refuses it, or leaves it to a free thread."""
        request = self.next_request(0.1)
        if request is None:
            return
        with self.lock:
            free = self.queue.has_thread(request.batch)
            if not request.live and not free and self.put(request):
                return
        if free:
            self.connections.give_out(request.conn)
        else:
            self.answer_without_thread(request)

    def answer_without_thread(self, request: Request) -> None:
        """Answer a request without a free thread: the application answers LIVE_PATHS and refuses other requests."""
        request.busy = not request.live
        keep = self.answer(request)
        self.put_back(request.conn, keep and not has_more(request.conn))

    def next_request(self, seconds: float) -> Request | None:
        """The request of the next readable connection; None after `seconds` without one."""
        conn = self.connections.readable(seconds)
        return self.request_of(conn) if conn else None

    def request_of(self, conn: TConn) -> Request | None:
        """The waiting request of a connection; None without one."""
        start = self.connections.start_of(conn)
        if not start:
            return None
        line = start.partition(b"\r\n")[0]
        return Request(conn, time.monotonic(), start != UNSEEN and is_batch(start), self.is_live(line, start))

    def is_live(self, line: bytes, start: bytes) -> bool:
        """Whether a request has one of LIVE_PATHS, and no body to wait for."""
        if not self.live_paths.fullmatch(line):
            return False
        head, end, _ = start.partition(b"\r\n\r\n")
        return bool(end) and not BODY_FOLLOWS.search(head)

    def put_back(self, conn: TConn, keep: bool) -> None:
        """Keep or close a connection."""
        if keep:
            self.connections.watch(conn)
        else:
            self.connections.end(conn)


def is_batch(start: bytes) -> bool:
    """Whether a request is so expensive that others should not wait for it, by its first line and headers.

    A request with an incomplete first line counts as expensive.
    """
    line, line_ended, headers = start.partition(b"\r\n")
    line = unquote_to_bytes(line)
    if not line_ended or BATCH.search(line):
        return True
    return bool(SEARCH.search(line)) and (b"\r\n\r\n" not in start or bool(PAGE.search(line_ended + headers)))
