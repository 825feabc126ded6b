"""What the start of a worker costs: its processor time until the first answer, and its memory then.

python -m bench.start [rounds]: a server on each search engine takes turns; no collection and no node are needed.
"""

import os
import statistics
import sys
import tempfile

from bench.measure import cpu_time, resident_with_shared, tree
from bench.systems import OURS, PROJECT, gunicorn, served

NO_NODE = "http://127.0.0.1:1"


def start(engine: str, folder: str) -> tuple[float, float]:
    """Milliseconds of processor time and megabytes of a new worker after its first answer."""
    rest = {name: value for name, value in os.environ.items() if not name.startswith("SEARCHAPP_")}
    settings = {
        "INSTANCE": folder,
        "CONFIG": str(PROJECT / "bench" / "config.py"),
        "BACKEND": engine,
        "ES_URL": NO_NODE,
    }
    environment = rest | {f"SEARCHAPP_{name}": value for name, value in settings.items()}
    with served(engine, gunicorn("wsgi:app"), environment, None) as system:
        assert system.pid
        _, worker = tree(system.pid)
        return cpu_time(worker) * 1000, resident_with_shared(worker)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    found: dict[str, list[tuple[float, float]]] = {engine: [] for engine in OURS}
    with tempfile.TemporaryDirectory(prefix="searchapp-bench-") as folder:
        for _ in range(rounds):
            for engine in OURS:
                found[engine].append(start(engine, folder))
    for engine, samples in found.items():
        milliseconds, megabytes = (statistics.median(values) for values in zip(*samples, strict=True))
        print(f"{engine:14} {milliseconds:4.0f} ms of processor time, {megabytes:3.0f} MB")


if __name__ == "__main__":
    main()
