"""Guesses about an index that our loader did not make, from a sample of its documents."""

import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ...errors import PipelineError
from ...json_text import value_of_json

logger = logging.getLogger(__name__)

FIRST, SAMPLE = 50, 1000
"""Documents that are read first to measure their size, and the largest number of documents in a sample."""

MAX_BYTES = 8 * 2**20
"""Maximum bytes of a sample, estimated from its first documents."""

Search = Callable[[dict[str, Any]], dict[str, Any]]


class SampledGuesses:
    """The guesses about each index, which are kept until its fields or the magnitude of its size change.

    A sample that cannot be read leaves them out until the next refresh of the metadata.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[Any, dict[str, Any]]] = {}

    def of(self, index: str, properties: Mapping[str, Any], total: int, search: Search) -> dict[str, Any]:
        """The part of `_meta` that holds the guesses; `search` runs a search body on the index."""
        key = (properties, len(str(total)))
        known = self._known.get(index)
        if known and known[0] == key:
            return known[1]
        from ...loading.inference.sample import guesses_from_sample  # loads a part of the loader, rarely needed

        try:
            guesses = guesses_from_sample(documents(search), properties)
        except PipelineError as error:
            logger.warning(
                "the sample of %s cannot be read, so nothing is guessed from it: %s", index, error.problem or error
            )
            return {}
        self._known[index] = key, guesses
        return guesses


def documents(search: Search) -> Iterator[dict[str, Any]]:
    """Documents of the index, in the order of its shards."""
    sources = first_documents(search, FIRST)
    size = min(SAMPLE, MAX_BYTES * len(sources) // max(sum(map(len, sources)), 1))
    if len(sources) == FIRST and size > FIRST:
        sources = first_documents(search, size)
    for source in sources:
        yield value_of_json(source)


def first_documents(search: Search, size: int) -> list[bytes]:
    """The first documents as JSON; none from an index that does not keep them."""
    hits = search({"size": size, "sort": ["_doc"], "track_total_hits": False})["hits"]["hits"]
    return [bytes(hit["_source"]) for hit in hits if "_source" in hit]
