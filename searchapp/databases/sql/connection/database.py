"""Statements on a SQL database, on connections that cannot write, within a time; failures as PipelineError."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, exc, make_url

from ...shared.deadline import too_late
from ...shared.per_process import PerProcess
from ..dialects import Dialect, dialect_of
from .dbapi_cursors import STEPS, UNEVEN, Bares
from .engines import descriptor, limit, make_engine
from .errors import is_lost, pipeline_error
from .socket_watchdog import Watch

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
        try:
            return self.once(work, end)
        except FAILURES as error:
            return self.again(lambda: self.once(work, end), error, end)

    def run_bare(self, work: Callable[..., Result], now: float, end: float, *given: Any) -> Result:
        """What `work` gives on a cursor of the driver; for statements that are made once and sent often."""
        try:
            return self.bares().run(work, now, end, given)
        except FAILURES as error:
            return self.again(lambda: self.bares().run(work, time.monotonic(), end, given), error, end)

    def again(self, attempt: Callable[[], Result], error: BaseException, end: float) -> Result:
        """What a second attempt gives where the first lost its connection."""
        if not is_lost(error) or time.monotonic() >= end:
            raise pipeline_error(error, time.monotonic() >= end, self.timeout) from error
        try:
            return attempt()
        except FAILURES as second:
            raise pipeline_error(second, time.monotonic() >= end, self.timeout) from second

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
        left = end - time.monotonic()
        info = connection.info
        with self.watch().over(descriptor(raw), end):
            if abs(info.get("limit", self.timeout) - left) > UNEVEN:
                connection.exec_driver_sql(limit(connection.dialect, left))
                info["limit"] = left
            yield
