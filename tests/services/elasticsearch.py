"""A real Elasticsearch node on 127.0.0.1, made from the jars of Maven Central.

By hand: `python -m tests.services.elasticsearch --port 19200` serves until it is interrupted; `--version 9.2.0` is
another version than the suite's, which SEARCHAPP_TEST_ES_VERSION says.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from tests.services.elasticsearch_jars import installation, java_of
from tests.services.process import Unavailable, free_port, stop

VERSION = os.environ.get("SEARCHAPP_TEST_ES_VERSION") or "8.19.0"


class Node:
    """A running node: `url`, `process`, `stop()`."""

    def __init__(self, port: int = 0, heap: str = "1g", timeout: float = 120, version: str = VERSION):
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        java, folder = java_of(version), installation(version)
        self.home = Path(tempfile.mkdtemp(prefix="searchapp-elasticsearch-"))
        shutil.copytree(folder / "modules", self.home / "modules")
        self.log = self.home / "output.log"
        classes = f"{folder}/classes:{folder}/jars/*"
        options = [f"-Xms{heap}", f"-Xmx{heap}", "-XX:+UseSerialGC", f"-Djava.io.tmpdir={self.home}"]
        command = [str(java), *options, "-cp", classes, "Launcher", str(self.home), str(self.port)]
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(
                command, stdout=output, stderr=output, cwd=self.home, start_new_session=True
            )
        self.wait(timeout)

    def wait(self, timeout: float) -> None:
        """Returns when the node answers; a node that does not is stopped, and its last words are raised."""
        end = time.monotonic() + timeout
        while time.monotonic() < end and self.process.poll() is None:
            if self.is_up():
                return
            time.sleep(0.2)
        words = self.log.read_text(errors="replace")[-600:]
        self.stop()
        raise Unavailable(f"the Elasticsearch node did not start: {words}")

    def is_up(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/_cluster/health", timeout=5) as answer:
                return json.load(answer)["status"] in ("green", "yellow")
        except (OSError, ValueError):
            return False

    def stop(self) -> None:
        """Ends the process by its id and removes its data."""
        stop(self.process)
        shutil.rmtree(self.home, ignore_errors=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--heap", default="1g")
    parser.add_argument("--version", default=VERSION)
    parser.add_argument("--prepare", action="store_true", help="only download what a node needs")
    arguments = parser.parse_args()
    if arguments.prepare:
        print(installation(arguments.version))
        return
    node = Node(arguments.port, arguments.heap, version=arguments.version)
    print(node.url, f"(process {node.process.pid})", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: node.process.terminate())
    try:
        node.process.wait()
    except KeyboardInterrupt:
        print("stopping")
    finally:
        node.stop()


if __name__ == "__main__":
    main()
