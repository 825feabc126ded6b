"""What a query finds, and what is asked instead of one."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..builders.ranking.clauses import ALIAS_WORDS, BEGINS, EQUAL_ALIAS

NOTHING, ANYWHERE, NAMED, BEGUN, EQUAL = range(5)
"""How well the best document fits: found, with all words in a name, whose name begins so, called exactly so."""

LEAST = ((EQUAL_ALIAS / 2, EQUAL), (BEGINS / 2, BEGUN), (ALIAS_WORDS, NAMED))


class Found(NamedTuple):
    """What a query finds: how many documents, and how well the best one fits."""

    q: str
    total: int
    level: int


class Relaxed(NamedTuple):
    """What is asked instead, and the step that led to it; `is_id` where it is the id of a document."""

    step: str
    q: str
    total: int
    level: int = EQUAL
    is_id: bool = False

    def options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options to ask with."""
        return {**options, "scopes": ["_id"]} if self.is_id else {**options}

    def note(self) -> dict[str, str]:
        """What the answer says of it."""
        return {"step": self.step, "q": self.q}


def found_in(text: str, response: Mapping[str, Any]) -> Found:
    """What the response to a query says, whose score tells how well the best document fits."""
    total = response["hits"].get("total", 0)
    count = int(total["value"] if isinstance(total, Mapping) else total)
    score = response["hits"].get("max_score") or 0
    return Found(text, count, next((level for least, level in LEAST if score >= least), ANYWHERE) if count else NOTHING)
