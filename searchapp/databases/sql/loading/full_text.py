"""The words of the documents of a loaded collection, as one text each; SQLite has them in an FTS5 table."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Table, Text, delete, func, select, table, text
from sqlalchemy import column as named_column

from ..dialects import Dialect
from ..schema.collection import ALL, DOCUMENT, in_quotes, names_in_all, value_fields
from ..schema.reflection import reflected

TOKENS = "tokenize = 'unicode61 remove_diacritics 0'"


def joined_values(made: Table, mapping: Mapping[str, Any], plain: Mapping[str, str], dialect: Dialect) -> Any:
    """The expression for the values of `all`, as one text."""
    names = names_in_all(mapping["properties"])
    parts: list[Any] = [func.coalesce(text_of(made, name, plain, dialect), "") for name in names] or [made.c._id]
    return joined_texts(parts)


def joined_texts(parts: list[Any]) -> Any:
    """The texts with a blank between two. They are joined in halves, because SQLite parses expressions 100 deep."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    return joined_texts(parts[:half]).op("||")(text("' '")).op("||")(joined_texts(parts[half:]))


def text_of(made: Table, name: str, plain: Mapping[str, str], dialect: Dialect) -> Any:
    if name in plain:
        return made.c[name].cast(Text)
    return dialect.values(made.c[DOCUMENT], name.split(".")).cast(Text)


def texts(mapping: Mapping[str, Any]) -> list[str]:
    """The fields with words, `all` last."""
    names = [name for name, entry in value_fields(mapping["properties"]) if entry["type"] == "text" and name != ALL]
    return [*names, ALL]


def index_texts(connection: Connection, name: str, mapping: Mapping[str, Any], dialect: Dialect) -> None:
    """Writes the words into a separate table, for databases that index them there."""
    if dialect.name != "sqlite":
        return
    words_table = in_quotes(name + "_fts")
    columns = ", ".join(in_quotes(field) for field in texts(mapping))
    connection.exec_driver_sql(f"DROP TABLE IF EXISTS {words_table}")
    connection.exec_driver_sql(f"CREATE VIRTUAL TABLE {words_table} USING fts5({columns}, {TOKENS})")
    fill_texts(connection, name, mapping, dialect, None)


def fill_texts(
    connection: Connection, name: str, mapping: Mapping[str, Any], dialect: Dialect, ids: list[str] | None
) -> None:
    """Write the words of some rows again; without `ids`, of all rows."""
    made = reflected(connection, name)
    plain = {c.name: "" for c in made.columns}
    fields = texts(mapping)
    values = [text_of(made, field, plain, dialect) for field in fields[:-1]]
    values.append(joined_values(made, mapping, plain, dialect))
    rows = select(text(f"{in_quotes(name)}.rowid"), *(value.label(f"t{n}") for n, value in enumerate(values)))
    rows = rows.select_from(made)
    words = table(name + "_fts", named_column("rowid"), *(named_column(field) for field in fields))
    if ids is not None:
        rows = rows.where(made.c._id.in_(ids))
        forget_texts(connection, made, ids)
    connection.execute(words.insert().from_select(["rowid", *fields], rows))


def forget_texts(connection: Connection, made: Table, ids: list[str]) -> None:
    """Remove the words of some rows."""
    words = table(made.name + "_fts", named_column("rowid"))
    chosen = select(text("rowid")).select_from(made).where(made.c._id.in_(ids))
    connection.execute(delete(words).where(words.c.rowid.in_(chosen)))
