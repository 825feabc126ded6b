"""The values of a field with their numbers of documents, as an aggregation pipeline and what it gives."""

from collections.abc import Mapping
from typing import Any

Pipeline = list[dict[str, Any]]

VALUE = {"$match": {"_id": {"$ne": None}}}


def pipeline(condition: Mapping[str, Any], field: str, size: int) -> Pipeline:
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


def facet(found: Mapping[str, Any]) -> dict[str, Any]:
    """What callers get of a facet, from the one document that the pipeline gives."""
    terms = [{"count": each["count"], "term": term(each["_id"])} for each in found["terms"]]
    total = sum(each["count"] for each in terms)
    other = sum(each["count"] for each in found["all"]) - total
    missing = sum(each["count"] for each in found["missing"])
    return {"_type": "terms", "terms": terms, "other": other, "missing": missing, "total": total}


def term(value: Any) -> Any:
    """Truth values as texts, as the search engines write them."""
    return str(value).lower() if isinstance(value, bool) else value
