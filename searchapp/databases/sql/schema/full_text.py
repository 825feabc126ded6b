"""The full-text index of a table: a tsvector column, an FTS5 table, or FULLTEXT of MySQL."""

import re
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Table, inspect, table
from sqlalchemy.dialects.postgresql import TSVECTOR

from ..dialects import Column, Dialect
from .collection import ALL, Collection
from .fields import Field
from .reflection import fts_columns, full_texts, hidden_column
from .wrong_settings import WrongSetting

Entry = Mapping[str, Any]


def add_full_text(made: Collection, connection: Connection, base: Table, entry: Entry, dialect: Dialect) -> None:
    """Add the field `all` on the full-text index of the database, if there is one."""
    named = entry.get("full_text")
    vectors = [c for c in base.columns if isinstance(c.type, TSVECTOR)]
    vector = next((c for c in vectors if named in (None, c.name)), None)
    made.properties.setdefault(ALL, {"type": "text"})
    if vector is not None:
        note_searched(made, columns_of_vector(connection, base, str(vector.name)))
        made.fields[ALL] = Field(ALL, "text", vector, language=language(entry), parted=made.loaded)
    elif dialect.name == "sqlite":
        add_fts_table(made, connection, base, named)
    for names in full_texts(connection, base):
        add_indexed(made, [made.columns[name] for name in names if name in made.columns], names)


def add_fts_table(made: Collection, connection: Connection, base: Table, named: str | None) -> None:
    """Add the FTS5 table of SQLite: its columns are texts. Its name is given, or that of the table with `_fts`."""
    name = named or f"{base.name}_fts"
    columns = fts_columns(connection, name)
    if named and not columns:
        raise WrongSetting(f"'full_text' names {named}, which is not an FTS5 table")
    if not columns:
        return
    made.texts, made.rowid = table(name), hidden_column(base, "rowid")
    made.indexed_texts = frozenset(columns)
    if ALL in columns:
        note_searched(made, columns)
        made.fields[ALL] = Field(ALL, "text", made.key.column)
    for column in set(columns) & set(made.fields) - {ALL}:
        made.fields[column] = replace(made.fields[column], type="text")


def columns_of_vector(connection: Connection, base: Table, name: str) -> list[str]:
    """The columns whose words a generated tsvector column holds; empty if a trigger fills it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # types that SQLAlchemy does not know are texts here
        columns = inspect(connection).get_columns(base.name, base.schema)
    text = next((one["computed"]["sqltext"] for one in columns if one["name"] == name and "computed" in one), "")
    words = set(re.findall(r"[A-Za-z_]\w*", text)) | set(re.findall(r'"((?:[^"]|"")*)"', text))
    return [str(one["name"]) for one in columns if one["name"] in words]


def note_searched(made: Collection, names: Iterable[str]) -> None:
    """Note with `copy_to` that words without a field name are searched in these fields, unless a load noted it."""
    for name in () if made.loaded else names:
        *above, last = name.split(".")
        level = made.properties
        for each in above:
            level = level.get(each, {}).get("properties", {})
        if last in level and name != ALL:
            level[last]["copy_to"] = [ALL]


def add_indexed(made: Collection, columns: list[Column], names: list[str]) -> None:
    """Add the field of a full-text index of MySQL: its column, or `all` for several columns."""
    if len(names) > 1:
        made.fields[ALL] = Field(ALL, "text", made.key.column, indexed=tuple(columns))
        note_searched(made, names)
    elif columns and names[0] in made.fields:
        made.fields[names[0]] = replace(made.fields[names[0]], type="text", indexed=tuple(columns))


def language(entry: Entry) -> str:
    return str(entry.get("language", "simple"))
