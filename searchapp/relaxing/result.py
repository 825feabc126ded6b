"""The result of a query, and the query that replaces it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..builders.ranking.clauses import ALIAS_WORDS, BEGINS, EQUAL_ALIAS
from ..protocols import SearchResponse

NO_HIT, ANY_HIT, WORDS_IN_NAME, NAME_BEGINS, EQUAL_NAME = range(5)
"""How well the best hit matches, from worst to best."""

MIN_SCORES = ((EQUAL_ALIAS / 2, EQUAL_NAME), (BEGINS / 2, NAME_BEGINS), (ALIAS_WORDS, WORDS_IN_NAME))


class Result(NamedTuple):
    """The result of a query: its number of hits, and how well the best hit matches."""

    q: str
    total: int
    level: int


class Relaxed(NamedTuple):
    """The query that replaces another one, and the step that found it; with `is_id` it is the id of a document."""

    step: str
    q: str
    total: int
    level: int = EQUAL_NAME
    is_id: bool = False
    others: tuple[str, ...] = ()
    """Equally likely queries, which are searched together with `q`."""

    def query(self, options: Mapping[str, Any]) -> str:
        """The query to search: `q` OR `others`. With scopes only `q`, because a text is one value there."""
        if not self.others or options.get("scopes"):
            return self.q
        return " OR ".join(f"({text})" for text in (self.q, *self.others))

    def options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options with which the query is searched."""
        return {**options, "scopes": ["_id"]} if self.is_id else {**options}

    def note(self) -> dict[str, Any]:
        """The value of `relaxed` in the answer."""
        return {"step": self.step, "q": self.q, **({"others": [*self.others]} if self.others else {})}


def result_without_hits(text: str) -> Result:
    """The result of a query that has no hits."""
    return Result(text, 0, NO_HIT)


def result_of(text: str, response: SearchResponse) -> Result:
    """The result of a query from its response."""
    total = response["hits"].get("total", 0)
    count = int(total["value"] if isinstance(total, Mapping) else total)
    return Result(text, count, level_of(count, response["hits"].get("max_score")))


def level_of(total: int, score: float | None) -> int:
    """How well the best of `total` hits matches, by its score."""
    return next((level for least, level in MIN_SCORES if (score or 0) >= least), ANY_HIT) if total else NO_HIT
