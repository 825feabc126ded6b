"""Facets as they are drawn: bars for values, a small histogram for steps and periods."""

from collections.abc import Mapping
from typing import Any

from ..links import Pairs, link
from .filters import facet_rows

HISTOGRAMS = ("histogram", "date_histogram")
WIDTH, HEIGHT, GAP = 240, 64, 2
FEWEST, MOST = 3, 60


def drawn(pairs: Pairs, facets: Mapping[str, Any], filter: str | None) -> dict[str, dict[str, Any]]:
    """Every facet with its rows, the bars of its histogram where it is one, and the address without it."""
    shown = list(facets)
    return {
        name: {
            **facet,
            "rows": (rows := facet_rows(pairs, name, facet, filter)),
            "bars": bars(rows) if facet["_type"] in HISTOGRAMS else [],
            "fewer": link(pairs, facets=",".join(other for other in shown if other != name)),
        }
        for name, facet in facets.items()
        if "terms" in facet
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
            "width": round(max(step - GAP, 1), 2),
            "height": (height := round(max(row["share"] / 100 * HEIGHT, 1 if row["count"] else 0), 2)),
            "y": round(HEIGHT - height, 2),
        }
        for number, row in enumerate(rows)
    ]
