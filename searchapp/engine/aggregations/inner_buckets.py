"""Counts the contents of term buckets after the terms are counted, and only for the buckets of the answer.

While tantivy counts, it keeps the counts inside every term in memory, and a field may have a term per document.
"""

from typing import Any

from tantivy import Query

from ..errors import unsupported_error
from ..mapping.mapping import FLOATS, Field
from ..parsing import text
from ..values.addresses import address_text
from .absent import missing_number, or_absent
from .scope import MISSING, Aggregation, Result, Scope
from .term_options import key_of
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
    return _inner_request(scope, item, field, {"include": keys}) if field and field.is_exact and keys else None


def fill(scope: Scope, item: Aggregation, buckets: list[Result], raw: Result) -> list[Result]:
    """The buckets with their contents."""
    field = scope.field(item) or scope.reader.mapping.fields.get(item.options["field"])
    if field is None or not buckets:
        return buckets
    request = None if field.is_exact else _inner_request(scope, item, field, {})
    if request and _keys(buckets):
        having = Query.term_set_query(scope.reader.schema, field.column, _keys(buckets))
        raw = scope.narrowed(having).aggregate({"0": request})["0"]
    counted = {bucket["key"]: bucket for bucket in raw.get("buckets", ())}
    counted.pop(missing_key(item, field), None)  # its documents without a value are not counted
    with_counts = [{**counted.get(bucket["key"], {}), **bucket} for bucket in buckets]
    made = [
        {**bucket, **sub_results(scope, item, field, each)} for bucket, each in zip(buckets, with_counts, strict=True)
    ]
    return with_printed_keys(field, made)


def _inner_request(scope: Scope, item: Aggregation, field: Field, options: Result) -> Result | None:
    inner = scope.inner_requests(item)
    asked = {"field": field.column, "size": MAX_INNER_BUCKETS, "segment_size": MAX_INNER_BUCKETS, **options}
    return {"terms": asked, "aggs": inner} if inner else None


def _keys(buckets: list[Result]) -> list[Any]:
    return [bucket["key"] for bucket in buckets if bucket["doc_count"]]


def sub_results(scope: Scope, item: Aggregation, field: Field, raw: Result) -> Result:
    """The results of the sub-aggregations in a bucket."""

    def narrowed() -> Scope:
        return scope.narrowed(key_query(scope, item, field, raw["key"]))

    return scope.inside(item, raw, narrowed)


def key_query(scope: Scope, item: Aggregation, field: Field, key: Any) -> Query:
    """A query for the documents of a bucket."""
    having = Query.term_query(scope.reader.schema, field.column, key, index_option="basic")
    return or_absent(scope, field, having, key == missing_key(item, field))


def missing_key(item: Aggregation, field: Field) -> Any:
    """The key of the option `missing` in the type of the field; None without the option."""
    if MISSING not in item.options:
        return None
    value = item.options[MISSING]
    if not field.is_exact and not _fits(item, field, value):
        given = f"missing [{text(value)}] of {item.kind_name}"
        raise unsupported_error(f"unsupported option: {given} of a field of type [{field.type}]")
    return int(missing_number(item, field)) if field.type == "date" else key_of(field, text(value), None)


def _fits(item: Aggregation, field: Field, value: Any) -> bool:
    """Whether a missing value does not change the type of the keys, as a fraction in Elasticsearch does."""
    if field.type == "boolean":
        return text(value) in ("true", "false")
    if field.type == "date":
        return isinstance(value, str) or value == int(value)
    number = missing_number(item, field)
    return field.type in FLOATS or bool(number == int(number) and -(2**63) <= number < 2**63)


def with_printed_keys(field: Field, buckets: list[Result]) -> list[Result]:
    """The buckets. The keys of a field of addresses become addresses instead of numbers."""
    return [{**bucket, "key": address_text(bucket["key"])} for bucket in buckets] if field.is_address else buckets
