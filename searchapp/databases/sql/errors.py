"""Turns failures of SQL databases into PipelineErrors, by SQLSTATE or by the code of MySQL, MariaDB and SQLite.

Only errors that have no code of their own, most of SQLite and of connections, are recognized by their message.
"""

import logging
import re
import sqlite3
from typing import Any

from sqlalchemy import exc

from ...errors import ErrorKind, PipelineError, QueryTextError
from ..shared.deadline import too_late

log = logging.getLogger(__name__)

TOO_COMPLEX = QueryTextError("it is too complex for the database, use fewer words")
NOT_A_VALUE = PipelineError(400, "the query was refused: a value does not fit its field")
Answer = ErrorKind | PipelineError
CANCELLED = "57014"
ENDED = ("57P01", "57P02")
"""An administrator or a crash ended the connection; the driver still takes it for open."""
OLD_PLAN = "RevalidateCachedQuery"
"""The function of PostgreSQL that reports a prepared statement for a table that has been altered since."""
ALTERED = ("42703", "42P01", "42883", "42804")
"""Errors of a table that was altered after it was read; SQLite has the messages of NO_SUCH."""
NO_SUCH = re.compile("no such (table|column)")

MYSQL = {
    1040: "53300",
    1044: "42501",
    1045: "28000",
    1049: "3D000",
    1054: "42703",
    1139: "2201B",
    1142: "42501",
    1146: "42P01",
    1205: "55P03",
    1213: "40001",
    1292: "22007",
    1690: "22003",
    1792: "25006",
    1969: CANCELLED,
    2002: "08001",
    2003: "08001",
    2006: "08006",
    2013: "08006",
    3024: CANCELLED,
    3692: "2201B",
}
"""The SQLSTATEs of PostgreSQL for the error numbers of MySQL and MariaDB."""
SQLITE = {
    sqlite3.SQLITE_BUSY: "55P03",
    sqlite3.SQLITE_LOCKED: "55P03",
    sqlite3.SQLITE_INTERRUPT: CANCELLED,
    sqlite3.SQLITE_TOOBIG: "54000",
    sqlite3.SQLITE_CANTOPEN: "XX000",
    sqlite3.SQLITE_CORRUPT: "XX000",
    sqlite3.SQLITE_NOTADB: "XX000",
    sqlite3.SQLITE_READONLY: "XX000",
}
"""The SQLSTATEs of PostgreSQL for the result codes of SQLite."""

BY_SQLSTATE: tuple[tuple[str, Answer], ...] = (
    ("08", ErrorKind.UNAVAILABLE),
    ("22", NOT_A_VALUE),
    ("25006", ErrorKind.REFUSED),
    ("28", ErrorKind.REFUSED),
    ("3D", ErrorKind.REFUSED),
    ("3F", ErrorKind.NOT_LOADED),
    ("40", ErrorKind.OVERLOADED),
    ("42501", ErrorKind.REFUSED),
    ("42P01", ErrorKind.NOT_LOADED),
    ("42703", ErrorKind.NOT_LOADED),
    ("53", ErrorKind.OVERLOADED),
    ("54", TOO_COMPLEX),
    ("55", ErrorKind.OVERLOADED),
    ("57P03", ErrorKind.OVERLOADED),
    ("57", ErrorKind.UNAVAILABLE),
    ("58", ErrorKind.UNAVAILABLE),
    ("XX", ErrorKind.NOT_LOADED),
)
BY_WORDS: tuple[tuple[str, Answer], ...] = (
    (r"too many clients|remaining connection slots|starting up|shutting down", ErrorKind.OVERLOADED),
    (
        r"authentication failed|no password supplied|role .* does not exist|database .* does not exist",
        ErrorKind.REFUSED,
    ),
    (r"no such (table|column)|malformed", ErrorKind.NOT_LOADED),
    (r"user-defined function raised exception", TOO_COMPLEX),
    (r"too large|stack overflow|too many|too complex|parser stack", TOO_COMPLEX),
    (r"fts5: |unterminated string|integer overflow", NOT_A_VALUE),
)


class Altered(PipelineError):
    """The tables may have changed since they were reflected."""


def pipeline_error(error: BaseException, late: bool, timeout: float) -> PipelineError:
    """The error for a failure of the driver; `late` says that its time was over."""
    cause = getattr(error, "orig", None) or error
    state = state_of(cause)
    if state == CANCELLED or late:
        return too_late(timeout)
    answer = answer_to(error, cause, state)
    found = PipelineError.of(answer) if isinstance(answer, ErrorKind) else answer.copy()
    if found.code >= 500:
        log.warning("the database failed with %s: %s", state or type(cause).__name__, str(cause).strip()[:500])
    altered = state in ALTERED or NO_SUCH.search(str(cause))
    return Altered(found.code, found.summary, None, found.kind) if altered else found


def answer_to(error: BaseException, cause: BaseException, state: str) -> Answer:
    if isinstance(error, exc.TimeoutError):
        return ErrorKind.OVERLOADED
    for start, answer in BY_SQLSTATE:
        if state.startswith(start):
            return answer
    for words, answer in BY_WORDS:
        if re.search(words, str(cause)):
            return answer
    if isinstance(cause, sqlite3.DataError | OverflowError | UnicodeEncodeError):
        return NOT_A_VALUE
    if isinstance(error, exc.OperationalError | exc.InterfaceError | exc.ResourceClosedError):
        return ErrorKind.UNAVAILABLE
    return ErrorKind.INTERNAL if not isinstance(error, exc.DataError) else NOT_A_VALUE


def state_of(cause: Any) -> str:
    """The SQLSTATE that an error of a driver means; empty for an error without a known code."""
    if isinstance(cause, sqlite3.Error):
        return SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF, "")
    first = cause.args[0] if getattr(cause, "args", ()) else 0
    return getattr(cause, "sqlstate", None) or MYSQL.get(first if isinstance(first, int) else 0, "")


def is_ended(cause: Any) -> bool:
    """Whether the server has ended the connection or invalidated a prepared statement."""
    found_by = getattr(getattr(cause, "diag", None), "source_function", None)
    return getattr(cause, "sqlstate", None) in ENDED or found_by == OLD_PLAN


def is_connection_lost(error: BaseException) -> bool:
    """Whether the connection broke, so that a second try on another one may succeed."""
    return isinstance(error, exc.DBAPIError) and bool(error.connection_invalidated)
