"""A batch of ids as one search: bodies that differ only in one-value `ids` queries are combined.

bodies -> collapse -> body -> parts -> database -> joined -> split -> one response per body

A database in another process searches many ids in parallel parts. If the collection may have been switched between
them, one search looks up all ids again.
"""

import copy
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ...protocols import JSON_TEXT, Bodies
from ..shared.answer_bytes import size_of
from .page_links import hit_total

Body = dict[str, Any]

SHAREABLE = frozenset(
    ("_source", "fields", "from", "highlight", "post_filter", "preference", "query", "seq_no_primary_term", "size")
).union(("sort", "stored_fields", "track_scores", "track_total_hits", "version"))
"""The keys that a shared body may have: each means the same for every hit."""

IDS_PER_PART = 400
"""The number of ids of one part. Five parts of 1,000 ids cost a node a fifth more time, three parts none."""


class Lookup(NamedTuple):
    """One body instead of several that look up one id each."""

    body: Body
    ids: list[str]
    """The id of each body."""


def collapse(bodies: Sequence[Body]) -> Lookup | None:
    """One body for all `bodies`; None if they are not lookups of one id each."""
    first = bodies[0]
    if single_id(first) is None or not SHAREABLE.issuperset(first):
        return None
    if isinstance(bodies, Bodies):
        return combined(first, bodies.texts) if bodies.are_ids else None
    rest, ids = dict(first), []
    for body in bodies:
        id = single_id(body)
        rest["query"] = body.get("query")  # the other keys are compared without a copy of each body
        if id is None or body != rest:
            return None
        ids.append(id)
    return combined(first, ids)


def combined(body: Mapping[str, Any], ids: list[str]) -> Lookup:
    """A lookup of all ids with the other keys of the body of one id."""
    values = list(dict.fromkeys(ids))
    rest = {key: value for key, value in body.items() if key != "from"}
    return Lookup({**rest, "query": {"ids": {"values": values}}, "size": len(values)}, ids)


def parts(body: Body) -> list[Body]:
    """The body of a lookup as one or more bodies, each with the same number of ids, in order."""
    ids = body["query"]["ids"]["values"]
    size = math.ceil(len(ids) / math.ceil(len(ids) / IDS_PER_PART))
    divided = [ids[start : start + size] for start in range(0, len(ids), size)]
    return [{**body, "query": {"ids": {"values": some}}, "size": len(some)} for some in divided]


def are_of_one_index(responses: Iterable[Mapping[str, Any]]) -> bool:
    """Whether every response has hits, and all hits are from the same index."""
    names = {index_names(response) for response in responses}
    return len(names) == 1 and len(names.pop()) == 1


def are_of_several_indices(responses: Iterable[Mapping[str, Any]]) -> bool:
    """Whether the hits of the responses are from more than one index."""
    return len({hit.get("_index") for response in responses for hit in response["hits"]["hits"]}) > 1


def index_names(response: Mapping[str, Any]) -> frozenset[str | None]:
    """The indices of the hits."""
    return frozenset(hit.get("_index") for hit in response["hits"]["hits"])


def joined_response(responses: list[dict[str, Any]]) -> dict[str, Any]:
    """The response to a body, made from the responses to its parts."""
    if len(responses) == 1:
        return responses[0]
    hits = [hit for response in responses for hit in response["hits"]["hits"]]
    total, count = responses[0]["hits"].get("total"), sum(map(hit_total, responses))
    found = {"total": {**total, "value": count} if isinstance(total, dict) else count, "hits": hits}
    return {key: value for response in reversed(responses) for key, value in response.items()} | {"hits": found}


def single_id(body: Body) -> str | None:
    """The id of a body that looks up a single id, else None."""
    query = body.get("query")
    lookup = query.get("ids") if type(query) is dict and len(query) == 1 else None
    values = lookup.get("values") if type(lookup) is dict and len(lookup) == 1 else None
    return str(values[0]) if isinstance(values, list | tuple) and len(values) == 1 else None


def split(response: Mapping[str, Any], lookup: Lookup, body: Body) -> list[dict[str, Any]] | None:
    """One response per id, in order. None if the response lacks hits of an id, because the id has too many.

    `body` is one of the combined bodies: each response has the hits of its page. A repeated id gets copies, so that no
    two responses share a document.
    """
    hits = response["hits"]["hits"]
    if hit_total(response) > len(hits):
        return None
    found, own_response = by_id(hits), own_responses(response, body)
    if len(lookup.ids) == lookup.body["size"]:  # no id is repeated
        return [own_response(found.get(id, [])) for id in lookup.ids]
    given: set[str] = set()
    responses = []
    for id in lookup.ids:
        own = found.get(id, [])
        if id in given:
            own = copy.deepcopy(own)
        given.add(id)
        responses.append(own_response(own))
    return responses


def own_responses(response: Mapping[str, Any], body: Body) -> Callable[[list[dict[str, Any]]], dict[str, Any]]:
    """A function from the hits of one of the combined bodies to its response, which has the hits of its page."""
    start, total = body.get("from") or 0, response["hits"].get("total")
    end = start + body.get("size", 10)

    def own_response(own: list[dict[str, Any]]) -> dict[str, Any]:
        shown = own[start:end]
        count = {**total, "value": len(own)} if isinstance(total, dict) else len(own)
        best = shown[0].get("_score") if shown else None
        return {**response, "hits": {"total": count, "max_score": best, "hits": shown}}

    return own_response


def bytes_of_repeated(response: Mapping[str, Any], lookup: Lookup) -> int:
    """The bytes of all documents as JSON if some ids are repeated, because their documents are copied; else 0."""
    if len(lookup.ids) == lookup.body["size"]:
        return 0
    sizes = {hit["_id"]: source_size(hit) for hit in response["hits"]["hits"]}
    return sum(sizes.get(id, 0) for id in lookup.ids)


def source_bytes(response: Mapping[str, Any]) -> int:
    """The bytes of the documents of a response as JSON."""
    return sum(map(source_size, response["hits"]["hits"]))


def source_size(hit: Mapping[str, Any]) -> int:
    """The bytes of the source of a hit as JSON."""
    source = hit.get("_source")
    return len(source) if isinstance(source, JSON_TEXT) else size_of(source)


def by_id(hits: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The hits of every id."""
    found: dict[str, list[dict[str, Any]]] = {}
    for hit in hits:
        found.setdefault(hit["_id"], []).append(hit)
    return found
