"""Facets by GROUP BY: one statement for each facet of the tree, the largest counts of each group first."""

import decimal
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, case, distinct, func, literal, not_, or_, select
from sqlalchemy.sql.selectable import FromClause
from sqlalchemy.types import CHAR

from ....errors import PipelineError, quoted
from ....querystring.facet_names import MISSING, TERMS
from ...shared.date_periods import period
from ...shared.facet_counts import MAX_BUCKETS, About, FacetCounter, Groups, Key, Names
from ..conditions import Where
from ..dialects import Column, Condition, Dialect
from ..dialects.base import ESCAPE, like
from ..rows import json_value
from ..schema.collection import Collection
from ..schema.fields import Field
from .groups import group_of

Run = Callable[[Select[Any]], list[Any]]


class Counter(FacetCounter):
    """Counts the facets of one collection over the rows of a condition; `run` runs a statement."""

    def __init__(self, run: Run, collection: Collection, dialect: Dialect, where: Condition, wanted: Mapping[str, Any]):
        super().__init__(wanted)
        self.run = run
        self.collection = collection
        self.dialect = dialect
        self.where = where

    def groups(self, names: Names, around: Mapping[Key, Key]) -> dict[Key, Groups]:
        found: dict[Key, Groups] = {}
        for *group, value, count, every in self.run(self.statement(names)):
            known = found.setdefault(tuple(group), Groups(every=int(every)))
            if value is None:
                known.missing = count
            else:
                known.counts.append((value, count))
        return found

    def term_of(self, group: Any, about: About) -> Any:
        return term_value(group, self.collection.fields.get(about["field"]))

    def moment_of(self, group: Any) -> datetime | None:
        found = period(group)
        return found[0] if found else None

    def statement(self, names: Names) -> Select[Any]:
        """The statement that counts groups: the largest groups of values, or all groups of other kinds."""
        source, values, several = self.joined(names)
        kind, by = self.about(names[-1])["kind"], self.about(names[-1])["by"]
        key = self.collection.key.column
        count = func.count(distinct(key)) if several else func.count()
        labels = [f"p{number}" for number in range(len(names) - 1)]
        columns = [value.label(label) for value, label in zip(values, [*labels, "v"], strict=True)]
        known: list[Condition] = [value.is_not(None) for value in values[:-1]]
        if kind == TERMS and by is not None:
            known.append(or_(values[-1].is_(None), func.lower(values[-1]).like(like(by.lower()), escape=ESCAPE)))
        grouped = select(*columns, count.label("c")).select_from(source).where(self.where, *known)
        groups = grouped.group_by(*values).subquery("g")
        parts = [groups.c[label] for label in labels]
        by_size = [groups.c.c.desc()] if kind == TERMS else []
        order = (case((groups.c.v.is_(None), 1), else_=0), *by_size, groups.c.v)
        rank = func.row_number().over(partition_by=parts or None, order_by=order).label("r")
        total = func.sum(case((groups.c.v.is_not(None), groups.c.c), else_=literal(0)))
        ranked = select(groups, total.over(partition_by=parts or None).label("t"), rank).subquery("h")
        shown_columns = [ranked.c[label] for label in labels] + [ranked.c.v, ranked.c.c, ranked.c.t]
        most = self.size if kind == TERMS else MAX_BUCKETS + 1
        return (
            select(*shown_columns)
            .where(or_(ranked.c.r <= most, ranked.c.v.is_(None)))
            .order_by(*(ranked.c[label] for label in labels), ranked.c.r)
        )

    def joined(self, names: Names) -> tuple[FromClause, list[Column], bool]:
        """The joined tables with a row per counted value, the groups, and whether a document may have several rows."""
        source, several = self.collection.source, False
        values: list[Column] = []
        for number, about in enumerate(map(self.about, names)):
            if about["kind"] == MISSING:
                there = Where(self.collection, self.dialect).has_value(about["field"])
                values.append(case((not_(there), 1)))
                continue
            field = self.collection.fields.get(about["field"])
            if field is None:  # the table was removed after its fields were read
                raise PipelineError(400, f"aggs: no field is named {quoted(about['field'])}", {"keyword": "aggs"})
            several = several or not field.single
            if field.table is not None and field.on is not None:
                source = source.outerjoin(field.table, and_(field.on, field.column.is_not(None)))
            value = field.column
            if field.json:
                rows = field.values(self.dialect, f"f{number}")
                source = source.outerjoin(rows, rows.c.value.is_not(None))
                value = field.typed(self.dialect, rows.c.value)
            values.append(group_of(about, field, self.dialect, value))
        return source, values, several


def term_value(value: Any, field: Field | None) -> Any:
    """The value of a facet in the answer."""
    if field is None:
        return value
    if field.type == "boolean":
        return "true" if value in (True, 1, "true") else "false"
    if isinstance(value, decimal.Decimal):
        return int(value) if field.type == "long" and value == value.to_integral_value() else float(value)
    if isinstance(field.column.type, CHAR) and isinstance(value, str):
        return value.rstrip()
    return json_value(value)
