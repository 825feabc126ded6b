"""The order of the hits of typed words: documents with these words as their name come first."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ....engine import source_values
from . import filters as values
from .word_index import texts, words_in

MAX_RANKED = 1000
"""The maximum number of hits whose names are read. With more hits, only names that begin with the text come first."""

Names = Mapping[str, Any]


def names_first(text: str, names: Sequence[str], aliases: Sequence[str]) -> Names:
    """The part of a query for this order: the text, the fields of names and aliases, and the filters for many hits."""
    first = [values.any_of(test(name, text) for name in names) for test in (values.equal, values.begins_with) if names]
    return {"text": text, "fields": [list(names), list(aliases)], "filters": first}


def name_projection(names: Names) -> dict[str, int]:
    """The projection for the fields that the order needs."""
    return dict.fromkeys((name for group in names["fields"] for name in group), 1)


def in_order(hits: Iterable[Mapping[str, Any]], names: Names) -> list[str]:
    """The ids of the hits by rank; hits of the same rank keep their order."""
    text, words = names["text"].lower(), {*words_in(names["text"])}
    return [str(hit["_id"]) for hit in sorted(hits, key=lambda hit: rank(hit, text, words, names["fields"]))]


def rank(hit: Mapping[str, Any], text: str, words: set[str], groups: Sequence[Sequence[str]]) -> int:
    """The rank of a hit: 0 for an equal name, 1 for a name that begins with the text, 2 for one with all words.

    3 to 5 are the same for aliases, 6 is no match.
    """
    for number, group in enumerate(groups):
        called = [each.lower() for name in group for each in texts(source_values(hit, name))]
        if text in called:
            return 3 * number
        if any(each.startswith(text) for each in called):
            return 3 * number + 1
        if any(words <= {*words_in(each)} for each in called):
            return 3 * number + 2
    return 3 * len(groups)
