"""What the page of results shows, as plain data: columns, cells, pager, filters, facet links."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from ..options import catalog

Pairs = list[tuple[str, str]]

COLUMNS = 5
VALUES = 5
LETTERS = 160
OWN_FILTER = re.compile(r'NOT _exists_:[^\s:"()]+|[^\s:"()]+:(?:"(?:[^"\\]|\\.)*"|\[\S+ TO [^\s}]+\})')
ESCAPED = re.compile(r'(["\\])')
SORTABLE = frozenset(
    ("keyword", "boolean", "date", "long", "integer", "short", "byte", "double", "float", "half_float")
)


def columns(hits: Sequence[Mapping[str, Any]], wanted: Iterable[str], configured: Iterable[str]) -> list[str]:
    """The dotted names of the columns: those asked for, else those configured, else the first that the hits have."""
    asked = [name for name in wanted if not name.startswith("-") and "*" not in name and name not in ("all", "_id")]
    if asked:
        return asked
    found = list(dict.fromkeys(configured))
    for hit in hits:
        for name in leaves(hit):
            if len(found) >= COLUMNS:
                return found
            if name not in found and not name.rpartition(".")[2].startswith("_"):
                found.append(name)
    return found


def leaves(document: Mapping[str, Any], prefix: str = "") -> Iterable[str]:
    """The dotted names of the values of a document, top level before deeper ones."""
    deeper = []
    for key, value in document.items():
        if isinstance(value, Mapping):
            deeper.append((key, value))
        else:
            yield prefix + key
    for key, value in deeper:
        yield from leaves(value, f"{prefix}{key}.")


def cell(document: Any, name: str) -> str:
    """The values at a dotted name as one short text."""
    values = [str(value) for value in values_at(document, name) if value is not None]
    text = ", ".join(values[:VALUES]) + (f" (+{len(values) - VALUES:,})" if len(values) > VALUES else "")
    return text if len(text) <= LETTERS else text[: LETTERS - 1] + "…"


def values_at(document: Any, name: str) -> list[Any]:
    """Every value at a dotted name, through lists; an object counts by its keys."""
    if isinstance(document, list):
        return [value for element in document for value in values_at(element, name)]
    if not name:
        return list(document) if isinstance(document, Mapping) else [document]
    if not isinstance(document, Mapping):
        return []
    if name in document:
        return values_at(document[name], "")
    head, _, rest = name.partition(".")
    return values_at(document[head], rest) if head in document and rest else []


def link(pairs: Pairs, **changes: Any) -> str:
    """A relative address: the same request with other values; None takes a parameter out."""
    aliases = {keyword: set(OPTIONS[keyword].keywords) if keyword in OPTIONS else {keyword} for keyword in changes}
    dropped = set().union(*aliases.values()) if aliases else set()
    kept = [(key, value) for key, value in pairs if key not in dropped]
    kept += [(keyword, str(value)) for keyword, value in changes.items() if value is not None]
    return "?" + urlencode(kept)


OPTIONS = {option.label: option for option in catalog.ALL if option.public}


def pager(pairs: Pairs, total: int, start: int, size: int, window: int) -> dict[str, Any]:
    """The addresses of the pages before and after this one, None where there is none."""
    end = min(start + size, total)
    further = size > 0 and end < total and end + size <= window
    return {
        "first": start + 1 if end > start else 0,
        "last": end,
        "previous": link(pairs, **{"from": max(start - size, 0) or None}) if start > 0 and size > 0 else None,
        "next": link(pairs, **{"from": end}) if further else None,
    }


def sort_link(pairs: Pairs, name: str, kind: str | None, sort: Sequence[str]) -> dict[str, Any]:
    """How a column heading sorts: its address, None for a field that cannot be sorted by, and the present order."""
    order = "ascending" if name in sort[:1] else "descending" if f"-{name}" in sort[:1] else None
    if kind not in SORTABLE:
        return {"href": None, "order": None}
    following = f"-{name}" if order == "ascending" else None if order == "descending" else name
    return {"href": link(pairs, sort=following, **{"from": None}), "order": order}


def field_filter(name: str, value: Any) -> str:
    """The query-string text that finds exactly this value."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return name + ':"' + ESCAPED.sub(r"\\\1", text) + '"'


PERIODS = {
    "year": "1y",
    "quarter": "3M",
    "month": "1M",
    "week": "7d",
    "day": "1d",
    "hour": "1h",
    "minute": "1m",
}


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
    """One row per value: its count, its share of the largest, the address that narrows to it, the rows inside it."""
    terms = facet.get("terms", [])
    largest = max((term["count"] for term in terms), default=0) or 1
    rows = []
    for term in terms:
        own = term_filter(name, facet.get("_type", "terms"), term)
        active = bool(text) and own in own_parts(text or "")
        filters = text if active else both(text, own)
        rows.append(
            {
                "term": term["term"],
                "count": term["count"],
                "share": round(100 * term["count"] / largest, 1),
                "active": active,
                "href": link(pairs, filter=filters, **{"from": None}),
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
