"""Facets by GROUP BY: one statement for each facet of the tree, the largest counts of each group first."""

import decimal
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Select, and_, case, distinct, func, literal, or_, select
from sqlalchemy.sql.selectable import FromClause
from sqlalchemy.types import CHAR

from .sql_dialects import Column, Condition, Dialect
from .sql_fields import Field
from .sql_rows import plain
from .sql_tables import Collection

Run = Callable[[Select[Any]], list[Any]]
Key = tuple[Any, ...]
Facet = dict[str, Any]


def facets(
    run: Run, collection: Collection, dialect: Dialect, where: Condition, wanted: Mapping[str, Any]
) -> dict[str, Facet]:
    """The facets of the tree, by name, over the rows of the condition."""
    counter = Counter(run, collection, dialect, where, wanted["size"])
    return {name: counter.counted(name, inner, ()).get((), empty()) for name, inner in wanted["tree"].items()}


class Counter:
    """Counts the values of one collection."""

    def __init__(self, run: Run, collection: Collection, dialect: Dialect, where: Condition, size: int):
        self.run = run
        self.collection = collection
        self.dialect = dialect
        self.where = where
        self.size = size

    def counted(self, name: str, inner: Mapping[str, Any], above: tuple[str, ...]) -> dict[Key, Facet]:
        """The facet for every group of values of the fields above it, each bucket with the facets inside it."""
        fields = [self.collection.fields[each] for each in (*above, name)]
        found: dict[Key, Facet] = {}
        for *group, value, count, total in self.run(self.statement(fields)):
            facet = found.setdefault(tuple(group), empty())
            if value is None:
                facet["missing"] = count
                continue
            facet["buckets"].append({"key": shown(value, fields[-1]), "count": count, "value": value})
            facet["other"] = int(total) - sum(bucket["count"] for bucket in facet["buckets"])
        for below, deeper in inner.items():
            self.add_inside(found, below, self.counted(below, deeper, (*above, name)))
        return found

    def add_inside(self, found: dict[Key, Facet], name: str, inner: dict[Key, Facet]) -> None:
        for group, facet in found.items():
            for bucket in facet["buckets"]:
                inside = inner.get((*group, bucket["value"]), empty())
                bucket.setdefault("facets", {})[name] = inside

    def statement(self, fields: list[Field]) -> Select[Any]:
        """The largest groups of values; a value of NULL counts the rows without one."""
        source, values = self.joined(fields)
        several = any(not field.single for field in fields)
        key = self.collection.key.column
        count = func.count(distinct(key)) if several else func.count()
        names = [f"p{number}" for number in range(len(fields) - 1)]
        columns = [value.label(name) for value, name in zip(values, [*names, "v"], strict=True)]
        known = [value.is_not(None) for value in values[:-1]]
        grouped = select(*columns, count.label("c")).select_from(source).where(self.where, *known)
        groups = grouped.group_by(*values).subquery("g")
        parts = [groups.c[name] for name in names]
        order = (case((groups.c.v.is_(None), 1), else_=0), groups.c.c.desc(), groups.c.v)
        rank = func.row_number().over(partition_by=parts or None, order_by=order).label("r")
        total = func.sum(case((groups.c.v.is_not(None), groups.c.c), else_=literal(0)))
        ranked = select(groups, total.over(partition_by=parts or None).label("t"), rank).subquery("h")
        shown_columns = [ranked.c[name] for name in names] + [ranked.c.v, ranked.c.c, ranked.c.t]
        return (
            select(*shown_columns)
            .where(or_(ranked.c.r <= self.size, ranked.c.v.is_(None)))
            .order_by(*(ranked.c[name] for name in names), ranked.c.r)
        )

    def joined(self, fields: list[Field]) -> tuple[FromClause, list[Column]]:
        """The tables with a row for every value of the fields, and these values."""
        source, values = self.collection.source, []
        for number, field in enumerate(fields):
            if field.single:
                values.append(field.shown(field.column))
            elif field.table is not None and field.on is not None:
                source = source.outerjoin(field.table, and_(field.on, field.column.is_not(None)))
                values.append(field.shown(field.column))
            else:
                rows = self.dialect.each(self.dialect.values(field.column, field.path), f"f{number}")
                source = source.outerjoin(rows, rows.c.value.is_not(None))
                values.append(field.shown(field.typed(self.dialect, rows.c.value)))
        return source, values


def empty() -> Facet:
    return {"buckets": [], "other": 0, "missing": 0}


def shown(value: Any, field: Field) -> Any:
    """The value as it stands in a facet."""
    if field.type == "boolean":
        return "true" if value in (True, 1, "true") else "false"
    if isinstance(value, decimal.Decimal):
        return int(value) if value == int(value) and field.type == "long" else float(value)
    if isinstance(field.column.type, CHAR):
        return value.rstrip()
    return plain(value)
