"""Turns MongoDB responses into answers: documents become hits, which are formatted as those of search engines."""

from collections.abc import Callable, Mapping
from typing import Any

from ...formatters.document import Document
from ...formatters.elastic import ElasticFormatter
from ...protocols import Completed

Hit = dict[str, Any]
HEAD = ("_id", "_version")


class MongoFormatter(ElasticFormatter):
    """All hits score the same; `_version` is the one that the loader writes into documents."""

    def transform(self, response: Any, **options: Any) -> Any:
        """As ElasticFormatter, after the documents have become hits."""
        return super().transform([*map(with_hits, response)] if isinstance(response, list) else with_hits(response),
                                 **options)  # fmt: skip

    def with_documents(self, response: Any, change: Callable[[Document], Document]) -> Any:
        """The response with changed documents, which are its hits; `_id` and `_version` stay."""
        hits = [{**change(hit), **{key: hit[key] for key in HEAD if key in hit}} for hit in response["hits"]["hits"]]
        return {**response, "hits": {**response["hits"], "hits": hits}}

    def transform_suggestions(
        self, responses: list[Mapping[str, Any]], typed: str, completed: Completed, size: int
    ) -> dict[str, Any]:
        found: list[Mapping[str, Any]] = [
            {"took": each["took"], "hits": {"hits": hits_of(each["hits"])}} for each in responses
        ]
        return super().transform_suggestions(found, typed, completed, size)


def with_hits(response: Mapping[str, Any]) -> dict[str, Any]:
    """The response with hits of a search engine instead of documents."""
    return {**response, "hits": {**response["hits"], "hits": hits_of(response["hits"])}}


def hits_of(found: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The documents as hits of a search engine."""
    return [hit_of(document, found["max_score"]) for document in found["hits"]]


def hit_of(document: Document, score: float | None) -> Hit:
    hit: Hit = {"_id": document["_id"], "_score": score, "_source": document}
    if isinstance(document.get("_version"), int):
        hit["_source"] = {key: value for key, value in document.items() if key != "_version"}
        hit["_version"] = document["_version"]
    return hit
