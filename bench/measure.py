"""Requests one after the other on a kept connection, and the CPU time that the server's processes spent on them."""

import http.client
import statistics
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any

PATIENCE = 2.0
"""Seconds after which a turn ends, however few requests it had."""


@dataclass(frozen=True)
class Request:
    """One request; `headers` only where a body needs them."""

    method: str
    path: str
    body: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class System:
    """Something that answers requests: its name, port, and the process whose tree does the work."""

    name: str
    port: int
    pid: int | None
    node: int | None = None
    """The process of the database that it asks, if that is another one."""

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)


@dataclass
class Sample:
    """The medians of one system at one work, in milliseconds per request."""

    wall: float
    cpu: float
    node: float
    slowest: float
    size: float

    @property
    def both(self) -> float:
        """The CPU time of the service and of its database."""
        return self.cpu + self.node


def ask(connection: http.client.HTTPConnection, request: Request) -> bytes:
    """The body of the answer; anything but 200 is an error."""
    connection.request(request.method, request.path, request.body, request.headers)
    response = connection.getresponse()
    body = response.read()
    if response.status != 200:
        raise RuntimeError(f"{request.method} {request.path[:200]}: {response.status} {body[:300]!r}")
    return body


def alternate(
    systems: Collection[System], requests: dict[str, list[Request]], count: int, rounds: int
) -> dict[str, list[Sample]]:
    """The samples of each system, one a round; they take turns, so that a busy moment of the machine meets them all.

    A round that is not counted comes first: what compiles itself while it runs is not timed doing so.
    """
    found: dict[str, list[Sample]] = {system.name: [] for system in systems}
    for turn in range(-1, rounds):
        for system in systems:
            taken = sample(system, requests[system.name], count if turn >= 0 else max(1, count // 4), PATIENCE)
            if turn >= 0:
                found[system.name].append(taken)
    return found


def sample(
    system: System, requests: list[Request], count: int, patience: float = 120, read: Callable[[bytes], Any] = bytes
) -> Sample:
    """One turn: a tenth of the requests to warm up, then `count` that are measured, or as many as `patience` allows.

    What reads an answer is timed with it.
    """
    connection = system.connect()
    for request in islice(cycle(requests), max(1, count // 10)):
        ask(connection, request)
    times, size = [], 0
    cpu, node, end = cpu_of(system.pid), cpu_of(system.node), time.perf_counter() + patience
    for request in islice(cycle(requests), count):
        start = time.perf_counter()
        answer = ask(connection, request)
        read(answer)
        times.append(time.perf_counter() - start)
        size += len(answer)
        if start > end:
            break
    cpu, node, count = cpu_of(system.pid) - cpu, cpu_of(system.node) - node, len(times)
    connection.close()
    wall = statistics.median(times)
    return Sample(wall * 1e3, cpu / count * 1e3, node / count * 1e3, slowest_of(times) * 1e3, size // count)


def slowest_of(times: list[float]) -> float:
    """The 99th percentile."""
    return sorted(times)[int(len(times) * 0.99)]


def median(samples: list[Sample]) -> Sample:
    return Sample(*(statistics.median(getattr(one, name) for one in samples) for name in Sample.__annotations__))


def cpu_of(pid: int | None) -> float:
    """Seconds of CPU time that a process and its children have spent."""
    return sum(cpu_time(one) for one in tree(pid)) if pid else 0.0


def tree(pid: int) -> Iterator[int]:
    yield pid
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended meanwhile
            for child in (task / "children").read_text().split():
                yield from tree(int(child))


def cpu_time(pid: int) -> float:
    """Seconds that the threads of one process have run, counted by the scheduler in nanoseconds."""
    total = 0
    for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            total += int(task.read_text().split()[0])
    return total / 1e9


def resident(pid: int) -> float:
    """Megabytes of memory that the processes of a tree hold for themselves."""
    return memory(pid, ("Private_Clean:", "Private_Dirty:"))


def resident_with_shared(pid: int) -> float:
    """Megabytes of memory that the processes of a tree hold, with files and libraries that others hold too."""
    return memory(pid, ("Rss:",))


def memory(pid: int, kinds: tuple[str, ...]) -> float:
    total = 0
    for one in tree(pid):
        lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
        total += sum(int(line.split()[1]) for line in lines if line.startswith(kinds))
    return total / 1024


def anonymous(pid: int | None) -> float:
    """Megabytes of memory that the processes of a tree hold, without files."""
    total = 0
    for one in tree(pid) if pid else ():
        lines = Path(f"/proc/{one}/status").read_text().splitlines()
        total += sum(int(line.split()[1]) for line in lines if line.startswith("RssAnon:"))
    return total / 1024
