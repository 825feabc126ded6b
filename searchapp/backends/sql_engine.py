"""Engines for reading: their connections cannot write, and wait no longer than a request may."""

import sqlite3
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import orjson
from sqlalchemy import Engine, ExceptionContext, create_engine, event, make_url

from .sql_dialects import dialect_of
from .sql_errors import is_ended
from .sql_loose import read_json

CONNECTIONS = 16
POOL_WAIT = 2.0


def make_engine(url: str, options: Mapping[str, Any] | None = None, timeout: float = 10) -> Engine:
    """The engine for reading; `options` are those of `create_engine` and win."""
    address = make_url(url)
    if address.drivername == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    name = address.get_backend_name()
    defaults: dict[str, Any] = {
        "json_deserializer": read_json if name == "sqlite" else orjson.loads,
        "enable_from_linting": False,
        "pool_timeout": POOL_WAIT,
        "hide_parameters": True,
    }
    defaults |= {"pool_size": CONNECTIONS, "max_overflow": CONNECTIONS, "isolation_level": "AUTOCOMMIT"}
    defaults["pool_reset_on_return"] = None
    if name == "postgresql":
        defaults["connect_args"] = {"connect_timeout": max(2, int(timeout / 2))}
    if name == "sqlite" and address.database:
        defaults["creator"] = lambda: open_file(str(address.database), timeout)
    engine = create_engine(address, **{**defaults, **(options or {})})
    event.listen(engine, "connect", lambda connection, _: prepared(connection, name, timeout))
    event.listen(engine, "handle_error", drop_ended)
    return engine


def drop_ended(context: ExceptionContext) -> None:
    """Keeps a connection out of the pool that the server has ended."""
    context.is_disconnect = context.is_disconnect or is_ended(context.original_exception)


def open_file(path: str, timeout: float) -> sqlite3.Connection:
    """A connection to a database that is there; reading never makes one."""
    address = f"file:{quote(path)}?mode=ro"
    return sqlite3.connect(address, uri=True, check_same_thread=False, timeout=min(timeout, POOL_WAIT))


def prepared(connection: Any, name: str, timeout: float) -> None:
    """Makes a new connection one that only reads, and gives up in time."""
    cursor = connection.cursor()
    for statement in dialect_of(name).read_only():
        cursor.execute(statement)
    if name == "sqlite":
        cursor.execute("PRAGMA case_sensitive_like = ON")
    if name == "postgresql":
        cursor.execute(f"SET statement_timeout = {milliseconds(timeout)}")
        connection.commit()
        connection.autocommit = True
    cursor.close()


def milliseconds(seconds: float) -> int:
    return max(1, int(seconds * 1000))
