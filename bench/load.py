"""Sends requests over many connections from one thread, which takes little of the CPU itself.

Each connection sends its next request when the answer to the one before is complete (`drive`), or requests come at a
fixed rate, whether the service keeps up or not (`drive` with `rate`): their seconds count from when they were due.
"""

import itertools
import re
import selectors
import socket
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
PATIENCE = 30.0
"""Seconds that the last answers may take after the time is over."""


class Ask(NamedTuple):
    """A request as it is sent, and what kind it is of."""

    kind: str
    data: bytes


class Told(NamedTuple):
    """An answer: the kind of its request, its status, and the seconds that it took."""

    kind: str
    status: int
    seconds: float


@dataclass
class Line:
    """One connection and what it waits for."""

    socket: socket.socket
    kind: str = ""
    since: float = 0.0
    answer: bytearray = field(default_factory=bytearray)
    length: int = -1
    """The bytes that the whole answer has, head and body; -1 as long as the head is not complete."""

    def send(self, ask: Ask, since: float) -> None:
        self.kind, self.since, self.length = ask.kind, since, -1
        self.answer.clear()
        self.socket.sendall(ask.data)

    def complete(self) -> bool:
        """Reads what has come; whether this is all."""
        part = self.socket.recv(1 << 20)
        if not part:
            raise ConnectionError(f"closed during {self.kind}")
        self.answer += part
        if self.length < 0 and (end := self.answer.find(b"\r\n\r\n")) > 0:
            found = LENGTH.search(self.answer, 0, end)
            if found is None:
                raise ValueError(f"no length: {bytes(self.answer[:end])!r}")
            self.length = end + 4 + int(found[1])
        return len(self.answer) == self.length

    def told(self) -> Told:
        return Told(self.kind, int(self.answer[9:12]), time.perf_counter() - self.since)


def get(kind: str, path: str) -> Ask:
    return Ask(kind, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())


def post(kind: str, path: str, body: bytes) -> Ask:
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    return Ask(kind, f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)


def drive(port: int, asks: list[Ask], connections: int, seconds: float, rate: float | None = None) -> list[Told]:
    """The answers of the service at `port` within `seconds`. The requests are sent one after the other, then again."""
    lines = [Line(socket.create_connection(("127.0.0.1", port), 60)) for _ in range(connections)]
    selector = selectors.EpollSelector()
    for line in lines:
        selector.register(line.socket, selectors.EVENT_READ, line)
    try:
        return list(answers(selector, lines, itertools.cycle(asks), time.perf_counter() + seconds, rate))
    finally:
        selector.close()
        for line in lines:
            line.socket.close()


def answers(
    selector: selectors.EpollSelector, lines: list[Line], asks: Iterator[Ask], end: float, rate: float | None
) -> Iterator[Told]:
    """The answers in the order in which they come; those under way at the end are waited for."""
    free, busy, due = deque(lines), 0, time.perf_counter()
    while busy or time.perf_counter() < end:
        now = time.perf_counter()
        if now > end + PATIENCE:
            raise TimeoutError(f"{busy} requests without an answer")
        while free and now < end and (rate is None or due <= now):
            free.popleft().send(next(asks), now if rate is None else due)
            busy += 1
            due += 0 if rate is None else 1 / rate
        for key, _ in selector.select(1.0 if rate is None else max(0.0, min(due - now, 1.0)) if free else 1.0):
            if key.data.complete():
                yield key.data.told()
                free.append(key.data)
                busy -= 1
