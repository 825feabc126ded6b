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
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1]
sys.path.insert(0, str(PROJECT))

import orjson  # noqa: E402

from searchapp.backends.sql import SqlBackend  # noqa: E402
from searchapp.backends.sql_lookup import Lookup  # noqa: E402
from searchapp.builders.sql import SqlBuilder  # noqa: E402
from tests.services.postgres import Postgres, make_database  # noqa: E402

ROUNDS = 41
HEAD = """# The SQL backend beside the bare driver

`python bench/sql.py` wrote this, with {load} processes at work on {cores} cores at its end. 49 thousand genes; the bare
driver sends the same statement on one open connection, fetches the rows and reads their JSON. Milliseconds are medians
of {rounds} short alternating runs, the ratio is the median of the ratios of neighbouring runs. The goal is 1.5.

SQLite answers one id inside the process, in a few microseconds: what the backend adds, the difference of the columns,
is checking the request, the limit on time, the document and the response, in Python. A request over HTTP takes some
300 microseconds beside it.

| database | work | backend, ms | driver, ms | ratio |
| --- | --- | --- | --- | --- |
"""


def load(url: str, folder: str) -> None:
    own = {"SEARCHAPP_BACKEND": "sql", "SEARCHAPP_SQL_URL": url, "SEARCHAPP_INSTANCE": folder}
    stem = PROJECT / "examples" / "genes"
    command = [sys.executable, "-m", "searchapp.cli", "load", "gene", f"{stem}.ndjson.gz"]
    subprocess.run([*command, f"--mapping={stem}-mapping.json"], env={**os.environ, **own}, check=True, cwd=PROJECT)


def driver(url: str) -> Callable[[str, Any], list[Any]]:
    """A function that sends a statement and reads the answer, with nothing around it."""
    if url.startswith("sqlite"):
        path = url.removeprefix("sqlite:///")
        lite = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        return lambda sql, values: [orjson.loads(row[-3] or "{}") for row in lite.execute(sql, values).fetchall()]
    import psycopg
    from psycopg.types.json import set_json_loads

    connection = psycopg.connect(url.replace("+psycopg", ""), autocommit=True)
    set_json_loads(orjson.loads, connection)
    return lambda sql, values: connection.execute(sql, values).fetchall()


def seconds(work: Callable[[], Any], calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        work()
    return (time.perf_counter() - start) / calls


def line(name: str, what: str, ours: Callable[[], Any], bare: Callable[[], Any], calls: int) -> str:
    ours(), bare()
    times = [(seconds(ours, calls), seconds(bare, calls)) for _ in range(ROUNDS)]
    mine, theirs = (statistics.median(each) * 1e3 for each in zip(*times, strict=True))
    ratio = statistics.median(one / other for one, other in times)
    return f"| {name} | {what} | {mine:.3f} | {theirs:.3f} | {ratio:.2f} |\n"


def measured(name: str, url: str) -> list[str]:
    backend, builder, bare = SqlBackend(url, default_item_type="gene"), SqlBuilder(), driver(url)
    collection = backend.collection("gene", {}, time.monotonic() + 60)
    lookup = Lookup(collection, backend.database, None)
    with backend.database.engine().connect() as connection:
        ids = [row[0] for row in connection.exec_driver_sql("SELECT _id FROM gene ORDER BY symbol LIMIT 1000")]
    one, many = builder.build(ids[500], scopes=["_id"]), builder.build(ids, scopes=["_id"])
    sql, value = lookup.statement(ids[500:501], True)
    sql_many, values = lookup.statement(ids, False)
    gc.collect()
    gc.freeze()  # as deploy/gunicorn.conf.py does: what stays is not looked through again
    lines = [line(name, "one id", lambda: backend.execute(one, "gene"), lambda: bare(sql, value), 100)]
    lines.append(line(name, "1,000 ids", lambda: backend.execute(many, "gene"), lambda: bare(sql_many, values), 2))
    backend.close()
    return lines


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        urls = {"SQLite": f"sqlite:///{folder}/genes.db"}
        server = None if os.environ.get("SEARCHAPP_TEST_PG_URL") else Postgres()
        urls["PostgreSQL"] = make_database(os.environ.get("SEARCHAPP_TEST_PG_URL") or server.url)
        lines = []
        for name, url in urls.items():
            load(url, folder)
            lines += measured(name, url)
        if server:
            server.stop()
    text = HEAD.format(rounds=ROUNDS, load=round(os.getloadavg()[0]), cores=os.cpu_count()) + "".join(lines)
    Path(__file__).with_suffix(".md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
