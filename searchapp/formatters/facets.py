"""Aggregations of the database become facets: `terms` with `term` and `count`, `other`, `missing`, `total`."""

from collections.abc import Mapping
from typing import Any

MISSING = ":missing"
COUNTED = ("key", "key_as_string", "doc_count")


def facets_of(aggregations: Mapping[str, Any]) -> dict[str, Any]:
    """The facet of each aggregation by the same name; the `missing` ones beside them become a part of theirs."""
    return {
        name: facet(aggregation, aggregations.get(name + MISSING, {}))
        for name, aggregation in aggregations.items()
        if not is_missing_beside(name, aggregations)
    }


def is_missing_beside(name: str, aggregations: Mapping[str, Any]) -> bool:
    return name.endswith(MISSING) and name.removesuffix(MISSING) in aggregations


def facet(aggregation: Mapping[str, Any], missing: Mapping[str, Any]) -> Any:
    """A terms facet; an aggregation of another kind stays as it is."""
    if "sum_other_doc_count" not in aggregation:
        return aggregation
    terms = [term_of(bucket) for bucket in aggregation["buckets"]]
    return {
        "_type": "terms",
        "terms": terms,
        "other": aggregation["sum_other_doc_count"],
        "missing": missing.get("doc_count", 0),
        "total": sum(term["count"] for term in terms),
    }


def term_of(bucket: Mapping[str, Any]) -> dict[str, Any]:
    """The value and its count, with the facets inside it."""
    inner = {name: value for name, value in bucket.items() if name not in COUNTED}
    term = bucket.get("key_as_string", bucket["key"])
    return {"count": bucket["doc_count"], "term": term, **facets_of(inner)}
