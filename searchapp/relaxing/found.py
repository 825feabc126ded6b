"""The result of a query for relaxing, and the query that replaces it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..builders.ranking.clauses import ALIAS_WORDS, BEGINS, EQUAL_ALIAS
from ..protocols import SearchResponse

NOTHING, ANYWHERE, NAMED, BEGUN, EQUAL = range(5)
"""The match of the best hit: no hit, any hit, all words in a name, a name that begins with the text, an equal name."""

MIN_SCORES = ((EQUAL_ALIAS / 2, EQUAL), (BEGINS / 2, BEGUN), (ALIAS_WORDS, NAMED))


class Found(NamedTuple):
    """The result of a query: the number of documents, and how well the best one matches."""

    q: str
    total: int
    level: int


class Relaxed(NamedTuple):
    """The query that replaces another one, and its step; `is_id` is true if it is the id of a document."""

    step: str
    q: str
    total: int
    level: int = EQUAL
    is_id: bool = False
    others: tuple[str, ...] = ()
    """Queries that are equally likely. Their documents are found too."""

    def query(self, options: Mapping[str, Any]) -> str:
        """The query to search: this one or one of the others. With scopes, a text is one value: then only this one."""
        if not self.others or options.get("scopes"):
            return self.q
        return " OR ".join(f"({text})" for text in (self.q, *self.others))

    def options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options of the search."""
        return {**options, "scopes": ["_id"]} if self.is_id else {**options}

    def note(self) -> dict[str, Any]:
        """The value of `relaxed` in the answer."""
        return {"step": self.step, "q": self.q, **({"others": [*self.others]} if self.others else {})}


def found_nothing(text: str) -> Found:
    """The result of a query without hits."""
    return Found(text, 0, NOTHING)


def found_in(text: str, response: SearchResponse) -> Found:
    """The result in the response to a query."""
    total = response["hits"].get("total", 0)
    count = int(total["value"] if isinstance(total, Mapping) else total)
    return Found(text, count, level_of(count, response["hits"].get("max_score")))


def level_of(total: int, score: float | None) -> int:
    """How well the best of `total` hits matches, by its score."""
    return next((level for least, level in MIN_SCORES if (score or 0) >= least), ANYWHERE) if total else NOTHING
