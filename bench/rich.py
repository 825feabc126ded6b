"""Times the engine with rich documents: `python -m bench.rich 20000` loads 20,000 and looks up 1,000 terms at once.

It prints the documents per second of wall time and of CPU time, the maximum of its own memory, and the milliseconds of
CPU time of a batch. To compare two checkouts, run it in both, one after the other.
"""

import gc
import os
import random
import sys
import tempfile
import time
from threading import Thread
from typing import Any

import orjson

from bench.measure import anonymous
from bench.rich_documents import documents, mapping, symbol
from searchapp.engine import Engine

BATCH = 1000
TURNS = 5
INDEX = "rich"
SCOPES = {
    "one field": ["group0.id0"],
    "three keyword fields": ["group0.id0", "group1.id1", "group2.ids13"],
    "a keyword and two texts": ["group0.id0", "group0.name5", "group0.name6"],
    "a keyword and the field with all": ["group0.id0", "all"],
}


def load(engine: Engine, lines: list[bytes]) -> None:
    """Load the lines and print how long it took."""
    memory = [anonymous(os.getpid())]
    start, cpu = time.perf_counter(), time.process_time()
    with engine.builder(INDEX, mapping()) as builder:
        watching = Thread(target=watch, args=(builder, memory), daemon=True)
        watching.start()
        for line in lines:
            builder.add(orjson.loads(line))
        memory.append(0)
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    print(f"loaded {len(lines):,} documents: {len(lines) / seconds:,.0f} a second,", end=" ")
    print(f"{len(lines) / cpu:,.0f} a second of processor time, {max(memory) - memory[0]:.0f} MB more at most")


def watch(builder: Any, memory: list[float]) -> None:
    """Note the memory of the process until a 0 is noted."""
    while memory[-1]:
        memory.append(anonymous(os.getpid()))
        time.sleep(0.05)


def batch(engine: Engine, fields: list[str], count: int) -> float:
    """Milliseconds of processor time for 1,000 terms in these fields, all of which are found."""
    draw = random.Random(7)
    options = {"operator": "and", "lenient": True, "fields": fields}
    bodies = [{"query": {"multi_match": {"query": symbol(draw.randrange(count)), **options}}} for _ in range(BATCH)]
    times = []
    for _ in range(TURNS):
        start = time.thread_time()
        answers = engine.msearch(INDEX, bodies, raw_source=True)
        times.append(time.thread_time() - start)
    assert all(answer["hits"]["hits"] for answer in answers)
    return min(times) * 1000


def main() -> None:
    count = int(sys.argv[1])
    lines = [orjson.dumps(document) for document in documents(count)]
    gc.freeze()
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine(folder)
        load(engine, lines)
        for name, fields in SCOPES.items():
            print(f"{BATCH:,} terms in {name}: {batch(engine, fields, count):.0f} ms of processor time")


if __name__ == "__main__":
    main()
