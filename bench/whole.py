"""Reading a whole collection: page by page, and as one CSV file."""

import csv
import io
import json
import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count

from bench.measure import Request, Sample, System, anonymous, ask, cpu_of

CHUNK = 1 << 16
LOOK = 64
SORTED = "&sort=symbol"


def pages(systems: Iterable[System], number: int) -> dict[str, list[Sample]]:
    """So many pages of a thousand from each, which take turns at a page."""
    readers = [(system, system.connect()) for system in systems]
    paths = {system.name: "/v1/query?fetch_all=true" for system, _ in readers}
    found: dict[str, list[Sample]] = {system.name: [] for system, _ in readers}
    for turn in range(number + 1):
        for system, connection in readers:
            cpu, node, start = cpu_of(system.pid), cpu_of(system.node), time.perf_counter()
            body = ask(connection, Request("GET", paths[system.name]))
            wall = time.perf_counter() - start
            cpu, node = cpu_of(system.pid) - cpu, cpu_of(system.node) - node
            paths[system.name] = f"/v1/query?scroll_id={json.loads(body)['_scroll_id']}"
            if turn:  # the first one opens the scroll
                found[system.name].append(Sample(wall * 1e3, cpu * 1e3, node * 1e3, wall * 1e3, len(body)))
    return found


@dataclass
class Export:
    """What one file needed: seconds, CPU seconds of the service and of the database, lines, megabytes of text."""

    seconds: float
    cpu: float
    node: float
    lines: int
    size: float
    growth: float
    """The most memory that the service held more than before, in megabytes."""


def exports(systems: list[System], documents: int, rounds: int) -> dict[str, list[Export]]:
    """The sample as CSV from both engines, by turns: as it is stored, and in the order of a field."""
    before = {system.name: anonymous(system.pid) for system in systems}
    found: dict[str, list[Export]] = {}
    for turn in range(rounds + 1):
        for order in ("", SORTED):
            for system in systems:
                one, text = export(system, order, before[system.name])
                assert one.lines == documents + 1, (system.name, one.lines, documents)
                assert not order or in_order(text), f"{system.name} does not keep the order of symbols"
                if turn:
                    found.setdefault(f"{system.name}{order}", []).append(one)
    return found


def export(system: System, order: str, before: float) -> tuple[Export, str]:
    """The whole sample as one file, read as it comes."""
    cpu, node, start = cpu_of(system.pid), cpu_of(system.node), time.perf_counter()
    connection, parts, most = system.connect(), [], 0.0
    connection.request("GET", f"/v1/sample/query?fetch_all=true&format=csv{order}")
    response = connection.getresponse()
    for number in count():
        part = response.read1(CHUNK)
        if not part:
            break
        parts.append(part)
        if number % LOOK == 0:
            most = max(most, anonymous(system.pid))
    seconds = time.perf_counter() - start
    text = b"".join(parts).decode()
    cpu, node = cpu_of(system.pid) - cpu, cpu_of(system.node) - node
    return Export(seconds, cpu, node, text.count("\r\n"), len(text) / 1e6, max(0.0, most - before)), text


def in_order(text: str) -> bool:
    """Whether the lines are in the order of their symbols, which are compared in lower case."""
    symbols = [line["symbol"].lower() for line in csv.DictReader(io.StringIO(text, newline=""))]
    return symbols == sorted(symbols)
