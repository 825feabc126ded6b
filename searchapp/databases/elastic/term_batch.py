"""A batch of terms in a few searches instead of one for each term. This takes a node two thirds of the time.

bodies -> searches for several terms each, with a named clause for each term -> hits with the names of their clauses
       -> one response per body; terms with a document in common are searched one by one
"""

import math
import threading
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...builders.elastic import filtered
from ...builders.ranking.ranked import unranked
from ...errors import ErrorKind, PipelineError
from ...protocols import Context
from ..search_engine import id_batch
from ..search_engine.batches import Batches, Call, parts
from ..search_engine.calls import Calls
from ..search_engine.id_batch import IDS_PER_PART, SHAREABLE, own_responses
from ..search_engine.page_links import hit_total
from ..search_engine.responses import Body, Response
from ..shared.answer_bytes import Allowance
from ..shared.deadline import MAX_TIME_RATIO, SAMPLE, too_slow

COMMON = SHAREABLE - {"highlight", "track_total_hits"}
"""The keys that a shared body may have. Highlights would mark other terms; a total shows missing hits."""

NAMED = frozenset(("bool", "constant_score", "dis_max", "ids", "multi_match", "nested"))
"""The queries with their name in the same object as their other keys."""

PREFIX = "_searchapp_"
"""The start of our names; queries of the configuration may have names of their own."""

MIN_TERMS = 10
"""Fewer terms gain little, and two of them that share a document would keep all later batches apart."""

MAX_CLAUSES = 20_000
"""The maximum number of terms times scopes that share searches: their bodies are in memory together, a kB for each."""

MAX_HITS = 2
"""Hits of a shared search for each of its terms. A field that finds more is not for looking documents up."""

MAX_ALONE = 0.1
"""The share of terms that may be searched one by one after a shared search. With more, msearches alone cost less."""

APART_SECONDS = 600.0
"""Seconds for which terms in some scopes are searched one by one, after such terms could not share searches."""
MAX_APART = 1000
"""The number of such scopes that a process remembers."""


MAX_PART_HITS = 1000
"""The maximum number of hits for which one msearch asks: a node makes all of its answer before it sends it."""
IDS_PER_MSEARCH = 10
"""The number of terms of an msearch if each may find more hits: ids in other fields, which find one document each."""
MAX_FOUND = 20_000
"""The maximum number of hits that the terms of a batch find together: 1.5 s of a node, which reads each document."""

PROBED = 20
"""The number of terms of a batch that are searched first, because the time for the others is estimated from theirs."""

MAX_FOUND_SHARE = 0.5
"""If at most this share of the first terms has hits, the hits of the others are counted first: ordering the hits of a
text by names takes two thirds of a node's time, even for a text without hits."""


class Shared(NamedTuple):
    """One search for several terms."""

    positions: range
    """Where these terms are in the batch."""
    body: Body


def shared_searches(bodies: Sequence[Body]) -> list[Shared]:
    """The searches for all terms; empty if their bodies differ in more than the query, or cannot share one."""
    if len(bodies) < MIN_TERMS:
        return []
    first = bodies[0]
    if not first.get("size", 10) or not COMMON.issuperset(first):
        return []
    rest, filters = dict(first), with_filters(first["query"])[1]
    for body in bodies:
        rest["query"] = body["query"]  # the other keys are compared without a copy of each body
        query, own = with_filters(body["query"])
        if body != rest or own != filters or len(query) != 1 or NAMED.isdisjoint(query):
            return []
    size = math.ceil(len(bodies) / math.ceil(len(bodies) / IDS_PER_PART))
    starts = range(0, len(bodies), size)
    return [shared_search(bodies, range(start, min(start + size, len(bodies)))) for start in starts]


def shared_search(bodies: Sequence[Body], positions: range) -> Shared:
    """The search for the terms at these positions. A hit of one term has the score that it has without the others."""
    clauses = [with_name(with_filters(bodies[position]["query"])[0], position) for position in positions]
    rest = {key: value for key, value in bodies[0].items() if key != "from"}
    query: Body = {"should": clauses}
    if filters := with_filters(bodies[0]["query"])[1]:
        query |= {"filter": filters, "minimum_should_match": 1}
    return Shared(positions, {**rest, "query": {"bool": query}, "size": MAX_HITS * len(clauses)})


def with_filters(query: Body) -> tuple[Body, list[Body]]:
    """The query of a term alone, and its filters.

    All terms of a batch have the same filters. If each term has them, a node prepares them for each term. For patterns
    in hundreds of fields this takes minutes and all memory of the node, and no timeout stops it.
    """
    inside = query.get("bool", {})
    if inside.keys() == {"must", "filter"} and len(inside["must"]) == 1:
        return inside["must"][0], inside["filter"]
    return query, []


def with_name(query: Body, position: int) -> Body:
    """The query with the position of its term as its name."""
    ((kind, inside),) = query.items()
    return {kind: {**inside, "_name": f"{PREFIX}{position}"}}


def divided(response: Response, positions: range, body: Body) -> dict[int, Response]:
    """The responses to terms by position, without terms that share a document; empty if hits are missing.

    `body` is one of the combined bodies: each response has the hits of its page.
    """
    hits = response["hits"]["hits"]
    if hit_total(response) > len(hits):
        return {}
    found: dict[int, list[Any]] = {position: [] for position in positions}
    sharing: set[int] = set()
    for hit in hits:
        terms = [int(name[len(PREFIX) :]) for name in hit.pop("matched_queries", ()) if name.startswith(PREFIX)]
        if len(terms) == 1:
            found[terms[0]].append(hit)
        else:
            sharing.update(terms)
    own_response = own_responses(response, body)
    return {term: own_response(own) for term, own in found.items() if term not in sharing}


