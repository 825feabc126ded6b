"""Filters that links add or remove, for values and terms of facets, and the list of active filters."""

import re
from collections.abc import Mapping
from typing import Any, assert_never

from ....querystring.facet_names import HISTOGRAM, MISSING, PERIODS, RANGE, TERMS, FacetKind, divided
from ....querystring.sub_fields import exact_field
from ....querystring.tree import Exists, Phrase, Range
from ....querystring.writing import exists_text, field_text, phrase_text
from ...addresses import from_start
from ...response.links import Pairs
from ..values.readable import ValueTexts
from .filter_parts import is_active, leaving_out, own_parts, read_atom, with_value, without_value

TIME = re.compile(r"\d{4}-\d\d-\d\d(T|$)")
INTEGER = re.compile(r"-?\d{1,18}")
WRITTEN = {"year": 4, "quarter": 7, "month": 7, "hour": 16, "minute": 16}
"""By period, the characters of a time that name its start; ten, for the day, in other periods."""

PERIOD_LENGTHS = {
    "year": "1y",
    "quarter": "3M",
    "month": "1M",
    "week": "7d",
    "day": "1d",
    "hour": "1h",
    "minute": "1m",
}
PERIODS_BY_LENGTH = {length: period for period, length in PERIOD_LENGTHS.items()}
NARROWING = ("facet_query", "values_of")
"""Parameters of the page of one facet's values, which the links of its values drop."""


def field_filter(name: str, value: Any) -> str:
    """The query text for exactly this value."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"{field_text(name)}:{phrase_text(text)}"


def term_filter(name: str, kind: FacetKind, term: Mapping[str, Any]) -> str:
    """The query text for the documents of a facet's term."""
    plain, by = divided(name)
    field, value = field_text(plain), term["term"]
    if kind == MISSING:
        return f"NOT {exists_text(plain)}"
    if kind == RANGE:
        return f"{field}:[{term.get('from', '*')} TO {term.get('to', '*')}}}"
    if kind == HISTOGRAM:
        return f"{field}:[{value} TO {step_end(term, by):.15g}}}"
    if kind == PERIODS:
        return f"{field}:[{value} TO {value}||+{PERIOD_LENGTHS[by]}}}"
    if kind == TERMS:
        return field_filter(name, value)
    assert_never(kind)


def step_end(term: Mapping[str, Any], step: str) -> float:
    """The number at which a step of a histogram ends."""
    return float(round(term["term"] + float(step), 12))


def chips(pairs: Pairs, text: str | None, written: ValueTexts | None = None) -> list[dict[str, Any]]:
    """The active filters, one per value, each with the address of the results without it."""
    written = written or ValueTexts()
    if not text:
        return []
    found = [
        {
            "text": f"NOT {atom}" if part.negated else atom,
            **in_words(atom, part.negated, written),
            "href": filtered(pairs, without_value(text, atom, part.negated)),
        }
        for part in own_parts(text)
        for atom in part.atoms
    ]
    return found or [{"text": text, "field": "", "value": text, "not": False, "href": filtered(pairs, "")}]


def in_words(atom: str, negated: bool, written: ValueTexts) -> dict[str, Any]:
    """The label of a value in a filter: the field, the value, and whether it is excluded."""
    node = read_atom(atom)
    field = node.field or ""
    match node:
        case Exists():
            return {"field": field, "value": "missing" if negated else "any value", "not": False}
        case Phrase(_, text):
            return {"field": field, "value": written.text(field, text), "not": negated}
    return {"field": field, "value": range_in_words(node, written), "not": negated}


def range_in_words(found: Range, written: ValueTexts) -> str:
    """The text of a range: `[1 TO 5}` is `from 1 to below 5`."""
    field = found.field or ""
    period = (found.high or "").rpartition("||+")[2]
    if period in PERIODS_BY_LENGTH:
        return dated(found.low, PERIODS_BY_LENGTH[period])
    low, high = (number_in_words(end, field, written) if end else None for end in (found.low, found.high))
    upper = f"to {high}" if found.include_high else f"to below {high}"
    if low is None:
        return f"up to {high}" if found.include_high else f"below {high}"
    return f"from {low}" if high is None else f"from {low} {upper}"


def number_in_words(text: str, field: str, written: ValueTexts) -> str:
    """The text of an end of a range, in the form of the field's values."""
    return written.text(field, int(text)) if INTEGER.fullmatch(text) else text


def dated(value: Any, period: str) -> str:
    """The text of the start of a period: 2020 for a year, 2020-03 for a month."""
    text = str(value)
    return text[: WRITTEN.get(period, 10)].replace("T", " ") if TIME.match(text) else text


def filtered(pairs: Pairs, text: str) -> str:
    """The address of the results with this filter."""
    return from_start(pairs, filter=text or None, **dict.fromkeys(NARROWING))


def facet_rows(
    pairs: Pairs,
    name: str,
    facet: Mapping[str, Any],
    text: str | None,
    fields: Mapping[str, Any] | None = None,
    written: ValueTexts | None = None,
) -> list[dict[str, Any]]:
    """One row per value: its count, its share of the largest, the rows inside it.

    The link of a row adds its value to the filter or removes it; `without` is the link that excludes it. The filter for
    a value of a text is on its sub-field with exact values, if `fields` has one.
    """
    terms = facet.get("terms", [])
    largest = max((term["count"] for term in terms), default=0) or 1
    kind, rows = facet.get("_type", "terms"), []
    exact = exact_field(name, fields or {}) if kind == "terms" else name
    for term in terms:
        own = term_filter(exact, kind, term)
        active, more = toggled(text, own)
        narrowed = text if active else more
        rows.append(
            {
                "term": term_in_words(name, kind, term, written or ValueTexts()),
                "count": term["count"],
                "share": round(100 * term["count"] / largest, 1),
                "active": active,
                "href": filtered(pairs, more),
                **left_out(pairs, text, own, kind == "terms" and not active),
                "inner": {
                    key: facet_rows(pairs, key, inner, narrowed, fields, written)
                    for key, inner in term.items()
                    if isinstance(inner, Mapping) and "terms" in inner
                },
            }
        )
    return rows


def term_in_words(name: str, kind: FacetKind, term: Mapping[str, Any], written: ValueTexts) -> str:
    """The text of a counted value, range or period."""
    field, by = divided(name)
    if kind == RANGE:
        return written.span(field, term.get("from"), term.get("to"))
    if kind == HISTOGRAM:
        return written.span(field, term["term"], step_end(term, by))
    if term["term"] == "":
        return "(empty)"
    return dated(term["term"], by) if kind == PERIODS else written.text(field, term["term"])


def left_out(pairs: Pairs, text: str | None, own: str, offered: bool) -> dict[str, Any]:
    """Whether a filter excludes a value, and the address that changes this; None if it cannot."""
    if not offered:
        return {"out": False, "without": None}
    out = is_active(text, own, negated=True)
    return {"out": out, "without": filtered(pairs, (without_value(text, own, True) if out else leaving_out(text, own)))}


def toggled(text: str | None, own: str) -> tuple[bool, str]:
    """Whether a filter includes `own`, and the filter with the opposite."""
    atom, negated = own.removeprefix("NOT "), own.startswith("NOT ")
    if is_active(text, atom, negated):
        return True, without_value(text, atom, negated)
    return False, leaving_out(text, atom) if negated else with_value(text, atom)
