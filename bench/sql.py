"""Times the SQL backend beside the bare driver with the same statement: `python bench/sql.py` writes bench/sql.md.

Short alternating runs in one process, the median of their ratios; PostgreSQL from the tests' package, and SQLite.
"""

import gc
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1]
sys.path.insert(0, str(PROJECT))

import orjson  # noqa: E402

from searchapp import create_app  # noqa: E402
from searchapp.databases.sql.key_lookup import Lookup  # noqa: E402
from searchapp.protocols import Context  # noqa: E402
from searchapp.server.worker import COLLECT  # noqa: E402
from tests.services.postgres import Postgres  # noqa: E402
from tests.services.sql_database import make_database  # noqa: E402

ROUNDS = 41

Document = dict[str, Any]

HEAD = """# The SQL backend beside the bare driver

`python bench/sql.py` wrote this, with {load} processes at work on {cores} cores at its end. 49 thousand genes, {bytes}
bytes a row. The bare driver sends the same statement on one open connection, fetches the rows, reads their JSON and
makes the same documents of them: they are compared before anything is timed. What it needs for the rows and their JSON
alone stands beside it. Milliseconds are medians of {rounds} short alternating runs; a ratio is the median of the ratios
of neighbouring runs. The goal for 1,000 ids is 1.5 times of the driver that gives the same documents.

| database | work | backend, ms | driver, same documents, ms | ratio | driver, rows alone, ms | ratio |
| --- | --- | --- | --- | --- | --- | --- |
"""
PIPELINE = """
The whole pipeline as a caller in Python has it, beside the same driver: `pipeline.fetch` reads the terms, checks names
against the fields, builds a query for each id, and makes of each hit an answer whose keys are in order.

| database | work | pipeline, ms | driver, ms | ratio |
| --- | --- | --- | --- | --- |
"""
REST = """
SQLite answers one id inside the process in microseconds, so that each call in Python counts. The backend takes a
connection from SQLAlchemy's pool, limits its time and builds the response; a request over HTTP takes some 300
microseconds.
"""


def load(url: str, folder: str) -> None:
    own = {"SEARCHAPP_BACKEND": "sql", "SEARCHAPP_SQL_URL": url, "SEARCHAPP_INSTANCE": folder}
    stem = PROJECT / "examples" / "genes"
    command = [sys.executable, "-m", "searchapp.cli", "load", "gene", f"{stem}.ndjson.gz"]
    subprocess.run([*command, f"--mapping={stem}-mapping.json"], env={**os.environ, **own}, check=True, cwd=PROJECT)


class Driver:
    """The bare driver on one open connection; its ways give functions that send a statement and read the answer."""

    def __init__(self, url: str):
        self.lite = url.startswith("sqlite")
        if self.lite:
            path = url.removeprefix("sqlite:///")
            self.connection: Any = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
            return
        import psycopg
        from psycopg.types.json import set_json_loads

        self.connection = psycopg.connect(url.replace("+psycopg", ""), autocommit=True)
        self.connection.execute("SET default_transaction_read_only = on")
        set_json_loads(orjson.loads, self.connection)

    def rows(self, sql: str, values: Any) -> Callable[[], Any]:
        """Rows, and the JSON of each read."""
        execute = self.connection.execute
        if self.lite:
            return lambda: [orjson.loads(row[-3] or "{}") for row in execute(sql, values).fetchall()]
        return lambda: execute(sql, values).fetchall()

    def documents(self, sql: str, values: Any, names: Sequence[str]) -> Callable[[], list[Document]]:
        """Documents: the columns with a value, and what is in the JSON."""
        execute, read = self.connection.execute, json_text if self.lite else json_value

        def work() -> list[Document]:
            found = []
            for row in execute(sql, values).fetchall():
                document, columns = read(row[-3]), zip(names, row, strict=False)
                document.update(columns if None not in row else [pair for pair in columns if pair[1] is not None])
                found.append(document)
            return found

        return work

    def bytes(self, sql: str, values: Any) -> int:
        """The characters of the rows, on average."""
        rows = self.connection.execute(sql, values).fetchall()
        return sum(len(str(value)) for row in rows for value in row) // len(rows)


