"""Times the engine beside the same requests sent raw to Elasticsearch, in one alternating run.

`make bench-engine`, or `python -m bench.engine 44000 440000`; the results are written to bench/engine.md. Ten times
as many, for half an hour and 4 GB of disk, with more memory for the node:
`make bench-engine DOCUMENTS="4400000 --heap 4g --output bench/engine-large.md"`.
"""

import argparse
import contextlib
import http.client
import json
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from bench.engine_report import Size, write_report
from bench.engine_side import EngineSide, build, counted, essence, opening, sample
from bench.engine_works import BATCH, MAPPING, PAGE, Body, documents, genes, works
from bench.measure import Request, Sample, System, ask, cpu_of, median
from bench.measure import sample as turn
from bench.works import lines
from tests.services.elasticsearch import Node

RESULTS = Path(__file__).parent / "engine.md"
JSON = {"Content-Type": "application/json"}
INDEX = "gene"
BULK = 5000


class NodeSide:
    """The same index on a node."""

    def __init__(self, node: Node):
        self.system = System("raw", node.port, node.process.pid)

    def load(self, count: int) -> float:
        """Documents per second of bulk requests, one after the other."""
        settings = {"number_of_shards": 1, "number_of_replicas": 0, "refresh_interval": "-1"}
        self.send("PUT", f"/{INDEX}", {"settings": settings, "mappings": MAPPING})
        start, rest = time.perf_counter(), documents(count)
        while part := list(islice(rest, BULK)):
            lines = b"".join(bulk_lines(gene) for gene in part)
            ask(self.system.connect(), Request("POST", f"/{INDEX}/_bulk", lines, JSON))
        self.send("POST", f"/{INDEX}/_refresh")
        return count / (time.perf_counter() - start)

    def send(self, method: str, path: str, body: Body | None = None) -> Body:
        data = json.dumps(body).encode() if body is not None else None
        found: Body = json.loads(ask(self.system.connect(), Request(method, path, data, JSON)))
        return found

    def bytes(self) -> int:
        self.send("POST", f"/{INDEX}/_flush")
        return int(self.send("GET", f"/{INDEX}/_stats/store")["_all"]["total"]["store"]["size_in_bytes"])

    def turn(self, bodies: list[Any], count: int) -> Sample:
        return turn(self.system, [request_of(body) for body in bodies], count, read=orjson.loads)

    def scroll(self, pages: int) -> Sample:
        """Pages of a scroll over everything."""
        connection, times, cpu = self.system.connect(), [], cpu_of(self.system.pid)
        request = Request("POST", f"/{INDEX}/_search?scroll=1m", json.dumps(PAGE).encode(), JSON)
        for _ in range(pages):
            start = time.perf_counter()
            answer = orjson.loads(ask(connection, request))
            times.append(time.perf_counter() - start)
            cursor = {"scroll": "1m", "scroll_id": answer["_scroll_id"]}
            request = Request("POST", "/_search/scroll", json.dumps(cursor).encode(), JSON)
        return sample(times, cpu_of(self.system.pid) - cpu)

    def total(self, body: Any) -> object:
        answer = json.loads(ask(self.system.connect(), request_of(counted(body))))
        return essence(answer.get("responses", answer))


def request_of(body: Any) -> Request:
    """The request for a body, or for a list of bodies."""
    if isinstance(body, list):
        return Request("POST", f"/{INDEX}/_msearch", lines(body), JSON)
    return Request("POST", f"/{INDEX}/_search", json.dumps(body).encode(), JSON)


def bulk_lines(gene: Body) -> bytes:
    source = {name: value for name, value in gene.items() if name != "_id"}
    return orjson.dumps({"index": {"_id": gene["_id"]}}) + b"\n" + orjson.dumps(source) + b"\n"


def measured(count: int, rounds: int, folder: Path, heap: str) -> Size:
    """Both sides with so many documents: loaded, compared, timed in turns."""
    samples = list(genes())
    built = build(folder / "engine", count)
    disk = sum(path.stat().st_size for path in (folder / "engine").rglob("*") if path.is_file())
    with running_node(heap) as node:
        raw_rate, raw_disk = node.load(count), node.bytes()
        engine = EngineSide(folder / "engine")
        found: dict[str, tuple[Sample, Sample]] = {}
        for name, (bodies, times) in works(samples, count).items():
            for body in bodies[:5]:
                assert engine.call("total", body) == node.total(body), (name, body)
            pairs = [(engine.call("turn", bodies, times), node.turn(bodies, times)) for _ in range(rounds)]
            found[name] = paired(pairs)
        pages = min(30, -(-count // BATCH))
        pairs = [(engine.call("scroll", pages), node.scroll(pages)) for _ in range(rounds)]
        found["a page of a scroll"] = paired(pairs)
        serving = engine.memory
        engine.stop()
        opened = opening(folder / "engine")
    return Size(count, built, raw_rate, disk, raw_disk, serving, opened, found)


def paired(pairs: list[tuple[Sample, Sample]]) -> tuple[Sample, Sample]:
    ours, theirs = zip(*pairs, strict=True)
    return median(list(ours)), median(list(theirs))


@contextlib.contextmanager
def running_node(heap: str) -> Iterator[NodeSide]:
    node = Node(heap=heap, optimized=True)
    try:
        yield NodeSide(node)
    except http.client.HTTPException as error:
        raise RuntimeError(node.log.read_text(errors="replace")[-2000:]) from error
    finally:
        node.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("documents", type=int, nargs="*", default=[44_000, 440_000], help="how many, one run each")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each side at each work")
    parser.add_argument("--heap", default="2g", help="memory of the Elasticsearch node")
    parser.add_argument("--output", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    sizes = []
    for count in arguments.documents:
        with tempfile.TemporaryDirectory(prefix="searchapp-bench-") as folder:
            sizes.append(measured(count, arguments.rounds, Path(folder), arguments.heap))
            print(sizes[-1], flush=True)
    write_report(arguments.output, sizes)
    print(arguments.output.read_text())


if __name__ == "__main__":
    main()
