"""Times the service on both engines, beside the raw request, a bare Flask view and the peer, in one alternating run.

`make bench`, or `python -m bench.run --copies 10 --rounds 5`; the results are written to bench/RESULTS.md.
"""

import argparse
import contextlib
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench import works
from bench.measure import Request, Sample, System, alternate, ask, cpu_of, resident
from bench.report import Row, write_report
from tests.services.elasticsearch import Node
from tests.services.process import free_port, stop

PROJECT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "RESULTS.md"
PEER = PROJECT / ".venv-peer" / "bin" / "python"
WORDS = ("kinase", "protein", "receptor", "family", "factor", "member", "zinc", "pseudogene", "finger", "binding")


def collection(folder: Path, copies: int) -> tuple[Path, list[dict]]:
    """The sample genes `copies` times, each copy with ids and symbols of its own; the file and the first copy."""
    with gzip.open(PROJECT / "examples" / "genes.ndjson.gz", "rt") as lines:
        genes = [json.loads(line) for line in lines]
    path = folder / "genes.ndjson"
    with path.open("w") as output:
        for copy in range(copies):
            for gene in genes:
                end = f"-{copy}" if copy else ""
                output.write(json.dumps(gene | {"_id": gene["_id"] + end, "symbol": gene["symbol"] + end}) + "\n")
    return path, genes


def settings(folder: Path, backend: str, node: Node) -> dict[str, str]:
    """The environment of our service on an engine."""
    rest = {name: value for name, value in os.environ.items() if not name.startswith("SEARCHAPP_")}
    return rest | {
        "SEARCHAPP_INSTANCE": str(folder / backend),
        "SEARCHAPP_CONFIG": str(PROJECT / "examples" / "config.py"),
        "SEARCHAPP_BACKEND": backend,
        "SEARCHAPP_ES_URL": node.url,
        "BENCH_ES": node.url,
        "BENCH_INDEX": "searchapp_gene",
    }


def load(environment: dict[str, str], source: Path, documents: int) -> float:
    """Loads the genes; the documents per second of the whole command, which infers nothing."""
    command = [sys.executable, "-m", "searchapp.cli", "load", "gene", str(source)]
    options = [f"--{kind}={PROJECT}/examples/genes-{kind}.json" for kind in ("mapping", "metadata")]
    start = time.perf_counter()
    subprocess.run([*command, *options], env=environment, cwd=PROJECT, check=True, capture_output=True)
    return documents / (time.perf_counter() - start)


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


def all_works(genes: list[dict], index: str, scale: float) -> list[tuple[str, works.Work, int, object]]:
    """Name, requests, how many are timed a turn, and what the answers must have in common."""
    draw = random.Random(7)
    ids = [gene["_id"] for gene in genes]
    symbols = [gene["symbol"] for gene in genes if gene["symbol"].isalnum()]
    id_batches = [draw.sample(ids, 1000) for _ in range(3)]
    term_batches = [draw.sample(symbols, 1000) for _ in range(3)]
    few = [f"symbol:{symbol}" for symbol in draw.sample(symbols, 20)]
    many = [f"name:{word}" for word in WORDS]

    def times(count: int) -> int:
        return max(2, int(count * scale))

    return [
        ("annotation GET", works.annotation(draw.sample(ids, 300), index), times(400), works.same_documents),
        ("query GET, 10 hits", works.query(list(WORDS), index), times(300), works.same_hits),
        ("query GET, facets, few hits", works.facets(few, index), times(300), works.same_hits),
        ("query GET, facets, many hits", works.facets(many, index), times(200), works.same_hits),
        ("annotation POST, 1000 ids", works.batch_of_ids(id_batches, index), times(12), works.same_documents),
        ("query POST, 1000 terms", works.batch_of_terms(term_batches, index), times(6), works.same_documents),
    ]  # fmt: skip


def compare(systems: list[System], work: works.Work, essence: object) -> str | None:
    """Asks the first requests of every system with our API and compares; None when they agree."""
    ours = [system for system in systems if system.name in ("elasticsearch", "embedded", "peer")]
    for position in range(min(5, len(work["embedded"]))):
        answers = {one.name: ask(one.connect(), work[one.name][position]) for one in ours}
        difference = works.disagreement(answers, essence)  # type: ignore[arg-type]
        if difference:
            return difference
    return None


def scroll(system: System, pages: int) -> Sample:
    """The cost of one page of a thousand while everything is read."""
    connection = system.connect()
    cpu, node, times, size = cpu_of(system.pid), cpu_of(system.node), [], 0
    path = "/v1/query?fetch_all=true"
    for _ in range(pages):
        start = time.perf_counter()
        body = ask(connection, Request("GET", path))
        times.append(time.perf_counter() - start)
        size += len(body)
        path = f"/v1/query?scroll_id={json.loads(body)['_scroll_id']}"
    cpu, node = (cpu_of(system.pid) - cpu) / pages, (cpu_of(system.node) - node) / pages
    times.sort()
    return Sample(times[len(times) // 2] * 1e3, cpu * 1e3, node * 1e3, times[-1] * 1e3, size // pages)


def run(arguments: argparse.Namespace, folder: Path, node: Node) -> None:
    """Loads, starts, compares, times, writes."""
    source, genes = collection(folder, arguments.copies)
    documents = len(genes) * arguments.copies
    places = {backend: settings(folder, backend, node) for backend in ("embedded", "elasticsearch")}
    rates = {backend: load(place, source, documents) for backend, place in places.items()}
    print({name: f"{rate:.0f} documents/s" for name, rate in rates.items()}, flush=True)
    started = {
        "empty": (gunicorn("bench.bare:empty"), places["elasticsearch"], None),
        "direct": (gunicorn("bench.bare:direct"), places["elasticsearch"], node.process.pid),
        "elasticsearch": (gunicorn("wsgi:app"), places["elasticsearch"], node.process.pid),
        "embedded": (gunicorn("wsgi:app"), places["embedded"], None),
    }
    if PEER.exists():
        started["peer"] = (peer_command(), places["elasticsearch"], node.process.pid)
    with contextlib.ExitStack() as stack:
        systems = [stack.enter_context(served(name, *how)) for name, how in started.items()]
        systems.append(System("raw", node.port, node.process.pid))
        rows = []
        for name, work, count, essence in all_works(genes, "searchapp_gene", arguments.scale):
            difference = compare(systems, work, essence)
            print(name, difference or "answers agree", flush=True)
            rows.append(Row(name, alternate(systems, work, count, arguments.rounds), difference))
        readers = [system for system in systems if system.name in ("elasticsearch", "embedded", "peer")]
        rows.append(Row("a page of 1000 of everything", {one.name: scroll(one, arguments.pages) for one in readers}))
        memory = {system.name: resident(system.pid) for system in systems if system.name != "raw"}
    write_report(RESULTS, rows, rates, memory, documents, arguments.rounds)
    print(RESULTS.read_text())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--copies", type=int, default=1, help="how many times the sample genes are loaded")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each system at each work")
    parser.add_argument("--scale", type=float, default=1, help="how many requests a turn, beside the usual number")
    parser.add_argument("--pages", type=int, default=30, help="pages of a thousand that are read")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="searchapp-bench-") as folder:
        node = Node(heap="2g")
        try:
            run(arguments, Path(folder), node)
        finally:
            node.stop()


if __name__ == "__main__":
    main()
