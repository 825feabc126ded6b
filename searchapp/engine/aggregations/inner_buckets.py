"""Counts the contents of term buckets after the terms, and only for the buckets of the answer.

tantivy keeps the counts inside every term while it counts, and a field may have a term in each document.
"""

from typing import Any

from tantivy import Query

from ..mapping.mapping import Field
from .scope import Aggregation, Result, Scope
from .term_order import order_of

MAX_INNER_BUCKETS = 65_000
"""tantivy allows 65,535 buckets in one result."""


def is_pruned(item: Aggregation) -> bool:
    """Whether the choice of buckets does not depend on the counts inside them."""
    return all(key in ("_count", "_key") for key, _ in order_of(item))


def inner_request(scope: Scope, item: Aggregation, buckets: list[Result]) -> Result | None:
    """The request for the contents of the buckets of an answer.

    None for numbers, because tantivy takes no list of them: `fill` counts their contents.
    """
    field = scope.field(item)
    keys = _keys(buckets)
    return _inner_request(scope, item, field, {"include": keys}) if field and field.is_keyword and keys else None


def fill(scope: Scope, item: Aggregation, buckets: list[Result], raw: Result) -> list[Result]:
    """The buckets with their contents."""
    field = scope.field(item) or scope.reader.mapping.fields.get(item.options["field"])
    if field is None or not buckets:
        return buckets
    request = None if field.is_keyword else _inner_request(scope, item, field, {})
    if request and _keys(buckets):
        having = Query.term_set_query(scope.reader.schema, field.column, _keys(buckets))
        raw = scope.narrowed(having).aggregate({"0": request})["0"]
    counted = {bucket["key"]: bucket for bucket in raw.get("buckets", ())}
    whole = [{**counted.get(bucket["key"], {}), **bucket} for bucket in buckets]
    return [{**bucket, **inside(scope, item, field, each)} for bucket, each in zip(buckets, whole, strict=True)]


def _inner_request(scope: Scope, item: Aggregation, field: Field, options: Result) -> Result | None:
    inner = scope.inner_requests(item)
    asked = {"field": field.column, "size": MAX_INNER_BUCKETS, "segment_size": MAX_INNER_BUCKETS, **options}
    return {"terms": asked, "aggs": inner} if inner else None


def _keys(buckets: list[Result]) -> list[Any]:
    return [bucket["key"] for bucket in buckets if bucket["doc_count"]]


def inside(scope: Scope, item: Aggregation, field: Field, raw: Result) -> Result:
    """The results of the sub-aggregations in a bucket."""

    def narrowed() -> Scope:
        return scope.narrowed(Query.term_query(scope.reader.schema, field.column, raw["key"], index_option="basic"))

    return scope.inside(item, raw, narrowed)
