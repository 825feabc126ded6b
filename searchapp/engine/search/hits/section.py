"""The section `hits` of a response, with the total and the highest score."""

from typing import Any

from ...values.floats import shortest
from ..request import Request
from .fetch import JsonHit


def hits_section(request: Request, count: int, best: float | None, hits: list[JsonHit]) -> dict[str, Any]:
    """The section `hits` of a response, for fetched hits."""
    if request.total_as_int:
        return {"total": count if request.counted else -1, "max_score": shortest(best), "hits": hits}
    section = {"max_score": shortest(best), "hits": hits}
    if not request.counted:
        return section
    limited = count > request.track_total
    total = {"value": request.track_total if limited else count, "relation": "gte" if limited else "eq"}
    return {"total": total, **section}
