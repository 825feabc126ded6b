"""A costly query as the list of its documents: facets, counts and further sort keys search the list instead.

A wildcard in 340 fields takes a third of a second, and a request with ten facets would run it twenty times.
"""

import time
from typing import NamedTuple

from tantivy import Query

from ..index.reader import Reader
from .combinators import all_of, documents_with_seqs, filtered, nothing, scored

MIN_LISTED_SECONDS = 0.01
"""Seconds of CPU that a query takes at least to be listed."""
MAX_LISTED = 100_000
"""The maximum number of documents of a list: about 20 MB while it is made."""
SECONDS_PER_DOCUMENT = 0.4e-6
"""Seconds of CPU that a search takes for each document of a list."""
MAX_SCORES = 100
"""The maximum number of different scores of a list with scores, because each score needs a query."""


class Listed(NamedTuple):
    """A query with its scores, and as a filter, which is at least as fast."""

    scored: Query
    filter: Query
    scores: dict[int, float] | None = None
    """The score of each document by `_seq`; None if the query was not run."""


def listed(reader: Reader, query: Query, seconds: float) -> Listed:
    """The list of the documents of a query, if searching the list is faster. `seconds` is the query's estimated time.

    With many different scores, the scored query stays as it is.
    """
    if seconds < MIN_LISTED_SECONDS:
        return Listed(query, query)
    started = time.thread_time()
    result = reader.searcher.search(query, max(min(MAX_LISTED, reader.stats.docs), 1))
    hits, count = result.hits, result.count  # type: ignore[attr-defined]
    if count > len(hits) or count * SECONDS_PER_DOCUMENT > time.thread_time() - started:
        return Listed(query, query)
    seqs = reader.seqs([address for _, address in hits])
    return list_of(reader, query, {seq: score for seq, (score, _) in zip(seqs, hits, strict=True)})


def list_of(reader: Reader, query: Query, scores: dict[int, float]) -> Listed:
    """The list of some or all documents of a query; `scores` has their scores by `_seq`."""
    if not scores:
        return Listed(nothing(), nothing(), scores)
    these = filtered(documents_with_seqs(reader.schema, sorted(scores)))
    has_few = len({*scores.values()}) <= MAX_SCORES
    return Listed(scored(reader.schema, scores) if has_few else all_of([query, these]), these, scores)
