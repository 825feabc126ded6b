"""Statements on a SQL database, on connections that cannot write, within a time; failures as PipelineError."""

import os
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar
from urllib.parse import quote

import orjson
from sqlalchemy import Connection, Engine, create_engine, event, exc, make_url

from .deadline import too_late
from .pool import PerProcess
from .sql_dialects import Dialect, dialect_of
from .sql_errors import is_lost, pipeline_error

Result = TypeVar("Result")

FAILURES = (exc.SQLAlchemyError, OSError, OverflowError, UnicodeError)

CONNECTIONS = 16
POOL_WAIT = 2.0
GRACE = 0.3
STEPS = 1000
UNEVEN = 0.25


def make_engine(url: str, options: Mapping[str, Any] | None = None, timeout: float = 10) -> Engine:
    """The engine for reading; `options` are those of `create_engine` and win."""
    address = make_url(url)
    if address.drivername == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    name = address.get_backend_name()
    defaults: dict[str, Any] = {
        "json_deserializer": orjson.loads,
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
    return engine


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


class Database:
    """A SQL database: `run` gives what some work on a connection gives, within a time."""

    def __init__(self, url: str, options: Mapping[str, Any] | None = None, timeout: float = 10):
        self.timeout = timeout
        self.dialect: Dialect = dialect_of(make_url(url).get_backend_name())
        self.engine = PerProcess(lambda: make_engine(url, options, timeout))
        self.watch = PerProcess(Watch)

    def run(self, work: Callable[[Connection], Result], end: float) -> Result:
        """What `work` gives; a lost connection is replaced once."""
        return self.tried(lambda: self.once(work, end), end)

    def run_bare(self, work: Callable[[Any], Result], end: float) -> Result:
        """What `work` gives on a cursor of the driver; for statements that are made once and sent often."""
        return self.tried(lambda: self.once_bare(work, end), end)

    def tried(self, attempt: Callable[[], Result], end: float) -> Result:
        try:
            return attempt()
        except FAILURES as error:
            if not is_lost(error) or time.monotonic() >= end:
                raise pipeline_error(error, time.monotonic() >= end, self.timeout) from error
        try:
            return attempt()
        except FAILURES as error:
            raise pipeline_error(error, time.monotonic() >= end, self.timeout) from error

    def once_bare(self, work: Callable[[Any], Result], end: float) -> Result:
        if time.monotonic() >= end:
            raise too_late(self.timeout)
        engine = self.engine()
        failure = engine.dialect.loaded_dbapi.Error
        try:
            pooled = engine.raw_connection()
        except failure as error:
            raise exc.DBAPIError.instance("", None, error, failure) from error
        raw = pooled.dbapi_connection
        try:
            with self.limited_bare(pooled, end) as cursor:
                return work(cursor)
        except failure as error:
            lost = engine.dialect.is_disconnect(error, raw, None)
            if lost:
                pooled.invalidate(error)
            raise exc.DBAPIError.instance("", None, error, failure, connection_invalidated=lost) from error
        finally:
            pooled.close()

    @contextmanager
    def limited_bare(self, pooled: Any, end: float) -> Iterator[Any]:
        """A cursor of the driver that gives up at the end of the time."""
        raw = pooled.dbapi_connection
        if isinstance(raw, sqlite3.Connection):
            raw.set_progress_handler(lambda: time.monotonic() >= end, STEPS)
            yield raw.cursor()
            return
        left = end - time.monotonic()
        if abs(pooled.info.get("limit", self.timeout) - left) > UNEVEN:
            raw.cursor().execute(f"SET statement_timeout = {milliseconds(left)}")
            pooled.info["limit"] = left
        with self.watch().over(raw.fileno(), end + GRACE):
            yield raw.cursor()

    def once(self, work: Callable[[Connection], Result], end: float) -> Result:
        if time.monotonic() >= end:
            raise too_late(self.timeout)
        with self.engine().connect() as connection, self.limited(connection, end):
            return work(connection)

    @contextmanager
    def limited(self, connection: Connection, end: float) -> Iterator[None]:
        """Stops the database at the end of the time, and leaves one that is deaf to it."""
        raw = connection.connection.dbapi_connection
        assert raw is not None
        if isinstance(raw, sqlite3.Connection):
            raw.set_progress_handler(lambda: time.monotonic() >= end, STEPS)
            yield
            return
        if self.dialect.name != "postgresql":
            yield
            return
        left = end - time.monotonic()
        info = connection.info
        if abs(info.get("limit", self.timeout) - left) > UNEVEN:
            connection.exec_driver_sql(f"SET statement_timeout = {milliseconds(left)}")
            info["limit"] = left
        with self.watch().over(raw.fileno(), end + GRACE):
            yield


def milliseconds(seconds: float) -> int:
    return max(1, int(seconds * 1000))


class Watch:
    """Shuts the sockets of servers that do not answer: what stopped a server stops its own limits too."""

    def __init__(self) -> None:
        self.ends: dict[object, tuple[float, int]] = {}
        threading.Thread(target=self.look, daemon=True, name="searchapp-sql-watch").start()

    @contextmanager
    def over(self, descriptor: int, end: float) -> Iterator[None]:
        mark = object()
        self.ends[mark] = (end, descriptor)
        try:
            yield
        finally:
            self.ends.pop(mark, None)

    def look(self) -> None:
        while True:
            time.sleep(0.1)
            now = time.monotonic()
            for mark, (end, descriptor) in list(self.ends.items()):
                if end < now and mark in self.ends:
                    self.ends.pop(mark, None)
                    shut(descriptor)


def shut(descriptor: int) -> None:
    """Ends both directions of a connection, whoever waits on it."""
    try:
        with socket.socket(fileno=os.dup(descriptor)) as connection:
            connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
