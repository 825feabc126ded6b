"""The service on MongoDB beside bare pymongo with the same commands: `python -m bench.mongo` writes bench/mongo.md.

It starts the server of the tests, or takes the one at SEARCHAPP_TEST_MONGO_URL, and loads the sample genes.
"""

import gzip
import itertools
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pymongo

PROJECT = Path(__file__).parents[1]
DOCUMENTS = 10_000
LIST = {"_searchapp_words_": 0}
"""What every statement of ours leaves out of a loaded collection."""
WORDS = ("kinase", "cdk2", "cyc*", "name:kinase", '"cyclin dependent kinase"', "kinase AND NOT cyclin")
GOAL = 1.5


Row = tuple[str, float, float, float, float]


def alternately(count: int, *works: Callable[[int], Any]) -> list[tuple[float, float]]:
    """The median milliseconds of each work and its CPU milliseconds; they take turns, call by call."""
    times: list[list[float]] = [[] for _ in works]
    cpu: list[list[float]] = [[] for _ in works]
    for call in range(count):
        for turn in range(len(works)):
            number = (turn * (1 + call % 2) + call) % len(works)  # each work comes after each other one
            used, start = time.process_time(), time.perf_counter()
            works[number](call)
            times[number].append(time.perf_counter() - start)
            cpu[number].append(time.process_time() - used)
    return [
        (statistics.median(found) * 1e3, statistics.median(used) * 1e3) for found, used in zip(times, cpu, strict=True)
    ]


def measure(url: str, name: str, folder: str) -> tuple[list[Row], list[tuple[str, float, float]]]:
    """The rows beside bare pymongo, and those beside what we would do without lists of words and batches."""
    from searchapp import create_app

    config = PROJECT / "examples" / "config.py"
    settings = {
        "BACKEND": "mongo",
        "MONGO_URL": url,
        "MONGO_DATABASE": name,
        "INSTANCE": folder,
        "SECRET_KEY": "bench" * 8,
        "DEADLINE": 60,
    }
    environment = {**os.environ, "SEARCHAPP_CONFIG": str(config)}
    environment |= {f"SEARCHAPP_{key}": str(value) for key, value in settings.items()}
    genes = Path(folder) / "genes.ndjson"
    with gzip.open(PROJECT / "examples" / "genes.ndjson.gz", "rt") as lines:
        genes.write_text("".join(itertools.islice(lines, DOCUMENTS)))
    mapping = f"--mapping={PROJECT / 'examples' / 'genes-mapping.json'}"
    command = [sys.executable, "-m", "searchapp.cli", "load", "gene", str(genes), mapping]
    subprocess.run(command, env=environment, cwd=PROJECT, check=True)
    os.environ["SEARCHAPP_CONFIG"] = str(config)
    app = create_app(settings)
    pipeline = app.extensions["searchapp"].item_types["gene"].pipeline
    collection = pymongo.MongoClient(url)[name][pipeline.backend.collections.of("gene").name]
    ids = [each["_id"] for each in collection.find({}, {"_id": 1}, sort=[("_id", 1)])]
    parts = [ids[start : start + 1000] for start in range(0, len(ids) - 1000, 1000)]
    assert pipeline.fetch(parts[0])[-1]["_id"] == parts[0][-1]
    client = app.test_client()
    rows = []
    for what, count, bare, ours, http in (
        (
            "one id",
            3000,
            lambda n: list(collection.find({"_id": {"$eq": ids[n % len(ids)]}}, LIST, limit=1001)),
            lambda n: pipeline.fetch(ids[n % len(ids)], item_type="gene"),
            lambda n: client.get(f"/v1/gene/{ids[n % len(ids)]}"),
        ),
        (
            "1,000 ids",
            20,
            lambda n: list(collection.find({"_id": {"$in": parts[n % len(parts)]}}, LIST, batch_size=1001)),
            lambda n: pipeline.fetch(parts[n % len(parts)], item_type="gene"),
            lambda n: client.post("/v1/gene", json={"ids": parts[n % len(parts)]}),
        ),
    ):
        for work in (bare, ours, http):
            work(0)
        (first, first_cpu), (second, second_cpu), (third, third_cpu) = alternately(count, bare, ours, http)
        rows.append((f"{what}, pipeline", first, second, first_cpu, second_cpu))
        rows.append((f"{what}, HTTP view", first, third, first_cpu, third_cpu))
    return rows, [*words(pipeline), *batches(pipeline, collection)]


