"""Databases killed or stopped at random moments under requests: a right answer or an error in time, and recovery.

`make chaos` runs it: DATABASE_KILLS says how often each database is struck.
"""

import contextlib
import gzip
import os
import random
import signal
import time
from itertools import islice
from pathlib import Path

import pytest

from tests.robustness.load import ask, asking, same
from tests.services import engines
from tests.services.elasticsearch import Node
from tests.services.mongo import Mongo
from tests.services.postgres import Postgres
from tests.services.process import freeze, running, wait_until
from tests.services.server import Server

KILLS = int(os.environ.get("DATABASE_KILLS", "0"))
SEED = int(os.environ.get("SEED", "1"))
DEADLINE = 2
CLIENTS = 6
DOCUMENTS = 1500
REQUESTS = [
    ("GET", "/v1/gene/HGNC:5", None),
    ("GET", "/v1/gene/query?q=symbol:a*&facets=locus_type&fields=symbol&sort=symbol", None),
    ("POST", "/v1/gene", {"ids": [f"HGNC:{n}" for n in range(1, 60)], "fields": "symbol"}),
    ("POST", "/v1/gene/query", {"q": ["A1BG", "nothing", "A2M"], "scopes": ["symbol"], "fields": "symbol"}),
]
DATABASES = {
    "postgresql": (Postgres, lambda folder, url: engines.sql("postgresql", folder, url), ("kill", "stop")),
    "mongo": (Mongo, engines.mongo, ("kill", "stop")),
    "elasticsearch": (Node, engines.elasticsearch, ("kill", "stop")),
}

pytestmark = pytest.mark.chaos


@pytest.mark.parametrize("name", DATABASES)
def test_a_killed_database_is_reported_and_answers_again_later(name, tmp_path):
    kind, engine_of, strokes = DATABASES[name]
    for service in running(kind):
        engine = engine_of(tmp_path, service.url)
        load(engine, tmp_path)
        server = Server({**engine.environment, "SEARCHAPP_DEADLINE": str(DEADLINE)}, tmp_path / "server.log")
        try:
            strike_often(service, server.port, random.Random(SEED), strokes)
        finally:
            server.stop()


def load(engine, folder):
    source = folder / "genes.ndjson"
    with gzip.open(engines.EXAMPLES / "genes.ndjson.gz", "rt") as lines:
        source.write_text("".join(islice(lines, DOCUMENTS)))
    engines.load(engine, "gene", source, *engines.described_by(engines.EXAMPLES / "genes"))


def strike_often(service, port, dice, strokes):
    right = [ask(port, REQUESTS, number) for number in range(len(REQUESTS))]
    assert {told.status for told in right} == {200}
    counts = {}
    for _ in range(KILLS):
        with asking(port, REQUESTS, CLIENTS) as clients:
            time.sleep(dice.random())
            stroke = dice.choice(strokes)
            strike(service, stroke, dice.uniform(0.05, 2 * DEADLINE))
            wait_until(lambda: clients.settled(1), 60)
        for told in clients.told:
            counts[told.status] = counts.get(told.status, 0) + 1
            assert told.status in (200, 503, 504), (stroke, told)
            assert told.status != 200 or same(told.body, right[told.request].body), (stroke, told)
            assert told.status == 200 or told.headers["Retry-After"], (stroke, told)
    print(f"\n{service.name}: struck {KILLS} times, answers by status {dict(sorted(counts.items()))}")


def strike(service, stroke, seconds):
    """Kill the processes of a server and start it again, or stop them for some seconds."""
    pids = [service.process.pid, *children(service.process.pid)]
    if stroke == "stop":
        for pid in pids:
            freeze(pid)
        time.sleep(seconds)
        each(pids, signal.SIGCONT)
        return
    each(pids, signal.SIGKILL)
    service.process.wait()
    time.sleep(seconds)
    service.start()


def each(pids, number):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
