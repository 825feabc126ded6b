"""The backend for collections in MongoDB.

execute -> the collection of the item type -> one query | ids by one `$in` | many queries | batch after batch by `_id`

A response is {"took", "hits": {"total", "max_score", "hits": [document, ...]}} and `facets` where some were asked for.
The loader keeps a registry of the collections that it made; an item type that is not in it is read from the
collection that `index` names, else from the one of its own name.
"""

import json
import threading
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

import bson
from pymongo.collection import Collection
from pymongo.database import Database

from ..errors import EndScrollInterrupt, PipelineError, RawResultInterrupt
from . import cursor, mongo_facets
from .deadline import seconds_left, too_late
from .errors import NOT_LOADED
from .mongo_connection import MongoConnection
from .mongo_documents import PLAIN, dumped, from_plain, loaded, spellings, text_id, values_of_id
from .mongo_fields import SAMPLE, mapping_of
from .mongo_store import MongoStore, unwritable
from .pool import Pool

Query = dict[str, Any]
Response = dict[str, Any]

FINISHED = ""
KEPT_AGE = 1.0
FLAG = "_searchapp_missing_"
LATER_TYPES = ("number", "string", "object", "binData", "objectId", "bool", "date", "timestamp")
"""The types of `_id` in the order in which MongoDB sorts them; a comparison finds only values of its own type."""
PYTHON_TYPES = {str: "string", dict: "object", bytes: "binData", bool: "bool", int: "number", float: "number"}


class Kept(NamedTuple):
    """The collection behind an item type, and what the registry says of it; `checked` is when that was read."""

    checked: float
    name: str
    entry: Mapping[str, Any]


