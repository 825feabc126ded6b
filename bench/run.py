"""Times the service on both engines, beside the raw request, bare Flask views and the peer, in one alternating run.

`make bench`, or `python -m bench.run --copies 4 --rounds 5`; the results are written to bench/RESULTS.md.
"""

import argparse
import json
import tempfile
import urllib.request
from pathlib import Path

from bench import goals
from bench.collection import loaded, sample_genes
from bench.compare import difference
from bench.history import add_line
from bench.measure import System, alternate, median, resident
from bench.report import Results, Row, write_report
from bench.shares import Shares, shares
from bench.systems import INDEX, NAMES, OURS, all_served, settings
from bench.whole import exports, pages
from bench.works import Work, all_works
from tests.services.elasticsearch import Node

RESULTS = Path(__file__).parent / "RESULTS.md"


def run(arguments: argparse.Namespace, folder: Path, node: Node) -> Results:
    """Loads, starts, compares, times."""
    genes = sample_genes()
    places = {engine: settings(folder, engine, node) for engine in OURS}
    loading = {engine: loaded(place, folder, genes, arguments.copies) for engine, place in places.items()}
    print({engine: f"{one.rate:.0f} documents/s" for engine, one in loading.items()}, flush=True)
    without_request_cache(node)
    with all_served(places, node) as systems:
        works = all_works(genes, systems["elasticsearch"], INDEX, arguments.scale)
        found = {engine: shares(place, works, engine) for engine, place in places.items()}
        rows = [timed(work, systems, arguments.rounds, found) for work in works]
        readers = [system for name, system in systems.items() if name in (*OURS, "peer")]
        rows.append(Row(goals.PAGE, pages(readers, arguments.pages), None, {}))
        ours = [systems[name] for name in OURS]
        files = exports(ours, len(genes) * arguments.copies, max(1, arguments.rounds // 2))
        return Results(
            documents=len(genes) * arguments.copies,
            rounds=arguments.rounds,
            size=int(median(rows[0].samples["raw"]).size),
            rows=rows,
            loading=loading,
            exports=files,
            memory={name: resident(system.pid) for name, system in systems.items() if system.pid},
        )


def timed(work: Work, systems: dict[str, System], rounds: int, found: dict[str, dict[str, Shares]]) -> Row:
    """One work by all systems, after their answers are compared."""
    differs = difference(systems.values(), work)
    print(work.name, differs or "answers agree", flush=True)
    samples = alternate(systems.values(), work.requests, work.count, rounds)
    ordered = {name: samples[name] for name in NAMES if name in samples}
    return Row(work.name, ordered, differs, {engine: each[work.name] for engine, each in found.items()})


def without_request_cache(node: Node) -> None:
    """Let Elasticsearch count facets anew for everybody: it keeps the answers to searches without hits."""
    body = json.dumps({"index.requests.cache.enable": False}).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{node.url}/{INDEX}/_settings", body, headers, method="PUT")
    with urllib.request.urlopen(request, timeout=30) as answer:
        answer.read()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--copies", type=int, default=1, help="how many times the sample genes are loaded")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each system at each work")
    parser.add_argument("--scale", type=float, default=1, help="how many requests a turn, beside the usual number")
    parser.add_argument("--pages", type=int, default=30, help="pages of a thousand that are read")
    parser.add_argument("--output", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="searchapp-bench-") as folder:
        node = Node(heap="2g", optimized=True)
        try:
            results = run(arguments, Path(folder), node)
        finally:
            node.stop()
    if arguments.output == RESULTS:
        add_line(results)
    write_report(arguments.output, results)
    print(arguments.output.read_text())


if __name__ == "__main__":
    main()
