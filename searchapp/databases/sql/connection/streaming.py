"""Reads the rows of a statement a few at a time, so that the driver never holds all of them."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from sqlalchemy import Connection, CursorResult, Select

ROWS = 100
"""Rows that are read at a time."""
DRIVERS = ("psycopg", "pymysql", "mysqldb")
"""Drivers that read all rows at once, if the statement does not ask for a few at a time."""


@contextmanager
def streamed(connection: Connection, statement: Select[Any]) -> Iterator[CursorResult[Any]]:
    """The rows of a statement; inside the `with` block the connection can run no other statement."""
    driver = connection.dialect.driver
    if driver in DRIVERS:
        statement = statement.execution_options(yield_per=ROWS)
    with transaction(connection) if driver == "psycopg" else nullcontext(), connection.execute(statement) as rows:
        yield rows


def transaction(connection: Connection) -> Any:
    """A transaction of psycopg, outside of which PostgreSQL has no cursors."""
    driver: Any = connection.connection.driver_connection
    return driver.transaction()
