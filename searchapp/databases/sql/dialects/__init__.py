"""The dialects of SQL databases, which differ in values inside JSON, words of a text and the order of texts.

A value inside JSON is found by its path through objects and lists: `values` gives all of them as a JSON array, and
`each` the array as rows with one column, `value`.
"""

from .base import Column, Condition, Dialect
from .mysql import MysqlDialect
from .postgresql import PostgresDialect
from .sqlite import SqliteDialect

__all__ = ["Column", "Condition", "Dialect", "dialect_of"]

DIALECTS: dict[str, Dialect] = {
    dialect.name: dialect for dialect in (SqliteDialect(), PostgresDialect(), MysqlDialect())
}


def dialect_of(name: str) -> Dialect:
    """The dialect of this name; the dialect of SQLite for an unknown name."""
    return DIALECTS.get("mysql" if name == "mariadb" else name, DIALECTS["sqlite"])
