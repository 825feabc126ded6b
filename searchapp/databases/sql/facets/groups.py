"""The groups of facets as expressions by which rows are grouped: values, steps, ranges, periods."""

from collections.abc import Iterator
from typing import Any, assert_never

from sqlalchemy import Double, and_, case, cast

from ....querystring.facet_names import HISTOGRAM, MISSING, PERIODS, RANGE, TERMS, FacetKind
from ...shared.date_periods import period
from ...shared.facet_counts import MAX_NUMBER, OUTSIDE, About
from ..dialects import Column, Dialect
from ..schema.fields import Field


def group_of(about: About, field: Field, dialect: Dialect, value: Column) -> Column:
    """The group that a value belongs to."""
    kind: FacetKind = about["kind"]
    by = about["by"]
    if kind == HISTOGRAM:
        finite = value.between(-MAX_NUMBER, MAX_NUMBER)
        return case((finite, dialect.floor(cast(value, Double) / float(by))))
    if kind == RANGE:
        inside = [(and_(*in_range(each, field, value)), at) for at, each in enumerate(by)]
        return case(*inside, (value.is_not(None), OUTSIDE))
    if kind == PERIODS:
        return dialect.period(value if field.json else dialect.moment_of(value), by)
    if kind == TERMS or kind == MISSING:  # noqa: SIM109 - mypy does not read `in`
        return field.compared(value)
    assert_never(kind)


def in_range(ends: About, field: Field, value: Column) -> Iterator[Any]:
    """The conditions for a value in a range, whose upper end is excluded."""
    if "from" in ends:
        yield value >= bound(ends["from"], field)
    if "to" in ends:
        yield value < bound(ends["to"], field)


def bound(end: Any, field: Field) -> Any:
    """The end of a range, in the type that values of the field are compared with."""
    found = period(end) if isinstance(end, str) else None
    return field.date_value(found[0]) if found else end
