"""Turns the rows of a SQL database, which the backend gives as hits, into what callers get."""

from collections.abc import Mapping
from typing import Any

from ...formatters.document import Document, Options, Step
from ...formatters.elastic import ElasticFormatter
from ...formatters.facets import MISSING, OTHER


class SqlFormatter(ElasticFormatter):
    """Each facet of the backend holds its own number of rows without a value."""

    def container(self, response: Mapping[str, Any], steps: tuple[Step, ...], options: Options) -> Document:
        if "aggregations" in response:
            response = {**response, "aggregations": with_missing(response["aggregations"])}
        return super().container(response, steps, options)


def with_missing(facets: Mapping[str, Any]) -> dict[str, Any]:
    """The facets as aggregations, and beside each the numbers that it misses and leaves out."""
    found: dict[str, Any] = {}
    for name, facet in facets.items():
        buckets = [with_inner(bucket) for bucket in facet["buckets"]]
        kind = facet.get("kind", "terms")
        if kind == "missing":
            found[name] = {**(buckets[0] if buckets else {"doc_count": 0}), "meta": {"_type": "missing"}}
            found[name].pop("key", None)
            continue
        own = (
            {"sum_other_doc_count": facet["other"]} if facet["kind"] == "terms" else {"meta": {"_type": facet["kind"]}}
        )
        found[name] = {"buckets": buckets, **own}
        found[name + MISSING] = {"doc_count": facet["missing"]}
        found[name + OTHER] = {"doc_count": facet["other"]}
    return found


def with_inner(bucket: Mapping[str, Any]) -> dict[str, Any]:
    """The bucket as an engine gives it, with the ends of a range."""
    ends = {name: value for name, value in bucket.items() if name.startswith(("from", "to"))}
    return {"key": bucket["key"], "doc_count": bucket["count"], **ends, **with_missing(bucket.get("facets") or {})}
