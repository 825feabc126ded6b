"""Random and hostile requests to the API on a SQL database: `python -m tests.robustness.sql_fuzz 5000` prints figures.

None may be answered 5xx, none may show what stands in another table or name one, none may change a row, none may take
over ten seconds. The tables are plain ones with joins, JSON, dates and texts; without `--url` SQLite and a PostgreSQL
server of its own are asked.
"""

import argparse
import collections
import contextlib
import random
import tempfile
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from sqlalchemy import create_engine

TYPE = "thing"
SECRET = "only an injection finds this"
ROWS = 60
SLOW = 2.0
TABLES = [
    {"table": "thing", "lower": ["code"], "text": ["name"]},
    {"table": "place", "on": {"id": "place_id"}, "as": "place"},
    {"table": "alias", "on": {"thing_id": "id"}, "as": "alias", "many": True},
]
JSON_TYPE = {"sqlite": "JSON", "postgresql": "JSONB"}
SCHEMA = (
    "CREATE TABLE thing (id TEXT PRIMARY KEY, name TEXT, code TEXT, n BIGINT, x DOUBLE PRECISION, flag BOOLEAN,"
    " made DATE, place_id INTEGER, doc {json})",
    "CREATE TABLE place (id INTEGER PRIMARY KEY, town TEXT)",
    "CREATE TABLE alias (thing_id TEXT, word TEXT)",
    "CREATE TABLE secrets (id TEXT PRIMARY KEY, name TEXT)",
    f"INSERT INTO secrets VALUES ('secret', '{SECRET}')",
    "INSERT INTO place VALUES (0, 'Ulm'), (1, 'Bonn'), (2, NULL)",
    "CREATE INDEX thing_code ON thing (code)",
)

GOOD = ("_id", "id", "name", "code", "n", "x", "flag", "made", "place.town", "alias.word", "tags", "o.k")
BAD = (
    "nosuch",
    "secrets.name",
    'code"; DROP TABLE thing; --',
    "code') OR 1=1 --",
    "thing.code",
    "rowid",
    "ctid",
    "doc",
    "doc->>'o'",
    "o",
    "o.$",
    'o."k',
    "a..b",
    ".",
    "",
    "sqlite_master",
    "pg_user.usename",
    "*",
    "o.*",
    "-n",
    "-n; --",
    "code^2",
    "code^x",
    "n:5",
    "n:0..5..max",
    "made:month",
    "x:missing",
    "flag(code(n))",
    "code(",
    "(" * 40,
    "x" * 300,
    "n\0",
    "\ud800",
)
NAMES = (*GOOD * 6, *BAD)
PIECES = (
    "C1",
    "T:1",
    "5",
    "-1",
    "1.5e9",
    "1e999",
    "true",
    "2020",
    "2020-13-45",
    "' OR '1'='1",
    '" OR ""="',
    "'; DROP TABLE thing; --",
    "') UNION SELECT name FROM secrets --",
    "1; SELECT pg_sleep(5)",
    "/* */",
    "--",
    ";",
    "%",
    "_",
    "%s",
    "%(id)s",
    ":id",
    "$1",
    "?",
    "{q}",
    "!",
    "\\",
    "/a+/",
    "(",
    ")",
    "[1 TO 5]",
    "{* TO 3}",
    "[a TO *]",
    "AND",
    "OR",
    "NOT",
    "*",
    "a*",
    "*a*",
    "~",
    "~2",
    "^2",
    ":",
    '"',
    '"thing number"',
    '"a b"~3',
    "_exists_:n",
    "code:C1",
    "n:>3",
    "x:[0 TO 1e400]",
    "made:[2020 TO 2021-02]",
    "made:>2020-02-30",
    "name:many",
    "name:th*",
    "alias.word:w1",
    "place.town:Ulm",
    "o.k:k1",
    "tags:a",
    "flag:true",
    "secrets.name:*",
    "MATCH 'x'",
    "NEAR(a b)",
    "a & b | !c",
    "<->",
    "x:y:z",
    "\0",
    "\ud800",
    "\udfff",
    "ß",
    "İ",
    "日本",
    "٣",
    "9" * 30,
    "9" * 400,
    "(" * 60,
    "a" * 2000,
    "a " * 400,
    "99999999-9999-9999-9999-999999999999",
)
VALUES: tuple[Any, ...] = (
    {"$ne": None},
    {"text": "' OR 1=1 --"},
    ["' OR 1=1 --"],
    [["C1", "code"]],
    [[]],
    None,
    True,
    1.5,
    10**30,
    -1,
    2**63,
    {},
    [],
    "",
    {"a": {"b": "'"}},
)
LISTS = ("fields", "scopes", "sort", "facets", "always_list", "allow_null", "filter", "post_filter", "_source")
OTHERS = {
    "size": ("0", "1", "1000", "-1", "1e3", "10; --"),
    "from": ("0", "5", "9999", "' --"),
    "facet_size": ("1", "1000", "0", "1)"),
    "fetch_all": ("true", "'"),
    "scroll_id": ("x", "' OR 1=1", ".eJw"),
    "search_after": ("*", "' --", "W10.x"),
    "generation": ("' --", "x.y"),
    "dotfield": ("true",),
    "userquery": ("' OR 1=1 --", "x"),
    "jmespath": (".|n", "alias|[?word=='w1']", "'|'", "$|$"),
    "raw": ("true",),
    "rawquery": ("true",),
    "format": ("json", "yaml", "msgpack", "html", "csv", "tsv", "ndjson"),
    "item_type": ("secrets", "' --"),
    "explain": ("true",),
    "highlight": ("true", "name", "' --"),
    "min_score": ("1",),
    "analyzer": ("simple'; --",),
    "tables": ("secrets",),
    "q": ("__all__", "__any__", "", "*"),
    "version": ("true",),
    "score": ("true",),
    "with_total": ("true",),
    "strict": ("true",),
    "total": ("'",),
}


