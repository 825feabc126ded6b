"""Estimates what a node takes to explain the scores of hits, and refuses what takes too long."""

from collections.abc import Collection, Iterable, Sequence

from ...errors import PipelineError
from ..tree import Fuzzy, MatchAll, Node, Nothing, Prefix, Range, Regex, Wildcard
from .clauses import leaves_in_fields, text_of, words

MAX_EXPLAINED = 150_000
"""The maximum cost of all explained hits of a request, a second of a node: a word in a field of a hit costs 1."""
PER_BATCH = 1000
"""The hits of each batch of all hits."""
HIT = 10
"""The cost of a hit without the words of the query."""
WILDCARD, WILDCARD_FIELD = 5000, 100
"""The cost of a wildcard or a regular expression, and for each of its fields. A node searches it again for each hit.

`*a*` in a field with 100,000 different words takes 28 ms.
"""
PREFIX, PREFIX_FIELD = 1500, 10
"""The same for the beginning of a word, a range and a fuzzy word."""


def cost_of_hit(texts: Iterable[str], searched: Sequence[str], fields: Collection[str]) -> int:
    """The cost of explaining a hit of query strings."""
    met = (found for text in texts for found in leaves_in_fields(text, searched, fields))
    return HIT + sum(cost_of(leaf, count) for leaf, count in met)


def cost_of(leaf: Node, count: int) -> int:
    """The steps to explain a node in `count` fields of one hit."""
    match leaf:
        case Wildcard() | Regex():
            return WILDCARD + WILDCARD_FIELD * count
        case Prefix() | Range() | Fuzzy():
            return PREFIX + PREFIX_FIELD * count
        case MatchAll() | Nothing():
            return 0
    return words(text_of(leaf)) * count


def check_explained(cost: int) -> None:
    """Raise a 400 if explaining costs too much. Rule FC6."""
    if cost > MAX_EXPLAINED:
        hint = "ask for fewer hits, name fewer fields, or use fewer patterns"
        summary = f"explain takes {cost} steps for all hits (words times fields), at most {MAX_EXPLAINED} are allowed"
        raise PipelineError(400, f"{summary}: {hint}", {"keyword": "explain", "max": MAX_EXPLAINED, "num": cost})
