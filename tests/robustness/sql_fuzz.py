"""Random and hostile requests to the API on a SQL database: `python -m tests.robustness.sql_fuzz 5000` prints figures.

None may show what stands in another table or name one. The tables are plain ones with joins, JSON, dates and texts;
without `--url` SQLite and a PostgreSQL server of its own are asked.
"""

import contextlib
import tempfile
from collections.abc import Generator, Iterator
from typing import Any

from sqlalchemy import create_engine

from tests.robustness.random_requests import COUNT, TYPE, Words, main

SECRET = "only an injection finds this"
TABLES = [
    {"table": "thing", "lower": ["code"], "text": ["name"]},
    {"table": "place", "on": {"id": "place_id"}, "as": "place"},
    {"table": "alias", "on": {"thing_id": "id"}, "as": "alias", "many": True},
]
JSON_TYPE = {"sqlite": "JSON", "postgresql": "JSONB", "mysql": "JSON"}
TEXT_TYPE = {"sqlite": "TEXT", "postgresql": "TEXT", "mysql": "VARCHAR(100)"}
SCHEMA = (
    "CREATE TABLE thing (id {text} PRIMARY KEY, name {text}, code {text}, n BIGINT, x DOUBLE PRECISION, flag BOOLEAN,"
    " made DATE, place_id INTEGER, doc {json})",
    "CREATE TABLE place (id INTEGER PRIMARY KEY, town {text})",
    "CREATE TABLE alias (thing_id {text}, word {text})",
    "CREATE TABLE secrets (id {text} PRIMARY KEY, name {text})",
    f"INSERT INTO secrets VALUES ('secret', '{SECRET}')",
    "INSERT INTO place VALUES (0, 'Ulm'), (1, 'Bonn'), (2, NULL)",
    "CREATE INDEX thing_code ON thing (code)",
)

# fmt: off
WORDS = Words(
    fields=("_id", "id", "name", "code", "n", "x", "flag", "made", "place.town", "alias.word", "tags", "o.k"),
    names=(
        "secrets.name", 'code"; DROP TABLE thing; --', "code') OR 1=1 --", "thing.code", "rowid", "ctid", "doc",
        "doc->>'o'", "o.$", 'o."k', "sqlite_master", "pg_user.usename", "-n; --",
    ),
    pieces=(
        "' OR '1'='1", '" OR ""="', "'; DROP TABLE thing; --", "') UNION SELECT name FROM secrets --",
        "1; SELECT pg_sleep(5)", "/* */", "%s", "%(id)s", ":id", "$1", "{q}", "MATCH 'x'", "NEAR(a b)", "a & b | !c",
        "<->", "x:[0 TO 1e400]", "made:[2020 TO 2021-02]", "made:>2020-02-30", "flag:true", "alias.word:w1",
        "place.town:Ulm", "secrets.name:*", "99999999-9999-9999-9999-999999999999",
    ),
    values=({"text": "' OR 1=1 --"}, ["' OR 1=1 --"], {"a": {"b": "'"}}),
    options={
        "size": ("10; --",), "from": ("' --",), "facet_size": ("1)",), "fetch_all": ("true", "'"),
        "scroll_id": ("x", "' OR 1=1", ".eJw"), "search_after": ("*", "' --", "W10.x"), "generation": ("' --", "x.y"),
        "userquery": ("' OR 1=1 --", "x"), "jmespath": ("alias|[?word=='w1']",), "item_type": ("secrets", "' --"),
        "highlight": ("true", "name", "' --"), "analyzer": ("simple'; --",), "tables": ("secrets",), "total": ("'",),
    },
    hidden=(SECRET.encode(), b"SELECT thing"),
)
# fmt: on


def fill(url: str) -> None:
    """The tables of a schema that nobody made for us."""
    engine = create_engine(url)
    name = engine.dialect.name
    with engine.begin() as connection:
        for statement in SCHEMA:
            connection.exec_driver_sql(statement.format(json=JSON_TYPE[name], text=TEXT_TYPE[name]))
        for n in range(COUNT):
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
    settings = {
        "BACKEND": "sql",
        "SQL_URL": url,
        "INSTANCE": folder,
        "SECRET_KEY": "k" * 32,
        "ALLOW_NESTED_QUERY": True,
        "DEFAULT_ITEM_TYPE": TYPE,
    }
    return create_app({**settings, "ITEM_TYPES": types})


@contextlib.contextmanager
def databases(url: str | None, folder: str) -> Iterator[dict[str, str]]:
    """Addresses of empty databases by name."""
    from tests.services.postgres import Postgres
    from tests.services.sql_database import make_database

    if url:
        yield {"postgresql": make_database(url)}
        return
    server = Postgres()
    try:
        yield {"sqlite": f"sqlite:///{folder}/things.db", "postgresql": make_database(server.url)}
    finally:
        server.stop()


def applications(url: str | None) -> Generator[tuple[str, Any], None, None]:
    """The service on each of the databases, by name."""
    with tempfile.TemporaryDirectory() as folder, databases(url, folder) as urls:
        for name, address in urls.items():
            fill(address)
            app = application(address, folder)
            yield name, app
            app.extensions["searchapp"].backend.close()


if __name__ == "__main__":
    main(__doc__, WORDS, applications)
