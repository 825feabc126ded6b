"""Reads documents from a table of a SQLite database: one per row."""

import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..bad import LoadError, OnBad
from ..sentences import first_names
from .source import Source

TABLES = """SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'
ORDER BY type, name"""
MAX_NAMED = 20


def read_sqlite(source: Source, on_bad: OnBad) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of the table that `source.sheet` names, else of the only one."""
    try:
        connection = sqlite3.connect(f"{Path(source.path).absolute().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise LoadError(f"{source.name}: {error}") from error
    try:
        table = chosen(source, {str(name): str(type) for name, type in connection.execute(TABLES)})
        cursor = connection.execute('SELECT * FROM "' + table.replace('"', '""') + '"')
        names = [str(column[0]) for column in cursor.description]
        for number, row in enumerate(cursor, 1):
            yield number, {name: json_value(value) for name, value in zip(names, row, strict=True) if value is not None}
    except sqlite3.Error as error:
        raise LoadError(f"{source.name}: {error}") from error
    finally:
        connection.close()


def chosen(source: Source, kinds: Mapping[str, str]) -> str:
    """The table or view to read, the only table where none is named. `kinds` has `table` or `view` by name.

    LoadError if several are possible.
    """
    tables = [name for name, kind in kinds.items() if kind == "table"] or [*kinds]
    if source.sheet and source.sheet in kinds:
        return source.sheet
    if len(tables) == 1 and not source.sheet:
        return tables[0]
    wrong = f"has no table or view {source.sheet}" if source.sheet else f"has {len(tables)} tables"
    every = "" if source.sheet else f"; or serve all tables: searchapp serve {source.name}"
    named = first_names(
        [name if kind == "table" else f"{name} (a view)" for name, kind in kinds.items()], most=MAX_NAMED
    )
    raise LoadError(f"{source.name} {wrong}, give --sheet with one of {named}{every}")


def json_value(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes) else value
