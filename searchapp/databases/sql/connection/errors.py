"""What callers are told when a SQL database fails: from SQLSTATEs and SQLite's words to PipelineError."""

import logging
import re
import sqlite3
from typing import Any

from sqlalchemy import exc

from ....errors import PipelineError
from ...shared.deadline import too_late
from ...shared.failures import NOT_LOADED, OVERLOADED, REFUSED, UNAVAILABLE, UNFORESEEN, Answer

log = logging.getLogger(__name__)

TOO_COMPLEX: Answer = (400, "q cannot be parsed: it is too complex for the database, use fewer words")
NOT_A_VALUE: Answer = (400, "the query was refused: a value does not fit its field")
CANCELLED = "57014"
ENDED = ("57P01", "57P02")
"""An administrator or a crash ended the connection; the driver still takes it for open."""
OLD_PLAN = "RevalidateCachedQuery"
"""Where PostgreSQL finds that a statement was prepared for a table that has been altered since."""
ALTERED = ("42703", "42P01", "42883", "42804")
"""A table is not as it was when it was looked at; SQLite says it in the words of NO_SUCH."""
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
"""The SQLSTATEs that PostgreSQL has for what MySQL and MariaDB number."""

BY_SQLSTATE: tuple[tuple[str, Answer], ...] = (
    ("08", UNAVAILABLE),
    ("22", NOT_A_VALUE),
    ("25006", REFUSED),
    ("28", REFUSED),
    ("3D", REFUSED),
    ("3F", NOT_LOADED),
    ("40", OVERLOADED),
    ("42501", REFUSED),
    ("42P01", NOT_LOADED),
    ("42703", NOT_LOADED),
    ("53", OVERLOADED),
    ("54", TOO_COMPLEX),
    ("55", OVERLOADED),
    ("57P03", OVERLOADED),
    ("57", UNAVAILABLE),
    ("58", UNAVAILABLE),
    ("XX", NOT_LOADED),
)
BY_WORDS: tuple[tuple[str, Answer], ...] = (
    (r"database (table )?is locked|busy", OVERLOADED),
    (r"too many clients|remaining connection slots|starting up|shutting down", OVERLOADED),
    (r"authentication failed|no password supplied|role .* does not exist|database .* does not exist", REFUSED),
    (r"unable to open|no such (table|column)|not a database|malformed|readonly database", NOT_LOADED),
    (r"user-defined function raised exception", TOO_COMPLEX),
    (r"too large|stack overflow|too many|too complex|too big|parser stack", TOO_COMPLEX),
    (r"fts5: |unterminated string|integer overflow", NOT_A_VALUE),
)


class Altered(PipelineError):
    """The tables may have changed since they were looked at."""


def pipeline_error(error: BaseException, late: bool, timeout: float) -> PipelineError:
    """The error for a failure of the driver; `late` when its time was over."""
    cause = getattr(error, "orig", None) or error
    state = getattr(cause, "sqlstate", None) or MYSQL.get(number_of(cause), "")
    if state == CANCELLED or "interrupted" in str(cause) or late:
        return too_late(timeout)
    code, summary = answer_to(error, cause, state)
    if code >= 500:
        log.warning("the database failed with %s: %s", state or type(cause).__name__, str(cause).strip()[:500])
    altered = state in ALTERED or NO_SUCH.search(str(cause))
    return Altered(code, summary) if altered else PipelineError(code, summary)


def answer_to(error: BaseException, cause: BaseException, state: str) -> Answer:
    if isinstance(error, exc.TimeoutError):
        return OVERLOADED
    for start, answer in BY_SQLSTATE:
        if state.startswith(start):
            return answer
    for words, answer in BY_WORDS:
        if re.search(words, str(cause)):
            return answer
    if isinstance(cause, sqlite3.DataError | OverflowError | UnicodeEncodeError):
        return NOT_A_VALUE
    if isinstance(error, exc.OperationalError | exc.InterfaceError | exc.ResourceClosedError):
        return UNAVAILABLE
    return UNFORESEEN if not isinstance(error, exc.DataError) else NOT_A_VALUE


def number_of(cause: Any) -> int:
    """The number that a driver of MySQL gives a failure, 0 for others."""
    first = cause.args[0] if getattr(cause, "args", ()) else 0
    return first if isinstance(first, int) else 0


def is_ended(cause: Any) -> bool:
    """Whether the server said that it ends the connection, or that a statement prepared in it is of no use any more."""
    found_by = getattr(getattr(cause, "diag", None), "source_function", None)
    return getattr(cause, "sqlstate", None) in ENDED or found_by == OLD_PLAN


def is_lost(error: BaseException) -> bool:
    """Whether the connection broke, so that another one may do better."""
    return isinstance(error, exc.DBAPIError) and bool(error.connection_invalidated)
