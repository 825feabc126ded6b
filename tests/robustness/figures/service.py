"""A server on the sample genes, and how much memory its processes take."""

import gzip
import os
import tempfile
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from tests.services import engines
from tests.services.server import Server

MB = 2**20


@contextmanager
def loaded(name="genes", item_type="gene", documents=None, options=()):
    """An embedded engine that holds a sample collection, or as many of its documents; `options` are those of a load."""
    with tempfile.TemporaryDirectory() as folder:
        engine = engines.embedded(Path(folder))
        source = Path(folder) / f"{name}.ndjson"
        with gzip.open(engines.EXAMPLES / f"{name}.ndjson.gz", "rt") as lines:
            source.write_text("".join(islice(lines, documents)))
        engines.load(engine, item_type, source, *engines.described_by(engines.EXAMPLES / name), *options)
        yield engine


@contextmanager
def serving(workers=2, documents=None, options=(), **settings):
    """A running server on the sample genes."""
    with loaded(documents=documents, options=options) as engine:
        own = {f"SEARCHAPP_{name}": str(value) for name, value in settings.items()}
        types = {"SEARCHAPP_ITEM_TYPES": '{"gene": {"default_fields": ["symbol^8", "name^2", "all"]}}'}
        environment = {key: value for key, value in engine.environment.items() if key != "SEARCHAPP_CONFIG"}
        server = Server({**environment, **types, **own}, engine.instance / "server.log", workers)
        try:
            yield server
        finally:
            server.stop()


def processes(server):
    """The server's process and its workers."""
    pid = server.process.pid
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def memory(pid, key):
    """A number of bytes that the system knows of a process: `VmRSS` now, `VmHWM` at most."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{key}:"):
            return int(line.split()[1]) * 1024
    return 0


def processor(pid):
    """The seconds of a processor that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def forget_the_most(pid):
    """Lets VmHWM begin anew."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")


def resident(server):
    """The bytes of all processes, what they share counted once."""
    return sum(proportional(pid) for pid in processes(server))


def proportional(pid):
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024


def percentile(numbers, share):
    return sorted(numbers)[min(int(len(numbers) * share), len(numbers) - 1)]
