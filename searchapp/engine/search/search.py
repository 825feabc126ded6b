"""Makes the response to a search body, as Elasticsearch does.

read the request -> compile its query -> collect the hits -> fetch their sources -> count the facets -> respond
"""

import time
from typing import Any

from tantivy import Query

from ..aggregations import answer_facets, needs_scores, number_of
from ..errors import engine_error, illegal
from ..index.reader import Reader
from ..queries.combinators import everything, nothing
from ..work import work
from .collect import Hit
from .expected import check_rest
from .hits.fetch import fetched, hits_section
from .known_requests import known_request
from .lookups import document_section
from .paging.page import collected, looked_up
from .paging.search_after import read_after
from .request import Request, is_explained, is_match_all
from .request_queries import compiled, explained, post_filtered, queries
from .sort import bind

SearchResponse = dict[str, Any]
"""A response as Elasticsearch gives it, with `took`, `hits`, `aggregations` and so on."""

SHARDS = {"total": 1, "successful": 1, "skipped": 0, "failed": 0}
"""The key `_shards` of all responses."""


def search(reader: Reader, body: Any, **params: Any) -> SearchResponse:
    """The response to a search body. EngineError if Elasticsearch would refuse it."""
    started = time.monotonic()
    section = document_section(reader, body, params)
    if section is not None:
        return {**head(started), "hits": section}
    return respond(reader, known_request(body, params), started)


def respond(reader: Reader, request: Request, started: float) -> SearchResponse:
    """The response to a parsed request. Failures inside tantivy become EngineErrors."""
    try:
        return _respond(reader, request, started)
    except BaseException as error:
        known = engine_error(error)
        if known is None:
            raise
        raise known from error


def _respond(reader: Reader, request: Request, started: float) -> SearchResponse:
    work().begin()
    work().explains = is_explained(request)
    if request.start + request.size > reader.mapping.index_settings.max_result_window:
        _check_large_window(reader, request)
    id = only_id(request)
    if id:
        section = fetched_section(reader, request, everything(), *looked_up(reader, request, id))
        return {**head(started), "hits": section}
    query, matching, ranked = queries(reader, request)
    hits, count, best = collected(reader, request, query, ranked)
    keys = len(request.sort) + number_of(request.aggregations)
    work().count_documents(reader.name, keys, count if request.counted else reader.stats.docs)
    check_rest(reader, request, count if request.counted else reader.stats.docs)
    facets = facets_of(reader, request, matching)  # before the hits are fetched, which may fail
    section = fetched_section(reader, request, explained(reader, request, query, hits), hits, count, best)
    return {**head(started), "hits": section, **facets}


def only_id(request: Request) -> str | None:
    """The id of a request that only looks up one document, which needs no search; else None."""
    clause, more = request.clause, (request.post_filter, request.min_score, request.search_after)
    if not isinstance(clause, dict) or "ids" not in clause or any(each is not None for each in more):
        return None
    values = clause["ids"].get("values")
    if len(clause["ids"]) != 1 or not isinstance(values, list) or len(values) != 1:
        return None
    beside = (request.collapse, request.sort, request.explain, request.aggregations, request.highlight_queries)
    alone = not any(beside)
    return values[0] if alone and isinstance(values[0], str) else None


def facets_of(reader: Reader, request: Request, query: Query) -> SearchResponse:
    """The key `aggregations` of a response; empty if the request has none."""
    if not request.aggregations:
        return {}
    cache = is_match_all(request) and not needs_scores(request.aggregations)
    return {"aggregations": answer_facets(reader, query, request.aggregations, cache)}


def fetched_section(
    reader: Reader, request: Request, query: Query, hits: list[Hit], count: int, best: float | None
) -> dict[str, Any]:
    """The section `hits` of a response, for collected hits."""
    fetched_hits = fetched(reader, request, query, hits)
    for part in (request.inner_hits, request.collapse):
        if part is not None:
            part.add(reader, request, query, hits, fetched_hits)
    return hits_section(request, count, best, fetched_hits)


def head(started: float) -> SearchResponse:
    """The first keys of a response; `started` is a `time.monotonic()`."""
    took = int((time.monotonic() - started) * 1000)
    return {"took": took, "timed_out": False, "_shards": SHARDS}


def _check_large_window(reader: Reader, request: Request) -> None:
    """Raise EngineError for a window that is too large, but first for other errors, as Elasticsearch."""
    post_filtered(reader, request, compiled(reader, request))
    columns = bind(reader, request.sort)
    if request.collapse is not None:
        request.collapse.check(request)
    if request.search_after is not None:
        read_after(columns, request.search_after)
    facets_of(reader, request, nothing())
    check_window(reader, request)


def check_window(reader: Reader, request: Request) -> None:
    """Raise EngineError if `from + size` is more than the index allows."""
    window, most = request.start + request.size, reader.mapping.index_settings.max_result_window
    if window > most:
        raise illegal(
            f"Result window is too large, from + size must be less than or equal to: [{most}] but was"
            f" [{window}]. See the scroll api for a more efficient way to request large data sets. This limit"
            " can be set by changing the [index.max_result_window] index level setting."
        )
