"""Facets by GROUP BY: one statement for each facet of the tree, the largest counts of each group first."""

import decimal
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_, case, distinct, func, literal, not_, or_, select
from sqlalchemy.sql.selectable import FromClause
from sqlalchemy.types import CHAR

from ....errors import PipelineError, quoted
from ....protocols import Facet
from ....querystring.facet_names import MISSING, RANGE, TERMS
from ..conditions import Where
from ..dialects import Column, Condition, Dialect
from ..dialects.like import ESCAPE, like
from ..rows import json_value
from ..schema.collection import Collection
from ..schema.fields import Field
from .groups import MAX_BUCKETS, OUTSIDE, finished, group_of

Run = Callable[[Select[Any]], list[Any]]
Key = tuple[Any, ...]
Counted = dict[str, Any]
"""A facet while it is counted: its `buckets`, and the numbers of rows with `other` values and without a value."""


def facets(
    run: Run, collection: Collection, dialect: Dialect, where: Condition, wanted: Mapping[str, Any]
) -> dict[str, Facet]:
    """The facets of the tree, by name, over the rows of the condition."""
    counter = Counter(run, collection, dialect, where, wanted["size"], wanted.get("kinds", {}))
    return {name: counter.counted(name, inner, ())[()] for name, inner in wanted["tree"].items()}


@dataclass(frozen=True, slots=True)
class Counter:
    """Counts the facets of one collection. `kinds` has the meaning of each name."""

    run: Run
    collection: Collection
    dialect: Dialect
    where: Condition
    size: int
    kinds: Mapping[str, Any]

    def about(self, name: str) -> Mapping[str, Any]:
        return self.kinds.get(name) or {"field": name, "kind": TERMS, "by": None}

    def counted(self, name: str, inner: Mapping[str, Any], above: tuple[str, ...]) -> dict[Key, Facet]:
        """The facet for each group of the facets around it, with the facets inside its buckets."""
        about = self.about(name)
        field = self.collection.fields.get(about["field"])
        found: dict[Key, Counted] = {}
        for *group, value, count, total in self.run(self.statement((*above, name))):
            facet = found.setdefault(tuple(group), empty(about))
            if value is None:
                facet["missing"] = count
            elif about["kind"] == RANGE and value == OUTSIDE:
                facet["other"] = count
            else:
                facet["buckets"].append({"term": term_value(value, field), "count": count, "value": value})
            if about["kind"] == TERMS:
                facet["other"] = int(total) - sum(bucket["count"] for bucket in facet["buckets"])
        if not above:
            found.setdefault((), empty(about))
        for facet in found.values():
            facet["buckets"] = finished(about, facet["buckets"])
        for below, deeper in inner.items():
            self.add_inside(found, below, self.counted(below, deeper, (*above, name)))
        return {group: facet_of(about, facet) for group, facet in found.items()}

    def add_inside(self, found: dict[Key, Counted], name: str, inner: dict[Key, Facet]) -> None:
        """Adds a facet to each bucket of the facets around it."""
        about = self.about(name)
        nothing = facet_of(about, {**empty(about), "buckets": finished(about, [])})
        for group, facet in found.items():
            for bucket in facet["buckets"]:
                bucket.setdefault("inside", {})[name] = inner.get((*group, bucket["value"]), nothing)

    def statement(self, names: tuple[str, ...]) -> Select[Any]:
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

    def joined(self, names: tuple[str, ...]) -> tuple[FromClause, list[Column], bool]:
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


def empty(about: Mapping[str, Any]) -> Counted:
    return {"buckets": [], "other": 0, "missing": 0}


def facet_of(about: Mapping[str, Any], found: Counted) -> Facet:
    """The facet of the answer: its terms with their counts, `other`, `missing` and `total`."""
    terms = [term_of(bucket) for bucket in found["buckets"]]
    total = sum(term["count"] for term in terms)
    missing = total if about["kind"] == MISSING else found["missing"]
    return {"_type": about["kind"], "terms": terms, "other": found["other"], "missing": missing, "total": total}


def term_of(bucket: Mapping[str, Any]) -> dict[str, Any]:
    """The term, its count, the ends of a range, and the facets inside it."""
    ends = {end: bucket[end] for end in ("from", "to") if end in bucket}
    return {"count": bucket["count"], "term": bucket["term"], **ends, **bucket.get("inside", {})}


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
