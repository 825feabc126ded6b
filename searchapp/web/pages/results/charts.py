"""Draws facets: bars for values, a small histogram for steps and periods."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ....querystring.facet_names import HISTOGRAM, MISSING, PERIODS, TERMS, divided
from ....querystring.field_types import NUMBER_TYPES, TEXT_TYPES
from ....querystring.sub_fields import exact_field
from ....querystring.tree import Range
from ...addresses import from_start
from ...response.links import Pairs, link
from ..field_names import in_facets
from ..values.readable import ValueTexts
from .filter_parts import own_parts, read_atom
from .filters import facet_rows
from .scales import in_order

HISTOGRAMS = (HISTOGRAM, PERIODS)
WIDTH, HEIGHT, GAP = 240, 64, 2
MIN_ROWS, MAX_ROWS, REACHED = 3, 240, 60
"""The minimum and maximum number of bars, and the number that Tab reaches: all of them are also in a list below."""

MAX_LISTED, MAX_UNFOLDED = 100, 30
MAX_WITHOUT_SEARCH = 8
"""A facet with more than this many values has a search field."""

OFFERED = ("year", "month", "day")


def charts_of(
    pairs: Pairs,
    facets: Mapping[str, Any],
    filter: str | None,
    fields: Mapping[str, Any] | None = None,
    written: ValueTexts | None = None,
) -> dict[str, dict[str, Any]]:
    """Every facet with its rows, with bars if it is a histogram, and with the address of the page without it."""
    shown = [*facets]
    return {
        name: chart(pairs, shown, name, facet, (filter, fields or {}, written or ValueTexts()))
        for name, facet in facets.items()
        if "terms" in facet
    }


def chart(
    pairs: Pairs,
    shown: list[str],
    name: str,
    facet: Mapping[str, Any],
    known: tuple[str | None, Mapping[str, Any], ValueTexts],
) -> dict[str, Any]:
    """A facet of the page; `known` has the filter, the fields and the texts of values."""
    text, fields, written = known
    field, _ = divided(name)
    kind = fields.get(exact_field(field, fields), {}).get("type")
    are_numbers = kind in NUMBER_TYPES and not written.is_named(field)
    if facet["_type"] == TERMS and not facet.get("other"):
        terms = facet["terms"]
        facet = {**facet, "terms": sorted(terms, key=number_of) if are_numbers else in_order(terms)}
    rows = facet_rows(pairs, name, facet, *known)
    whole = facet["_type"] == TERMS and len(facet["terms"]) + (facet.get("other", 0) > 0) > MAX_WITHOUT_SEARCH
    listed = [row for row in rows if row["count"]]
    return {
        **facet,
        "rows": listed[:MAX_LISTED],
        "unlisted": max(len(listed) - MAX_LISTED, 0),
        "folded": len(listed) > MAX_UNFOLDED,
        "bars": bars(rows) if facet["_type"] in HISTOGRAMS else [],
        "axis": axis(facet, rows, field, written),
        "step": step_in_words(name) if facet["_type"] == HISTOGRAM else None,
        "periods": periods(pairs, shown, name) if facet["_type"] == PERIODS else {},
        "field": field,
        "kind": "date" if kind == "date" else "number" if are_numbers else kind,
        "span": span(text, field),
        "without_value": without_value_row(pairs, field, facet, text),
        "values": (address := from_start(pairs, values_of=name, view=None)),
        "all": address if facet.get("other") else None,
        "searched": whole and kind in TEXT_TYPES,
        "fewer": link(pairs, facets=in_facets(other for other in shown if other != name)),
    }


def axis(facet: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], field: str, written: ValueTexts) -> list[str]:
    """The texts below the ends of a histogram: where its first and its last bar begin."""
    if facet["_type"] == HISTOGRAM:
        return [written.bound(field, term["term"]) for term in (*facet["terms"][:1], *facet["terms"][-1:])]
    return [row["term"] for row in (*rows[:1], *rows[-1:])]


def number_of(term: Mapping[str, Any]) -> float:
    """The sort number of a term. Texts, which SQLite allows in a column of numbers, come last."""
    try:
        return float(term["term"])
    except ValueError:
        return math.inf


def step_in_words(name: str) -> str:
    """The step at the end of the name of a histogram, such as `1,000`."""
    step = float(divided(name)[1])
    return f"{int(step):,}" if step.is_integer() else str(step)


def without_value_row(pairs: Pairs, field: str, facet: Mapping[str, Any], text: str | None) -> dict[str, Any] | None:
    """The row for the documents without a value; None if all have one."""
    if not facet.get("missing") or facet["_type"] == MISSING:
        return None
    counted = {"_type": MISSING, "terms": [{"term": "without a value", "count": facet["missing"]}]}
    return {**facet_rows(pairs, f"{field}:{MISSING}", counted, text)[0], "share": 0}


def span(text: str | None, field: str) -> tuple[str, str]:
    """The ends of the only range of a field in the filter; empty without such a range."""
    atoms = [atom for part in own_parts(text) if part.field == field and not part.negated for atom in part.atoms]
    found = read_atom(atoms[0]) if len(atoms) == 1 else None
    if not isinstance(found, Range) or "||" in (found.high or ""):
        return "", ""
    return found.low or "", found.high or ""


def periods(pairs: Pairs, shown: list[str], name: str) -> dict[str, str | None]:
    """The addresses that count by other periods; None for the current one."""
    field, by = divided(name)
    return {
        period: None
        if period == by
        else link(pairs, facets=in_facets(f"{field}:{period}" if other == name else other for other in shown))
        for period in (*OFFERED, *((by,) if by not in OFFERED else ()))
    }


def bars(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The bars of a histogram from left to right; empty if a list is better for their number."""
    if not MIN_ROWS <= len(rows) <= MAX_ROWS:
        return []
    step = WIDTH / len(rows)
    return [
        {
            **row,
            "x": round(number * step, 2),
            "width": round(max(step - GAP, step / 2), 2),
            "reached": len(rows) <= REACHED,
            "height": (height := round(max(row["share"] / 100 * HEIGHT, 1 if row["count"] else 0), 2)),
            "y": round(HEIGHT - height, 2),
        }
        for number, row in enumerate(rows)
    ]
