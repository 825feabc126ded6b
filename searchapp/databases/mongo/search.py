"""One query on one collection: a page of hits, their number, the facets; or a page after given sort values."""

from collections.abc import Iterable, Mapping
from typing import Any

import bson
from pymongo.collection import Collection

from ...protocols import SearchHit, SearchHits, SearchResponse
from ..shared.answer_bytes import Allowance
from . import sorting
from .bson_json import MONGO, documents, from_plain
from .facets.facets import Counter
from .id_batch import documents_by_id, documents_of
from .query.name_order import MAX_RANKED, in_order, name_projection
from .query.raw_batches import decoded, first_of
from .query.word_index import is_staged, projection_of, stages_of

Condition = dict[str, Any]
Query = dict[str, Any]
Collation = dict[str, Any] | None

CASE_STRENGTH = 3
"""The lowest strength of a collation with which upper and lower case differ."""


class MongoSearch:
    """Runs queries of the builder on a collection. With an `allowance` hits are read one by one, up to it."""

    def __init__(
        self,
        collection: Collection[Any],
        collation: Collation,
        by_words: bool = False,
        allowance: Allowance | None = None,
    ):
        self.allowance = allowance
        self.collection = collection
        self.collation = collation
        self.by_words = by_words
        self.any_case = collation is not None and collation.get("strength", CASE_STRENGTH) < CASE_STRENGTH

    def response(self, query: Query) -> SearchResponse:
        """Hits, total and facets."""
        condition = self.condition(query)
        narrowed = both(condition, self.native(query["post_filter"])) if "post_filter" in query else condition
        hits = self.hits(narrowed, query)
        total = self.total(narrowed, query, len(hits))
        return self.with_facets({"hits": hit_list(hits, total, query)}, condition, query)

    def hits(self, condition: Condition, query: Query) -> list[Any]:
        limit = query["size"]
        if not limit:
            return []
        order = query.get("sort") or {}
        if "ranks" in query and not order:
            return self.by_rank(condition, query, [rank["filter"] for rank in query["ranks"]])
        if "names" in query and not order:
            return self.by_names(condition, query)
        if query.get("random") and not order:
            return self.aggregated([*stages_of(condition), {"$sample": {"size": limit}}, *self.projected(query)])
        if is_ascending(order) or is_staged(condition):
            stages = [*self.in_order(condition, order), {"$skip": query.get("from", 0)}, {"$limit": limit}]
            return self.aggregated([*stages, *self.projected(query)])
        return self.found(
            condition,
            self.projection(query),
            skip=query.get("from", 0),
            limit=limit,
            sort=list(order.items()) or None,
            batch_size=limit,
            collation=self.collation if order else self.collation_for(condition),
        )

    def aggregated(self, stages: list[dict[str, Any]]) -> list[Any]:
        """The documents of an aggregation."""
        if self.allowance is None:
            return documents(self.collection.aggregate(stages, collation=self.collation))
        return decoded(self.collection.aggregate_raw_batches(stages, collation=self.collation), self.allowance)

    def found(self, *arguments: Any, **options: Any) -> list[Any]:
        """The documents that `find` returns for the arguments."""
        if self.allowance is None:
            return documents(self.collection.find(*arguments, **options))
        return decoded(self.collection.find_raw_batches(*arguments, **options), self.allowance)

    def by_names(self, condition: Condition, query: Query) -> list[Any]:
        """The documents, first the documents with the typed words as their name."""
        names, rest = query["names"], {name: part for name, part in query.items() if name != "names"}
        each = {"size": MAX_RANKED + 1, "projection": name_projection(names)}
        known = self.hits(condition, each)
        if len(known) > MAX_RANKED:
            return self.by_rank(condition, rest, [*names["filters"], {}])
        ids = in_order(known, names)[query.get("from", 0) :][: query["size"]]
        by_id = documents_by_id(self.found, ids, self.projection(rest))
        return [by_id[id][0] for id in ids if id in by_id]

    def look_up(self, ids: list[str], query: Query) -> list[SearchResponse]:
        """The response for each id; `query` has the projection."""
        by_id = documents_by_id(self.found, ids, self.projection(query))
        return [{"took": 0, "hits": page_of(documents_of(id, by_id), query)} for id in ids]

    def by_rank(self, condition: Condition, query: Query, ranks: list[Condition]) -> list[Any]:
        """The hits of each rank in order. A hit of an earlier rank is not repeated in a later one."""
        rest = {name: part for name, part in query.items() if name != "ranks"}
        found: list[Any] = []
        before: list[Condition] = []
        skip = query.get("from", 0)
        for rank in ranks:
            if len(before) == 1 and not query.get("from") and self.matching(condition, len(found) + 1) == len(found):
                break
            own = self.native(rank)
            others = [part for part in (own, {"$nor": before} if before else None) if part]
            part = both(condition, {"$and": others} if others else {})
            hits = self.hits(part, {**rest, "from": skip, "size": query["size"] - len(found)})
            found += hits
            if len(found) == query["size"]:
                break
            skip = 0 if hits or not skip else skip - self.matching(part)
            before.append(own)
        return found

    def ordered(self, condition: Condition, order: Mapping[str, int]) -> list[dict[str, Any]]:
        """The stages that find documents and sort them."""
        sort = {"$sort": dict(sorting.keys_of(order))}
        return [*stages_of(condition), *sorting.stages_of(order), sort]

    def in_order(self, condition: Condition, order: Mapping[str, int]) -> list[dict[str, Any]]:
        """The stages that find and sort documents, without the sort keys that sorting adds to them."""
        if is_ascending(order):
            return [*self.ordered(condition, order), *sorting.without_keys(order)]
        return [*stages_of(condition), *([{"$sort": dict(order)}] if order else [])]

    def total(self, condition: Condition, query: Query, found: int) -> int:
        """The number of matching documents. It is only counted if it does not follow from the page."""
        skip = query.get("from", 0)
        if found < query["size"] and (found or not skip) and not query.get("random"):
            return int(skip + found)
        return self.matching(condition)

    def matching(self, condition: Condition, most: int | None = None) -> int:
        """The number of documents that fulfil a condition; they are counted up to `most`."""
        if not condition:
            return count(self.collection)
        limit = [] if most is None else [{"$limit": most}]
        stages = [*stages_of(condition), *limit, {"$count": "number"}]
        found = self.collection.aggregate(stages, collation=self.collation_for(condition))
        return sum(each["number"] for each in found)

    def with_facets(self, response: SearchResponse, condition: Condition, query: Query) -> SearchResponse:
        """The response with the facets that the query asks for, counted among the documents of the condition."""
        asked = query.get("facets")
        if not asked:
            return response
        typed = self.collection.with_options(codec_options=MONGO)

        def run(pipeline: Any) -> Iterable[Mapping[str, Any]]:
            return typed.aggregate(pipeline, collation=self.collation, allowDiskUse=True)

        return {**response, "facets": Counter(run, stages_of(condition), asked, self.any_case).facets()}

    def page(
        self, query: Query, sort_values: list[Any] | None, size: int, max_bytes: int
    ) -> tuple[list[Any], list[Any] | None, bool]:
        """At most `size` hits after these sort values, the sort values of the last hit, and whether it ended early.

        A page ends early if further documents would exceed `max_bytes`.
        """
        order = query.get("sort") or {}
        keys = sorting.keys_of(order)
        condition = both(self.condition(query), self.native(query.get("post_filter") or {}))
        after = {} if sort_values is None else sorting.comes_after(keys, sort_values)
        if order:
            batches = self.page_by_keys(condition, after, order, query, size)
        else:
            batches = self.page_by_id(condition, after, query, size)
        hits, raw, is_cut = first_of(batches, max_bytes)
        if not hits:
            return [], None, False
        last = bson.decode(raw, MONGO)
        added = [name for name, _ in keys if name != "_id"]
        for hit in hits if added else ():
            for name in added:
                hit.pop(name, None)
        return documents(hits), [last.get(name) for name, _ in keys], is_cut

    def number(self, query: Query) -> int:
        """The number of documents that match a query."""
        return self.matching(both(self.condition(query), self.native(query.get("post_filter") or {})))

    def page_by_keys(
        self, condition: Condition, after: Condition, order: Mapping[str, int], query: Query, size: int
    ) -> Iterable[bytes]:
        """The batches of documents after the sort values, in the order of the keys."""
        *stages, sort = self.ordered(condition, order)
        stages += [*([{"$match": after}] if after else []), sort, {"$limit": size}]
        stages += self.projected(query, [name for name, _ in sorting.keys_of(order)])
        return self.collection.aggregate_raw_batches(stages, collation=self.collation, batchSize=size + 1)

    def page_by_id(self, own: Condition, after: Condition, query: Query, size: int) -> Iterable[bytes]:
        """The batches of documents in the order of their ids, which their index has if no other condition is there."""
        condition = both(own, after)
        if is_staged(condition):
            stages = [*stages_of(condition), {"$sort": {"_id": 1}}, {"$limit": size}, *self.projected(query)]
            return self.collection.aggregate_raw_batches(stages, collation=self.collation, batchSize=size + 1)
        return self.collection.find_raw_batches(
            condition,
            self.projection(query),
            sort=[("_id", 1)],
            limit=size,
            batch_size=size,
            collation=self.collation_for(own),
        )

    def condition(self, query: Query) -> Condition:
        """The filter of a query, in the form for documents with or without a list of words."""
        return self.native(query["by_words"] if self.by_words and "by_words" in query else query["filter"])

    def projection(self, query: Query) -> Mapping[str, int] | None:
        """The fields to return, without the list of words."""
        return projection_of(query, self.by_words)

    def projected(self, query: Query, further: list[str] | None = None) -> list[dict[str, Any]]:
        """The stage that keeps the fields to return and the fields in `further`."""
        projection = self.projection(query)
        if not projection:
            return []
        chosen = 1 in projection.values()
        return [{"$project": {**projection, **dict.fromkeys(further or () if chosen else (), 1)}}]

    def native(self, condition: Condition) -> Condition:
        """A filter of the builder with the values of MongoDB."""
        found: Condition = from_plain(condition, self.any_case)
        return found

    def collation_for(self, condition: Condition) -> Collation:
        """The collation, but not for ids alone: they are exact, and their index has none."""
        return None if condition.keys() <= {"_id"} else self.collation


