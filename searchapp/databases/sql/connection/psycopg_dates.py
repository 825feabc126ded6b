"""Reads dates of PostgreSQL that Python cannot represent, such as `infinity` and years before 1, as texts."""

from functools import cache
from typing import Any

DATES = ("date", "timestamp", "timestamptz")


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
