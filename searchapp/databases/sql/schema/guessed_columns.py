"""Guesses, for a table of SQLite that nobody described, which columns are prose, and which hold names in any case."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, Connection, String, Table, distinct, func, select
from sqlalchemy.exc import DatabaseError

WORDED = "worded"
"""The key of the columns whose values are compared as a whole, and whose words queries find too."""
SAMPLE = 1000
PROSE = 60.0
"""Characters of a column's values on average from which they are prose, and searched by words."""
UNIQUE = 0.5
"""The share of different values above which they are names. Others are counted, and shown as they are written."""


def with_guesses(connection: Connection, table: Table, entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """The entry of a table, with `text`, `lower` and WORDED if it names nothing but the table."""
    texts = [column for column in table.columns if is_text(column)]
    if connection.dialect.name != "sqlite" or set(entry) != {"table"} or not texts:
        return entry
    sample = select(*texts).limit(SAMPLE).subquery()
    counts = (func.count(distinct(column)) * 1.0 / func.count(column) for column in sample.columns)
    lengths = (func.avg(func.length(column)) for column in sample.columns)
    try:
        found = connection.execute(select(*lengths, *counts)).one()
    except DatabaseError:
        return entry
    about = zip(texts, found[: len(texts)], found[len(texts) :], strict=True)
    known = {str(column.name): (length or 0, share or 0) for column, length, share in about}
    prose = [name for name, (length, _) in known.items() if length >= PROSE]
    names = [name for name, (_, share) in known.items() if share > UNIQUE and name not in prose]
    return {**entry, "text": prose, "lower": names, WORDED: names}


def is_text(column: Column[Any]) -> bool:
    """Whether a column holds texts that are no key and lead to no other table."""
    return isinstance(column.type, String) and not column.primary_key and not column.foreign_keys
