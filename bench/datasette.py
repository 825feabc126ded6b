"""Times the embedded engine beside Datasette on SQLite with the same genes: lookup, search, facets, CSV.

`make bench-datasette` writes the results to bench/datasette.md. One process serves each; they take turns.
"""

import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import orjson

from bench.collection import Gene, sample_genes
from bench.measure import Request, Sample, System, alternate, ask, median, resident
from bench.report import table
from bench.systems import PROJECT, gunicorn, served
from bench.works import GROUPS, WORDS

DATASETTE = PROJECT / ".venv-datasette" / "bin" / "datasette"
OUTPUT = Path(__file__).parent / "datasette.md"
COLUMNS = ("_id", "symbol", "name", "locus_group", "locus_type", "status", "location", "taxid")
NO_LIMITS = ("sql_time_limit_ms 60000", "facet_time_limit_ms 60000", "max_csv_mb 0")
OURS, OTHER = "searchapp, embedded", "Datasette"


def write_database(path: Path, genes: list[Gene]) -> None:
    """The genes as a table with an index of its texts for full-text search; facets are indexed too."""
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"CREATE TABLE gene ({', '.join(COLUMNS)}, document, PRIMARY KEY (_id))")
        marks = ", ".join("?" * (len(COLUMNS) + 1))
        rows = ([*map(gene.get, COLUMNS), orjson.dumps(gene).decode()] for gene in genes)
        database.executemany(f"INSERT INTO gene VALUES ({marks})", rows)
        database.execute("CREATE VIRTUAL TABLE gene_fts USING fts5(symbol, name, content='gene')")
        database.execute("INSERT INTO gene_fts (gene_fts) VALUES ('rebuild')")
        for name in ("locus_group", "locus_type", "status"):
            database.execute(f"CREATE INDEX gene_{name} ON gene ({name})")
        database.commit()


def works(genes: list[Gene]) -> dict[str, tuple[list[str], list[str], int]]:
    """For each work our paths, those of Datasette, and how many are timed a turn."""
    ids = [quote(gene["_id"]) for gene in genes[::97]]
    groups = [quote(group) for group in GROUPS]
    fields = ",".join(COLUMNS)
    facets = "_facet=locus_type&_facet=status"
    return {
        "a document by its id": (
            [f"/v1/gene/{id}" for id in ids],
            [f"/bench/gene/{id}.json?_shape=object".replace("%3A", "~3A") for id in ids],
            300,
        ),
        "10 hits for a word": (
            [f"/v1/query?q={word}&size=10&fields={fields}" for word in WORDS],
            [f"/bench/gene.json?_search={word}&_size=10&_shape=array&_nofacet=1" for word in WORDS],
            100,
        ),
        "two facets of the hits for a word": (
            [f"/v1/query?q={word}&size=0&facets=locus_type,status" for word in WORDS],
            [f"/bench/gene.json?_search={word}&_size=0&{facets}" for word in WORDS],
            50,
        ),
        "two facets of a group of documents": (
            [f"/v1/query?q=locus_group:%22{group}%22&size=0&facets=locus_type,status" for group in groups],
            [f"/bench/gene.json?locus_group={group}&_size=0&{facets}" for group in groups],
            50,
        ),
        "all as CSV": (
            [f"/v1/query?q=*&fetch_all=true&format=csv&fields={fields}"],
            ["/bench/gene.csv?_stream=on&_nocol=document"],
            1,
        ),
    }


def timed(systems: dict[str, System], genes: list[Gene], rounds: int) -> dict[str, dict[str, list[Sample]]]:
    """What each system needed at each work, after both gave as much."""
    found = {}
    for name, (ours, other, count) in works(genes).items():
        requests = {OURS: [Request("GET", path) for path in ours], OTHER: [Request("GET", p) for p in other]}
        answers = {each: ask(systems[each].connect(), requests[each][0]) for each in systems}
        print(name, {each: f"{len(answer):,} bytes" for each, answer in answers.items()}, flush=True)
        found[name] = alternate(list(systems.values()), requests, count, rounds)
    return found


def report(found: dict[str, dict[str, list[Sample]]], documents: int, rounds: int, memory: dict[str, float]) -> str:
    """The results in Markdown."""
    version = subprocess.run([DATASETTE, "--version"], capture_output=True, text=True).stdout.split()[-1]
    lines = []
    for name, samples in found.items():
        ours, other = samples[OURS], samples[OTHER]
        pairs: list[Any] = [(mine.cpu / his.cpu) for mine, his in zip(ours, other, strict=True)]
        figures = [f"{getattr(median(each), figure):.2f}" for figure in ("wall", "cpu") for each in (ours, other)]
        lines.append((name, *figures, f"{sorted(pairs)[len(pairs) // 2]:.3f}"))
    head = ("work", "ms", "Datasette, ms", "CPU, ms", "Datasette, CPU ms", "ratio of CPU")
    return (
        "# Beside Datasette\n\n"
        f"Written by `make bench-datasette`: {datetime.now(UTC):%Y-%m-%d}, load average of the last five minutes "
        f"{os.getloadavg()[1]:.1f}; {documents:,} genes as a table of SQLite with full-text search and indexes for its "
        f"facets in Datasette {version}, and in the embedded engine; one process each, {rounds} rounds in which they "
        "take turns. Milliseconds per request are medians of the rounds; a ratio is the median of the ratios.\n\n"
        f"{table(head, lines)}\n\n"
        f"Memory after all this: {memory[OURS]:.0f} MB, Datasette {memory[OTHER]:.0f} MB.\n"
    )


def main(rounds: int = 5) -> None:
    genes = sample_genes()
    with tempfile.TemporaryDirectory(prefix="searchapp-bench-") as folder, ExitStack() as stack:
        write_database(Path(folder) / "bench.db", genes)
        rest = {name: value for name, value in os.environ.items() if not name.startswith("SEARCHAPP_")}
        config = str(PROJECT / "examples" / "config.py")
        environment = rest | {"SEARCHAPP_INSTANCE": folder, "SEARCHAPP_CONFIG": config, "SEARCHAPP_BACKEND": "embedded"}
        subprocess.run(
            [sys.executable, "-m", "searchapp.cli", "demo"], env=environment, check=True, capture_output=True
        )
        settings = [word for setting in NO_LIMITS for word in ("--setting", *setting.split())]
        command = [str(DATASETTE), "serve", f"{folder}/bench.db", "--host", "127.0.0.1", "--port", "{port}", *settings]
        systems = {
            OURS: stack.enter_context(served(OURS, gunicorn("wsgi:app"), environment, None)),
            OTHER: stack.enter_context(served(OTHER, command, rest, None)),
        }
        found = timed(systems, genes, rounds)
        text = report(found, len(genes), rounds, {name: resident(one.pid or 0) for name, one in systems.items()})
    OUTPUT.write_text(text)
    print(text)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
