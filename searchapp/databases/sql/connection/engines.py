"""Engines for reading: their connections cannot write, and end their waits with the request."""

import sqlite3
from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Engine, ExceptionContext, create_engine, event, make_url

from ..dialects import dialect_of, whole_words
from ..dialects.regexp import FUNCTION, matches
from ..dialects.sqlite_types import read_json
from ..errors import is_ended

MAX_CONNECTIONS = 16
MAX_POOL_WAIT = 2.0
DRIVERS = {"postgresql": "postgresql+psycopg", "mysql": "mysql+pymysql", "mariadb": "mariadb+pymysql"}
DATES = ("date", "timestamp", "timestamptz")
"""The types of PostgreSQL with values that Python cannot represent, such as `infinity` and years before 1."""


def make_engine(url: str, options: Mapping[str, Any] | None = None, timeout: float = 10) -> Engine:
    """The engine for reading. `options` of `create_engine`, and each of their `connect_args`, override the defaults."""
    address = address_of(url)
    options = dict(options or {})
    name = address.get_backend_name()
    defaults: dict[str, Any] = {
        "json_deserializer": read_json,
        "enable_from_linting": False,
        "pool_timeout": MAX_POOL_WAIT,
        "hide_parameters": True,
    }
    defaults |= {"pool_size": MAX_CONNECTIONS, "max_overflow": MAX_CONNECTIONS, "isolation_level": "AUTOCOMMIT"}
    defaults["pool_reset_on_return"] = None
    if address.get_driver_name() in ("psycopg", "pymysql", "mysqldb"):
        defaults["connect_args"] = {"connect_timeout": max(2, int(timeout / 2))}
    if name in ("mysql", "mariadb") and "connect_args" in defaults:
        defaults["connect_args"] |= {"read_timeout": int(timeout) + 1, "write_timeout": int(timeout) + 1}
    if name == "sqlite" and address.database:
        defaults["creator"] = lambda: open_file(str(address.database), timeout)
    if "connect_args" in defaults:
        options["connect_args"] = {**defaults["connect_args"], **options.get("connect_args", {})}
    engine = create_engine(address, **{**defaults, **options})
    event.listen(engine, "connect", lambda connection, _: prepared(connection, engine.dialect, timeout))
    event.listen(engine, "handle_error", drop_ended)
    return engine


def address_of(url: str) -> URL:
    """The address with the driver of our tests, if it names no driver."""
    address = make_url(url)
    driver = DRIVERS.get(address.drivername)
    return address.set(drivername=driver) if driver else address


def drop_ended(context: ExceptionContext) -> None:
    """Drops a connection that the server has ended, instead of returning it to the pool."""
    context.is_disconnect = context.is_disconnect or is_ended(context.original_exception)


def open_file(path: str, timeout: float) -> sqlite3.Connection:
    """A connection to an existing file; reading never makes a file."""
    address = f"file:{quote(path)}?mode=ro"
    return sqlite3.connect(address, uri=True, check_same_thread=False, timeout=min(timeout, MAX_POOL_WAIT))


def prepared(connection: Any, dialect: Any, timeout: float) -> None:
    """Makes a new connection read-only, with limits of time."""
    name, cursor = dialect.name, connection.cursor()
    for statement in dialect_of(name).read_only():
        cursor.execute(statement)
    if name == "sqlite":
        cursor.execute("PRAGMA case_sensitive_like = ON")
        connection.create_function(FUNCTION, 2, matches, deterministic=True)
        connection.create_function(whole_words.FUNCTION, 3, whole_words.has_words, deterministic=True)
        connection.text_factory = text_of
    if dialect.driver == "psycopg":
        accept_every_date(connection)
    if name == "postgresql":
        cursor.execute(limit(dialect, timeout))
        connection.commit()
        connection.autocommit = True
    cursor.close()


def text_of(data: bytes) -> str:
    """A text of SQLite, which may hold bytes that are not UTF-8. An error here would make its row unreadable."""
    return data.decode("utf-8", "replace")


def limit(dialect: Any, seconds: float) -> str:
    """The statement that limits the following statements to some seconds."""
    if dialect.name == "postgresql":
        return f"SET statement_timeout = {milliseconds(seconds)}"
    if getattr(dialect, "is_mariadb", False):
        return f"SET SESSION max_statement_time = {milliseconds(seconds) / 1000}"
    return f"SET SESSION max_execution_time = {milliseconds(seconds)}"


def descriptor(connection: Any) -> int:
    """The socket of a connection of the driver."""
    return int((connection if hasattr(connection, "fileno") else connection._sock).fileno())


def milliseconds(seconds: float) -> int:
    return max(1, int(seconds * 1000))


def accept_every_date(connection: Any) -> None:
    """Makes a connection of psycopg read every date. A date outside of Python's range becomes PostgreSQL's text."""
    for name in DATES:
        connection.adapters.register_loader(name, lenient(name))


@cache
def lenient(name: str) -> Any:
    """A loader of psycopg for a type that returns the text of a value that it cannot read."""
    from psycopg import DataError, adapters
    from psycopg.abc import AdaptContext, Buffer
    from psycopg.adapt import Loader
    from psycopg.pq import Format

    usual: Any = adapters.get_loader(adapters.types[name].oid, Format.TEXT)

    class Lenient(Loader):
        def __init__(self, oid: int, context: AdaptContext | None = None):
            super().__init__(oid, context)
            self.usual = usual(oid, context).load

        def load(self, data: Buffer) -> Any:
            try:
                return self.usual(data)
            except DataError:
                return bytes(data).decode()

    return Lenient
