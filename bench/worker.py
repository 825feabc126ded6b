"""What the server costs: CPU per request of an empty view in our worker, beside gunicorn's own and a raw WSGI function.

python -m bench.worker [rounds]: they take turns on one kept connection each, one worker process of five threads.
"""

import os
import statistics
import sys
from contextlib import ExitStack
from pathlib import Path

from bench.measure import Request, System, alternate
from bench.systems import served

GTHREAD, OURS = "gunicorn.workers.gthread.ThreadWorker", "searchapp.server.worker.Worker"
LOG, NO_LOG = ["-c", "deploy/gunicorn.conf.py", "--access-logfile", os.devnull], ["-c", "bench/no_log.conf.py"]
SYSTEMS = {
    "raw WSGI, our worker, no log": ("raw", OURS, NO_LOG),
    "raw WSGI, gthread, no log": ("raw", GTHREAD, NO_LOG),
    "empty view, gthread, no log": ("empty", GTHREAD, NO_LOG),
    "empty view, gthread, log": ("empty", GTHREAD, LOG),
    "empty view, our worker, no log": ("empty", OURS, NO_LOG),
    "empty view, our worker, log": ("empty", OURS, LOG),
}
REQUESTS = [Request("GET", "/v1/gene/HGNC:5")]
COUNT = 2000


def command(app: str, worker: str, log: list[str]) -> list[str]:
    """One worker process of an app of bench.bare, with deploy/gunicorn.conf.py except for the worker and the log."""
    logger = ["--logger-class", "gunicorn.glogging.Logger"] if worker == GTHREAD else []
    options = [*log, *logger, "--workers", "1", "--worker-class", worker, "--bind", "127.0.0.1:{port}"]
    return [sys.executable, "-m", "gunicorn", *options, f"bench.bare:{app}"]


def main(rounds: int = 5) -> None:
    with ExitStack() as stack:
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
        systems: list[System] = [
            stack.enter_context(served(name, command(*how), environment, None)) for name, how in SYSTEMS.items()
        ]
        samples = alternate(systems, dict.fromkeys(SYSTEMS, REQUESTS), COUNT, rounds)
    print(f"CPU per request in microseconds, of {rounds} rounds of {COUNT} requests")
    for name, taken in samples.items():
        cpu = [1000 * one.cpu for one in taken]
        print(f"{name:32} median {statistics.median(cpu):5.0f}, least {min(cpu):5.0f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
