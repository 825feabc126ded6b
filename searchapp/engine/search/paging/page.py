"""Collects the hits of the page that a request wants, in their order, and counts all hits."""

from collections.abc import Mapping
from itertools import islice

from tantivy import Query

from ...errors import illegal
from ...index.reader import Reader
from ..collect import Hit, after_values, by_columns, by_score, count_of, scored
from ..index_order import in_load_order
from ..random_score import random_function, random_scores
from ..request import Page, Request, is_match_all
from ..request_queries import is_random
from ..sort import bind
from .search_after import read_after


def looked_up(reader: Reader, request: Request, id: str) -> Page:
    """The page for one id."""
    seq = reader.store.find(id)
    matches = [] if seq is None else [Hit(seq, 1.0)]
    hits = matches[request.start : request.start + request.size]
    return hits, len(matches) if request.counted else 0, 1.0 if matches and request.size else None


def collected(reader: Reader, request: Request, query: Query, ranked: Mapping[int, float] | None = None) -> Page:
    """The page for a query. `ranked` may hold the scores of all hits, the best first."""
    wanted = request.start + request.size if request.size else 0
    if request.collapse is not None:
        return request.collapse.page(reader, request, query, wanted)
    if request.sort:
        return _by_keys(reader, request, query, wanted)
    if request.search_after is not None:
        raise illegal("Sort must contain at least one field.")
    hits, count = _by_score(reader, request, query, wanted, ranked)
    return hits[request.start : wanted], count, hits[0].score if hits else None


def _by_score(
    reader: Reader, request: Request, query: Query, wanted: int, ranked: Mapping[int, float] | None
) -> tuple[list[Hit], int]:
    """The best hits, and the number of all hits."""
    function = random_function(request.clause) if is_random(request) else None
    if function is not None:
        return random_scores(reader, query, function, wanted)
    if ranked is not None:
        return [Hit(*one) for one in islice(ranked.items(), wanted)], len(ranked) if request.counted else 0
    if not _takes_all(request):
        return by_score(reader, query, wanted, request.counted)
    score = float((request.clause or {"match_all": {}})["match_all"].get("boost", 1.0))
    return [Hit(seq, score) for seq in in_load_order(reader, query, wanted)], reader.stats.docs


def _by_keys(reader: Reader, request: Request, query: Query, wanted: int) -> Page:
    """The page in the order of the sort keys."""
    given = request.search_after
    columns = bind(reader, request.sort)
    after = None if given is None else read_after(columns, given)
    if after is None:
        hits = by_columns(reader, query, columns, wanted)[request.start :]
    else:
        hits = after_values(reader, query, columns, after, wanted)
    best = None
    if request.track_scores:
        hits = scored(reader, query, hits)
        top, _ = by_score(reader, query, 1, False)
        best = top[0].score if top and request.size else None
    return hits, _count(reader, request, query) if request.counted else 0, best


def _count(reader: Reader, request: Request, query: Query) -> int:
    return reader.stats.docs if _takes_all(request) else count_of(reader, query)


def _takes_all(request: Request) -> bool:
    """Whether all documents are hits, so that counting is not needed."""
    return is_match_all(request) and request.post_filter is None and not request.in_group
