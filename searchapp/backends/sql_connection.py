"""Statements on a SQL database, on connections that cannot write, within a time; failures as PipelineError."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, exc, make_url

from .deadline import too_late
from .pool import PerProcess
from .sql_bare import STEPS, UNEVEN, Bares
from .sql_dialects import Dialect, dialect_of
from .sql_engine import make_engine, milliseconds
from .sql_errors import is_lost, pipeline_error
from .sql_watch import Watch

Result = TypeVar("Result")

FAILURES = (exc.SQLAlchemyError, OSError, OverflowError, UnicodeError)


class Database:
    """A SQL database: `run` gives what some work on a connection gives, within a time."""

    def __init__(self, url: str, options: Mapping[str, Any] | None = None, timeout: float = 10):
        self.timeout = timeout
        self.dialect: Dialect = dialect_of(make_url(url).get_backend_name())
        self.engine = PerProcess(lambda: make_engine(url, options, timeout))
        self.watch = PerProcess(Watch)
        self.bares = PerProcess(lambda: Bares(self.engine(), options or {}, timeout, self.watch()))

    def close(self) -> None:
        """Lets go of the connections of this process."""
        self.bares().close()
        self.engine().dispose()

    def run(self, work: Callable[[Connection], Result], end: float) -> Result:
        """What `work` gives; a lost connection is replaced once."""
        return self.tried(self.once, work, end)

    def run_bare(self, work: Callable[[Any], Result], end: float) -> Result:
        """What `work` gives on a cursor of the driver; for statements that are made once and sent often."""
        return self.tried(self.once_bare, work, end)

    def tried(self, attempt: Callable[[Any, float], Result], work: Any, end: float) -> Result:
        try:
            return attempt(work, end)
        except FAILURES as error:
            if not is_lost(error) or time.monotonic() >= end:
                raise pipeline_error(error, time.monotonic() >= end, self.timeout) from error
        try:
            return attempt(work, end)
        except FAILURES as error:
            raise pipeline_error(error, time.monotonic() >= end, self.timeout) from error

    def once_bare(self, work: Callable[[Any], Result], end: float) -> Result:
        now = time.monotonic()
        if now >= end:
            raise too_late(self.timeout)
        bares = self.bares()
        bare = bares.take()
        try:
            bare.limit(now, end)
            found = work(bare.cursor)
        except bare.failure as error:
            bare.unwatched()
            raise bares.failed(bare, error) from error
        except BaseException:
            bare.unwatched()
            bare.close()
            raise
        bare.unwatched()
        bares.give_back(bare)
        return found

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
        with self.watch().over(raw.fileno(), end):
            if abs(info.get("limit", self.timeout) - left) > UNEVEN:
                connection.exec_driver_sql(f"SET statement_timeout = {milliseconds(left)}")
                info["limit"] = left
            yield