def is_ascending(order: Mapping[str, int]) -> bool:
    """Whether a key is ascending: MongoDB then sorts documents without a value first, where they must be last."""
    return any(way > 0 and name != "_id" for name, way in order.items())


def both(condition: Condition, further: Condition) -> Condition:
    """The filter for documents that match both conditions."""
    if not condition or not further:
        return condition or further
    return {"$and": [condition, further]}


def page_of(found: list[Any], query: Query) -> SearchHits:
    """The hits on the page of a query, of all documents that match it."""
    start = query.get("from", 0)
    return hit_list(found[start : start + query["size"]], len(found), query)


def hit_list(found: list[Any], total: int, query: Query) -> SearchHits:
    """The documents as hits. Every hit has the score 1, or none with `sort`."""
    score = None if query.get("sort") else 1.0
    return {"total": total, "max_score": score if found else None, "hits": [hit_of(each, score) for each in found]}


def hit_of(document: dict[str, Any], score: float | None) -> SearchHit:
    """The document as a hit, with the version that the loader wrote into it."""
    hit: SearchHit = {"_id": document["_id"], "_score": score}
    if isinstance(document.get("_version"), int):
        hit["_version"] = document["_version"]
    return {**hit, "_source": {name: value for name, value in document.items() if name not in hit}}


def count(collection: Collection[Any]) -> int:
    return int(collection.estimated_document_count())
