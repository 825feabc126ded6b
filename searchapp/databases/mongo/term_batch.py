"""Looks up many terms with one statement, and gives each term the documents that match it.

Queries with query strings or facets, and terms with many hits, cannot be looked up together. The result is then None,
and each term is searched alone. Words in prose are always searched alone.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from bson import Binary, ObjectId

from ...protocols import SearchResponse
from ..shared.answer_bytes import Allowance, read_within, size_of
from .bson_json import binary_text, documents
from .facets.groups import values_of as values_of_field
from .id_batch import differ_in_term_only
from .query.filters import NOTHING
from .query.word_index import leading
from .search import Condition, MongoSearch, Query, both, page_of

KEYS = "_searchapp_keys_"
MAX_DOCUMENTS = 20_000
"""Maximum number of documents that are read for one batch; beyond it, the terms are searched one by one."""

Values = Mapping[str, list[Any]]
"""The values by field; a document must have one of them."""
Ask = Callable[[Callable[[Any], Any]], Any]


def responses(search: MongoSearch, queries: list[Query], ask: Ask, max_bytes: int) -> list[SearchResponse] | None:
    """The response to each query, None if the queries cannot be combined; `ask` runs a command.

    Raises a 400 if the documents that are read or returned have more than `max_bytes` together.
    """
    terms, rest = values_of(queries, search)
    if terms is None or not comparable(search, terms):
        return None
    query = next((each for each in queries if each.get("ranks")), queries[0])
    fields = list(dict.fromkeys(chain.from_iterable(terms)))
    most = min(sum(query["size"] + query.get("from", 0) for _ in terms), MAX_DOCUMENTS)
    stages = pipeline(search, queries, filter_of_all_terms(fields, terms, rest), fields, most)

    def read(_: Any) -> tuple[list[Any], list[int]]:
        cursor = search.collection.aggregate(stages, collation=search.collation)
        found, sizes = read_within(cursor, size_of, max_bytes, most)
        return documents(found), sizes

    found, sizes = ask(read)
    if sum(sizes) > max_bytes or len(found) > most:
        return None
    parts = responses_by_term(found, terms, fields, query, key_of(search.any_case))
    allowance, by_id = Allowance(max_bytes), {hit["_id"]: size for hit, size in zip(found, sizes, strict=True)}
    return None if parts is None else [allowance.take(part, by_id) for part in parts]


def values_of(queries: list[Query], search: MongoSearch) -> tuple[list[Values] | None, Condition]:
    """The values that each query looks for, and the conditions that all queries share."""
    query = queries[0] if queries else {}
    if (
        "facets" in query
        or "random" in query
        or not query.get("size")
        or not all(differ_in_conditions_only(query, each) for each in queries)
    ):
        return None, {}
    parts = [split(search.native(each["filter"])) for each in queries]
    terms = [values for values, _ in parts if values is not None]
    if len(terms) < len(parts) or any(rest != parts[0][1] for _, rest in parts):
        return None, {}
    more = search.native(query.get("post_filter") or {})
    return terms, both({"$and": parts[0][1]} if parts[0][1] else {}, more)


def looks_up_values(query: Query) -> bool:
    """Whether a query looks for values only, so that one statement can answer it and others."""
    return split(query["filter"])[0] is not None


def differ_in_conditions_only(query: Query, other: Query) -> bool:
    """Whether two queries differ in their conditions only."""
    plain, others = ({key: value for key, value in each.items() if key != "by_words"} for each in (query, other))
    return differ_in_term_only(plain, others)


def split(condition: Condition) -> tuple[Values | None, list[Condition]]:
    """The values of a filter that requires one of several values, and its other conditions; None for other filters."""
    first, *rest = condition["$and"] if condition.keys() == {"$and"} else [condition]
    values: dict[str, list[Any]] = {}
    for way in first["$or"] if first.keys() == {"$or"} else [first]:
        name, test = next(iter(way.items()), ("$", None))
        if len(way) != 1 or name.startswith("$") or not isinstance(test, Mapping) or not test.keys() <= {"$eq", "$in"}:
            return None, []
        found = [test["$eq"]] if "$eq" in test else test["$in"]
        values |= {name: [*values.get(name, ()), *found]} if found else {}
    return values, rest


def comparable(search: MongoSearch, terms: list[Values]) -> bool:
    """Whether Python can compare the terms as the collation of the collection does."""
    if search.collation is None:
        return True
    plain = search.collation.keys() <= {"locale", "strength"} and search.collation.get("strength") == 2
    texts = (value for term in terms for values in term.values() for value in values if isinstance(value, str))
    return plain and all(text.isascii() and text.isprintable() for text in texts)


def filter_of_all_terms(fields: list[str], terms: list[Values], rest: Condition) -> Condition:
    """The filter for the documents of all terms."""
    ways = [{field: {"$in": [value for term in terms for value in term.get(field, ())]}} for field in fields]
    return both({"$or": ways} if len(ways) > 1 else ways[0] if ways else NOTHING, rest)


def pipeline(
    search: MongoSearch, queries: list[Query], condition: Condition, fields: list[str], most: int
) -> list[dict[str, Any]]:
    """The stages that find the documents in order, at most one more than are read, with the values of the fields."""
    query = queries[0]
    words = leading({"$or": [search.condition(each) for each in queries]}) if len(fields) > 1 else None
    first = [{"$match": words}] if words else []
    order = query.get("sort") or {}
    keys = {"$addFields": {KEYS: [values_of_field(field) if "." in field else f"${field}" for field in fields]}}
    return [*first, *search.in_order(condition, order), {"$limit": most + 1}, keys, *search.projected(query, [KEYS])]


def responses_by_term(
    found: list[Any], terms: list[Values], fields: list[str], query: Query, key: Callable[[Any], Any]
) -> list[SearchResponse] | None:
    """The response to each term, the least rank first; None if a document belongs to no term."""
    positions: dict[Any, list[int]] = {}
    for position, term in enumerate(terms):
        for each in {(field, key(value)) for field, values in term.items() for value in values}:
            positions.setdefault(each, []).append(position)
    order = {field: rank for rank, each in enumerate(query.get("ranks") or ()) for field in each["fields"]}
    matches: list[list[tuple[int, Any]]] = [[] for _ in terms]
    for document in found:
        values = zip(fields, document.pop(KEYS), strict=True)
        known = {(field, key(value)) for field, inside in values for value in flattened(inside)}
        ranks = ranks_of(known, positions, order)
        if not ranks:
            return None
        for position, rank in ranks.items():
            matches[position].append((rank, document))
    by_rank = ([document for _, document in sorted(hits, key=lambda each: each[0])] for hits in matches)
    return [{"took": 0, "hits": page_of(hits, query)} for hits in by_rank]


def ranks_of(
    known: set[tuple[str, Any]], positions: Mapping[Any, list[int]], order: Mapping[str, int]
) -> dict[int, int]:
    """For each term that a document matches, by its position: the best rank of the fields that have the term."""
    ranks: dict[int, int] = {}
    for each in known:
        for position in positions.get(each, ()):
            rank = order.get(each[0], 0)
            ranks[position] = min(ranks.get(position, rank), rank)
    return ranks


def flattened(value: Any) -> Iterator[Any]:
    """The values in lists, and in lists inside of these."""
    if isinstance(value, list):
        yield from chain.from_iterable(map(flattened, value))
    elif not isinstance(value, Mapping):
        yield value


def key_of(any_case: bool) -> Callable[[Any], Any]:
    """A function that makes a hashable key for a value. Values that are equal in MongoDB have the same key."""

    def key(value: Any) -> Any:
        if isinstance(value, bool):
            return "bool", value
        if isinstance(value, ObjectId):
            value = str(value)
        elif isinstance(value, Binary):
            value = binary_text(value)
        folded = any_case and isinstance(value, str)
        return unicodedata.normalize("NFKD", value).casefold() if folded else value

    return key