def text(random: random.Random) -> str:
    return random.choice(("", " ", ":")).join(random.choice(PIECES) for _ in range(random.randint(1, 4)))


def options(random: random.Random) -> dict[str, str]:
    names = random.sample(LISTS, random.choice((0, 1, 1, 2)))
    found = {name: random.choice(NAMES) if random.random() < 0.9 else text(random) for name in names}
    if random.random() < 0.4 or not found:
        name = random.choice(list(OTHERS))
        found[name] = random.choice(OTHERS[name])
    return {name: sendable(value) for name, value in found.items()}


def sendable(value: str) -> Any:
    """The text as a query string can hold it: half of a surrogate pair goes as its own bytes."""
    return value.encode("utf-8", "surrogatepass") if "\ud800" in value or "\udfff" in value else value


def body(random: random.Random) -> Any:
    """A JSON body with something else wherever a value may stand."""
    terms: Any = [random.choice((text(random), random.choice(VALUES))) for _ in range(random.randint(0, 3))]
    if random.random() < 0.2:
        terms = random.choice(VALUES)
    given = {name: value for name, value in options(random).items() if isinstance(value, str)}
    made = {random.choice(("q", "ids", "q")): terms, **given}
    if random.random() < 0.4:
        made[random.choice((*LISTS, *OTHERS))] = random.choice(VALUES)
    return made if random.random() < 0.95 else random.choice(VALUES)


def request(random: random.Random) -> dict[str, Any]:
    """Arguments for a test client."""
    kind, base = random.random(), f"/v1/{TYPE}"
    if kind < 0.45:
        given = {"q": sendable(text(random)), **options(random)}
        return {"path": f"{base}/query", "query_string": given}
    if kind < 0.6:
        id = quote(text(random).encode("utf-8", "surrogatepass"), safe="")
        return {"path": f"{base}/{id}", "query_string": options(random)}
    if kind < 0.85:
        return {"path": random.choice((f"{base}/query", base)), "method": "POST", "json": body(random)}
    if kind < 0.9:
        given = {"q": sendable(text(random)), **options(random)}
        plain = {name: value for name, value in given.items() if isinstance(value, str)}
        return {"path": f"{base}/query", "method": "POST", "data": plain}
    if kind < 0.95:
        return {"path": f"{base}/suggest", "query_string": {"q": sendable(text(random)), **options(random)}}
    path = random.choice(("/metadata", "/metadata/fields", "/status", f"{base}/metadata/fields"))
    given = {"prefix": sendable(text(random)), "search": sendable(text(random))}
    return {"path": path, "query_string": {**given, **options(random)}}


