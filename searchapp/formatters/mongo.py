"""Turns MongoDB responses into what callers get; beside their shape it is the way of the search engines' answers."""

from collections.abc import Mapping
from typing import Any

from .document import Document, Options, Step
from .elastic import ElasticFormatter, Hits, documents, without_hits


class MongoFormatter(ElasticFormatter):
    """Nothing is scored: hits have no `_score`, and `max_score` is null."""

    def container(self, response: Mapping[str, Any], steps: tuple[Step, ...], options: Options) -> Document:
        """`facets` first, then the time and the numbers, then the hits."""
        found = response["hits"]
        facets = {"facets": response["facets"]} if "facets" in response else {}
        about = {key: value for key, value in response.items() if key not in ("hits", "facets")}
        result = {**facets, **about, "total": found["total"], "max_score": None}
        if not (facets and without_hits(found["total"], found["hits"], options)):
            hits: list[Mapping[str, Any]] = [
                {"_id": document["_id"], "_source": document} for document in found["hits"]
            ]
            result["hits"] = documents(hits, steps, options)
        return result if options.get("native") is not False else Hits(result)
