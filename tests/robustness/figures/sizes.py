"""Goal: no text of any kind and size, in any option, costs more than 1 s of a processor or 64 MB on any database.

python -m tests.robustness.figures.sizes [embedded | sqlite | elasticsearch URL | mongo URL | sql URL] [REQUESTS SEED]

Without numbers every request of size_requests.py is sent, which takes half an hour. The process of a database on this
machine can be named too, `DATABASE_PID=...`: what it takes is counted with the worker's.
"""

import http.client
import os
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from tests.robustness.figures.service import MB, forget_the_most, memory, processes, processor
from tests.robustness.size_requests import drawn_requests, every_request
from tests.services import engines
from tests.services.server import Server

ENGINES = {
    "embedded": lambda folder, url: engines.embedded(folder),
    "sqlite": lambda folder, url: engines.sql("sqlite", folder, f"sqlite:///{folder}/collections.sqlite"),
    "elasticsearch": engines.elasticsearch,
    "mongo": engines.mongo,
    "sql": lambda folder, url: engines.sql("sql", folder, url),
}
ADDRESS_SPACE = 4 * 2**30
EXPECTED = {200, 400, 404, 405, 413, 414, 415}


@contextmanager
def serving(name, url=""):
    """A worker on the small collections in this database, in 4 GB of address space."""
    with tempfile.TemporaryDirectory() as folder:
        engine = ENGINES[name](Path(folder), url)
        engines.load_collections(engine, Path(folder))
        server = Server(engine.environment, Path(folder) / "server.log", 1, ADDRESS_SPACE)
        try:
            yield server
        finally:
            server.stop()


def measured(server, requests, pid=None):
    """Each request with what it costs: name, status, seconds of processors, seconds, MB more."""
    for name, *request in requests:
        worker = processes(server)[1]
        before, spent, other = memory(worker, "VmRSS"), processor(worker), family(pid)
        forget_the_most(worker)
        started = time.monotonic()
        status = answered(server.port, *request)
        seconds = time.monotonic() - started
        assert processes(server)[1:2] == [worker], f"{name} ended the worker"
        spent = processor(worker) - spent + family(pid) - other
        yield name, status, spent, seconds, (memory(worker, "VmHWM") - before) / MB


def answered(port, method, path, data, headers):
    """The status, once all of the answer is there."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, data, headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def family(pid):
    """The seconds that a process and its children have taken, also those that ended."""
    if pid is None:
        return 0
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    ended = (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
    return processor(pid) + ended + sum(processor(int(child)) for child in children)


def is_beyond(status, spent, seconds, more):
    return status not in EXPECTED or spent > 1 or more > 64 or seconds > 5


def main(name="embedded", *rest):
    url = "" if name in ("embedded", "sqlite") else rest[0]
    numbers = list(map(int, rest[1:] if url else rest))
    requests = drawn_requests(*numbers) if numbers else every_request()
    pid = int(os.environ["DATABASE_PID"]) if "DATABASE_PID" in os.environ else None
    count = beyond = 0
    slowest = largest = 0.0
    with serving(name, url) as server:
        list(measured(server, drawn_requests(50, 1)))
        for request, status, spent, seconds, more in measured(server, requests, pid):
            count, slowest, largest = count + 1, max(slowest, spent), max(largest, more)
            if is_beyond(status, spent, seconds, more):
                beyond += 1
                print(
                    f"{spent:6.2f} s of a processor ({seconds:6.2f} s) {more:6.1f} MB  {status}  {request}", flush=True
                )
        rest = memory(processes(server)[1], "VmRSS") / MB
    print(f"{name}: {count} requests, {beyond} beyond 1 s, 64 MB; most {slowest:.2f} s, {largest:.0f} MB;", end=" ")
    print(f"{rest:.0f} MB in the end")


if __name__ == "__main__":
    main(*sys.argv[1:])
