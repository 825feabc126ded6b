"""The systems that take part: how each is started, asked whether it is there, and stopped."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench.measure import System
from tests.services.elasticsearch import Node
from tests.services.process import free_port, stop

PROJECT = Path(__file__).parents[1]
PEER = PROJECT / ".venv-peer" / "bin" / "python"
INDEX = "searchapp_gene"
NAMES = {
    "wsgi": "raw WSGI function",
    "empty": "empty Flask view",
    "direct": "bare Flask view on Elasticsearch",
    "raw": "raw Elasticsearch request",
    "elasticsearch": "searchapp on Elasticsearch",
    "embedded": "searchapp, embedded",
    "peer": "BioThings 1.2.2",
}
OURS = ("elasticsearch", "embedded")


def settings(folder: Path, backend: str, node: Node) -> dict[str, str]:
    """The environment of our service on an engine."""
    rest = {name: value for name, value in os.environ.items() if not name.startswith("SEARCHAPP_")}
    return rest | {
        "SEARCHAPP_INSTANCE": str(folder / backend),
        "SEARCHAPP_CONFIG": str(PROJECT / "bench" / "config.py"),
        "SEARCHAPP_BACKEND": backend,
        "SEARCHAPP_ES_URL": node.url,
        "BENCH_ES": node.url,
        "BENCH_INDEX": INDEX,
    }


@contextlib.contextmanager
def all_served(places: dict[str, dict[str, str]], node: Node) -> Iterator[dict[str, System]]:
    """Every system by its name while all of them run; the peer only where it is installed."""
    database = node.process.pid
    started = {
        "wsgi": (gunicorn("bench.bare:raw"), places["elasticsearch"], None),
        "empty": (gunicorn("bench.bare:empty"), places["elasticsearch"], None),
        "direct": (gunicorn("bench.bare:direct"), places["elasticsearch"], database),
        "elasticsearch": (gunicorn("wsgi:app"), places["elasticsearch"], database),
        "embedded": (gunicorn("wsgi:app"), places["embedded"], None),
    }
    if PEER.exists():
        started["peer"] = (peer_command(), places["elasticsearch"], database)
    with contextlib.ExitStack() as stack:
        systems = {name: stack.enter_context(served(name, *how)) for name, how in started.items()}
        yield systems | {"raw": System("raw", node.port, None, database)}


@contextlib.contextmanager
def served(name: str, command: list[str], environment: dict[str, str], node: int | None) -> Iterator[System]:
    """A system while it runs; `{port}` in the command is the port it shall listen on."""
    port = free_port()
    words = [word.format(port=port) for word in command]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(words, env=environment, cwd=PROJECT, stdout=quiet, stderr=quiet)
    try:
        wait(port, process)
        yield System(name, port, process.pid, node)
    finally:
        stop(process)


def wait(port: int, process: subprocess.Popen) -> None:
    system = System("", port, process.pid)
    for _ in range(600):
        if process.poll() is not None:
            raise RuntimeError(f"{process.args} ended")
        with contextlib.suppress(OSError):
            connection = system.connect()
            connection.request("GET", "/metadata")
            connection.getresponse().read()
            return
        time.sleep(0.1)
    raise RuntimeError(f"{process.args} does not answer")


def gunicorn(app: str) -> list[str]:
    """One worker, so that CPU per request means the same for all."""
    options = ["-c", "deploy/gunicorn.conf.py", "--workers", "1", "--access-logfile", "/dev/null"]
    return [sys.executable, "-m", "gunicorn", *options, "--bind", "127.0.0.1:{port}", app]


def peer_command() -> list[str]:
    launcher = ["-m", "biothings.web", "--conf=config", "--dir=bench/peer", "--address=127.0.0.1"]
    return [str(PEER), *launcher, "--port={port}", "--logging=error"]
