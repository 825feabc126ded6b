"""The groups of facets: values, steps, ranges, periods, and rows without a value.

`group_of` is the expression that rows are grouped by, `finished` makes the buckets of a facet from its groups.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, assert_never

from sqlalchemy import Double, and_, case, cast

from ....formatters.facets import without_fraction
from ....querystring.facet_names import HISTOGRAM, MISSING, PERIODS, RANGE, TERMS, FacetKind
from ...shared import histogram_gaps
from ...shared.date_periods import iso, period
from ..dialects import Column, Dialect
from ..schema.fields import Field

OUTSIDE = -1
"""The group of the values outside of all ranges."""

MAX_BUCKETS = histogram_gaps.MAX_BUCKETS

About = Mapping[str, Any]
Bucket = dict[str, Any]


def group_of(about: About, field: Field, dialect: Dialect, value: Column) -> Column:
    """The group that a value belongs to."""
    kind: FacetKind = about["kind"]
    by = about["by"]
    if kind == HISTOGRAM:
        finite = value.between(-histogram_gaps.MAX_NUMBER, histogram_gaps.MAX_NUMBER)
        return case((finite, dialect.floor(cast(value, Double) / float(by))))
    if kind == RANGE:
        inside = [(and_(*within(each, field, value)), at) for at, each in enumerate(by)]
        return case(*inside, (value.is_not(None), OUTSIDE))
    if kind == PERIODS:
        return dialect.period(value if field.json else dialect.moment_of(value), by)
    if kind == TERMS or kind == MISSING:  # noqa: SIM109 - mypy does not read `in`
        return field.compared(value)
    assert_never(kind)


def within(ends: About, field: Field, value: Column) -> Iterator[Any]:
    """The conditions for a value in a range, whose upper end is excluded."""
    if "from" in ends:
        yield value >= bound(ends["from"], field)
    if "to" in ends:
        yield value < bound(ends["to"], field)


def bound(end: Any, field: Field) -> Any:
    """The end of a range, in the type that values of the field are compared with."""
    found = period(end) if isinstance(end, str) else None
    return field.date_value(found[0]) if found else end


def finished(about: About, found: list[Bucket]) -> list[Bucket]:
    """The buckets in order, with the empty ones between steps and periods."""
    kind: FacetKind = about["kind"]
    by = about["by"]
    if kind == TERMS:
        return found
    known = {each["value"]: each for each in found}
    if kind == MISSING:
        return [{**known.get(1, nothing(1)), "term": MISSING}]
    if kind == RANGE:
        return [{**known.get(at, nothing(at)), **range_bucket(each)} for at, each in enumerate(by)]
    if kind == HISTOGRAM:
        return [{**known.get(at, nothing(at)), "term": without_fraction(at * by)} for at in histogram_gaps.steps(known)]
    if kind == PERIODS:
        return [known.get(at, nothing(at)) for at in periods(known, by)]
    assert_never(kind)


def nothing(value: Any) -> Bucket:
    return {"term": value, "count": 0, "value": value}


def range_bucket(ends: About) -> Bucket:
    """The name and the ends of a range, of dates as moments."""
    shown = {name: range_end(ends[name]) for name in ("from", "to") if name in ends}
    return {"term": ends["key"], **shown}


def range_end(end: Any) -> Any:
    found = period(end) if isinstance(end, str) else None
    return iso(found[0]) if found else without_fraction(end)


def periods(known: Iterable[str], by: str) -> list[str]:
    """The beginnings of the periods from the first date to the last, without values that SQLite makes from numbers."""
    beginnings = (found[0] for text in known if (found := period(text)))
    return [iso(each) for each in histogram_gaps.periods(beginnings, by)]
