"""The special terms: all documents, and random documents."""

import random
from collections.abc import Mapping
from typing import Any

from .limits import Limits

FACETS_ONLY = (None, "__all__")
ANY = "__any__"
SPECIAL = (*FACETS_ONLY, "*", ANY)
"""The terms for all documents, and for random documents."""

PAGED_OTHERWISE = (*FACETS_ONLY, ANY)
"""Special terms that may change `size` and `from`."""

Options = Mapping[str, Any]


def special_query(q: Any, allow_random: bool) -> dict[str, Any]:
    """The query for one of the SPECIAL terms."""
    match_all: dict[str, Any] = {"match_all": {}}
    return {"function_score": {"query": match_all, "random_score": {}}} if q == ANY and allow_random else match_all


def facets_only(q: Any, options: Options) -> bool:
    """Whether only facets are returned: all documents match, and there are facets but neither size nor `from`."""
    is_paged = options.get("size") is not None or bool(options.get("from_"))
    return q in FACETS_ONLY and bool(options.get("aggs")) and not is_paged


def random_from(total: int, size: int, limits: Limits) -> int:
    """The position of a random page within the window."""
    return random.randrange(max(min(total, limits.window) - size, 0) + 1)
