"""Guesses for a table of SQLite without settings which columns are prose, and which hold names in any case."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, Connection, String, Table, distinct, func, select
from sqlalchemy.exc import DatabaseError

WORD_SEARCH = "word_search"
"""The key of the columns whose values are compared as complete values, and are searched by words, too."""
SAMPLE_SIZE = 1000
MIN_PROSE_LENGTH = 60.0
"""A column is prose, and is searched by words, if its values have at least this many characters on average."""
MIN_UNIQUE_SHARE = 0.5
"""The share of different values above which values are names. Other values are counted, so their case is kept."""
MIN_SHARE_WITH_BLANK = 0.5
"""Queries find single words of a column if at least this share of its values has a blank, even if they are not names:
`In stock`."""


def with_guesses(connection: Connection, table: Table, entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """The entry of a table, with `text`, `lower` and WORD_SEARCH if it names nothing but the table."""
    texts = [column for column in table.columns if is_text(column)]
    if connection.dialect.name != "sqlite" or set(entry) != {"table"} or not texts:
        return entry
    sample = select(*texts).limit(SAMPLE_SIZE).subquery()
    lengths = (func.avg(func.length(column)) for column in sample.columns)
    counts = (func.count(distinct(column)) * 1.0 / func.count(column) for column in sample.columns)
    blanks = (func.avg(func.trim(column).like("% %")) for column in sample.columns)
    try:
        found = connection.execute(select(*lengths, *counts, *blanks)).one()
    except DatabaseError:
        return entry
    width = len(texts)
    of_each = zip(texts, found[:width], found[width : 2 * width], found[2 * width :], strict=True)
    known = {str(column.name): [value or 0 for value in about] for column, *about in of_each}
    prose = [name for name, (length, _, _) in known.items() if length >= MIN_PROSE_LENGTH]
    names = [name for name, (_, share, _) in known.items() if share > MIN_UNIQUE_SHARE and name not in prose]
    several = [name for name, (_, _, blank) in known.items() if blank >= MIN_SHARE_WITH_BLANK and name not in prose]
    return {**entry, "text": prose, "lower": names, WORD_SEARCH: [*names, *several]}


def is_text(column: Column[Any]) -> bool:
    """Whether a column holds texts, and is neither a key nor a foreign key."""
    return isinstance(column.type, String) and not column.primary_key and not column.foreign_keys
