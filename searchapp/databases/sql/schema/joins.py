"""The tables that are joined to the base of a collection, or to a table joined before them.

A table joins one row to each row of the document, or many: these are a list of objects. A table that is joined to a
table of many rows adds its columns to the objects of that list.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Table, and_, type_coerce
from sqlalchemy.sql.selectable import FromClause
from sqlalchemy.types import JSON

from ..dialects import Column, Condition, Dialect
from .collection import Collection
from .wrong_settings import WrongSetting, no_column

Entry = Mapping[str, Any]


@dataclass(eq=False)
class ObjectList:
    """A joined table whose rows are a list of objects in the document, with the columns of an object."""

    name: str
    source: FromClause
    on: Condition
    columns: list[Column] = field(default_factory=list)


@dataclass(frozen=True)
class JoinedTable:
    """A table of a collection under the name of its settings; `many` is the list to whose objects it belongs."""

    table: Any
    original: Table
    """The table of the database, of which `table` is an alias."""
    many: ObjectList | None = None
    path: str = ""
    """The prefix of its columns in the names of fields: `order_line.product.`."""


class Joins:
    """The tables of one collection, in the order of its settings."""

    def __init__(self, made: Collection, base: Table, dialect: Dialect):
        self.made = made
        self.dialect = dialect
        self.base = base
        self.tables: dict[str, JoinedTable] = {base.name: JoinedTable(base, base)}

    def add(self, table: Table, entry: Entry) -> tuple[JoinedTable, list[Column]]:
        """Join a table, and return it with the columns that are new in the document. WrongSetting for a wrong entry."""
        if not isinstance(entry.get("on"), Mapping) or not entry["on"]:
            raise WrongSetting(
                f"'on' must join {table.name} by columns: {{column of {table.name}: column of the base table}}"
            )
        other: Any = table.alias()
        pairs = [(self.own_column(other, table, own), *self.column(theirs)) for own, theirs in entry["on"].items()]
        on = and_(*(own == theirs for own, theirs, _ in pairs))
        above = next((joined for _, _, joined in pairs if joined.many), pairs[0][2])
        name = entry.get("as")
        if entry.get("many"):
            joined = self.add_many(other, table, on, above, str(name or table.name))
        elif above.many:
            above.many.source = above.many.source.outerjoin(other, on)
            joined = JoinedTable(other, table, above.many, f"{above.path}{name}." if name else above.path)
        else:
            self.made.source = self.made.source.outerjoin(other, on)
            joined = JoinedTable(other, table, None, f"{name}." if name else "")
        for known in (entry.get("as"), table.name):
            if known:
                self.tables.setdefault(str(known), joined)
        return joined, [column for column in other.columns if column.name not in entry["on"]]

    def add_many(self, other: Any, table: Table, on: Condition, above: JoinedTable, name: str) -> JoinedTable:
        if above.many:
            raise WrongSetting(f"{table.name} is a list inside a list ('many' within 'many'), which is not supported")
        return JoinedTable(other, table, ObjectList(name, other, on), f"{name}.")

    def add_objects(self, joined: JoinedTable, columns: list[Column], name: str | None) -> None:
        """Adds the columns of a table to the objects of its list, directly or as an object `name`."""
        many = joined.many
        assert many is not None
        taken = {column.key for column in many.columns}
        new: list[Column] = [self.dialect.object(columns).label(name)] if name else list(columns)
        many.columns += [column for column in new if column.key not in taken]
        self.made.columns[many.name] = type_coerce(self.dialect.objects(many.source, many.columns, many.on), JSON)

    def own_column(self, other: Any, table: Table, name: str) -> Column:
        if name not in other.c:
            raise no_column(name, table, "on")
        column: Column = other.c[name]
        return column

    def column(self, name: str) -> tuple[Column, JoinedTable]:
        """The column of the base, or `table.column` of a table that is joined already."""
        if name in self.base.c:
            return self.base.c[name], self.tables[self.base.name]
        prefix, _, last = str(name).rpartition(".")
        joined = self.tables.get(prefix)
        if joined is not None and last in joined.table.c:
            return joined.table.c[last], joined
        if joined is not None:
            raise no_column(last, joined.table, "on")
        raise no_column(name, self.base, "on")
