"""Makes facets from aggregations: `terms` with `term` and `count`, `other`, `missing`, `total`.

The builder writes the kind of facet into the `meta` of an aggregation. The counts `missing` and `other` are further
aggregations, with the name of the facet and a suffix.
"""

from collections.abc import Mapping
from typing import Any

from ..protocols import Facet
from ..querystring.facet_names import HISTOGRAM, MISSING, OTHER, RANGE, TERMS, WITHOUT, facet_name

OF_BUCKETS = frozenset(("key", "key_as_string", "doc_count"))
OWN_KEYS = {RANGE: OF_BUCKETS | {"from", "from_as_string", "to", "to_as_string"}, MISSING: OF_BUCKETS | {"meta"}}
"""The keys of a bucket that are not nested aggregations."""


def facets_of(aggregations: Mapping[str, Any]) -> dict[str, Facet | Mapping[str, Any]]:
    """The facet of each aggregation, by name; the aggregations for `missing` and `other` become parts of it."""
    return {
        facet_name(name): facet(aggregation, count(aggregations, name + WITHOUT), count(aggregations, name + OTHER))
        for name, aggregation in aggregations.items()
        if not is_extra_count(name, aggregations)
    }


def count(aggregations: Mapping[str, Any], name: str) -> int:
    """The number of documents of an aggregation with a single bucket, 0 without the aggregation."""
    return int(aggregations.get(name, {}).get("doc_count", 0))


def is_extra_count(name: str, aggregations: Mapping[str, Any]) -> bool:
    """Whether an aggregation only counts what another one leaves out."""
    return any(name.endswith(suffix) and name.removesuffix(suffix) in aggregations for suffix in (WITHOUT, OTHER))


def facet(aggregation: Mapping[str, Any], missing: int, other: int) -> Facet | Mapping[str, Any]:
    """A facet of the kind in `meta`, or a terms facet; other aggregations are unchanged."""
    kind = (aggregation.get("meta") or {}).get("_type")
    if "sum_other_doc_count" in aggregation:
        kind, other = TERMS, aggregation["sum_other_doc_count"]
    if kind is None:
        return aggregation
    if kind == MISSING:
        aggregation, missing = {"buckets": [{"key": MISSING, **aggregation}]}, aggregation["doc_count"]
    terms = [term_of(bucket, kind) for bucket in aggregation["buckets"]]
    total = sum(term["count"] for term in terms)
    return {"_type": kind, "terms": terms, "other": other, "missing": missing, "total": total}


def term_of(bucket: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """The value, its count, the ends of a range, and the nested facets."""
    term = bucket.get("key_as_string", bucket["key"])
    own = OWN_KEYS.get(kind, OF_BUCKETS)
    found = {"count": bucket["doc_count"], "term": without_fraction(term) if kind == HISTOGRAM else term}
    if kind == RANGE:
        ends = (end for end in ("from", "to") if end in bucket)
        found.update({end: without_fraction(bucket.get(f"{end}_as_string", bucket[end])) for end in ends})
    if not bucket.keys() <= own:
        found.update(facets_of({name: value for name, value in bucket.items() if name not in own}))
    return found


def without_fraction(number: Any) -> Any:
    """A float without a fraction as an integer; other values unchanged."""
    return int(number) if isinstance(number, float) and number.is_integer() else number