class MongoBackend:
    """Runs queries on the database `database` at `url`; `options` are those of `pymongo.MongoClient`.

    `collation` is MongoDB's; with `{"locale": "en", "strength": 2}` case does not count. The other settings are
    those of the search engines' backends.
    """

    def __init__(
        self,
        url: str = "mongodb://127.0.0.1:27017",
        database: str = "searchapp",
        options: Mapping[str, Any] | None = None,
        collation: Mapping[str, Any] | None = None,
        *,
        indices: Mapping[str | None, str | None] | None = None,
        default_item_type: str | None = None,
        prefix: str = "searchapp",
        secret_key: str = "",
        scroll_size: int = 1000,
        multisearch_concurrency: int = 5,
        timeout: float = 10,
        **_: Any,
    ):
        self.indices = dict(indices or {})
        self.default_item_type = default_item_type
        self.prefix = prefix
        self.secret_key = secret_key
        self.scroll_size = scroll_size
        self.timeout = timeout
        self.collation = dict(collation) if collation else None
        self.registry = f"{prefix}_collections"
        self.connection = MongoConnection(url, database, options, timeout)
        self.pool = Pool(multisearch_concurrency)
        self.kept: dict[str, Kept] = {}
        self.lock = threading.Lock()

    unwritable = staticmethod(unwritable)

    def store(self) -> MongoStore:
        """What the loader writes with."""
        return MongoStore(self.connection, self.registry, self.collation)

    def execute(
        self,
        query: Any,
        item_type: str | None = None,
        fetch_all: bool = False,
        scroll_id: str | None = None,
        raw: bool = False,
        deadline: float | None = None,
        **_: Any,
    ) -> Any:
        """The response to a query, or the list of responses to a list of queries, in order."""
        item_type = item_type or self.default_item_type
        end = time.monotonic() + seconds_left(deadline, self.timeout)
        kept = self.kept_for(item_type, end)
        if scroll_id is not None:
            response: Any = self.next_batch(scroll_id, item_type, kept, end)
        elif isinstance(query, list):
            response = self.batch(kept, query, end)
        elif fetch_all:
            response = self.first_batch(query, item_type, kept, end)
        else:
            response = self.one(kept, query, end)
        if raw:
            raise RawResultInterrupt(response)
        return response

    # one query

    def one(self, kept: Kept, query: Query, end: float) -> Response:
        """The response to one query."""
        start = time.monotonic()
        response = self.ask(lambda _: self.respond(self.connection.collection(kept.name), query), end)
        return {"took": int((time.monotonic() - start) * 1000), **response}

    def respond(self, collection: Collection[Any], query: Query) -> Response:
        condition = self.native(query["filter"])
        narrowed = narrow(condition, self.native(query["post_filter"])) if "post_filter" in query else condition
        hits = self.hits(collection, narrowed, query)
        total = self.total(collection, narrowed, query, len(hits))
        response: Response = {"hits": {"total": total, "max_score": None, "hits": hits}}
        if "facets" in query:
            response["facets"] = self.facets(collection, condition, query["facets"])
        return response

    def hits(self, collection: Collection[Any], condition: Query, query: Query) -> list[Any]:
        limit = query["limit"]
        if not limit:
            return []
        chosen = [{"$sample": {"size": limit}}] if query.get("random") else missing_last(query)
        if chosen:
            shown = [{"$project": query["projection"]}] if query.get("projection") else []
            stages = [{"$match": condition}, *chosen, *shown]
            return documents(collection.aggregate(stages, collation=self.collation))
        found = collection.find(
            condition,
            query.get("projection"),
            skip=query.get("skip", 0),
            limit=limit,
            sort=order_of(query) or None,
            batch_size=limit,
            collation=self.collation_for(condition),
        )
        return documents(found)

    def total(self, collection: Collection[Any], condition: Query, query: Query, shown: int) -> int:
        """How many documents match; counted only where the hits do not tell."""
        skip = query.get("skip", 0)
        if shown < query["limit"] and (shown or not skip) and not query.get("random"):
            return skip + shown
        return self.matching(collection, condition)

    def matching(self, collection: Collection[Any], condition: Query) -> int:
        """The number of documents that fulfil a condition."""
        if not condition:
            return count(collection)
        collation = self.collation_for(condition)
        if collation:
            return int(collection.count_documents(condition, collation=collation))
        return int(collection.count_documents(condition))

    def facets(self, collection: Collection[Any], condition: Query, facets: Query) -> dict[str, Any]:
        found = {}
        for field in facets["fields"]:
            pipeline = mongo_facets.pipeline(condition, field, facets["size"])
            found[field] = mongo_facets.facet(next(iter(collection.aggregate(pipeline, collation=self.collation))))
        return found

    def native(self, condition: Query) -> Query:
        """A filter of the builder with the values of MongoDB."""
        any_case = self.collation is not None and self.collation.get("strength", 3) < 3
        found: Query = from_plain(condition, any_case)
        return found

    def collation_for(self, condition: Query) -> dict[str, Any] | None:
        """The collation, but not for ids: they are exact, and their index has none."""
        return None if condition.keys() == {"_id"} else self.collation

    # many queries

    def batch(self, kept: Kept, queries: list[Query], end: float) -> list[Response]:
        """One response per query: by one `$in` when they look ids up, else one after the other on the pool."""
        ids = [single_id(query) for query in queries]
        if queries and None not in ids and all(same_rest(query, queries[0]) for query in queries):
            return self.look_up(kept, [id for id in ids if id is not None], queries[0], end)
        try:
            return self.pool.map(lambda query: self.one(kept, query, end), queries, end)
        except TimeoutError as error:
            raise too_late(self.timeout) from error

    def look_up(self, kept: Kept, ids: list[str], query: Query, end: float) -> list[Response]:
        """The documents of many ids by one command."""
        values = [value for id in dict.fromkeys(ids) for value in values_of_id(id)]
        condition = {"_id": {"$in": values}}
        projection = query.get("projection")
        found = self.ask(
            lambda database: documents(database[kept.name].find(condition, projection, batch_size=len(values) + 1)), end
        )
        by_id: dict[str, list[Any]] = {}
        for document in found:
            by_id.setdefault(document["_id"], []).append(document)
        return [lookup_response(id, by_id, query) for id in ids]

    # everything, batch after batch

    def first_batch(self, query: Query, item_type: str | None, kept: Kept, end: float) -> Response:
        condition = narrow(query["filter"], query.get("post_filter") or {})
        state = {"filter": condition, "projection": query.get("projection"), "name": kept.name}
        response = self.scroll(state, item_type, kept, end, None)
        if "facets" in query:
            asked = self.native(query["filter"])
            response["facets"] = self.ask(
                lambda database: self.facets(database[kept.name], asked, query["facets"]), end
            )
        return response

    def next_batch(self, text: str, item_type: str | None, kept: Kept, end: float) -> Response:
        """The batch after the one that brought this scroll id; EndScrollInterrupt after the last."""
        opened = cursor.opened(self.secret_key, item_type, text)
        if opened == FINISHED:
            raise EndScrollInterrupt
        state = json.loads(opened)
        if state["name"] != kept.name:
            raise cursor.stale()
        response = self.scroll(state, item_type, kept, end, loaded(state["last"]))
        if not response["hits"]["hits"]:
            raise EndScrollInterrupt
        return response

    def scroll(self, state: Query, item_type: str | None, kept: Kept, end: float, last: Any) -> Response:
        """The documents after `last` in the order of their ids, and the scroll id that goes on from there."""
        start = time.monotonic()
        condition = self.native(state["filter"])

        def read(database: Database[Any]) -> tuple[list[bytes], int]:
            collection = database[kept.name]
            total = state["total"] if "total" in state else self.matching(collection, condition)
            after = narrow(condition, {} if last is None else later_ids(last))
            found = collection.find_raw_batches(
                after,
                state["projection"],
                sort=[("_id", 1)],
                limit=self.scroll_size,
                batch_size=self.scroll_size,
                collation=self.collation_for(condition),
            )
            return list(found), total

        batches, total = self.ask(read, end)
        hits = documents(document for batch in batches for document in bson.decode_all(batch, PLAIN))
        text = FINISHED
        if len(hits) == self.scroll_size:
            text = json.dumps({**state, "total": total, "last": dumped(last_id(batches[-1]))})
        return {
            "_scroll_id": cursor.signed(self.secret_key, item_type, text),
            "took": int((time.monotonic() - start) * 1000),
            "hits": {"total": total, "max_score": None, "hits": hits},
        }

    # about the collections

    def ask(self, ask: Any, end: float | None) -> Any:
        return self.connection.read(ask, seconds_left(end, self.timeout))

    def named(self, item_type: str | None) -> str:
        """The name under which the collection of an item type is known."""
        name = self.indices.get(item_type) or item_type or self.indices.get(None)
        if not name:
            raise PipelineError(*NOT_LOADED)
        return name

    def kept_for(self, item_type: str | None, end: float | None = None) -> Kept:
        """The collection of an item type, looked up at most once a second; 503 when there is none."""
        name = self.named(item_type or self.default_item_type)
        known = self.kept.get(name)
        if known and time.monotonic() - known.checked < KEPT_AGE:
            return known
        found: Kept = self.ask(lambda database: self.resolved(database, name), end)
        with self.lock:
            self.kept[name] = found
        return found

    def resolved(self, database: Database[Any], name: str) -> Kept:
        entry = database[self.registry].find_one({"_id": {"$eq": name}}) or {}
        physical = str(entry.get("current") or name)
        if not database.list_collection_names(filter={"name": physical}):
            raise PipelineError(*NOT_LOADED)
        return Kept(time.monotonic(), physical, entry)

    def mapping(self, item_type: str | None = None, deadline: float | None = None) -> dict[str, Any]:
        """`properties` and `_meta`: those that were loaded with the collection, else what a sample of it shows."""
        kept = self.kept_for(item_type, deadline)
        found: dict[str, Any] = self.ask(lambda database: self.described(database, kept), deadline)
        return found

    def described(self, database: Database[Any], kept: Kept) -> dict[str, Any]:
        made = database[self.registry].find_one({"_id": {"$eq": kept.name}}) if kept.entry else None
        if made:
            return dict(json.loads(made["mapping"]))
        collection = database[kept.name]
        plain = collection.with_options(codec_options=collection.codec_options.with_options(type_registry=None))
        half = SAMPLE // 2
        sample = [each for way in (1, -1) for each in plain.find({}, sort=[("_id", way)], limit=half, batch_size=half)]
        indexed = [next(iter(index["key"])) for index in collection.list_indexes()]
        return {"properties": mapping_of(sample, indexed), "_meta": {"stats": {"total": count(collection)}}}

    def generation(self, item_type: str | None = None, deadline: float | None = None) -> str:
        """A text that changes with every load and, for collections of others, with the number of documents."""
        kept = self.kept_for(item_type, deadline)
        updated = kept.entry.get("updated")
        number = "" if updated else self.ask(lambda database: count(database[kept.name]), deadline)
        return f"{kept.name}.{updated or number}"

    def item_types(self, deadline: float | None = None) -> list[str]:
        """The item types that the loader made; collections of others are served only where they are configured."""
        current = {"current": {"$exists": True}}
        found = self.ask(lambda database: list(database[self.registry].find(current, {"item_type": 1})), deadline)
        return sorted(entry["item_type"] for entry in found)

    def health(self, deadline: float | None = None) -> dict[str, Any]:
        """Number of documents per item type; a PipelineError says what is wrong."""
        item_types = [name for name in self.indices if name] or self.item_types(deadline)
        if not item_types:
            raise PipelineError(*NOT_LOADED)
        counts = {name: self.count(name, deadline) for name in item_types}
        return {"backend": "mongo", "status": "green", "documents": counts}

    def count(self, item_type: str, deadline: float | None = None) -> int:
        """The number of documents of an item type."""
        kept = self.kept_for(item_type, deadline)
        return int(self.ask(lambda database: count(database[kept.name]), deadline))