def fill(url: str) -> None:
    """The tables of a schema that nobody made for us."""
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in SCHEMA:
            connection.exec_driver_sql(statement.format(json=JSON_TYPE[engine.dialect.name]))
        for n in range(ROWS):
            flag = ("FALSE", "TRUE", "NULL")[n % 3]
            tags, doc = '["a", "b"]' if n % 2 else '"a"', f'"o": {{"k": "k{n % 3}"}}'
            values = f"'T:{n}', 'thing number {n} of many', 'C{n % 7}', {n}, {n / 4}, {flag}, '2020-0{1 + n % 9}-11'"
            document = f"'{{\"tags\": {tags}, {doc}}}'"
            connection.exec_driver_sql(f"INSERT INTO thing VALUES ({values}, {n % 3}, {document})")
            connection.exec_driver_sql(f"INSERT INTO alias VALUES ('T:{n}', 'w{n % 5}'), ('T:{n}', 'v{n}')")
    engine.dispose()


def application(url: str, folder: str) -> Any:
    """The service on a filled database."""
    from searchapp import create_app

    types = {TYPE: {"tables": TABLES, "default_fields": ["name", "code"], "suggest_fields": ["code", "alias.word"]}}
    settings = {"BACKEND": "sql", "SQL_URL": url, "INSTANCE": folder, "SECRET_KEY": "k", "ALLOW_NESTED_QUERY": True}
    return create_app({**settings, "ITEM_TYPES": types})


def fuzz(app: Any, count: int, seed: int) -> tuple[collections.Counter[int], list[str], float]:
    """How often each status was answered, what must not be, and the longest time."""
    client, source = app.test_client(), random.Random(seed)
    statuses: collections.Counter[int] = collections.Counter()
    bad: list[str] = []
    longest = 0.0
    for _ in range(count):
        sent = request(source)
        start = time.monotonic()
        answer = client.open(**sent)
        shown = answer.data
        seconds = time.monotonic() - start
        if seconds > max(longest, SLOW):
            print(f"{seconds:.1f} s: {answer.status_code} {sent!r}"[:500])
        longest = max(longest, seconds)
        statuses[answer.status_code] += 1
        if answer.status_code >= 500 or SECRET.encode() in shown or b"SELECT thing" in shown:
            bad.append(f"{answer.status_code} {sent!r} {shown[:300]!r}")
    total = client.get(f"/v1/{TYPE}/query?size=0").json["total"]
    return statuses, bad if total == ROWS else [*bad, f"{total} rows are left of {ROWS}"], longest


@contextlib.contextmanager
def databases(url: str | None, folder: str) -> Iterator[dict[str, str]]:
    """Addresses of empty databases by name."""
    from tests.services.postgres import Postgres, make_database

    if url:
        yield {"postgresql": make_database(url)}
        return
    server = Postgres()
    try:
        yield {"sqlite": f"sqlite:///{folder}/things.db", "postgresql": make_database(server.url)}
    finally:
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--url", help="address of a PostgreSQL server; without it one is started, and SQLite asked too")
    given = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder, databases(given.url, folder) as urls:
        for name, url in urls.items():
            fill(url)
            app = application(url, folder)
            statuses, bad, longest = fuzz(app, given.count, given.seed)
            app.extensions["searchapp"].backend.close()
            print(*bad[:20], sep="\n")
            answered = ", ".join(f"{code}: {number}" for code, number in sorted(statuses.items()))
            print(f"{name}: {given.count} requests, {len(bad)} that must not be; {answered}; longest {longest:.2f} s")
            failed = failed or bool(bad)
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
