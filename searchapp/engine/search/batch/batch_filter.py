"""The filter that the searches of a batch have in common: a costly one is run once for all of them.

Each search then finds its hits without the filter, and keeps the hits that are documents of the filter.
"""

import math
import time
from sys import getsizeof
from typing import Any, NamedTuple

from tantivy import DocAddress, Query

from ....querystring.byte_cache import ByteCache
from ...index.reader import Reader
from ...queries import parse
from ...queries.combinators import all_of, filtered
from ...queries.context import Context
from ...queries.listed import MAX_LISTED, Listed, list_of, listed
from ...work import work
from ..collect import ScoredAddresses, best

MIN_MEASURED_SECONDS = 0.2e-3
"""Estimated seconds of CPU from which a filter is measured, because estimates cover only a part of a prefix's cost."""
MIN_COSTLY_SECONDS = 0.3e-3
"""Seconds of CPU of a filter that is listed: a third of a second for 1,000 searches."""
MIN_SLOW_SECONDS = 0.05
"""Estimated seconds of CPU of a filter that is not run once more to be listed."""
LISTING_SECONDS = 20e-9
"""Seconds of CPU for a document of the list: a microsecond, divided by the at least 50 searches that use it."""
HIT_SECONDS = 0.45e-6
"""Seconds of CPU for comparing a hit with the documents of the filter."""
LIST_SECONDS = 5e-6
"""Seconds of CPU for a hit in the list of kept hits, with the searches in this list."""
MAX_CACHE, DOCUMENT = 8 * 2**20, 80
"""Bytes of the filters that are cached for a generation, and of a document in one of them."""


class BatchFilter(NamedTuple):
    """A costly filter, its seconds of CPU, and its documents by `_seq`; None if they are too many."""

    query: Query
    seconds: float
    seqs: frozenset[int] | None


def split_filter(clause: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The scored part of a query with filters and its filters, each as a query; None for other queries."""
    inside = clause.get("bool") if isinstance(clause, dict) and len(clause) == 1 else None
    if not isinstance(inside, dict) or inside.keys() != {"must", "filter"}:
        return None
    return {"bool": {"must": inside["must"]}}, {"bool": {"filter": inside["filter"]}}


def cached_filter(context: Context, clause: dict[str, Any]) -> BatchFilter | None:
    """As `costly_filter`, which runs once for all searches of a request, if they have a deadline."""
    if work().end is None:
        return costly_filter(context, clause)
    cache: ByteCache[Any, tuple[BatchFilter | None]] = context.reader.once(
        "filters", lambda: ByteCache(MAX_CACHE, MAX_CACHE)
    )
    key = work().together, repr(clause)
    cached = cache.get(key)
    if cached is None:
        found = costly_filter(context, clause)
        cached = (found,)
        cache.put(key, cached, getsizeof(key[1]) + (DOCUMENT * len(found.seqs or ()) if found else 0))
    return cached[0]


def costly_filter(context: Context, clause: dict[str, Any]) -> BatchFilter | None:
    """The filter with its documents; None for one that is cheap."""
    before, reader = work().seconds, context.reader
    query = parse(clause)(context)
    expected = work().seconds - before
    if expected < MIN_MEASURED_SECONDS:
        return None
    started = time.thread_time()
    hits, count = best(reader, query, MAX_LISTED if expected > MIN_SLOW_SECONDS else 0)
    seconds = time.thread_time() - started
    if seconds < MIN_COSTLY_SECONDS:
        return None
    if count > min(MAX_LISTED, seconds / LISTING_SECONDS):
        return BatchFilter(query, seconds, None)
    hits = hits or best(reader, query, count)[0]
    return BatchFilter(query, seconds, frozenset(reader.seqs([address for _, address in hits])))


def best_kept(
    reader: Reader, query: Query, found: BatchFilter, limit: int, count: bool = True
) -> tuple[ScoredAddresses, int]:
    """As `best`, the hits that the filter keeps. A search with many hits is run with the filter instead."""
    kept = _kept_hits(reader, query, found)
    if kept is None:
        return best(reader, all_of([query, filtered(found.query)]), limit, count)
    return [hit for _, hit in kept[:limit]], len(kept)


def listed_kept(reader: Reader, query: Query, found: BatchFilter) -> Listed:
    """The list of the hits that the filter keeps, as `listed` makes it of a costly query."""
    kept = _kept_hits(reader, query, found)
    if kept is None:
        return listed(reader, all_of([query, filtered(found.query)]), math.inf)
    work().count_seconds(reader.name, len(kept) * LIST_SECONDS)
    return list_of(reader, query, {seq: score for seq, (score, _) in kept})


def _kept_hits(reader: Reader, query: Query, found: BatchFilter) -> list[tuple[int, tuple[float, DocAddress]]] | None:
    """The hits that the filter keeps, the best first, each after its `_seq`; None for a search with many hits."""
    if found.seqs is None:
        work().count_seconds(reader.name, found.seconds)
        return None
    hits, total = best(reader, query, max(int(found.seconds / HIT_SECONDS), 1))
    if total > len(hits):
        work().count_seconds(reader.name, found.seconds)
        return None
    work().count_seconds(reader.name, total * HIT_SECONDS)
    seqs = reader.seqs([address for _, address in hits])
    return [(seq, hit) for seq, hit in zip(seqs, hits, strict=True) if seq in found.seqs]
