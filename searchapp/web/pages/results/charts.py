"""Facets as they are drawn: bars for values, a small histogram for steps and periods."""

from collections.abc import Mapping
from typing import Any

from ...response.links import Pairs, link
from ..field_names import in_facets
from .filters import facet_rows

HISTOGRAMS = ("histogram", "date_histogram")
WIDTH, HEIGHT, GAP = 240, 64, 2
FEWEST, MOST, REACHED = 3, 240, 60
"""How many bars make a histogram, and how many of them Tab goes to; a list with all of them stands below."""

LISTED, FOLDED = 100, 30
OFFERED = ("year", "month", "day")


def drawn(
    pairs: Pairs, facets: Mapping[str, Any], filter: str | None, fields: Mapping[str, Any] | None = None
) -> dict[str, dict[str, Any]]:
    """Every facet with its rows, the bars of its histogram where it is one, and the address without it."""
    shown = [*facets]
    return {
        name: chart(pairs, shown, name, facet, (filter, fields or {}))
        for name, facet in facets.items()
        if "terms" in facet
    }


def chart(
    pairs: Pairs,
    shown: list[str],
    name: str,
    facet: Mapping[str, Any],
    known: tuple[str | None, Mapping[str, Any]],
) -> dict[str, Any]:
    """One of the facets that are shown; `known` are the filter and the fields."""
    rows = facet_rows(pairs, name, facet, *known)
    listed = [row for row in rows if row["count"]]
    return {
        **facet,
        "rows": listed[:LISTED],
        "unlisted": max(len(listed) - LISTED, 0),
        "folded": len(listed) > FOLDED,
        "bars": bars(rows) if facet["_type"] in HISTOGRAMS else [],
        "by": name.partition(":")[2],
        "periods": periods(pairs, shown, name) if facet["_type"] == "date_histogram" else {},
        "fewer": link(pairs, facets=in_facets(other for other in shown if other != name)),
    }


def periods(pairs: Pairs, shown: list[str], name: str) -> dict[str, str | None]:
    """The addresses that count by other lengths of time, None for that which is shown."""
    field, _, by = name.partition(":")
    return {
        period: None
        if period == by
        else link(pairs, facets=in_facets(f"{field}:{period}" if other == name else other for other in shown))
        for period in (*OFFERED, *((by,) if by not in OFFERED else ()))
    }


def bars(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The bars of a histogram from left to right; none for so few or many that a list says it better."""
    if not FEWEST <= len(rows) <= MOST:
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
