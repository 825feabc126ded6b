"""Candidates for names: documents by id and by words, each with a score from 0 to 100.

score = how alike the query and the nearest name of the document are; with properties these make up 30 of the 100
match = one document alone has the highest score, by an id or an equal name, and every property that was given
"""

import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import Any

from ...components import ItemType
from ..pages.values.texts import texts_at
from .documents import Document, Documents
from .queries import Query

SIZE = 2
"""How many times the limit of a query is searched, since the most alike names need not come first."""

OF_PROPERTIES = 0.3
SURE = 95.0
"""The score of an equal alias, from which on a document is a match."""


class Candidates:
    """Finds candidates until `end`."""

    def __init__(self, documents: Documents, item_type: ItemType, end: float):
        self.documents = documents
        self.types = [{"id": item_type.name, "name": item_type.title}]
        self.end = end

    def of(self, queries: Mapping[str, Query]) -> dict[str, Any]:
        """The result of each query, by its key."""
        asked = {key: query for key, query in queries.items() if query.text.strip() and self.has_type(query)}
        texts = [query.text for query in asked.values()]
        size = SIZE * max((query.limit for query in asked.values()), default=0)
        ids = self.documents.ids_meant(texts, self.end) if texts else []
        by_id = self.documents.by_ids([id for id in ids if id], self.end)
        found = self.documents.by_words(texts, size, self.end)
        results: dict[str, Any] = {key: {"result": []} for key in queries}
        for (key, query), id, documents in zip(asked.items(), ids, found, strict=True):
            itself = by_id.get(id or "")
            results[key] = {"result": self.ranked(query, itself, documents)}
        return results

    def has_type(self, query: Query) -> bool:
        return not query.types or self.types[0]["id"] in query.types

    def ranked(self, query: Query, itself: Document | None, documents: list[Document]) -> list[dict[str, Any]]:
        """The best candidates for one query; `itself` is the document with this id."""
        every = {one["_id"]: one for one in [*documents, *([itself] if itself else [])]}
        found = [self.candidate(query, one, one is itself) for one in every.values()]
        found.sort(key=lambda one: -one["score"])
        if found and is_match(found, query):
            found[0]["match"] = True
        return found[: query.limit]

    def candidate(self, query: Query, document: Document, is_itself: bool) -> dict[str, Any]:
        name = 100.0 if is_itself else 100 * self.likeness(query.text, document)
        held = {pid: has_value(document, pid, values) for pid, values in query.properties.items()}
        features = [
            {"id": "name", "value": round(name, 1)},
            *({"id": pid, "value": is_held} for pid, is_held in held.items()),
        ]
        score = name
        if held:
            score = (1 - OF_PROPERTIES) * name + OF_PROPERTIES * 100 * sum(held.values()) / len(held)
        about = {**self.documents.named(document), "type": self.types}
        return {**about, "score": round(score, 1), "match": False, "features": features}

    def likeness(self, text: str, document: Document) -> float:
        """From 0 to 1: how alike a text and the nearest name of a document are."""
        wanted = pairs(folded(text))
        return max(
            (weight * alike(wanted, pairs(folded(name))) for name, weight in self.documents.names(document)),
            default=0.0,
        )


def is_match(found: list[dict[str, Any]], query: Query) -> bool:
    """Whether the first candidate is the only one that is meant."""
    first, *others = found
    features = {one["id"]: one["value"] for one in first["features"]}
    has_all = all(features[pid] for pid in query.properties)
    return features["name"] >= SURE and has_all and (not others or others[0]["score"] < first["score"])


def has_value(document: Document, pid: str, values: list[Any]) -> bool:
    """Whether a property of a document is one of these values, in any case."""
    wanted = {folded(str(value)) for value in values}
    return any(folded(text) in wanted for text in texts_at(document, pid))


def folded(text: str) -> str:
    """The text without case, accents and punctuation."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return " ".join(
        "".join(sign if sign.isalnum() else " " for sign in letters if not unicodedata.combining(sign)).split()
    )


def pairs(text: str) -> Counter[str]:
    """The pairs of neighbouring letters, of words with a blank at both ends."""
    padded = f" {text} "
    return Counter(padded[at : at + 2] for at in range(len(padded) - 1))


def alike(one: Counter[str], other: Counter[str]) -> float:
    """The share of pairs of letters that two texts have in common (Dice's coefficient)."""
    return 2 * (one & other).total() / (one.total() + other.total())
