"""The engine in a process of its own, so that its memory is its own: builds, opens, and answers as it is told."""

import gc
import multiprocessing
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle, islice
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from bench.engine_works import MAPPING, PAGE, documents
from bench.measure import Sample, anonymous, cpu_of, resident_with_shared, slowest_of

INDEX = "gene"
LOOK = 0.05


@dataclass(frozen=True)
class Build:
    """What a build needed: documents per second and per CPU second, and the most memory at any moment in megabytes."""

    rate: float
    rate_of_cpu: float
    own: float
    """Anonymous memory."""
    resident: float
    """All that is resident, mapped files too."""


def build(folder: Path, count: int) -> Build:
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_build, args=(str(folder), count, theirs))
    process.start()
    theirs.close()
    pid, own, resident = process.pid or 0, [0.0], [0.0]
    while not ours.poll(LOOK):
        own.append(anonymous(pid))
        resident.append(resident_with_shared(pid))
    seconds, cpu = ours.recv()
    process.join()
    return Build(count / seconds, count / cpu, max(own), max(resident))


def _build(folder: str, count: int, told: Connection) -> None:
    from searchapp.engine import Engine

    start, cpu = time.perf_counter(), time.process_time()
    with Engine(folder).builder(INDEX, MAPPING) as builder:
        builder.add_many(documents(count))
    told.send((time.perf_counter() - start, time.process_time() - cpu))


class EngineSide:
    """A process that serves the index: `call(name, arguments)` runs one of ORDERS in it."""

    def __init__(self, folder: Path):
        from searchapp.server.worker import COLLECT  # not in the process that serves: it would count for its memory

        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(str(folder), theirs, COLLECT), daemon=True)
        self.process.start()
        theirs.close()  # so that its end is noticed here
        self.opening: float = self.pipe.recv()
        """Milliseconds until the first answer."""

    def call(self, name: str, *arguments: Any) -> Any:
        self.pipe.send((name, arguments))
        return self.pipe.recv()

    @property
    def memory(self) -> float:
        return resident_with_shared(self.process.pid or 0)

    def stop(self) -> None:
        self.pipe.send(None)
        self.process.join()


def opening(folder: Path) -> float:
    """The median of three openings, each in a new process."""
    times = []
    for _ in range(3):
        side = EngineSide(folder)
        times.append(side.opening)
        side.stop()
    return statistics.median(times)


def _serve(folder: str, told: Connection, collect: tuple[int, int, int]) -> None:
    from searchapp.engine import Engine

    start = time.perf_counter()
    engine = Engine(folder)
    engine.search(INDEX, {"size": 1})
    told.send((time.perf_counter() - start) * 1e3)
    gc.freeze()
    gc.set_threshold(*collect)
    while (order := told.recv()) is not None:
        name, arguments = order
        told.send(ORDERS[name](engine, *arguments))


def asked(engine: Any, body: Any) -> Any:
    """The answer to a body, or to a list of bodies."""
    return engine.msearch(INDEX, body) if isinstance(body, list) else engine.search(INDEX, body)


def turn(engine: Any, bodies: list[Any], count: int) -> Sample:
    """A tenth of the searches to warm up, then `count` that are measured."""
    for body in islice(cycle(bodies), max(1, count // 10)):
        asked(engine, body)
    times = []
    cpu = cpu_of(multiprocessing.current_process().pid)
    for body in islice(cycle(bodies), count):
        start = time.perf_counter()
        asked(engine, body)
        times.append(time.perf_counter() - start)
    return sample(times, cpu_of(multiprocessing.current_process().pid) - cpu)


def scroll(engine: Any, pages: int) -> Sample:
    """Pages of a scroll over everything."""
    times = []
    cpu = cpu_of(multiprocessing.current_process().pid)
    answer = None
    for _ in range(pages):
        start = time.perf_counter()
        if answer is None:
            answer = engine.search(INDEX, PAGE, scroll="1m")
        else:
            answer = engine.scroll(answer["_scroll_id"], "1m")
        times.append(time.perf_counter() - start)
    return sample(times, cpu_of(multiprocessing.current_process().pid) - cpu)


def total(engine: Any, body: Any) -> Any:
    """What must be the same on both sides: the number of hits and the facets."""
    return essence(asked(engine, counted(body)))


def counted(body: Any) -> Any:
    """The body, or each of several, with an exact total."""
    if isinstance(body, list):
        return [counted(one) for one in body]
    return body | {"track_total_hits": True}


def essence(answer: Any) -> Any:
    if isinstance(answer, list):
        return [essence(one) for one in answer]
    facets = answer.get("aggregations", {})
    return answer["hits"]["total"]["value"], [(name, facet["buckets"]) for name, facet in facets.items()]


ORDERS: dict[str, Callable[..., Any]] = {"turn": turn, "scroll": scroll, "total": total}


def sample(times: list[float], cpu: float) -> Sample:
    return Sample(statistics.median(times) * 1e3, cpu / len(times) * 1e3, 0.0, slowest_of(times) * 1e3, 0.0)
