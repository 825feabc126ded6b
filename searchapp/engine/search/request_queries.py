"""The queries of a request in tantivy: for its hits, its facets, and the explanations of its scores."""

import time
from typing import NamedTuple

from tantivy import Query

from ..aggregations import needs_scores
from ..costs import KEYS_PER_MIN_SCORE
from ..index.reader import Reader
from ..queries.combinators import all_of, documents_with_seqs, everything, filtered
from ..queries.context import Context, side_query
from ..queries.listed import MIN_LISTED_SECONDS, Listed, listed
from ..work import work
from .batch.batch_filter import BatchFilter, cached_filter, listed_kept
from .collect import Hit, best
from .expected import check_before
from .random_score import random_function
from .request import Request, is_explained
from .sort import SCORE, bind


class Queries(NamedTuple):
    """The queries of a request: for its hits, and for its facets, which a post filter does not narrow."""

    hits: Query
    facets: Query
    ranked: dict[int, float] | None = None
    """The scores of all hits by `_seq`, the best first, if they are known already."""


def queries(reader: Reader, request: Request, is_paged: bool = False) -> Queries:
    """The queries of a request. Where they run more than once, costly ones become lists of their documents."""
    shared = None if is_paged or request.explain else _shared_post_filter(reader, request)
    if not (is_paged or request.filter or shared or _is_run_again(request)):
        query = compiled(reader, request)
        return Queries(post_filtered(reader, request, query), query)
    found = _found(reader, request)
    query = found.scored if is_paged or _needs_scores(request) else found.filter
    facets = found.scored if needs_scores(request.aggregations) else found.filter
    if request.post_filter is None:
        return Queries(query, facets, found.scores)
    if shared is not None:
        kept_hits = listed_kept(reader, query, shared)
        return Queries(kept_hits.scored, facets, kept_hits.scores)
    before = work().seconds
    post_filter = request.post_filter(Context(reader))
    kept = listed(reader, post_filter, work().seconds - before).filter
    return Queries(all_of([query, filtered(kept)]), facets)


def _shared_post_filter(reader: Reader, request: Request) -> BatchFilter | None:
    """The post filter, if it is costly and searches of a request have it in common."""
    if request.post_filter is None or work().together.searches < 2:
        return None
    return cached_filter(Context(reader), request.post_clause)


def _is_run_again(request: Request) -> bool:
    """Whether collecting the hits and counting the facets runs the query more than once."""
    if request.collapse is not None:  # explanations need the query itself
        return not is_explained(request)
    keys = len(request.sort)
    return bool(request.aggregations) or keys > 1 or (keys == 1 and (request.counted or request.track_scores))


def _found(reader: Reader, request: Request) -> Listed:
    """The list of the documents of a request's query."""
    query = compiled(reader, request)
    if request.min_score is not None:  # the query has the filter already
        return listed(reader, query, work().seconds)
    return _listed(reader, request, query)


def _listed(reader: Reader, request: Request, query: Query) -> Listed:
    """The list of the documents of a query that the filter of a batch keeps, if there is one."""
    if request.filter is None:
        return listed(reader, query, work().seconds)
    return listed_kept(reader, query, request.filter)


def _needs_scores(request: Request) -> bool:
    """Whether the hits have scores, or are sorted by them."""
    by_score = not request.sort or request.track_scores or any(key.name == SCORE for key in request.sort)
    return bool(request.size) and by_score


def explained(reader: Reader, request: Request, query: Query, hits: list[Hit]) -> Query:
    """The query that explains the scores of the hits: a costly one is compiled again, for these documents alone."""
    if not request.explain or request.collapse is not None:
        return query
    work().check_explained(len(hits))
    if work().pattern_seconds < MIN_LISTED_SECONDS or not hits:
        return query
    started, few = time.thread_time(), reader.narrowed([hit.seq for hit in hits])
    query = post_filtered(few, request, compiled(few, request))
    work().count_seconds(reader.name, time.thread_time() - started)
    return query


def compiled(reader: Reader, request: Request) -> Query:
    """The tantivy query of a request; all documents if the body has no query."""
    context = Context(reader, rescored=is_random(request))
    query = everything() if request.query is None else request.query(context)
    check_highlight_queries(context, request)
    if request.explain and reader.few is None:
        work().check_explained()
    check_before(reader, request)
    if request.min_score is None:
        return query
    return _scoring(reader, _listed(reader, request, query), request.min_score)


def check_highlight_queries(context: Context, request: Request) -> None:
    """Raise EngineError for queries that cannot be highlighted in this index, but first for other parts of the body."""
    if request.highlight_queries:
        post_filtered(context.reader, request, everything())
        bind(context.reader, request.sort)
    for build in request.highlight_queries:
        side_query(context, build)


def is_random(request: Request) -> bool:
    """Whether a random score decides the order of the hits."""
    if request.min_score is not None or request.track_scores:
        return False
    ordered = any(key.name == SCORE for key in request.sort)
    return not ordered and random_function(request.clause) is not None


def post_filtered(reader: Reader, request: Request, query: Query) -> Query:
    """The query with the post filter of the request, if it has one."""
    if request.post_filter is None:
        return query
    return all_of([query, filtered(request.post_filter(Context(reader)))])


def _scoring(reader: Reader, found: Listed, least: float) -> Query:
    """The query without the documents that score less than `least`."""
    scores = found.scores
    if scores is None:
        hits, _ = best(reader, found.scored, reader.stats.docs, False)
        scores = dict(zip(reader.seqs([address for _, address in hits]), (score for score, _ in hits), strict=True))
        work().count_documents(reader.name, KEYS_PER_MIN_SCORE, len(hits))
    seqs = [seq for seq, score in scores.items() if score >= least]
    return all_of([found.scored, filtered(documents_with_seqs(reader.schema, seqs))])
