"""Multi search: each body gets the response of `search`, and the work that bodies have in common is done once.

    read the bodies -> collect the hits of each -> look up all `_seq` -> fetch all sources -> respond to each

A body that asks for more than its best hits and their sources is searched on its own. A syntax error in one body fails
all of them.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tantivy import Query

from ...docstore.store import Stored
from ...errors import AnswerTooLarge, EngineError, engine_error
from ...index.reader import Reader
from ...queries import parse
from ...queries.combinators import everything
from ...queries.context import Build, Context
from ...queries.query_cache import Make, Text, TextBuild, search_shape
from ...work import work
from ..body import read_request
from ..collect import Hit, ScoredAddresses, best
from ..hits.fetch import documents, hit_maker, hits_section
from ..random_score import random_function
from ..request import JsonHit, Request, is_explained
from ..search import SearchResponse, check_window, head, respond
from .batch_filter import BatchFilter, best_kept, cached_filter, split_filter


@dataclass(frozen=True, slots=True)
class Shared:
    """The parts that bodies of the same shape share."""

    request: Request
    """The request of the first body."""
    make_hit: Callable[[Hit, Stored], JsonHit] | None
    """None if the bodies ask for more than the best hits."""
    make: Make | None
    """Makes the query of texts, if the bodies differ in nothing else; else None."""
    filter: BatchFilter | None = None
    """A costly filter, which is not part of the queries that `make` returns."""


class Body(NamedTuple):
    """A parsed body: the parts that it shares, its query clause, and the function that builds its query."""

    shared: Shared
    clause: dict[str, Any]
    build: Build
    filter: BatchFilter | None = None
    """A costly filter, which is not part of the query of `build`."""


Shapes = dict[bytes, Shared]
"""The shared parts of the bodies so far, by shape."""


class Collected(NamedTuple):
    """A search whose hits are collected, but not yet fetched.

    `head` has the first keys of its response, which several searches may share.
    """

    head: SearchResponse
    shared: Shared
    highest: float | None
    hits: ScoredAddresses
    total: int


def msearch(reader: Reader, bodies: Sequence[Any], **params: Any) -> list[SearchResponse]:
    """A response for each body, in order; a body whose execution fails gets an error object.

    EngineError if a body has a syntax error.
    """
    context, known = Context(reader), Shapes()
    parsed = [_parsed(context, body, params, known) for body in bodies]
    return responses(reader, [searched(context, body) for body in parsed])


def responses(reader: Reader, searches: Sequence[Collected | SearchResponse]) -> list[SearchResponse]:
    """The response to each search, with the documents of its hits."""
    seqs = reader.seqs([address for one in searches if isinstance(one, Collected) for _, address in one.hits])
    stored = zip(seqs, documents(reader, seqs), strict=True)
    return [_response(one, stored) if isinstance(one, Collected) else one for one in searches]


def _parsed(context: Context, body: Any, params: dict[str, Any], known: Shapes) -> Body | Request:
    """The parsed body. Only the first body of a shape is read in full."""
    clause = body.get("query") if isinstance(body, dict) else None
    if not isinstance(clause, dict):
        return read_request(body, params)
    found = search_shape(body)
    if found is None:
        return read_request(body, params)
    shape, texts = found
    if (shape not in known or not texts) and may_have_inner_hits(clause):
        return read_request(body, params)
    if shape not in known:
        known[shape] = shared_parts(context, read_request(body, params), texts)
    return body_of(context, known[shape], clause, texts)


def may_have_inner_hits(clause: dict[str, Any]) -> bool:
    """Whether a clause may have inner hits, whose requests depend on its texts."""
    return "'inner_hits'" in repr(clause)


def body_of(context: Context, shared: Shared, clause: dict[str, Any], texts: Sequence[Text]) -> Body:
    """The parsed body of a known shape."""
    make = shared.make
    if make is None:
        parts = _parts(shared.request, clause)
        found = _filter(context, parts[1]) if parts else None
        return Body(shared, clause, parse(parts[0] if parts and found else clause), found)

    def build(own: Context) -> Query:
        return make(texts) if own.reader is context.reader else parse(clause)(own)

    return Body(shared, clause, build, shared.filter)


def _parts(request: Request, clause: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The scored part of a query and its filters, if the filters may be run once for all; explanations show them."""
    return None if is_alone(clause) or is_explained(request) else split_filter(clause)


