"""The syntax of a facet: the text after the colon decides what is counted.

depth                       its values; with `facet_query`,         terms
                            values that contain this text
depth:5                     steps of 5                              histogram
depth:min..3..6..max        ranges between bounds, the upper one    range
                            belongs to the next
born:month                  periods                                 date_histogram
born:2019..2020..max        ranges between dates                    range
depth:missing               the documents without a value           missing
"""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple, assert_never

from ..errors import PipelineError, quoted
from ..querystring.facet_names import (
    HISTOGRAM,
    MISSING,
    OTHER,
    PERIOD_NAMES,
    PERIODS,
    RANGE,
    TERMS,
    WITHOUT,
    FacetKind,
    divided,
)
from ..querystring.field_types import DATE_TYPES, NUMBER_TYPES, TEXT_TYPES
from ..querystring.sub_fields import exact_field
from ..querystring.writing import regexp_text
from .field_checks import Fields, check_facets, check_known, refused, type_of

STEP = re.compile(r"\d{1,15}(\.\d{1,15})?", re.ASCII)
NUMBER = re.compile(r"-?\d{1,18}(\.\d{1,18})?", re.ASCII)
DATE = re.compile(r"\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d{3})?)?Z)?)?)?", re.ASCII)
FIRST_DAY = {4: "-01-01", 7: "-01"}
MAX_RANGES = 100

OF_ID = "cannot count the values of _id, every document has its own: choose another field"

Clause = dict[str, Any]


class Facet(NamedTuple):
    """A parsed facet: the field, the kind of count, and the bounds, step or period.

    For a terms facet, `by` is the text that the counted values contain; None counts all values.
    """

    text: str
    field: str
    kind: FacetKind
    by: Any = None


def facets(texts: Iterable[str], fields: Fields, facet_query: str | None = None) -> dict[str, Facet]:
    """The facet of each text, checked against the fields if they are known. Raises a 400 for an invalid facet.

    `facet_query` restricts the values of text facets.
    """
    found = {text: parse_facet(text, fields) for text in texts}
    for facet in found.values():
        check(facet, fields)
    return {text: containing(facet, facet_query, fields) for text, facet in found.items()} if facet_query else found


def containing(facet: Facet, text: str, fields: Fields) -> Facet:
    """The facet with only the values that contain the text. Facets of other values than texts do not change."""
    counts_texts = facet.kind == TERMS and type_of(facet.field, fields) in TEXT_TYPES
    return facet._replace(by=text) if counts_texts else facet


def pattern(text: str) -> str:
    """The regular expression of the search engines for values that contain the text, in upper or lower case."""
    return f".*{''.join(map(either_case, text))}.*"


def either_case(char: str) -> str:
    """The pattern of a character in upper or lower case."""
    cases = sorted({char, char.lower(), char.upper()})
    if len(cases) > 1 and all(len(case) == 1 for case in cases):
        return f"[{''.join(cases)}]"
    return regexp_text(char)


def parse_facet(text: str, fields: Fields) -> Facet:
    """The facet for a text. If a field has this name, with its colon, the text is the name of the field."""
    field, by = divided(text)
    if text in fields or ":" not in text:
        return Facet(text, exact_field(text, fields), TERMS)
    if by == MISSING:
        return Facet(text, field, MISSING)
    if by in PERIOD_NAMES:
        return Facet(text, field, PERIODS, by)
    if STEP.fullmatch(by) and float(by):
        return Facet(text, field, HISTOGRAM, number(by))
    ranges = bounds(by, type_of(field, fields)) if field and ".." in by else None
    if not ranges:
        raise syntax_error(text)
    if len(ranges) > MAX_RANGES:
        summary = f"aggs: {field} has {len(ranges)} ranges, at most {MAX_RANGES} are allowed: ask for steps instead"
        raise PipelineError(400, summary, {"keyword": "aggs", "max": MAX_RANGES, "num": len(ranges)})
    return Facet(text, field, RANGE, ranges)


def bounds(text: str, type: str | None) -> list[Clause] | None:
    """The ranges between the bounds, with their names; None if the bounds are not increasing numbers or dates."""
    texts = text.split("..")
    below, above = texts[0] == "min", texts[-1] == "max"
    inner = texts[below : len(texts) - above]
    values = dates(inner) or numbers(inner) if type in DATE_TYPES else numbers(inner) or dates(inner)
    if not values or any(low >= high for low, high in pairwise(values)):
        return None
    ends = [None] * below + values + [None] * above
    names = (f"{low}..{high}" for low, high in pairwise(texts))
    return [named_range(name, low, high) for name, (low, high) in zip(names, pairwise(ends), strict=True)]


