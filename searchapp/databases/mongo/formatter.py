"""Turns MongoDB responses into what callers get; beside their shape it is the way of the search engines' answers."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from ...formatters.document import Document, Options, Step
from ...formatters.elastic import ElasticFormatter, Hits, documents, without_hits

Hit = dict[str, Any]


class MongoFormatter(ElasticFormatter):
    """All hits score the same; `_version` is the one that the loader writes into documents."""

    def container(self, response: Mapping[str, Any], steps: tuple[Step, ...], options: Options) -> Document:
        """`facets` first, then the time and the numbers, then the hits."""
        found = response["hits"]
        facets = {"facets": response["facets"]} if "facets" in response else {}
        about = {key: value for key, value in response.items() if key not in ("hits", "facets")}
        result = {**facets, **about, "total": found["total"], "max_score": found["max_score"]}
        if not (facets and without_hits(found["total"], found["hits"], options)):
            result["hits"] = documents(hits_of(response), steps, options)
        return result if options.get("native") is not False else Hits(result)

    def transform_suggestions(
        self, responses: list[Mapping[str, Any]], typed: str, fields: Iterable[str], ranked: bool, size: int
    ) -> dict[str, Any]:
        """What the text that was typed could become; the first response is for whole values, each other for a field."""
        whole, *begun = map(hits_of, responses)
        took = sum(response["took"] for response in responses)
        both: list[Mapping[str, Any]] = [{"hits": {"hits": hits}} for hits in (whole, list(chain(*begun)))]
        return {**super().transform_suggestions(both, typed, fields, ranked, size), "took": took}


def hits_of(response: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The documents as hits of a search engine."""
    score = response["hits"]["max_score"]
    return [hit_of(document, score) for document in response["hits"]["hits"]]


def hit_of(document: Document, score: float | None) -> Hit:
    hit: Hit = {"_id": document["_id"], "_score": score, "_source": document}
    if isinstance(document.get("_version"), int):
        hit["_source"] = {key: value for key, value in document.items() if key != "_version"}
        hit["_version"] = document["_version"]
    return hit
