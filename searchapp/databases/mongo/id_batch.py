"""Looks up many ids with one `$in`: decides which queries can share it, and gives each query its documents."""

from collections.abc import Callable, Mapping
from typing import Any

from .bson_json import spellings, values_of_id

OF_TERM = ("filter", "ranks", "names")
"""The keys of a query that differ between terms."""

Query = dict[str, Any]
Find = Callable[..., list[Any]]


def ids_of(queries: list[Query]) -> list[str] | None:
    """The id that each query looks up; None if some query is not a lookup of a single id."""
    ids = [single_id(query) for query in queries]
    if not queries or not all(differ_in_term_only(query, queries[0]) for query in queries):
        return None
    known = [id for id in ids if id is not None]
    return known if len(known) == len(ids) else None


def single_id(query: Query) -> str | None:
    """The id of a query that is a lookup of a single id, else None."""
    condition = query["filter"]
    if condition.keys() != {"_id"} or "facets" in query or "post_filter" in query or not query["size"]:
        return None
    found = condition["_id"]
    return found["$eq"] if found.keys() == {"$eq"} and isinstance(found["$eq"], str) else None


def differ_in_term_only(query: Query, other: Query) -> bool:
    """Whether two queries differ in their filter and its ranks only."""
    return len(query) == len(other) and all(key in OF_TERM or query[key] == other.get(key) for key in query)


def documents_by_id(find: Find, ids: list[str], projection: Mapping[str, int] | None) -> dict[str, list[Any]]:
    """The documents with these ids, by id; `find` is a function that returns documents."""
    values = [value for id in dict.fromkeys(ids) for value in values_of_id(id)]
    by_id: dict[str, list[Any]] = {}
    for document in find({"_id": {"$in": values}}, projection, batch_size=len(values) + 1):
        by_id.setdefault(document["_id"], []).append(document)
    return by_id


def documents_of(id: str, by_id: Mapping[str, list[Any]]) -> list[Any]:
    """The documents with an id, in any spelling of it."""
    return [document for text in spellings(id) for document in by_id.get(text, ())]