def json_text(text: Any) -> Any:
    return (orjson.loads(text) or {}) if text else {}


def json_value(value: Any) -> Any:
    return value or {}


def seconds(work: Callable[[], Any], calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        work()
    return (time.perf_counter() - start) / calls


def line(name: str, what: str, calls: int, *ways: Callable[[], Any]) -> str:
    """The row of a table: the time of the first way, and that of each other with the ratio to it."""
    for way in ways:
        way()
    times = [[seconds(way, calls) for way in ways] for _ in range(ROUNDS)]
    ours, *others = zip(*times, strict=True)
    cells = [statistics.median(ours) * 1e3]
    for other in others:
        ratios = [mine / theirs for mine, theirs in zip(ours, other, strict=True)]
        cells += [statistics.median(other) * 1e3, statistics.median(ratios)]
    shown = [f"{cell:.{3 if at == 0 or at % 2 else 2}f}" for at, cell in enumerate(cells)]
    return f"| {name} | {what} | {' | '.join(shown)} |\n"


def check(response: Any, documents: list[Document]) -> None:
    """Refuses to time what gives other documents."""
    responses = response if isinstance(response, list) else [response]
    ours = [hit["_source"] for each in responses for hit in each["hits"]["hits"]]
    if sorted(map(sorted_json, ours)) != sorted(map(sorted_json, documents)):
        raise SystemExit("the driver gives other documents")


def sorted_json(document: Document) -> bytes:
    return orjson.dumps(document, option=orjson.OPT_SORT_KEYS)


def measured(name: str, url: str, folder: str) -> tuple[list[str], list[str], int]:
    app = create_app({"BACKEND": "sql", "SQL_URL": url, "INSTANCE": folder, "ITEM_TYPES": {"gene": {}}})
    pipeline, driver = app.extensions["searchapp"].item_types["gene"].pipeline, Driver(url)
    backend, builder = pipeline.backend, pipeline.builder
    collection = backend.collections.find("gene", {}, time.monotonic() + 60)
    lookup = Lookup(collection, backend.database, None)
    with backend.database.engine().connect() as connection:
        ids = [row[0] for row in connection.exec_driver_sql("SELECT _id FROM gene ORDER BY symbol LIMIT 1000")]
    gc.collect()
    gc.freeze()  # as a worker does: what stays is not looked through again
    gc.set_threshold(*COLLECT)
    found: tuple[list[str], list[str]] = ([], [])
    for what, terms, calls in (("one id", ids[500], 100), ("1,000 ids", ids, 2)):
        query = builder.build(terms, scopes=["_id"], item_type="gene")
        sql, values = lookup.statement([terms] if isinstance(terms, str) else terms, isinstance(terms, str))
        ours = partial(backend.multi_search if isinstance(terms, list) else backend.search, query, Context("gene"))
        bare = driver.documents(sql, values, lookup.documents.flat)
        check(ours(), bare())
        found[0].append(line(name, what, calls, ours, bare, driver.rows(sql, values)))
        found[1].append(line(name, f"fetch {what}", calls, partial(pipeline.fetch, terms, item_type="gene"), bare))
    size = driver.bytes(*lookup.statement(ids, False))
    backend.close()
    return *found, size


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        urls = {"SQLite": f"sqlite:///{folder}/genes.db"}
        server = None if os.environ.get("SEARCHAPP_TEST_PG_URL") else Postgres()
        urls["PostgreSQL"] = make_database(os.environ.get("SEARCHAPP_TEST_PG_URL") or server.url)
        lines, whole, size = [], [], 0
        for name, url in urls.items():
            load(url, folder)
            more, more_whole, size = measured(name, url, folder)
            lines, whole = lines + more, whole + more_whole
        if server:
            server.stop()
    about = {"rounds": ROUNDS, "load": round(os.getloadavg()[0]), "cores": os.cpu_count(), "bytes": size}
    text = HEAD.format(**about) + "".join(lines) + PIPELINE + "".join(whole) + REST
    Path(__file__).with_suffix(".md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
