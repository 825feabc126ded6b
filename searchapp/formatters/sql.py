"""Turns the rows of a SQL database, which the backend gives as hits, into what callers get."""

from collections.abc import Mapping
from typing import Any

from .document import Document, Options, Step
from .elastic import ElasticFormatter
from .facets import MISSING


class SqlFormatter(ElasticFormatter):
    """Each facet of the backend holds its own number of rows without a value."""

    def container(self, response: Mapping[str, Any], steps: tuple[Step, ...], options: Options) -> Document:
        if "aggregations" in response:
            response = {**response, "aggregations": with_missing(response["aggregations"])}
        return super().container(response, steps, options)


def with_missing(facets: Mapping[str, Any]) -> dict[str, Any]:
    """The facets, and beside each the number that it misses."""
    found: dict[str, Any] = {}
    for name, facet in facets.items():
        buckets = [with_inner(bucket) for bucket in facet["buckets"]]
        found[name] = {"buckets": buckets, "sum_other_doc_count": facet["other"]}
        found[name + MISSING] = {"doc_count": facet["missing"]}
    return found


def with_inner(bucket: Mapping[str, Any]) -> dict[str, Any]:
    counted = {"key": bucket["key"], "doc_count": bucket["count"]}
    return {**counted, **with_missing(bucket.get("facets") or {})}
