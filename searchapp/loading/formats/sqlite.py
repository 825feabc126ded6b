"""Reads documents from a table of a SQLite database: one per row."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ..bad import LoadError
from ..sentences import few
from .source import Source

TABLES = """SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'
ORDER BY type, name"""
MAX_NAMED = 20


def read_sqlite(source: Source, on_bad: Callable[[str, int, str], None]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of the table that `source.sheet` names, else of the only one."""
    try:
        connection = sqlite3.connect(f"{Path(source.path).absolute().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise LoadError(f"{source.name}: {error}") from error
    try:
        table = chosen(source, [str(name) for (name,) in connection.execute(TABLES)])
        cursor = connection.execute('SELECT * FROM "' + table.replace('"', '""') + '"')
        names = [str(column[0]) for column in cursor.description]
        for number, row in enumerate(cursor, 1):
            yield number, {name: plain(value) for name, value in zip(names, row, strict=True) if value is not None}
    except sqlite3.Error as error:
        raise LoadError(f"{source.name}: {error}") from error
    finally:
        connection.close()


def chosen(source: Source, tables: list[str]) -> str:
    """The table to read. LoadError if several are possible."""
    if source.sheet in tables:
        return source.sheet
    if len(tables) == 1 and not source.sheet:
        return tables[0]
    wrong = f"has no table {source.sheet}" if source.sheet else f"has {len(tables)} tables"
    every = "" if source.sheet else f"; or serve all of them: searchapp serve {source.name}"
    raise LoadError(f"{source.name} {wrong}, give --sheet with one of {few(tables, most=MAX_NAMED)}{every}")


def plain(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes) else value
