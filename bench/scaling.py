"""What the service costs with many clients, workers and nodes: `python -m bench.scaling` writes bench/scaling.md.

Three parts: the embedded engine with several workers and connections; one node of Elasticsearch with a million
documents, whose cost at a fixed rate is foretold from that of single requests and then measured; two and three nodes,
of which one is killed under load. docs/scaling.md reckons with the figures.
"""

import argparse
import contextlib
import json
import platform
import random
import signal
import statistics
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from bench.collection import EXAMPLES, copied, load, sample_genes, write
from bench.load import Ask, Told, drive, get, post
from bench.measure import anonymous, cpu_of, tree
from bench.works import FACETS, WORDS
from tests.services.elasticsearch import Node, member
from tests.services.process import free_port, wait_until
from tests.services.server import Server

PROJECT = Path(__file__).parents[1]
SHARES = {"one document": 0.60, "ten hits": 0.30, "two facets": 0.09, "1,000 ids": 0.01}
"""How often each kind of request comes in the mixture."""
SHARDS = 3
WAIT_FOR_COPIES = "/_cluster/health?wait_for_status=green&wait_for_no_initializing_shards=true&timeout=600s"


class Turn(NamedTuple):
    """What a turn gave: requests a second, milliseconds of CPU per request, of latency, and what was not answered."""

    rate: float
    service: float
    nodes: float
    median: float
    late: float
    failed: int
    cores: float

    @classmethod
    def of(cls, told: list[Told], service: float, nodes: float, seconds: float) -> "Turn":
        single = [one.seconds for one in told if one.kind != "1,000 ids"]
        times = sorted(single or [one.seconds for one in told])
        count = len(told)
        return cls(
            count / seconds,
            service / count * 1e3,
            nodes / count * 1e3,
            times[len(times) // 2] * 1e3,
            times[int(len(times) * 0.99)] * 1e3,
            sum(one.status != 200 for one in told),
            (service + nodes) / seconds,
        )


class Bench:
    """The options of a run and the requests that it sends."""

    def __init__(self, seconds: float, copies: int, folder: Path):
        self.seconds, self.copies, self.folder = seconds, copies, folder
        self.genes = sample_genes()
        self.documents = len(self.genes) * copies
        write(folder / "gene.ndjson", copied(self.genes, copies))
        mapping = json.loads((EXAMPLES / "genes-mapping.json").read_text())
        self.mapping = folder / "mapping.json"
        own = mapping if "mappings" in mapping else {"mappings": mapping}
        self.mapping.write_text(json.dumps({**own, "settings": {"index": {"number_of_shards": SHARDS}}}))
        self.asks = {kind: list(self.requests(kind)) for kind in SHARES}

    def requests(self, kind: str) -> Iterator[Ask]:
        draw = random.Random(kind)
        ids = [gene["_id"] for gene in draw.sample(self.genes, 2000)]
        for number in range(500):
            if kind == "one document":
                yield get(kind, f"/v1/gene/{ids[number]}")
            elif kind == "ten hits":
                yield get(kind, f"/v1/gene/query?q={draw.choice(WORDS)}+{draw.choice(WORDS)}&size=10")
            elif kind == "two facets":
                yield get(kind, f"/v1/gene/query?q=name:{draw.choice(WORDS)}&size=0&facets={','.join(FACETS)}")
            elif number < 20:
                yield post(kind, "/v1/gene", json.dumps({"ids": draw.sample(ids, 1000)}).encode())

    def mixture(self) -> list[Ask]:
        draw = random.Random(5)
        kinds = draw.choices(list(SHARES), list(SHARES.values()), k=2000)
        return [draw.choice(self.asks[kind]) for kind in kinds]

    def environment(self, nodes: list[Node]) -> dict[str, str]:
        """The service's settings; on the embedded engine where there are no nodes."""
        folder = self.folder / ("elasticsearch" if nodes else "embedded")
        folder.mkdir(exist_ok=True)
        return {
            "PATH": "/usr/bin:/bin",
            "SEARCHAPP_INSTANCE": str(folder),
            "SEARCHAPP_CONFIG": str(PROJECT / "bench" / "config.py"),
            "SEARCHAPP_BACKEND": "elasticsearch" if nodes else "embedded",
            "SEARCHAPP_SECRET_KEY": "k" * 32,
            "SEARCHAPP_ES_URL": json.dumps([node.url for node in nodes]),
        }

    def load(self, nodes: list[Node]) -> float:
        """Documents loaded a second."""
        seconds, _ = load(self.environment(nodes), "gene", self.folder / "gene.ndjson", self.mapping)
        return self.documents / seconds

    @contextlib.contextmanager
    def serving(self, nodes: list[Node], workers: int = 2) -> Iterator[Server]:
        server = Server(
            {**self.environment(nodes), "GUNICORN_CMD_ARGS": "--access-logfile /dev/null"},
            self.folder / "server.log",
            workers,
        )
        try:
            drive(server.port, self.mixture(), 8, self.seconds if nodes else 3)
            yield server
        finally:
            server.stop()

    def turn(self, server: Server, nodes: list[Node], asks: list[Ask], connections: int, rate: float = 0) -> Turn:
        """One turn: closed, or at a fixed rate."""
        alive = [node.process.pid for node in nodes if node.process.poll() is None]
        before = cpu_of(server.process.pid), sum(map(cpu_of, alive))
        told = drive(server.port, asks, connections, self.seconds, rate or None)
        after = cpu_of(server.process.pid), sum(map(cpu_of, alive))
        return Turn.of(told, after[0] - before[0], after[1] - before[1], self.seconds)


# the three parts


def many_clients(bench: Bench) -> Iterator[str]:
    """The embedded engine with workers and connections."""
    rate = bench.load([])
    yield (
        f"## Many clients, the embedded engine\n\n{bench.documents:,} documents, loaded at {rate:,.0f} a second."
        f" The first answer came {first_answer(bench):.0f} ms after the start of gunicorn.\n"
    )
    yield table(
        "workers", "connections", "requests/s", "ms CPU each", "p50 ms", "p99 ms", "not answered", "MB a worker"
    )
    for workers in (1, 2, 4):
        with bench.serving([], workers) as server:
            for connections in (1, 8, 64, 256):
                one = bench.turn(server, [], bench.mixture(), connections)
                held = max(anonymous(pid) for pid in list(tree(server.process.pid))[1:])
                yield row(workers, connections, f"{one.rate:,.0f}", one.service, one.median, one.late, one.failed, held)


def first_answer(bench: Bench) -> float:
    """Milliseconds from the start of gunicorn with two workers to the first answer: the median of nine starts."""
    times = []
    for _ in range(9):
        start = time.perf_counter()
        server = Server(bench.environment([]), bench.folder / "server.log", 2)
        times.append((time.perf_counter() - start) * 1e3)
        server.stop()
    return statistics.median(times)


def one_node(bench: Bench, nodes: list[Node], rate: float) -> Iterator[str]:
    """What each kind of request costs, what a rate of the mixture should cost by that, and what it costs."""
    loaded = bench.load(nodes)
    size = ask(nodes[0], "/_stats/store")["_all"]["primaries"]["store"]["size_in_bytes"] / bench.documents
    heap = max(anonymous(node.process.pid) for node in nodes)
    yield (
        f"\n## One node\n\n{bench.documents:,} documents in {SHARDS} shards, loaded at {loaded:,.0f} a second:"
        f" {size:,.0f} bytes of index each, {heap:,.0f} MB of memory of the node.\n"
    )
    yield table("request", "ms CPU of the service", "ms CPU of the node", "p50 ms", "p99 ms", "not answered")
    with bench.serving(nodes) as server:
        foretold = 0.0
        for kind, share in SHARES.items():
            one = bench.turn(server, nodes, bench.asks[kind], 4)
            foretold += share * (one.service + one.nodes) / 1e3 * rate
            yield row(kind, one.service, one.nodes, one.median, one.late, one.failed)
        one = bench.turn(server, nodes, bench.mixture(), 32, rate)
        mixed = ", ".join(f"{kind} {share:.0%}" for kind, share in SHARES.items())
        yield (
            f"\nThe mixture ({mixed}) at {rate:.0f} requests a second should take {foretold:.2f} cores by"
            f" these figures, and took {one.cores:.2f} ({one.cores / foretold:.2f} times):"
            f" p50 {one.median:.1f} ms, p99 {one.late:.1f} ms,"
            f" {one.failed} not answered.\n"
        )


def more_nodes(bench: Bench, nodes: list[Node], join: Callable[[], Node]) -> Iterator[str]:
    """The mixture with one to three nodes, which hold two copies of each shard as soon as there are two."""
    yield "\n## Nodes\n"
    yield table(
        "nodes", "requests/s", "ms CPU of the service", "ms CPU of the nodes", "p50 ms", "p99 ms", "not answered"
    )
    for count in (1, 2, 3):
        if count > 1:
            nodes.append(join())
        ask(nodes[0], WAIT_FOR_COPIES)
        with bench.serving(nodes) as server:
            one = bench.turn(server, nodes, bench.mixture(), 16)
            yield row(count, f"{one.rate:,.0f}", one.service, one.nodes, one.median, one.late, one.failed)
            if count == 3:
                yield f"\n{killed(bench, server, nodes)}\n"


def killed(bench: Bench, server: Server, nodes: list[Node]) -> str:
    """What clients see while one node of three is killed."""
    with ThreadPoolExecutor(1) as pool:
        told = pool.submit(drive, server.port, bench.mixture(), 16, bench.seconds)
        wait_until(lambda: told.running())
        with contextlib.suppress(TimeoutError):
            told.result(bench.seconds / 3)
        nodes[-1].process.send_signal(signal.SIGKILL)
        answers = told.result()
    failed = sum(one.status != 200 for one in answers)
    return f"One node of three killed under load: {failed} of {len(answers):,} requests failed."


def ask(node: Node, path: str) -> Any:
    with urllib.request.urlopen(node.url + path, timeout=900) as answer:
        return json.load(answer)


def table(*names: str) -> str:
    return f"| {' | '.join(names)} |\n|{'---|' * len(names)}"


def row(*cells: object) -> str:
    return f"| {' | '.join(f'{cell:,.1f}' if isinstance(cell, float) else str(cell) for cell in cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--copies", type=int, default=20, help="of the sample genes on the nodes")
    parser.add_argument("--rate", type=float, default=100, help="requests a second of the mixture")
    parser.add_argument("--seconds", type=float, default=20, help="of each turn")
    parser.add_argument("--heap", default="2g", help="of a node")
    parser.add_argument("--output", type=Path, default=PROJECT / "bench" / "scaling.md")
    options = parser.parse_args()
    lines = [
        "# Many clients, many documents, many nodes\n",
        f"Written by `python -m bench.scaling`: {date.today()}, Python {platform.python_version()}, 2 cores for all,"
        " the client too. docs/scaling.md reckons with it. CPU is per request; the latencies leave batches out.\n",
    ]  # fmt: skip
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        small = Bench(options.seconds / 2, 1, folder)
        for line in many_clients(small):
            say(lines, line)
        bench = Bench(options.seconds, options.copies, folder)
        ports, nodes = [free_port() for _ in range(3)], []

        def join() -> Node:
            node = member(len(nodes), ports, options.heap, optimized=True)
            stack.callback(node.stop)
            return node

        nodes.append(join())
        for part in (one_node(bench, nodes, options.rate), more_nodes(bench, nodes, join)):
            for line in part:
                say(lines, line)
    options.output.write_text("\n".join(lines))


def say(lines: list[str], line: str) -> None:
    """Keeps a line and shows it at once."""
    lines.append(line)
    print(line, flush=True)


if __name__ == "__main__":
    main()
