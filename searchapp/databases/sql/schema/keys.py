"""The key of a table: the column or the columns whose values make the `_id` of a row.

A key of several columns makes one text: the values with `:` between them. Inside a value `~1` stands for `:` and `~0`
for `~`, as in JSON Pointer (RFC 6901), so that no two rows have the same id.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from sqlalchemy import Connection, Integer, String, Table, and_, cast, false, func, inspect, literal, tuple_

from ..dialects import Column, Condition, Dialect
from .fields import Field
from .reflection import PRIMARY_KEY, Entry, hidden_column, is_sqlite_table
from .types import comparable, type_name
from .wrong_settings import WrongSetting, no_column

SEPARATOR = ":"
ESCAPES = (("~", "~0"), (SEPARATOR, "~1"))
"""The escapes for characters inside a value, in the order of replacement."""
ROWIDS = ("rowid", "_rowid_", "oid")
COMPARED_BY_TYPE = ("keyword", "long")
"""Types of key columns that are compared by value, so that an index helps. Other types are compared as texts."""


@dataclass(frozen=True)
class CompositeKey(Field):
    """A key of several columns; `column` is the id as the database makes it."""

    parts: tuple[Field, ...] = ()

    @property
    def exact(self) -> bool:
        """False: an id must be split before it is looked up."""
        return False

    @property
    def order_columns(self) -> list[Column]:
        return [part.column for part in self.parts]

    def value(self, text: str) -> Any:
        """The id in the form of the database; None for a text that is not an id of this key."""
        values = self.values_of(text)
        return None if values is None else join_values([str(value) for value in values])

    def values_of(self, text: str) -> tuple[Any, ...] | None:
        """The value of each key column, None for a text that is not an id of this key."""
        texts = split_id(text)
        if len(texts) != len(self.parts):
            return None
        values = tuple(part.value(text) for part, text in zip(self.parts, texts, strict=True))
        return None if None in values else values

    def equals(self, dialect: Dialect, text: str) -> Condition:
        values = self.values_of(text)
        if values is None:
            return false()
        return and_(*(part.column == value for part, value in zip(self.parts, values, strict=True)))

    def among(self, dialect: Dialect, texts: Sequence[str]) -> Condition | None:
        """The condition that a row has one of these ids; None if no text is an id of this key."""
        values = list(dict.fromkeys(found for text in texts if (found := self.values_of(text)) is not None))
        return tuple_(*self.order_columns).in_(values) if values else None


def key_field(connection: Connection, base: Table, entry: Entry) -> Field:
    """The field `_id` of a table. WrongSetting if no key identifies its rows.

    In this order: the setting `key`, the primary key, a column `_id` or `id` in any case, a unique index, the rowid of
    SQLite.
    """
    columns = key_columns(connection, base, entry)
    if len(columns) == 1:
        return Field("_id", type_name(columns[0].type) or "keyword", comparable(columns[0]))
    parts = tuple(part_field(column) for column in columns)
    return CompositeKey("_id", "keyword", reduce(joined_columns, [escaped(part.column) for part in parts]), parts=parts)


def key_columns(connection: Connection, base: Table, entry: Entry) -> list[Any]:
    """The columns of the key, in the order of `key_field`. WrongSetting for an unknown column, or without a key."""
    given = entry.get("key")
    if given:
        names = [given] if isinstance(given, str) else list(given)
        for name in names:
            if name not in base.c:
                raise no_column(name, base, "key")
        return [base.c[name] for name in names]
    if base.info[PRIMARY_KEY]:
        return [base.c[name] for name in base.info[PRIMARY_KEY]]
    named = {name.lower(): name for name in reversed(base.c.keys())}
    for name in ("_id", "id"):
        if name in named:
            return [base.c[named[name]]]
    names = unique_columns(connection, base)
    if names:
        return [base.c[name] for name in names]
    return [rowid(connection, base)]


def unique_columns(connection: Connection, base: Table) -> list[str]:
    """The columns of the shortest unique index whose columns are never NULL; empty without one."""
    inspector = inspect(connection)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # indexes of expressions, which are left out
        indexes = [index for index in inspector.get_indexes(base.name, base.schema) if index.get("unique")]
    constraints = inspector.get_unique_constraints(base.name, base.schema)
    found: list[Any] = [one["column_names"] for one in [*constraints, *indexes] if is_complete(one)]
    usable = [names for names in found if names and not any(is_nullable(base, name) for name in names)]
    return min(usable, key=len, default=[])


def is_nullable(base: Table, name: str | None) -> bool:
    """Whether a column of an index may be NULL. None is an expression, which may be NULL."""
    return name is None or bool(base.c[name].nullable)


def is_complete(index: Any) -> bool:
    """Whether an index covers every row."""
    options = index.get("dialect_options", {})
    return not any(value is not None for name, value in options.items() if name.endswith("_where"))


def rowid(connection: Connection, base: Table) -> Column:
    """The rowid of SQLite; WrongSetting for a view and in other databases."""
    names = {name.lower() for name in base.columns.keys()}  # noqa: SIM118
    name = next((name for name in ROWIDS if name not in names), None)
    if name is None or not is_sqlite_table(connection, base.name):
        raise WrongSetting(f'the table {base.name} has neither a key nor a unique index: name its columns by "key"')
    return hidden_column(base, name, Integer())


def part_field(column: Any) -> Field:
    """The field of a key column. It is compared as text if its type cannot be compared with parts of an id."""
    kind = type_name(column.type) or "keyword"
    if kind in COMPARED_BY_TYPE:
        return Field(str(column.name), kind, comparable(column))
    return Field(str(column.name), "keyword", cast(column, String))


def escaped(column: Column) -> Column:
    """The expression for the text of a key column inside an id."""
    if isinstance(column.type, Integer):
        return cast(column, String)
    text: Column = cast(column, String)
    for sign, escape in ESCAPES:
        text = func.replace(text, sign, escape, type_=String)
    return text


def joined_columns(one: Column, other: Column) -> Column:
    return one.concat(literal(SEPARATOR)).concat(other)


def join_values(values: Sequence[str]) -> str:
    """The id that the texts of the key columns make."""
    return SEPARATOR.join(reduce(lambda text, pair: text.replace(*pair), ESCAPES, value) for value in values)


def split_id(id: str) -> list[str]:
    """The texts of the key columns in an id."""
    return [
        reduce(lambda text, pair: text.replace(*pair[::-1]), reversed(ESCAPES), part) for part in id.split(SEPARATOR)
    ]