def named_range(name: str, low: Any, high: Any) -> Clause:
    """A range of an aggregation with its name; None is an open end."""
    ends = {"from": low, "to": high}
    return {"key": name, **{end: value for end, value in ends.items() if value is not None}}


def numbers(texts: list[str]) -> list[Any] | None:
    """The numbers in the texts; None if one of the texts is not a number."""
    return [number(text) for text in texts] if all(NUMBER.fullmatch(text) for text in texts) else None


def dates(texts: list[str]) -> list[Any] | None:
    """The texts if all of them are dates, else None. Such texts sort like their dates."""
    return texts if all(DATE.fullmatch(text) and is_date(text) for text in texts) else None


def is_date(text: str) -> bool:
    """Whether a text is a date, or only a year or month."""
    try:
        datetime.fromisoformat(text + FIRST_DAY.get(len(text), ""))
    except ValueError:
        return False
    return True


def number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


def check(facet: Facet, fields: Fields) -> None:
    """Refuses fields that cannot be counted, and steps, ranges and periods for fields of other types."""
    if facet.field == "_id":
        raise refused("aggs", "_id", OF_ID)
    if not fields:
        return
    if facet.kind == MISSING:
        check_known("aggs", facet.field, fields)
        return
    check_facets([facet.field], fields)
    type = type_of(facet.field, fields)
    if facet.kind != TERMS and type not in (DATE_TYPES if of_dates(facet) else NUMBER_TYPES):
        raise refused(
            "aggs", facet.field, f"aggs: {quoted(facet.text)} cannot be counted, {alternative(facet.field, fields)}"
        )


def alternative(field: str, fields: Fields) -> str:
    """What to write for a field that has no values of the wanted type."""
    type = type_of(field, fields)
    if type_of(f"{field}.number", fields) == "double":
        return f"{field} holds texts too: write {field}.number:5"
    if type in DATE_TYPES:
        return f"{field} holds dates: write {field}:month or {field}:2019..2020..max"
    if type in NUMBER_TYPES:
        return f"{field} holds numbers: write {field}:5 or {field}:0..5..10"
    return f"{field} holds neither numbers nor dates: write {field} or {field}:missing"


def aggregation(facet: Facet, facet_size: int) -> Clause:
    """The aggregation of the search engine. Its `meta` describes the facet, and comes back with the response."""
    field: Clause = {"field": facet.field}
    if facet.kind == TERMS:
        include = {} if facet.by is None else {"include": pattern(facet.by)}
        return {"terms": {**field, "size": facet_size, **include}}
    if facet.kind == HISTOGRAM:
        clause: Clause = {"histogram": {**field, "interval": facet.by}}
    elif facet.kind == PERIODS:
        clause = {"date_histogram": {**field, "calendar_interval": facet.by}}
    elif facet.kind == RANGE:
        clause = {("date_range" if of_dates(facet) else "range"): {**field, "ranges": facet.by}}
    elif facet.kind == MISSING:
        clause = {"filter": {"bool": {"must_not": [{"exists": field}]}}}
    else:
        assert_never(facet.kind)
    return {**clause, "meta": {"_type": facet.kind}}


def of_dates(facet: Facet) -> bool:
    """Whether the facet asks for dates: periods, or ranges whose bounds are dates."""
    ends = (facet.by[0].get(end) for end in ("from", "to")) if facet.kind == RANGE else ()
    return facet.kind == PERIODS or any(isinstance(end, str) for end in ends)


def extra_counts(facet: Facet) -> Mapping[str, Clause]:
    """The additional aggregations of a facet: documents without the field, and documents outside all ranges."""
    if facet.kind == MISSING:
        return {}
    missing = {WITHOUT: {"missing": {"field": facet.field}}}
    span = {"gte": facet.by[0].get("from"), "lt": facet.by[-1].get("to")} if facet.kind == RANGE else {}
    ends = {end: value for end, value in span.items() if value is not None}
    if not ends:
        return missing
    within = {"range": {facet.field: ends}}
    outside_all = {"must": [{"exists": {"field": facet.field}}], "must_not": [within]}
    return {**missing, OTHER: {"filter": {"bool": outside_all}}}


def max_counts(facet: Facet, facet_size: int) -> int:
    """The maximum number of counts of the facet; for steps and periods an estimate."""
    if facet.kind == MISSING:
        return 1
    return len(facet.by) if facet.kind == RANGE else facet_size


def syntax_error(text: str) -> PipelineError:
    """A 400 that names the possible texts after the colon."""
    ways = f"a number such as 5, bounds such as 0..5..10 or min..5..max, {', '.join(PERIOD_NAMES)} or missing"
    return PipelineError(
        400, f"aggs: {quoted(text)!r} cannot be read, a colon is followed by {ways}", {"keyword": "aggs"}
    )
