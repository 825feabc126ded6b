"""Statements on a SQL database, on connections that cannot write, within a time; failures as PipelineError."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any, TypeVar

from sqlalchemy import Connection, CursorResult, Select, exc, make_url

from ...shared.deadline import too_late
from ...shared.per_process import PerProcess
from ..dialects import Dialect, dialect_of
from ..errors import is_connection_lost, is_ended, pipeline_error
from .engines import descriptor, limit, make_engine
from .socket_watchdog import Watch

Result = TypeVar("Result")

STEPS_PER_CHECK = 1000
"""Steps of SQLite's virtual machine between two checks of the time."""
MIN_LIMIT_CHANGE = 0.25
"""The statement limit of a connection is changed only if it differs from the time left by more than these seconds."""
FAILURES = (exc.SQLAlchemyError, OSError, OverflowError, UnicodeError)

ROWS_PER_READ = 100
"""Rows that are read at a time."""
DRIVERS = ("psycopg", "pymysql", "mysqldb")
"""Drivers that read all rows at once, if the statement does not ask for a few at a time."""


class Database:
    """A SQL database, with connections of its own in each process."""

    def __init__(self, url: str, options: Mapping[str, Any] | None = None, timeout: float = 10):
        self.timeout = timeout
        self.dialect: Dialect = dialect_of(make_url(url).get_backend_name())
        self.engine = PerProcess(lambda: make_engine(url, options, timeout))
        self.watch = PerProcess(Watch)

    def close(self) -> None:
        """Close the connections of this process."""
        self.engine().dispose()

    def run(self, work: Callable[[Connection], Result], end: float) -> Result:
        """The result of `work` on a connection; a lost connection is replaced once. PipelineError for a failure."""
        return self.attempt(self.connected, work, end)

    def run_raw(self, work: Callable[[Any], Result], end: float) -> Result:
        """Like `run`, with a cursor of the driver: for statements that are compiled once and sent often."""
        return self.attempt(self.with_cursor, work, end)

    def attempt(self, run: Callable[..., Any], work: Callable[[Any], Result], end: float) -> Result:
        """The result of `run`, which is called once more after a lost connection. PipelineError for a failure."""
        for last in (False, True):
            if time.monotonic() >= end:
                raise too_late(self.timeout)
            try:
                result: Result = run(work, end)
                return result
            except FAILURES as error:
                late = time.monotonic() >= end
                if last or late or not is_connection_lost(error):
                    raise pipeline_error(error, late, self.timeout) from error
        raise AssertionError("the last attempt returns or raises")

    def connected(self, work: Callable[[Connection], Result], end: float) -> Result:
        """The result of `work` on a connection of SQLAlchemy, whose statements end at `end`."""
        with self.engine().connect() as connection:
            pooled = connection.connection
            try:
                with self.limited(pooled, end):
                    return work(connection)
            except self.engine().dialect.loaded_dbapi.Error as error:  # of the time limit, not of SQLAlchemy
                raise self.failed(pooled, error) from error

    def with_cursor(self, work: Callable[[Any], Result], end: float) -> Result:
        """The result of `work` on a cursor of the driver, whose statements end at `end`."""
        engine = self.engine()
        failures = engine.dialect.loaded_dbapi.Error
        try:
            pooled = engine.raw_connection()
        except failures as error:
            raise exc.DBAPIError.instance("", None, error, failures) from error
        try:
            with self.limited(pooled, end):
                return work(pooled.cursor())
        except failures as error:
            raise self.failed(pooled, error) from error
        finally:
            pooled.close()

    def failed(self, pooled: Any, error: Any) -> exc.StatementError:
        """An error of the driver as SQLAlchemy raises it. A lost connection is not used again."""
        dialect = self.engine().dialect
        lost = is_ended(error) or dialect.is_disconnect(error, pooled.dbapi_connection, None)
        if lost:
            pooled.invalidate(error)
            self.engine().dispose()  # the other connections of the pool are lost for the same reason
        failures = dialect.loaded_dbapi.Error
        found: exc.StatementError = exc.DBAPIError.instance("", None, error, failures, connection_invalidated=lost)
        return found

    @contextmanager
    def limited(self, pooled: Any, end: float) -> Iterator[None]:
        """Ends the statements of a connection at `end`. The database does it, or the socket is closed if it hangs."""
        raw = pooled.dbapi_connection
        if isinstance(raw, sqlite3.Connection):
            raw.set_progress_handler(lambda: time.monotonic() >= end, STEPS_PER_CHECK)
            yield
            return
        left = end - time.monotonic()
        with self.watch().over(descriptor(raw), end):
            if abs(pooled.info.get("limit", self.timeout) - left) > MIN_LIMIT_CHANGE:
                pooled.cursor().execute(limit(self.engine().dialect, left))
                pooled.info["limit"] = left
            yield


@contextmanager
def streamed(connection: Connection, statement: Select[Any]) -> Iterator[CursorResult[Any]]:
    """The rows of a statement; inside the `with` block the connection can run no other statement."""
    driver = connection.dialect.driver
    if driver in DRIVERS:
        statement = statement.execution_options(yield_per=ROWS_PER_READ)
    with transaction(connection) if driver == "psycopg" else nullcontext(), connection.execute(statement) as rows:
        yield rows


def transaction(connection: Connection) -> Any:
    """A transaction of psycopg, outside of which PostgreSQL has no cursors."""
    driver: Any = connection.connection.driver_connection
    return driver.transaction()
