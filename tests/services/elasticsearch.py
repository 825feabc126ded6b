"""A real Elasticsearch node on 127.0.0.1, made from the jars of Maven Central.

By hand: `python -m tests.services.elasticsearch --port 19200` serves until it is interrupted; `--version 9.2.0` is
another version than the suite's, which SEARCHAPP_TEST_ES_VERSION says.
"""

import argparse
import json
import os
import shutil
import signal
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from tests.services.elasticsearch_jars import installation, java_of
from tests.services.process import free_port, serve_by_hand
from tests.services.service import Service

VERSION = os.environ.get("SEARCHAPP_TEST_ES_VERSION") or "8.19.0"


class Node(Service):
    """A node. With `optimized` the JVM compiles as it does in production: a benchmark's node.

    Without it a short run takes half of the processor time. `settings` are the node's own; a node without any stands
    alone.
    """

    name = "Elasticsearch"
    patience = 120.0
    ended_by = signal.SIGKILL  # its data is of no use, and an orderly end takes seconds

    def __init__(
        self,
        port: int = 0,
        heap: str = "1g",
        version: str = VERSION,
        optimized: bool = False,
        settings: Mapping[str, str] | None = None,
    ):
        java, folder = java_of(version), installation(version)
        super().__init__(port)
        self.url = f"http://127.0.0.1:{self.port}"
        shutil.copytree(folder / "modules", self.home / "modules")
        classes = f"{folder}/classes:{folder}/jars/*"
        options = [f"-Xms{heap}", f"-Xmx{heap}", "-XX:+UseSerialGC", f"-Djava.io.tmpdir={self.home}"]
        options += [] if optimized else ["-XX:TieredStopAtLevel=1"]
        command = [str(java), *options, "-cp", classes, "Launcher", str(self.home), str(self.port)]
        self.command = command + [f"{name}={value}" for name, value in (settings or {}).items()]
        self.start()

    def start(self) -> None:
        """Starts the process, on the data that is there."""
        self.run(self.command, cwd=self.home, start_new_session=True)

    def is_up(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/_cluster/health", timeout=5) as answer:
                return json.load(answer)["status"] in ("green", "yellow")
        except (OSError, ValueError):
            return False


@contextmanager
def cluster(count: int, heap: str = "1g") -> Iterator[list[Node]]:
    """As many nodes that share their indices; each may be killed."""
    ports = [free_port() for _ in range(count)]
    with ExitStack() as stack:
        nodes = []
        for number in range(count):
            nodes.append(member(number, ports, heap))
            stack.callback(nodes[-1].stop)
        yield nodes


def member(number: int, ports: list[int], heap: str = "1g", optimized: bool = False) -> Node:
    """A node of a cluster whose nodes talk to each other at `ports`; the first of them, number 0, founds it."""
    settings = {
        "discovery.type": "multi-node",
        "node.name": f"node-{number}",
        "transport.port": str(ports[number]),
        "discovery.seed_hosts": ",".join(f"127.0.0.1:{port}" for port in ports),
        **({} if number else {"cluster.initial_master_nodes": "node-0"}),
    }
    return Node(heap=heap, optimized=optimized, settings=settings)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--heap", default="1g")
    parser.add_argument("--version", default=VERSION)
    parser.add_argument("--optimized", action="store_true", help="compile as in production, for benchmarks")
    parser.add_argument("--prepare", action="store_true", help="only download what a node needs")
    arguments = parser.parse_args()
    if arguments.prepare:
        print(installation(arguments.version))
        return
    serve_by_hand(Node(arguments.port, arguments.heap, arguments.version, arguments.optimized))


if __name__ == "__main__":
    main()
