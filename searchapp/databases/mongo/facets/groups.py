"""The groups that a document is counted in, as expressions of MongoDB 5: values, steps, periods, ranges, missing.

The value of an expression is the group of a document, or the list of its distinct groups; null or empty for none.
Dates may be stored as dates, as ISO texts or as milliseconds.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, assert_never

from ....builders import facet_syntax, field_checks
from ....querystring.facet_names import HISTOGRAM, MISSING, PERIODS, RANGE, TERMS, FacetKind
from ...shared.date_periods import iso, period
from ...shared.facet_counts import MAX_NUMBER, OUTSIDE, About
from ..query import filters as values

Expression = Any
FIRST, LAST = datetime(1, 1, 1, tzinfo=UTC), datetime(9998, 12, 31, tzinfo=UTC)
"""The moments that are counted; periods after them have no name."""
REST_OF_DATE = {4: "-01-01", 7: "-01"}

MAX_INSIDE = 50
"""Fields of an object that are read to see whether it has a value."""


def groups_of(about: About) -> Expression:
    """The groups of a document, by the kind of facet, its step, period or ranges (`by`), and the type of the field."""
    if about["kind"] == MISSING:
        found = {"$concatArrays": [distinct(values_of(name)) for name in about["fields"]]}
        return {"$cond": [{"$eq": [{"$size": found}, 0]}, [1], []]}
    if "." not in about["field"]:  # one value or a list: no list needs to be made of one
        field = f"${about['field']}"
        return {"$cond": [{"$isArray": field}, groups_in(about, field), group_of(about, field)]}
    return groups_in(about, values_of(about["field"]))


def groups_in(about: About, values: Expression) -> Expression:
    """The distinct groups of a list of values."""
    group = group_of(about, "$$each")
    groups = distinct(values if group == "$$each" else {"$map": {"input": values, "as": "each", "in": group}})
    return without_outside(groups) if about["kind"] == RANGE else groups


def distinct(values: Expression) -> Expression:
    return {"$setDifference": [values, [None]]}


def values_of(name: str) -> Expression:
    """The values of a field as a list, also where lists are on the way to a dotted field."""
    first, *rest = name.split(".")
    return values_inside(f"${first}", rest)


def values_inside(base: str, names: list[str]) -> Expression:
    as_list = {"$cond": [{"$isArray": [base]}, base, [base]]}
    if not names:
        return as_list
    inside = values_inside(f"$$this.{names[0]}", names[1:])
    return {"$reduce": {"input": as_list, "initialValue": [], "in": {"$concatArrays": ["$$value", inside]}}}


def group_of(about: About, value: str) -> Expression:
    """The group of one value, null for a value that cannot be counted."""
    kind: FacetKind = about["kind"]
    by = about["by"]
    if kind == HISTOGRAM:
        finite = between(value, -MAX_NUMBER, MAX_NUMBER)
        return where(finite, {"$floor": {"$divide": [{"$toDouble": value}, by]}})
    if about["type"] == "date" or kind == PERIODS:
        return {"$let": {"vars": {"date": date_of(value)}, "in": group_of_date(kind, by)}}
    if kind == RANGE:
        return where({"$isNumber": value}, range_number(by, value))
    if kind == TERMS or kind == MISSING:  # noqa: SIM109 - mypy does not read `in`
        return value
    assert_never(kind)


def group_of_date(kind: str, by: Any) -> Expression:
    """The group of the date in the variable `$$date`."""
    date = "$$date"
    truncated = {"$dateTrunc": {"date": date, "unit": by, "startOfWeek": "monday"}} if kind == PERIODS else date
    return where(between(date, FIRST, LAST), range_number(by, date) if kind == RANGE else truncated)


def range_number(ranges: Iterable[Mapping[str, Any]], value: str) -> Expression:
    """The position of the range that contains a value."""
    branches = [{"case": {"$and": list(ends(each, value))}, "then": at} for at, each in enumerate(ranges)]
    return {"$switch": {"branches": branches, "default": OUTSIDE}}


def ends(each: Mapping[str, Any], value: str) -> Iterable[Expression]:
    """The conditions for a value in a range, whose upper end is excluded."""
    for operator, end in (("$gte", each.get("from")), ("$lt", each.get("to"))):
        if end is not None:
            yield {operator: [value, datetime.fromisoformat(end) if isinstance(end, str) else end]}


def without_outside(groups: Expression) -> Expression:
    """The groups without OUTSIDE, unless OUTSIDE is the only group."""
    inside = {"$setDifference": ["$$found", [OUTSIDE]]}
    chosen = {"$cond": [{"$eq": ["$$found", [OUTSIDE]]}, "$$found", inside]}
    return {"$let": {"vars": {"found": groups}, "in": chosen}}


def date_of(value: str) -> Expression:
    """The date that a value means, null for other values."""
    lengths = [{"case": {"$eq": [{"$strLenCP": value}, length]}, "then": rest} for length, rest in REST_OF_DATE.items()]
    text = {"$concat": [value, {"$switch": {"branches": lengths, "default": ""}}]}
    ways = {"date": value, "string": {"$dateFromString": {"dateString": text, "onError": None, "onNull": None}}}
    branches = [{"case": {"$eq": [{"$type": value}, kind]}, "then": way} for kind, way in ways.items()]
    number = {"case": {"$isNumber": value}, "then": converted(converted(value, "long"), "date")}
    return {"$switch": {"branches": [*branches, number], "default": None}}


def converted(value: Expression, kind: str) -> Expression:
    return {"$convert": {"input": value, "to": kind, "onError": None, "onNull": None}}


def where(condition: Expression, value: Expression) -> Expression:
    return {"$cond": [condition, value, None]}


def between(value: str, low: Any, high: Any) -> Expression:
    """Whether a value is between two values of the same type. Values of other types and NaN are not."""
    return {"$and": [{"$gte": [value, low]}, {"$lte": [value, high]}]}


def kind_of(facet: facet_syntax.Facet, fields: field_checks.Fields) -> dict[str, Any]:
    """The kind of a facet as JSON, in which the ends of date ranges are moments."""
    kind = {"kind": facet.kind, "field": facet.field, "by": facet.by, "type": field_checks.type_of(facet.field, fields)}
    if facet.kind == MISSING:
        return {**kind, "fields": values.inner_fields(facet.field, fields)[:MAX_INSIDE]}
    if facet_syntax.of_dates(facet):
        kind["type"] = "date"
    if facet.kind == RANGE and kind["type"] == "date":
        kind["by"] = [{end: moment(end, value) for end, value in each.items()} for each in facet.by]
    return kind


def moment(end: str, value: str) -> str:
    """The first moment of the date at an end of a range; its name stays."""
    found = None if end == "key" else period(value)
    return iso(found[0]) if found else value
