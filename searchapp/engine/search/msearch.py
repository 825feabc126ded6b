"""Many bodies at once: each is answered as `search` answers it, and what they have in common is done once.

    read the bodies -> find the hits of each -> look all hits up -> fetch all their sources -> respond to each

A search for more than its best hits and their sources is done by itself. A body that cannot be read fails all.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..docstore.store import Stored
from ..errors import EngineError
from ..index.reader import Reader
from ..queries import parse
from ..queries.combinators import everything
from ..queries.context import Build, Context
from ..queries.query_cache import Make, TextBuild, search_shape
from ..work import work
from .collect import Addresses, Hit, Scores, best
from .fetch import Shown, shower
from .random_score import may_be_random
from .request import Request, read_request
from .search import Answer, check_window, counted, head, refusal, respond


@dataclass(frozen=True, slots=True)
class Shared:
    """What bodies of the same shape have in common."""

    request: Request
    """That of the first of them."""
    show: Callable[[Hit, Stored], Shown] | None
    """None where more is asked for than the best hits."""
    make: Make | None
    """Makes the query of a text; None where the bodies differ in more than one."""


class Body(NamedTuple):
    """A body that was read."""

    shared: Shared
    clause: dict[str, Any]
    build: Build


class Begun(NamedTuple):
    """A search whose hits are found, and not yet looked up."""

    head: Answer
    shared: Shared
    scores: Scores
    addresses: Addresses
    total: int


def msearch(reader: Reader, bodies: Sequence[Any], **params: Any) -> list[Answer]:
    """A response for each body; one whose execution fails is an error at its place."""
    context, known = Context(reader), dict[str, Shared]()
    read = [_read(context, body, params, known) for body in bodies]
    searches = [_attempted(context, body) for body in read]
    seqs = reader.seqs([address for one in searches if isinstance(one, Begun) for address in one.addresses])
    found = zip(seqs, reader.sources(seqs), strict=True)
    return [_finished(one, found) if isinstance(one, Begun) else one for one in searches]


def _read(context: Context, body: Any, params: dict[str, Any], known: dict[str, Shared]) -> Body | Request:
    """The body read, as far as none of the same shape was read before."""
    clause = body.get("query") if isinstance(body, dict) else None
    if not isinstance(clause, dict):
        return read_request(body, params)
    shape, text = search_shape(body)
    shared = known.get(shape)
    if shared is None:
        request = read_request(body, params)
        assert request.query is not None
        known[shape] = _shared(context, request, text)
        return Body(known[shape], clause, request.query)
    make = shared.make
    return Body(shared, clause, parse(clause) if make is None else lambda context: make(text))


def _shared(context: Context, request: Request, text: str | None) -> Shared:
    """What the bodies have in common with their first one, whose text is what they differ in, if it has one."""
    if asks_more(request):
        return Shared(request, None, None)
    show, build = shower(context.reader, request, everything()), request.query
    if text is None or not isinstance(build, TextBuild):
        return Shared(request, show, None)
    try:
        return Shared(request, show, build.maker(context))
    except EngineError:  # it belongs into the answer to each of them
        return Shared(request, show, None)


def asks_more(request: Request) -> bool:
    """Whether more is asked for than the best hits and their sources."""
    given = (request.post_filter, request.min_score, request.search_after, request.highlight)
    asked = request.collapse or request.sort or request.aggregations or request.explain
    return bool(asked) or given != (None, None, None, None)


def _attempted(context: Context, body: Body | Request) -> Begun | Answer:
    """The search begun; the answer where it fails or is done by itself."""
    started = time.monotonic()
    try:
        if isinstance(body, Request):
            return {**respond(context.reader, body, started), "status": 200}
        shared, clause, build = body
        if shared.show is None or "ids" in clause or "match_all" in clause or may_be_random(clause):
            request = replace(shared.request, clause=clause, query=build)
            return {**respond(context.reader, request, started), "status": 200}
        return _begun(context, shared, build, started)
    except EngineError as error:
        if error.status >= 500:
            raise
        return _failed(error)


def _begun(context: Context, shared: Shared, build: Build, started: float) -> Begun:
    work().begin()
    request = shared.request
    try:
        query, wanted = build(context), request.start + request.size if request.size else 0
        check_window(context.reader, request)
        scores, addresses, count = best(context.reader, query, wanted, request.counted)
    except BaseException as error:
        refused = refusal(error)
        if refused is None:
            raise
        raise refused from error
    return Begun(head(started), shared, scores, addresses[request.start :], count)


def _finished(search: Begun, found: Iterator[tuple[int, Stored]]) -> Answer:
    """The response, with the next of what was found for all searches."""
    request, show = search.shared.request, search.shared.show
    assert show is not None
    scores = search.scores[request.start :]
    hits = [show(Hit(seq, score), stored) for score, (seq, stored) in zip(scores, found, strict=False)]
    highest = search.scores[0] if search.scores else None
    return {**search.head, "hits": counted(request, search.total, highest, hits), "status": 200}


def _failed(error: EngineError) -> Answer:
    cause: Answer = {"type": error.type, "reason": error.reason}
    if why := getattr(error, "cause", None):
        cause["caused_by"] = {"type": "parse_exception", "reason": why}
    failed = {"root_cause": [cause], "type": "search_phase_execution_exception", "reason": "all shards failed"}
    return {"error": {**failed, "phase": "query", "grouped": True}, "status": error.status}
