"""Filters that a click adds or takes away: of a value, of what a facet has counted, and those that are active."""

import re
from collections.abc import Mapping
from typing import Any

from ...response.links import Pairs
from ..addresses import from_start
from ..field_names import exact_name, having, in_query

NAME = r'(?:\\.|[^\s:"()\\])+'
OWN_FILTER = re.compile(rf'NOT _exists_:{NAME}|{NAME}:(?:"(?:[^"\\]|\\.)*"|\[\S+ TO [^\s}}]+\}})')
FIELD = re.compile(f"(NOT _exists_:)?({NAME}):?")
ESCAPED = re.compile(r'(["\\])')
UNESCAPED = re.compile(r"\\(.)")
TIME = re.compile(r"\d{4}-\d\d-\d\d(T|$)")
WRITTEN = {"year": 4, "quarter": 7, "month": 7, "hour": 16, "minute": 16}
"""How many letters of a time say when a period starts; ten, the day, for the others."""

PERIODS = {
    "year": "1y",
    "quarter": "3M",
    "month": "1M",
    "week": "7d",
    "day": "1d",
    "hour": "1h",
    "minute": "1m",
}
LENGTHS = {length: period for period, length in PERIODS.items()}


def field_filter(name: str, value: Any) -> str:
    """The query-string text that finds exactly this value."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"{in_query(name)}:{phrase(text)}"


def phrase(text: str) -> str:
    """The query-string text that means exactly these signs, whatever they are."""
    return '"' + ESCAPED.sub(r"\\\1", text) + '"'


def term_filter(name: str, kind: str, term: Mapping[str, Any]) -> str:
    """The query-string text that finds what a term of a facet has counted; the name says what that is."""
    plain, _, by = name.partition(":")
    field, value = in_query(plain), term["term"]
    if kind == "missing":
        return f"NOT {having(plain)}"
    if kind == "range":
        return f"{field}:[{term.get('from', '*')} TO {term.get('to', '*')}}}"
    if kind == "histogram":
        return f"{field}:[{value} TO {round(value + float(by), 12):.15g}}}"
    if kind == "date_histogram":
        return f"{field}:[{value} TO {value}||+{PERIODS[by]}}}"
    return field_filter(name, value)


def chips(pairs: Pairs, text: str | None) -> list[dict[str, str]]:
    """The active filters, each with the address of the results without it."""
    if not text:
        return []
    parts = own_parts(text) or [text]
    return [
        {"text": part, **said(part), "href": without(pairs, [other for other in parts if other is not part])}
        for part in parts
    ]


def said(part: str) -> dict[str, str]:
    """A filter of ours in words: the field, and which values of it; one of somebody else's as it is."""
    match = FIELD.match(part)
    if not match or not own_parts(part):
        return {"field": "", "value": part}
    field, value = UNESCAPED.sub(r"\1", match[2]), part[match.end() :]
    if match[1]:
        return {"field": field, "value": "missing"}
    if value.startswith('"'):
        return {"field": field, "value": UNESCAPED.sub(r"\1", value[1:-1])}
    start, _, end = value[1:-1].partition(" TO ")
    period = end.rpartition("||+")[2]
    if period in LENGTHS:
        return {"field": field, "value": dated(start, LENGTHS[period])}
    both_ends = f"from {start} to below {end}"
    return {"field": field, "value": f"below {end}" if start == "*" else f"from {start}" if end == "*" else both_ends}


def dated(value: Any, period: str) -> str:
    """The start of a period as people write it: a year as 2020, a month as 2020-03."""
    text = str(value)
    return text[: WRITTEN.get(period, 10)].replace("T", " ") if TIME.match(text) else text


def own_parts(text: str) -> list[str]:
    """The parts of a filter that our own links made; none for one that somebody wrote."""
    parts = [match.group() for match in OWN_FILTER.finditer(text)]
    return parts if " AND ".join(parts) == text else []


def without(pairs: Pairs, parts: list[str]) -> str:
    return from_start(pairs, filter=" AND ".join(parts) or None)


def facet_rows(
    pairs: Pairs, name: str, facet: Mapping[str, Any], text: str | None, fields: Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """One row per value: its count, its share of the largest, the rows inside it; a click narrows or undoes that.

    A value of a text is looked for in its sub-field with the exact values, where `fields` have one.
    """
    terms = facet.get("terms", [])
    largest = max((term["count"] for term in terms), default=0) or 1
    active = own_parts(text or "")
    kind, rows = facet.get("_type", "terms"), []
    exact = exact_name(name, fields or {}) if kind == "terms" else name
    for term in terms:
        own = term_filter(exact, kind, term)
        filters = text if own in active else both(text, own)
        fewer = " AND ".join(part for part in active if part != own)
        rows.append(
            {
                "term": dated(term["term"], name.partition(":")[2]),
                "count": term["count"],
                "share": round(100 * term["count"] / largest, 1),
                "active": own in active,
                "href": from_start(pairs, filter=(fewer or None) if own in active else filters),
                "inner": {key: facet_rows(pairs, key, inner, filters, fields) for key, inner in inner_facets(term)},
            }
        )
    return rows


def both(text: str | None, own: str) -> str:
    """A filter that holds what it held and our own part."""
    if not text:
        return own
    return f"{text if own_parts(text) else f'({text})'} AND {own}"


def inner_facets(term: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [(key, value) for key, value in term.items() if isinstance(value, Mapping) and "terms" in value]
