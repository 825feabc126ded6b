"""Words similar to a given word, from Elasticsearch's term suggester."""

from collections.abc import Mapping, Sequence
from typing import Any

Body = dict[str, Any]
Near = tuple[int, list[Any]]

NO_LIMIT = 1_000_000_000
"""Elasticsearch corrects no word that is more frequent than `max_term_freq`, 1 % of the documents unless set."""

TERMS = {"suggest_mode": "always", "max_term_freq": NO_LIMIT, "sort": "frequency", "max_inspections": 20}
ONE_EDIT = {**TERMS, "max_edits": 1, "prefix_length": 0, "min_word_length": 3}
TWO_EDITS = {**TERMS, "max_edits": 2, "prefix_length": 1, "min_word_length": 5}


def near_bodies(field: str, words: Sequence[str], size: int) -> list[Body]:
    """The search bodies: one that suggests `size` terms similar to each word, and one per word that counts it."""
    ways = {"one": {**ONE_EDIT, "field": field, "size": size}, "two": {**TWO_EDITS, "field": field, "size": size}}
    asked = {
        f"{name}-{position}": {"text": word, "term": way}
        for position, word in enumerate(words)
        for name, way in ways.items()
    }
    counts = [{"size": 0, "query": {"match": {field: {"query": word, "operator": "and"}}}} for word in words]
    return [{"size": 0, "suggest": asked if size else {}}, *counts]


def near_words(responses: Sequence[Mapping[str, Any]], count: int, size: int) -> list[Near]:
    """The number of documents with each word, and the terms similar to it.

    If a word is in no document, only such words get similar terms.
    """
    suggested = responses[0].get("suggest") or {}
    totals = [response["hits"]["total"] for response in responses[1:]]
    documents = [total["value"] if isinstance(total, Mapping) else total for total in totals]
    wanted = [not number or all(documents) for number in documents]
    near = [near_word(suggested, position, size) if wanted[position] else [] for position in range(count)]
    return [*zip(documents, near, strict=True)]


def near_word(suggested: Mapping[str, Any], position: int, size: int) -> list[Any]:
    """The terms similar to one word, first terms with one edit; empty for a word that the analyzer divides."""
    found: dict[str, tuple[str, int, int]] = {}
    for edits, name in ((1, "one"), (2, "two")):
        tokens = suggested.get(f"{name}-{position}") or []
        if len(tokens) == 1:
            for option in tokens[0]["options"]:
                found.setdefault(option["text"], (option["text"], edits, option["freq"]))
    return sorted(found.values(), key=lambda near: (near[1], -near[2], near[0]))[:size]
