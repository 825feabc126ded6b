"""Cursors of the driver itself on connections out of the pool: what is sent often pays for a checkout only once."""

import sqlite3
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from sqlalchemy import Engine, exc

from ...shared.deadline import too_late
from .engines import CONNECTIONS, limit
from .errors import is_ended
from .socket_watchdog import GRACE, Watch

Result = TypeVar("Result")

KEPT = CONNECTIONS // 2
STEPS = 1000
UNEVEN = 0.25


class Bare:
    """A cursor on a connection that left the pool until `close`; its next statement is given up at `end`."""

    def __init__(self, engine: Engine, watch: Watch, timeout: float):
        self.failure = engine.dialect.loaded_dbapi.Error
        try:
            self.pooled: Any = engine.raw_connection()
        except self.failure as error:
            raise exc.DBAPIError.instance("", None, error, self.failure) from error
        self.engine = engine
        raw: Any = self.pooled.dbapi_connection
        self.raw = raw
        self.cursor = raw.cursor()
        self.watch = watch
        self.timeout = timeout
        self.end = 0.0
        self.descriptor: int | None = None  # of the socket, where the database is not in this process
        if isinstance(raw, sqlite3.Connection):
            raw.set_progress_handler(self.is_late, STEPS)
        else:
            self.descriptor = raw.fileno()

    def is_late(self) -> bool:
        return time.monotonic() >= self.end

    def limit(self, left: float, descriptor: int) -> None:
        """Lets the database end what lasts longer, and shuts the connection of one that does not."""
        info = self.pooled.info
        self.watch.ends[self] = (self.end + GRACE, descriptor)
        if abs(info.get("limit", self.timeout) - left) > UNEVEN:
            self.cursor.execute(limit(self.engine.dialect, left))
            info["limit"] = left

    def unwatched(self) -> None:
        self.watch.ends.pop(self, None)

    def failed(self, error: Any) -> exc.DBAPIError:
        """The failure in the words of SQLAlchemy; a broken connection does not go back to the pool."""
        lost = is_ended(error) or self.engine.dialect.is_disconnect(error, self.raw, None)
        if lost:
            self.pooled.invalidate(error)
            self.engine.dispose()  # what broke one connection broke those that wait, too
        found = exc.DBAPIError.instance("", None, error, self.failure, connection_invalidated=lost)
        assert isinstance(found, exc.DBAPIError)
        return found

    def close(self) -> None:
        self.unwatched()
        self.pooled.close()


class Bares:
    """The cursors of a process that wait for their next statement; none waits where `options` say how to pool."""

    def __init__(self, engine: Engine, options: Mapping[str, Any], timeout: float, watch: Watch):
        self.engine = engine
        self.watch = watch
        self.timeout = timeout
        own_pool = any(name.startswith(("pool", "max_overflow", "creator")) for name in options)
        self.most = 0 if own_pool else KEPT
        self.waiting: list[Bare] = []

    def run(self, work: Callable[..., Result], now: float, end: float, given: tuple[Any, ...]) -> Result:
        """What `work` gives on a cursor; a lookup of SQLite takes some microseconds, so that each call counts."""
        if now >= end:
            raise too_late(self.timeout)
        try:
            bare = self.waiting.pop()
        except IndexError:
            bare = Bare(self.engine, self.watch, self.timeout)
        try:
            bare.end = end
            if bare.descriptor is not None:
                bare.limit(end - now, bare.descriptor)
            found = work(bare.cursor, *given)
        except bare.failure as error:
            raise self.failed(bare, error) from error
        except BaseException:
            bare.close()
            raise
        if bare.descriptor is not None:
            bare.unwatched()
        if len(self.waiting) < self.most:
            self.waiting.append(bare)
        else:
            bare.close()
        return found

    def failed(self, bare: Bare, error: Any) -> exc.DBAPIError:
        """What is raised for a failure; a broken connection takes those that wait with it."""
        found = bare.failed(error)
        bare.close()
        if found.connection_invalidated:
            self.close()
        return found

    def close(self) -> None:
        while self.waiting:
            self.waiting.pop().close()
