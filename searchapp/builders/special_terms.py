"""The special terms: all documents, random documents, no document."""

import random
from collections.abc import Mapping
from typing import Any

from .limits import Limits

EVERYTHING = (None, "__all__", "*")
FACETS_ONLY = (None, "__all__")
ANY = "__any__"
PAGED_OTHERWISE = (*FACETS_ONLY, ANY)
"""Special terms that may change `size` and `from`."""

Options = Mapping[str, Any]


def special_query(q: Any, allow_random: bool) -> dict[str, Any] | None:
    """The query for a special term; None for other terms."""
    if q in EVERYTHING:
        return {"match_all": {}}
    if q == ANY:
        match_all: dict[str, Any] = {"match_all": {}}
        return {"function_score": {"query": match_all, "random_score": {}}} if allow_random else match_all
    if isinstance(q, str) and not q.strip():
        return {"match_none": {}}
    return None


def facets_only(q: Any, options: Options) -> bool:
    """Whether only facets are returned: all documents match, and there are facets but no size."""
    return q in FACETS_ONLY and bool(options.get("aggs")) and options.get("size") is None


def random_from(total: int, size: int, limits: Limits) -> int:
    """The position of a random page within the window."""
    return random.randrange(max(min(total, limits.window) - size, 0) + 1)