def _filter(context: Context, clause: dict[str, Any]) -> BatchFilter | None:
    """The filter if it is costly; None for a filter that fails, because each of the bodies then gets its error."""
    try:
        return cached_filter(context, clause)
    except EngineError:
        return None


def shared_parts(context: Context, request: Request, texts: Sequence[Text]) -> Shared:
    """The parts to share of the first body of a shape. `texts` are the texts in which the bodies differ, if any."""
    if texts and (is_alone(request.clause) or (is_explained(request) and split_filter(request.clause))):
        return Shared(request, None, None)
    build = request.query
    make_hit = None if asks_more(request) else hit_maker(context.reader, request, everything())
    if not texts or not isinstance(build, TextBuild) or build.texts != texts:  # a prefix without options is no text
        return Shared(request, make_hit, None)
    try:
        work().renew()
        parts = _parts(request, request.clause)
        found = _filter(context, parts[1]) if parts else None
        scored = parse(parts[0]) if parts and found else build
        if isinstance(scored, TextBuild):
            return Shared(request, make_hit, scored.maker(context), found)
        return Shared(request, make_hit, build.maker(context))
    except EngineError:  # each of the bodies raises it again, and gets it as its response
        return Shared(request, make_hit, None)


def is_alone(clause: dict[str, Any]) -> bool:
    """Whether a body is searched on its own, because that is faster or necessary."""
    return "ids" in clause or "match_all" in clause or random_function(clause) is not None


def asks_more(request: Request) -> bool:
    """Whether a request asks for more than its best hits and their sources."""
    given = (request.post_filter, request.min_score, request.search_after, request.highlight)
    asked = request.collapse or request.sort or request.aggregations or request.explain
    listed = request.fields or request.inner_hits
    return bool(asked or listed) or given != (None, None, None, None)


def searched(context: Context, body: Body | Request) -> Collected | SearchResponse:
    """The collected hits of a body; a response if it fails or is searched on its own."""
    began = time.thread_time()
    try:
        found = _searched(context, body, time.monotonic())
        work().count_pattern_seconds(context.reader.name, time.thread_time() - began)
        return found
    except EngineError as error:
        if error.status >= 500 or isinstance(error, AnswerTooLarge):
            raise
        return _failed(error)


def _searched(context: Context, body: Body | Request, started: float) -> Collected | SearchResponse:
    if isinstance(body, Body):
        if body.shared.make_hit is not None and (body.shared.make is not None or not is_alone(body.clause)):
            return _collected(context, body, started)
        body = body.shared.request.of(body.clause, body.build, body.filter)
    return {**respond(context.reader, body, started), "status": 200}


def _collected(context: Context, body: Body, started: float) -> Collected:
    work().begin()
    shared, request, reader = body.shared, body.shared.request, context.reader
    try:
        query = body.build(context)
        check_window(reader, request)
        wanted = request.start + request.size if request.size else 0
        if body.filter is None:
            hits, count = best(reader, query, wanted, request.counted)
        else:
            hits, count = best_kept(reader, query, body.filter, wanted, request.counted)
    except BaseException as error:
        known = engine_error(error)
        if known is None:
            raise
        raise known from error
    return of_hits(head(started), shared, hits, count)


def of_hits(head: SearchResponse, shared: Shared, hits: ScoredAddresses, count: int) -> Collected:
    """The search that has these first hits."""
    return Collected(head, shared, hits[0][0] if hits else None, hits[shared.request.start :], count)


def _response(search: Collected, stored: Iterator[tuple[int, Stored]]) -> SearchResponse:
    """The response to a search; `stored` has the documents of the hits of all searches."""
    head, shared, highest, collected, total = search
    make_hit = shared.make_hit
    assert make_hit is not None
    both = zip(collected, stored, strict=False)  # takes no more of `stored` than these hits have
    hits = [make_hit(Hit(seq, score), document) for (score, _), (seq, document) in both]
    return {**head, "hits": hits_section(shared.request, total, highest, hits), "status": 200}


def _failed(error: EngineError) -> SearchResponse:
    cause: dict[str, Any] = {"type": error.type, "reason": error.reason}
    if error.cause:
        cause["caused_by"] = {"type": "parse_exception", "reason": error.cause}
    failed = {"root_cause": [cause], "type": "search_phase_execution_exception", "reason": "all shards failed"}
    return {"error": {**failed, "phase": "query", "grouped": True}, "status": error.status}