def last_id(batch: bytes) -> Any:
    """The `_id` of the last document of a batch, as MongoDB has it."""
    start = end = 0
    while end < len(batch):
        start, end = end, end + int.from_bytes(batch[end : end + 4], "little")
    return bson.decode(batch[start:])["_id"]


def missing_last(query: Query) -> list[Query]:
    """The stages for an order in which MongoDB would show hits without a field first; none for others."""
    order = order_of(query)
    rising = [name for name, way in order if way > 0 and name != "_id"]
    if not rising:
        return []
    flags = {f"{FLAG}{number}": name for number, name in enumerate(rising)}
    named = {name: flag for flag, name in flags.items()}
    keys = [key for name, way in order for key in ([(named[name], 1)] if name in named else []) + [(name, way)]]
    return [
        {"$addFields": {flag: {"$cond": [{"$lte": [f"${name}", None]}, 1, 0]} for flag, name in flags.items()}},
        {"$sort": dict(keys)},
        {"$skip": query.get("skip", 0)},
        {"$limit": query["limit"]},
        {"$project": dict.fromkeys(flags, 0)},
    ]


def order_of(query: Query) -> list[tuple[str, int]]:
    """The sort keys."""
    return [(name, int(way)) for name, way in (query.get("sort") or {}).items()]


