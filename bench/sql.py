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
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1]
sys.path.insert(0, str(PROJECT))

import orjson  # noqa: E402

from searchapp import create_app  # noqa: E402
from searchapp.backends.sql_lookup import Lookup  # noqa: E402
from searchapp.worker import COLLECT  # noqa: E402
from tests.services.postgres import Postgres, make_database  # noqa: E402

ROUNDS = 41
HEAD = """# The SQL backend beside the bare driver

`python bench/sql.py` wrote this, with {load} processes at work on {cores} cores at its end. 49 thousand genes; the bare
driver sends the same statement on one open connection, fetches the rows and reads their JSON, {bytes} bytes a row. The
guarded driver makes a document of each row too, within a time that SQLite is asked for while it works. Milliseconds are
medians of {rounds} short alternating runs; a ratio is the median of the ratios of neighbouring runs. The goal is 1.5.

| database | work | backend, ms | driver, ms | ratio | guarded driver, ms | ratio |
| --- | --- | --- | --- | --- | --- | --- |
"""
PIPELINE = """
The whole pipeline as a caller in Python has it, beside the same driver: `pipeline.fetch` reads the terms, checks names
against the fields, builds a query for each id, and makes of each hit an answer whose keys are in order.

| database | work | pipeline, ms | driver, ms | ratio |
| --- | --- | --- | --- | --- |
"""
REST = """
SQLite answers one id inside the process in five microseconds on a quiet machine, so that each call in Python counts:
the backend adds four, and stays above the goal beside the bare driver. A third of that is the document out of columns
and JSON; a third the response with its hit and its time; a third taking the options, finding the statement that is kept
for such a request, and a connection with its limit. The guarded driver needs the first of these too. A request over
HTTP takes some 300 microseconds beside it.
"""


def load(url: str, folder: str) -> None:
    own = {"SEARCHAPP_BACKEND": "sql", "SEARCHAPP_SQL_URL": url, "SEARCHAPP_INSTANCE": folder}
    stem = PROJECT / "examples" / "genes"
    command = [sys.executable, "-m", "searchapp.cli", "load", "gene", f"{stem}.ndjson.gz"]
    subprocess.run([*command, f"--mapping={stem}-mapping.json"], env={**os.environ, **own}, check=True, cwd=PROJECT)


class Driver:
    """The bare driver on one open connection: `sends` gives a function that sends a statement and reads the answer."""

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

    def sends(self, sql: str, values: Any) -> Callable[[], Any]:
        """Rows, and the JSON of each read."""
        execute = self.connection.execute
        if self.lite:
            return lambda: [orjson.loads(row[-3] or "{}") for row in execute(sql, values).fetchall()]
        return lambda: execute(sql, values).fetchall()

    def guarded(self, sql: str, values: Any) -> Callable[[], Any]:
        """Documents, within a time."""
        cursor, end = self.connection.cursor(), [0.0]
        cursor.execute(sql, values)
        names = [about[0] for about in cursor.description][:-3]
        if self.lite:
            self.connection.set_progress_handler(lambda: time.monotonic() >= end[0], 1000)
        read: Any = json_text if self.lite else json_value

        def work() -> list[dict[str, Any]]:
            end[0] = time.monotonic() + 10
            rows = cursor.execute(sql, values).fetchall()
            return [{"_id": row[-1], **dict(zip(names, row, strict=False)), **read(row[-3])} for row in rows]

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


def measured(name: str, url: str, folder: str) -> tuple[list[str], list[str], int]:
    app = create_app({"BACKEND": "sql", "SQL_URL": url, "INSTANCE": folder, "ITEM_TYPES": {"gene": {}}})
    pipeline, bare = app.extensions["searchapp"].item_types["gene"].pipeline, Driver(url)
    backend, builder = pipeline.backend, pipeline.builder
    collection = backend.collections.find("gene", {}, time.monotonic() + 60)
    lookup = Lookup(collection, backend.database, None)
    with backend.database.engine().connect() as connection:
        ids = [row[0] for row in connection.exec_driver_sql("SELECT _id FROM gene ORDER BY symbol LIMIT 1000")]
    gc.collect()
    gc.freeze()  # as deploy/gunicorn.conf.py does: what stays is not looked through again
    gc.set_threshold(*COLLECT)
    found: tuple[list[str], list[str]] = ([], [])
    for what, terms, calls in (("one id", ids[500], 100), ("1,000 ids", ids, 2)):
        query = builder.build(terms, scopes=["_id"], item_type="gene")
        sql, values = lookup.statement([terms] if isinstance(terms, str) else terms, isinstance(terms, str))
        plain, guarded = bare.sends(sql, values), Driver(url).guarded(sql, values)
        found[0].append(line(name, what, calls, partial(backend.execute, query, "gene"), plain, guarded))
        found[1].append(line(name, f"fetch {what}", calls, partial(pipeline.fetch, terms, item_type="gene"), plain))
    size = bare.bytes(*lookup.statement(ids, False))
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