class SharedBatches(Batches):
    """Batches in which terms share searches."""

    def __init__(self, backend: Calls):
        super().__init__(backend)
        self.lock = threading.Lock()
        self.apart: dict[tuple[str, str], float] = {}
        """The time until which the terms of a batch do not share searches, by index and scopes."""

    def searched(self, index: str, bodies: Sequence[Body], context: Context, end: float) -> list[Response]:
        """One response per body: terms in scopes by searches that they share, all others by msearches on the pool."""
        given = context.options.get("scopes") or ()
        scopes = index, repr(given)
        may_share = 0 < len(given) * len(bodies) <= MAX_CLAUSES and not context.options.get("raw")
        bodies = [*bodies] if may_share else bodies  # each is read several times
        is_apart = self.apart.get(scopes, 0.0) > time.monotonic()
        searches = shared_searches(bodies) if may_share and not is_apart else []
        found = self.in_shared(index, bodies, searches, context, end) if searches else None
        if searches and found is None:
            with self.lock:
                if len(self.apart) >= MAX_APART:
                    self.apart.clear()
                self.apart[scopes] = time.monotonic() + APART_SECONDS
        return super().searched(index, bodies, context, end) if found is None else found

    def in_shared(
        self, index: str, bodies: Sequence[Body], searches: list[Shared], context: Context, end: float
    ) -> list[Response] | None:
        """One response per body by shared searches, and by msearches for terms that share a document.

        None if these are many, if the index was switched, or if the node or the size of documents forbids it.
        """
        most = self.backend.allowed_bytes(context, of_several=True)
        try:
            with self.backend.within(end, most):
                responses = self.backend.in_parallel(
                    lambda one: self.backend.read(self.backend.run(index, one.body, end), context), searches, end
                )
            found: dict[int, Response] = {}
            for one, response in zip(searches, responses, strict=True):
                found |= divided(response, one.positions, bodies[0])
            alone = [position for position in range(len(bodies)) if position not in found]
            if len(alone) > MAX_ALONE * len(bodies):
                return None
            rest = super().searched(index, [bodies[position] for position in alone], context, end) if alone else []
            if id_batch.are_of_several_indices([*responses, *rest]):
                return None
            found |= zip(alone, rest, strict=True)
            if alone:
                Allowance(most).take_bytes(sum(map(id_batch.source_bytes, found.values())))
        except PipelineError as error:
            if error.code != 400:
                raise
            return None
        return [found[position] for position in range(len(bodies))]

    def all_parts(self, call: Call, bodies: Sequence[Body], end: float) -> list[Response]:
        """The responses in parts with few hits. Raises a 504 if the first ones take so long that the rest has no time.

        Without it, a node would work on such a batch until the deadline.
        """
        count, done, began = len(bodies), list[Response](), time.monotonic()
        counted = of_few_hits(call)
        while count > len(done) + PROBED:
            start = time.monotonic()
            first = parts(len(done), len(done) + PROBED, PROBED // self.backend.pool.workers or 1)
            done += self.of_parts(counted, bodies, first, end)
            now = time.monotonic()
            if (now - start) * (count - len(done)) <= MAX_TIME_RATIO * (end - now) * PROBED:
                break
            if now - began >= SAMPLE and len(done) > PROBED:  # the first search after a start is slow
                raise too_slow(len(done), count, now - began, self.backend.timeout)
        if done and sum(map(bool, map(hit_total, done))) <= MAX_FOUND_SHARE * len(done):
            counted = of_matching(counted)
        hits = max((body.get("size", 10) for body in bodies), default=0)
        size = min(self.backend.part_size(), MAX_PART_HITS // max(1, hits) or IDS_PER_MSEARCH)
        return done + self.of_parts(counted, bodies, parts(len(done), count, size), end)


def of_matching(call: Call) -> Call:
    """The call, which first counts the hits of ranked bodies, and orders those with hits."""

    def ranked(bodies: Sequence[Body], positions: Sequence[int]) -> list[Response]:
        counting = {at: body for at, body in enumerate(map(count_body, bodies)) if body}
        counts = call([*counting.values()], [positions[at] for at in counting]) if counting else []
        found = {at: response for at, response in zip(counting, counts, strict=True) if not hit_total(response)}
        rest = [at for at in range(len(bodies)) if at not in found]
        responses = call([bodies[at] for at in rest], [positions[at] for at in rest]) if rest else []
        found |= zip(rest, responses, strict=True)
        return [found[at] for at in range(len(bodies))]

    return ranked


def count_body(body: Body) -> Body | None:
    """The body that counts the hits without ordering them; None for a body that is not ranked, or has other keys.

    The response to a body without hits is the same.
    """
    if not COMMON.issuperset(body) or "post_filter" in body or not body.get("size", 10):
        return None
    query, filters = with_filters(body.get("query") or {})
    plain = unranked(query)
    return None if plain is query else {"query": filtered(plain, filters), "size": 0}


def of_few_hits(call: Call) -> Call:
    """The call, which raises a 400 when all responses together have more than MAX_FOUND hits."""
    counts: list[int] = []

    def counted(bodies: Sequence[Body], positions: Sequence[int]) -> list[Response]:
        responses = call(bodies, positions) if sum(counts) <= MAX_FOUND else []
        counts.append(sum(len(response["hits"]["hits"]) for response in responses))
        if sum(counts) > MAX_FOUND:
            summary = f"the terms find more than {MAX_FOUND} hits together: ask for fewer hits, or send fewer terms"
            raise PipelineError(400, summary, {"keyword": "size", "max": MAX_FOUND}, ErrorKind.BATCH_TOO_LARGE)
        return responses

    return counted
