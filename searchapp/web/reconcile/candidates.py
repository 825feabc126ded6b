"""Candidates for names: documents by id and by words, each with a score from 0 to 100.

score = the similarity of the query and the nearest name of the document; properties, if given, make up 30 of the 100
match = only one document has the highest score, and it has the id or name of the query, and all given properties
"""

import re
import time
from collections import Counter
from collections.abc import Mapping
from operator import add
from typing import Any, NamedTuple

from ...components import ItemType
from ...errors import ErrorKind, PipelineError
from ...querystring.folding import folded
from ..guessed_settings import known_fields
from ..pages.values.texts import texts_at
from ..request.admission import deadline
from .documents import Document, Documents
from .queries import Query

CANDIDATES_FACTOR = 2
"""Candidates are searched for this many times the limit of a query, since the most similar names may not come first."""

PROPERTIES_WEIGHT = 0.3
MATCH_SCORE = 95.0
"""The score of an equal alias. A document with at least this score is a match."""

MAX_COMPARED = 1000
"""Characters of a name or a value that are compared."""

SIGNS = re.compile(r"[\W_]+")


class Wanted(NamedTuple):
    """The query in the form of comparisons: pairs of letters for its name, folded values for its properties."""

    pairs: Counter[str]
    properties: Mapping[str, frozenset[str]]


class Candidates:
    """Finds candidates within some seconds of the request's arrival."""

    def __init__(self, documents: Documents, item_type: ItemType, seconds: float):
        self.documents = documents
        self.types = [{"id": item_type.name, "name": item_type.title}]
        self.seconds = seconds
        self.end = deadline(seconds)
        self.naming = documents.naming()
        self.known = known_fields(documents.components, item_type)

    def of(self, queries: Mapping[str, Query]) -> dict[str, Any]:
        """The result of each query, by its key."""
        asked = [(key, query) for key, query in queries.items() if query.text.strip() and self.has_type(query)]
        return {key: {"result": []} for key in queries} | (self.found(dict(asked)) if asked else {})

    def found(self, queries: Mapping[str, Query]) -> dict[str, Any]:
        """The result of each query. The documents of all queries are in memory together."""
        texts = [query.text for query in queries.values()]
        properties = {pid for query in queries.values() for pid in query.properties if pid in self.known}
        fields = [*self.naming.fields, *sorted(properties)]
        ids = self.documents.ids_meant(texts, self.end)
        by_id = self.documents.by_ids([id for id in ids if id], self.end, fields)
        size = CANDIDATES_FACTOR * max(query.limit for query in queries.values())
        found = self.documents.by_words(texts, size, self.end, fields)
        results = {}
        for (key, query), id, documents in zip(queries.items(), ids, found, strict=True):
            if time.monotonic() > self.end:
                raise PipelineError.of(ErrorKind.TOO_LATE, seconds=f"{self.seconds:g}")
            itself = by_id.get(id or "")
            results[key] = {"result": self.ranked(query, itself, documents[: CANDIDATES_FACTOR * query.limit])}
        return results

    def has_type(self, query: Query) -> bool:
        return not query.types or self.types[0]["id"] in query.types

    def ranked(self, query: Query, itself: Document | None, documents: list[Document]) -> list[dict[str, Any]]:
        """The best candidates for one query; `itself` is the document with this id."""
        every = {one["_id"]: one for one in [*documents, *([itself] if itself else [])]}
        values = {pid: frozenset(map(plain, texts)) for pid, texts in query.properties.items()}
        wanted = Wanted(pairs(plain(query.text)), values)
        scored = [(self.scored(wanted, one, one is itself), one) for one in every.values()]
        scored.sort(key=lambda pair: -pair[0]["score"])
        found = [{**self.naming.named(one), "type": self.types, **score} for score, one in scored[: query.limit]]
        if found and is_match(scored[0][0], scored[1][0] if scored[1:] else None):
            found[0]["match"] = True
        return found

    def scored(self, wanted: Wanted, document: Document, is_itself: bool) -> dict[str, Any]:
        """The score of a document, and its features."""
        name = 100.0 if is_itself else 100 * self.likeness(wanted.pairs, document)
        held = {pid: has_value(document, pid, values) for pid, values in wanted.properties.items()}
        features = [
            {"id": "name", "value": round(name, 1)},
            *({"id": pid, "value": is_held} for pid, is_held in held.items()),
        ]
        score = name
        if held:
            score = (1 - PROPERTIES_WEIGHT) * name + PROPERTIES_WEIGHT * 100 * sum(held.values()) / len(held)
        return {"score": round(score, 1), "match": False, "features": features}

    def likeness(self, wanted: Counter[str], document: Document) -> float:
        """The similarity of a text and the most similar name of a document, from 0 to 1."""
        return max(
            (weight * dice_coefficient(wanted, pairs(plain(name))) for name, weight in self.naming.names(document)),
            default=0.0,
        )


def is_match(first: Mapping[str, Any], second: Mapping[str, Any] | None) -> bool:
    """Whether the first candidate is a match: no other one has its score."""
    name, *properties = [feature["value"] for feature in first["features"]]
    return name >= MATCH_SCORE and all(properties) and (second is None or second["score"] < first["score"])


def has_value(document: Document, pid: str, wanted: frozenset[str]) -> bool:
    """Whether a property of a document is one of these values, in any case."""
    return any(plain(text) in wanted for text in texts_at(document, pid))


def plain(text: str) -> str:
    """The beginning of a text without case, accents and punctuation."""
    return " ".join(SIGNS.split(folded(text[:MAX_COMPARED]))).strip()


def pairs(text: str) -> Counter[str]:
    """The pairs of neighbouring letters, of words with a blank at both ends."""
    padded = f" {text} "
    return Counter(map(add, padded, padded[1:]))


def dice_coefficient(one: Counter[str], other: Counter[str]) -> float:
    """The share of pairs of letters that two texts have in common (Dice's coefficient)."""
    common = sum([min(one[pair], other[pair]) for pair in one.keys() & other.keys()])
    return 2 * common / (sum(one.values()) + sum(other.values()))