def count(collection: Collection[Any]) -> int:
    return int(collection.estimated_document_count())


def documents(found: Any) -> list[Any]:
    """The documents, each with its `_id` as text."""
    hits = list(found)
    for hit in hits:
        if type(hit["_id"]) is not str:
            hit["_id"] = text_id(hit["_id"])
    return hits


def narrow(condition: Query, further: Query) -> Query:
    """What fulfils both."""
    if not condition or not further:
        return condition or further
    return {"$and": [condition, further]}


def later_ids(last: Any) -> Query:
    """The ids after `last` in the order of MongoDB, those of later types too."""
    kind = PYTHON_TYPES.get(type(last)) or ("objectId" if type(last).__name__ == "ObjectId" else None)
    kind = kind or ("binData" if isinstance(last, bytes) else "number" if isinstance(last, int) else "date")
    later = LATER_TYPES[LATER_TYPES.index(kind) + 1 :]
    return {"$or": [{"_id": {"$gt": last}}, {"_id": {"$type": list(later)}}]}


def single_id(query: Query) -> str | None:
    """The id of a query that looks one up and does nothing else, else None."""
    condition = query["filter"]
    if condition.keys() != {"_id"} or "facets" in query or "post_filter" in query or not query["limit"]:
        return None
    found = condition["_id"]
    return found["$eq"] if found.keys() == {"$eq"} and isinstance(found["$eq"], str) else None


def same_rest(query: Query, other: Query) -> bool:
    """Whether two queries differ in their filter only."""
    return len(query) == len(other) and all(key == "filter" or query[key] == other.get(key) for key in query)


def lookup_response(id: str, by_id: Mapping[str, list[Any]], query: Query) -> Response:
    """The response for one id; documents that another id got too are copies."""
    found = [document for text in spellings(id) for document in by_id.get(text, ())]
    start = query.get("skip", 0)
    shown = [dict(document) for document in found[start : start + query["limit"]]]
    return {"took": 0, "hits": {"total": len(found), "max_score": None, "hits": shown}}
