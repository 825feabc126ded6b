"""Filters that a click adds or takes away: of a value, of what a facet has counted, and those that are active."""

import re
from collections.abc import Mapping
from typing import Any

from ..links import Pairs, link

OWN_FILTER = re.compile(r'NOT _exists_:[^\s:"()]+|[^\s:"()]+:(?:"(?:[^"\\]|\\.)*"|\[\S+ TO [^\s}]+\})')
ESCAPED = re.compile(r'(["\\])')
PERIODS = {
    "year": "1y",
    "quarter": "3M",
    "month": "1M",
    "week": "7d",
    "day": "1d",
    "hour": "1h",
    "minute": "1m",
}


def field_filter(name: str, value: Any) -> str:
    """The query-string text that finds exactly this value."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return name + ':"' + ESCAPED.sub(r"\\\1", text) + '"'


def term_filter(name: str, kind: str, term: Mapping[str, Any]) -> str:
    """The query-string text that finds what a term of a facet has counted; the name says what that is."""
    field, _, by = name.partition(":")
    value = term["term"]
    if kind == "missing":
        return f"NOT _exists_:{field}"
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
    return [{"text": part, "href": without(pairs, [other for other in parts if other is not part])} for part in parts]


def own_parts(text: str) -> list[str]:
    """The parts of a filter that our own links made; none for one that somebody wrote."""
    parts = [match.group() for match in OWN_FILTER.finditer(text)]
    return parts if " AND ".join(parts) == text else []


def without(pairs: Pairs, parts: list[str]) -> str:
    return link(pairs, filter=" AND ".join(parts) or None, **{"from": None})


def facet_rows(pairs: Pairs, name: str, facet: Mapping[str, Any], text: str | None) -> list[dict[str, Any]]:
    """One row per value: its count, its share of the largest, the rows inside it; a click narrows or undoes that."""
    terms = facet.get("terms", [])
    largest = max((term["count"] for term in terms), default=0) or 1
    active = own_parts(text or "")
    rows = []
    for term in terms:
        own = term_filter(name, facet.get("_type", "terms"), term)
        filters = text if own in active else both(text, own)
        fewer = " AND ".join(part for part in active if part != own)
        rows.append(
            {
                "term": term["term"],
                "count": term["count"],
                "share": round(100 * term["count"] / largest, 1),
                "active": own in active,
                "href": link(pairs, filter=(fewer or None) if own in active else filters, **{"from": None}),
                "inner": {key: facet_rows(pairs, key, inner, filters) for key, inner in inner_facets(term)},
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
