"""The values that facets count on MongoDB: fields with safe names, moments of dates, fields inside objects."""

from typing import Any

from ....builders import facet_syntax, field_checks
from ....querystring.facet_names import MISSING, RANGE
from ...shared.date_periods import iso, period
from ..query import filters as values

MAX_INSIDE = 50
"""Fields of an object that are read to see whether it has a value."""


def kind_of(facet: facet_syntax.Facet, fields: field_checks.Fields) -> dict[str, Any]:
    """The kind of a facet as JSON, in which the ends of date ranges are moments."""
    kind = {"kind": facet.kind, "field": facet.field, "by": facet.by, "type": field_checks.type_of(facet.field, fields)}
    if facet.kind == MISSING:
        return {**kind, "fields": values.leaves(facet.field, fields)[:MAX_INSIDE]}
    if facet_syntax.of_dates(facet):
        kind["type"] = "date"
    if facet.kind == RANGE and kind["type"] == "date":
        kind["by"] = [{end: moment(end, value) for end, value in each.items()} for each in facet.by]
    return kind


def moment(end: str, value: str) -> str:
    """The first moment of the date at an end of a range; its name stays."""
    found = None if end == "key" else period(value)
    return iso(found[0]) if found else value