def words(pipeline: Any) -> list[tuple[str, float, float]]:
    """Milliseconds of searches by the list of words, and by regular expressions as on collections of others."""
    of = pipeline.backend.collections.of
    rows = []
    for q in WORDS:
        found = []
        for way in (True, False):
            pipeline.backend.collections.of = lambda *given, way=way: of(*given)._replace(by_words=way)
            start = time.perf_counter()
            total = pipeline.search(q, item_type="gene")["total"]
            found.append((time.perf_counter() - start) * 1e3)
        rows.append((f"`{q}`, {total} hits", *found))
    pipeline.backend.collections.of = of
    return rows


def batches(pipeline: Any, collection: Any) -> list[tuple[str, float, float]]:
    """Milliseconds of batches of terms by one statement, and by one for each term."""
    from searchapp.databases.mongo import term_batch

    symbols = [each["symbol"] for each in collection.find({}, {"symbol": 1}, limit=1000)]
    together, rows = term_batch.responses, []
    for count, scopes in ((1000, ["symbol"]), (20, ["symbol", "alias.symbol"])):
        found = []
        for responses in (together, lambda *_: None):
            term_batch.responses = responses
            start = time.perf_counter()
            hits = pipeline.search(symbols[:count], item_type="gene", scopes=scopes)
            found.append((time.perf_counter() - start) * 1e3)
        rows.append((f"{count:,} symbols in {' and '.join(scopes)}, {len(hits)} hits", *found))
    term_batch.responses = together
    return rows


def table(rows: list[Row], others: list[tuple[str, float, float]], server: str) -> str:
    lines = [
        "# MongoDB: the service beside bare pymongo",
        "",
        f"Written by `python -m bench.mongo`: the same commands on {DOCUMENTS:,} genes, by turns in one process.",
        "Medians; CPU is that of the client process.",
        "",
        f"The goal, at most {GOAL} times the time of bare pymongo, is that of the pipeline: it builds the query, runs",
        "it and formats the answer, as a Python caller has it. The HTTP view adds Flask, headers and JSON, which cost",
        "the same on every database.",
        "",
        f"{server}; pymongo {pymongo.version}; Python {platform.python_version()}; "
        f"{os.cpu_count()} CPUs, load {os.getloadavg()[1]:.0f}.",
        "",
        "| work | pymongo ms | ours ms | ratio | pymongo CPU ms | ours CPU ms |",
        "|---|---|---|---|---|---|",
    ]
    for what, bare, ours, bare_cpu, ours_cpu in rows:
        lines.append(f"| {what} | {bare:.3f} | {ours:.3f} | {ours / bare:.2f} | {bare_cpu:.3f} | {ours_cpu:.3f} |")
    lines += [
        "",
        "What the list of words that the loader writes, and batches by one statement, are good for: one call each,",
        "beside the same by regular expressions over the whole collection, and by one statement for each term.",
        "SecantusDB compares each document with each value of an `$in`, which MongoDB does not: there, 1,000 values in",
        "one statement cost more than 1,000 statements.",
        "",
        "| work | ours ms | without ms |",
        "|---|---|---|",
        *(f"| {what} | {ours:.0f} | {without:.0f} |" for what, ours, without in others),
    ]
    return "\n".join([*lines, ""])


def main() -> None:
    from tests.services.mongo import Mongo, drop_database

    given = os.environ.get("SEARCHAPP_TEST_MONGO_URL")
    server = None if given else Mongo()
    url, name = given or server.url, "searchapp_bench"
    try:
        info = pymongo.MongoClient(url).server_info()
        kind = f"SecantusDB {info['secantusVersion']}" if "secantusVersion" in info else f"MongoDB {info['version']}"
        with tempfile.TemporaryDirectory() as folder:
            text = table(*measure(url, name, folder), kind)
    finally:
        drop_database(url, name)
        if server:
            server.stop()
    (PROJECT / "bench" / "mongo.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
