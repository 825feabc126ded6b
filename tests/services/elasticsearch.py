"""A real Elasticsearch node on 127.0.0.1, made from the jars of Maven Central.

By hand: `python -m tests.services.elasticsearch --port 19200` serves until it is interrupted.
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

from tests.services.process import Unavailable, free_port, locked, stop

VERSION = "8.19.0"
SOURCES = Path(__file__).parent / "elasticsearch_node"
NETTY_PLUGIN = "org.elasticsearch.transport.netty4.Netty4Plugin"
STOCK_MODULES = "searchapp.tests.StockModules"
DESCRIPTOR = """\
description={name}
version={version}
name={name}
java.version=17
elasticsearch.version={version}
classname={classname}
extended.plugins=
has.native.controller=false
licensed=false
"""


def services_folder() -> Path:
    """The folder that keeps what was downloaded: `SEARCHAPP_TEST_SERVICES`, or `.services` in the project."""
    return Path(os.environ.get("SEARCHAPP_TEST_SERVICES") or Path(__file__).parents[2] / ".services").resolve()


def installation() -> Path:
    """A folder with the `jars` and `modules` of a node, made at first use and again when its sources change."""
    folder = services_folder() / f"elasticsearch-{VERSION}"
    newest = max(path.stat().st_mtime for path in SOURCES.iterdir())
    with locked(services_folder() / "lock"):
        stamp = folder / "complete"
        if not stamp.exists() or stamp.stat().st_mtime < newest:
            shutil.rmtree(folder, ignore_errors=True)
            download(folder / "jars")
            make_modules(folder)
            stamp.touch()
    return folder


def download(jars: Path) -> None:
    """The server's jars, by Maven."""
    need("mvn", "javac")
    goal = ["dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={jars}"]
    command = ["mvn", "-q", "-B", "-f", str(SOURCES / "pom.xml"), *goal]
    result = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if result.returncode:
        raise Unavailable(f"Maven cannot get the jars: {(result.stdout + result.stderr).strip()[-300:]}")


def need(*tools: str) -> None:
    for tool in tools:
        if not shutil.which(tool):
            raise Unavailable(f"{tool} is missing (make services installs it)")


def make_modules(folder: Path) -> None:
    """Gives the HTTP transport a module of its own, and compiles the launcher and what stands for the stock modules."""
    jars, build = folder / "jars", folder / "build"
    command = ["javac", "-nowarn", "-cp", f"{jars}/*", "-d", str(build), *map(str, SOURCES.glob("*.java"))]
    subprocess.run(command, check=True, capture_output=True)
    transport = make_module(folder, "transport-netty4", NETTY_PLUGIN)
    for jar in [*jars.glob("netty-*.jar"), *jars.glob("transport-netty4-*.jar")]:
        jar.rename(transport / jar.name)
    stock = make_module(folder, "stock-modules", STOCK_MODULES)
    shutil.make_archive(str(stock / "stock-modules"), "zip", build, "searchapp")
    (stock / "stock-modules.zip").rename(stock / "stock-modules.jar")
    shutil.rmtree(build / "searchapp")


def make_module(folder: Path, name: str, classname: str) -> Path:
    """A module's folder with its descriptor."""
    module = folder / "modules" / name
    module.mkdir(parents=True)
    text = DESCRIPTOR.format(name=name, version=VERSION, classname=classname)
    (module / "plugin-descriptor.properties").write_text(text)
    return module


class Node:
    """A running node: `url`, `process`, `stop()`."""

    def __init__(self, port: int = 0, heap: str = "1g", timeout: float = 120):
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        need("java")
        folder = installation()
        self.home = Path(tempfile.mkdtemp(prefix="searchapp-elasticsearch-"))
        shutil.copytree(folder / "modules", self.home / "modules")
        self.log = self.home / "output.log"
        classes = f"{folder}/build:{folder}/jars/*"
        options = [f"-Xms{heap}", f"-Xmx{heap}", "-XX:+UseSerialGC", f"-Djava.io.tmpdir={self.home}"]
        command = ["java", *options, "-cp", classes, "Launcher", str(self.home), str(self.port)]
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
    parser.add_argument("--prepare", action="store_true", help="only download what a node needs")
    arguments = parser.parse_args()
    if arguments.prepare:
        print(installation())
        return
    node = Node(arguments.port, arguments.heap)
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
