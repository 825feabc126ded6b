"""A batch of terms in a few searches instead of one for each term, which cost a node two thirds of that.

bodies -> searches for several terms each, whose clauses have names -> hits with the names of the terms that found them
       -> one response per body, except for terms that share a document: these are searched one by one
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..search_engine.backend import Body, Response
from ..search_engine.id_batch import AT_ONCE, SHAREABLE, own_response
from ..search_engine.page_links import hit_total

COMMON = SHAREABLE - {"highlight", "track_total_hits"}
"""The keys that a shared body may have. Highlights would mark other terms; a total shows missing hits."""

NAMED = frozenset(("bool", "constant_score", "dis_max", "ids", "multi_match", "nested"))
"""The queries that have their name beside their other keys."""

PREFIX = "_searchapp_"
"""The start of our names; queries of the configuration may have names of their own."""

MIN_TERMS = 10
"""Fewer terms gain little, and two of them that share a document would keep all later batches apart."""

MAX_HITS = 2
"""Hits of a shared search for each of its terms. A field that finds more is not for looking documents up."""

MAX_ALONE = 0.1
"""The share of terms that may be searched one by one after a shared search. With more, msearches alone cost less."""


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
    rest = dict(first)
    for body in bodies:
        rest["query"] = body["query"]  # the other keys are compared without a copy of each body
        if body != rest or len(body["query"]) != 1 or NAMED.isdisjoint(body["query"]):
            return []
    size = math.ceil(len(bodies) / math.ceil(len(bodies) / AT_ONCE))
    starts = range(0, len(bodies), size)
    return [shared_search(bodies, range(start, min(start + size, len(bodies)))) for start in starts]


def shared_search(bodies: Sequence[Body], positions: range) -> Shared:
    """The search for the terms at these positions. A hit of one term has the score that it has without the others."""
    clauses = [named(bodies[position]["query"], position) for position in positions]
    rest = {key: value for key, value in bodies[0].items() if key != "from"}
    return Shared(positions, {**rest, "query": {"bool": {"should": clauses}}, "size": MAX_HITS * len(clauses)})


def named(query: Body, position: int) -> Body:
    """The query with the position of its term as its name."""
    ((kind, inside),) = query.items()
    return {kind: {**inside, "_name": f"{PREFIX}{position}"}}


def divided(response: Response, positions: range, body: Body) -> dict[int, Response]:
    """The responses to terms by position, without terms that share a document; empty if hits are missing.

    `body` is one of those that were combined: each response has the hits of its page.
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
    return {term: own_response(response, own, body) for term, own in found.items() if term not in sharing}
