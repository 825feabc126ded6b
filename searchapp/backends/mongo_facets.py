"""The values of fields with their numbers of documents, and inside each value those of other fields.

Each field is one pipeline; values inside values are counted by the same pipeline on the documents with the outer one.
"""

from collections.abc import Callable, Mapping
from typing import Any

import bson

from .mongo_documents import PLAIN

Condition = dict[str, Any]
Pipeline = list[dict[str, Any]]
Run = Callable[[Pipeline], Mapping[str, Any]]
Tree = Mapping[str, Any]

VALUE = {"$match": {"_id": {"$ne": None}}}


def facets(run: Run, condition: Condition, tree: Tree, size: int) -> dict[str, Any]:
    """What callers get of every facet of the tree; `run` gives the one document of a pipeline."""
    return {field: facet(run, condition, field, inner, size) for field, inner in tree.items()}


def facet(run: Run, condition: Condition, field: str, inner: Tree, size: int) -> dict[str, Any]:
    found = run(pipeline(condition, field, size))
    terms = [{"count": each["count"], "term": term(each["_id"])} for each in found["terms"]]
    if inner:
        for each, shown in zip(found["terms"], terms, strict=True):
            shown |= facets(run, narrow(condition, {field: {"$eq": each["_id"]}}), inner, size)
    total = sum(each["count"] for each in terms)
    other = sum(each["count"] for each in found["all"]) - total
    missing = sum(each["count"] for each in found["missing"])
    return {"_type": "terms", "terms": terms, "other": other, "missing": missing, "total": total}


def pipeline(condition: Condition, field: str, size: int) -> Pipeline:
    """Counts every document once for each of its values; those without any are counted under null."""
    counted: Pipeline = [
        {"$unwind": {"path": "$v", "preserveNullAndEmptyArrays": True}},
        {"$group": {"_id": {"$ifNull": ["$v", None]}, "count": {"$sum": 1}}},
    ]
    parts: dict[str, Pipeline] = {
        "terms": [VALUE, {"$sort": {"count": -1, "_id": 1}}, {"$limit": size}],
        "all": [VALUE, {"$group": {"_id": None, "count": {"$sum": "$count"}}}],
        "missing": [{"$match": {"_id": None}}],
    }
    return [{"$match": condition}, *values(field), *counted, {"$facet": parts}]


def values(field: str) -> Pipeline:
    """The distinct values of each document as `v`; lists on the way to a dotted field are gone through."""
    first, *rest = field.split(".")
    if not rest:
        distinct = {"$cond": [{"$isArray": f"${first}"}, {"$setDifference": [f"${first}", [None]]}, f"${first}"]}
        return [{"$project": {"v": distinct}}]
    stages: Pipeline = []
    for source in (f"${first}", *(f"$v.{name}" for name in rest)):
        stages.append({"$project": {"v": source}})
        stages.append({"$unwind": {"path": "$v", "preserveNullAndEmptyArrays": True}})
    stages.append({"$group": {"_id": "$_id", "v": {"$addToSet": "$v"}}})
    return [*stages, {"$project": {"v": {"$setDifference": ["$v", [None]]}}}]


def term(value: Any) -> Any:
    """A value as answers show it; truth values as texts, as the search engines write them."""
    if isinstance(value, str | int | float):
        return str(value).lower() if isinstance(value, bool) else value
    return bson.decode(bson.encode({"v": value}), PLAIN)["v"]


def narrow(condition: Condition, further: Condition) -> Condition:
    """What fulfils both."""
    if not condition or not further:
        return condition or further
    return {"$and": [condition, further]}
