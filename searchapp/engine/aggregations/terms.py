"""The terms aggregation.

tantivy counts; it breaks ties at random. Where a term that was cut off may be as frequent as the last one shown, the
terms are counted again, by the term list.
"""

import math
from collections.abc import Callable
from operator import itemgetter
from typing import Any

from tantivy import Query

from ..columns import value_text
from ..errors import EngineError
from ..mapping import FLOATS, Field
from ..queries.shape import content_error, ignored, parsing_error, refused, whole
from .model import FIELD, Aggregation, Answer, Converters, Kind, Order, min_doc_count, needs_field, order
from .scope import Scope

ALL_BUCKETS = 65_000
"""tantivy refuses more than 65,535 in one answer."""
SPARE = 20
BY_COUNT: Order = [("_count", True), ("_key", False)]
SINGLE = ("filter", "missing", "global")
MANY_VALUES = {
    "stats": ("count", "min", "max", "avg", "sum"),
    "extended_stats": ("count", "min", "max", "avg", "sum", "sum_of_squares", "variance", "std_deviation"),
}
MISSING = "either does not exist, or is a pipeline aggregation and cannot be used to sort the buckets."
NO_METRIC = (
    "Buckets can only be sorted on a sub-aggregator path that is built out of zero or more single-bucket aggregations"
    " within the path and a final single-bucket or a metrics aggregation at the path end."
)
ONE_VALUE = ("min", "max", "avg", "sum", "value_count", "cardinality")


def request(scope: Scope, item: Aggregation) -> Answer | None:
    field = scope.field(item)
    if field is None:
        return None
    order, size = _order(item), _size(item)
    for key, _ in order:
        if key not in ("_count", "_key"):
            _, metric, last = _metric(item, key)
            _check_metric(key, last, metric)
    asked: Answer = {"field": field.column, "size": ALL_BUCKETS}
    if not _needs_all(item) and order == BY_COUNT:
        asked["size"] = min(size + SPARE, ALL_BUCKETS)
    elif not _needs_all(item) and order[0][0] == "_key":
        asked.update(size=min(size, ALL_BUCKETS), order={"_key": "desc" if order[0][1] else "asc"})
    asked["segment_size"] = asked["size"] if scope.reader.searcher.num_segments == 1 else ALL_BUCKETS
    return {"terms": asked}


def answer(scope: Scope, item: Aggregation, raw: Answer | None) -> Answer:
    field = scope.field(item)
    if field is None or raw is None:
        return _answer(_hidden_terms(scope, item), 0, 0)
    found, other = raw["buckets"], raw["sum_other_doc_count"]
    values = other + _documents(found)
    if other and _order(item) == BY_COUNT and _is_tied(found, _size(item)):
        found = _untied(scope, item, field, found)
    elif other and _order(item)[0][0] != "_key":
        found = _all_terms(scope, item, field)
    if not _needs_all(item):
        shown = _first(scope, item, field, found, _size(item))
        return _answer(shown, values - _documents(shown), _error_bound(item, len(found)))
    found = _accepted(item, found + _unmatched(scope, item, field, found))
    collected = _first(scope, item, field, found, _shard_size(item))
    frequent = [bucket for bucket in collected if bucket["doc_count"] >= item.options.get("min_doc_count", 1)]
    shown, dropped = frequent[: _size(item)], _documents(collected) - _documents(frequent)
    return _answer(shown, _documents(found) - dropped - _documents(shown), _error_bound(item, len(found)))


def _first(scope: Scope, item: Aggregation, field: Field, found: list[Answer], size: int) -> list[Answer]:
    """The first buckets, in order, each with what is inside it."""
    found = [_with_key(field, bucket) for bucket in found]
    if all(key in ("_count", "_key") for key, _ in _order(item)):
        return [_bucket(scope, item, field, bucket) for bucket in _sorted(item, found)[:size]]
    return _sorted(item, [_bucket(scope, item, field, bucket) for bucket in found])[:size]


def _bucket(scope: Scope, item: Aggregation, field: Field, found: Answer) -> Answer:
    def narrowed() -> Scope:
        return scope.narrowed(Query.term_query(scope.reader.schema, field.column, found["key"], index_option="basic"))

    shown, key = value_text(field, found["key"]), {"key": found["key"]}
    if shown is not None:
        key["key_as_string"] = shown
    return {**key, "doc_count": found["doc_count"], **scope.inside(item, found, narrowed)}


def _untied(scope: Scope, item: Aggregation, field: Field, found: list[Answer]) -> list[Answer]:
    """The most frequent terms, where others that were cut off are as frequent as the last one."""
    if not field.is_keyword:
        return _all_terms(scope, item, field)
    known = {bucket["key"]: bucket for bucket in found}
    exact = scope.reader.searcher.terms_with_prefix(field.column, "", scope.query, _size(item))
    return [known.get(key, {"key": key, "doc_count": count}) for key, count in exact]


def _all_terms(scope: Scope, item: Aggregation, field: Field) -> list[Answer]:
    terms = {"field": field.column, "size": ALL_BUCKETS, "segment_size": ALL_BUCKETS}
    raw = scope.aggregate({"0": {"terms": terms}})["0"]
    if raw["sum_other_doc_count"]:
        reason = (
            f"Trying to create too many buckets. [{item.name}] has more than {ALL_BUCKETS} terms: order it by _count"
        )
        raise EngineError(400, "too_many_buckets_exception", reason)
    return raw["buckets"]


def _unmatched(scope: Scope, item: Aggregation, field: Field, found: list[Answer]) -> list[Answer]:
    """With `min_doc_count: 0`, the terms that only other documents have."""
    if item.options.get("min_doc_count", 1) > 0:
        return []
    known = {bucket["key"] for bucket in found}
    everything = _all_terms(Scope(scope.reader, Query.all_query()), item, field)
    return [{"key": bucket["key"], "doc_count": 0} for bucket in everything if bucket["key"] not in known]


def _hidden_terms(scope: Scope, item: Aggregation) -> list[Answer]:
    """With `min_doc_count: 0`, the terms of a nested field: no document itself has them."""
    field = scope.reader.mapping.fields.get(item.options["field"])
    if field is None or not field.doc_values or item.options.get("min_doc_count", 1) > 0:
        return []
    found = _accepted(item, _unmatched(scope, item, field, []))
    return _first(scope, item, field, found, _size(item))


def _order(item: Aggregation) -> Order:
    return item.options.get("order", BY_COUNT)


def _size(item: Aggregation) -> int:
    return item.options.get("size", 10)


def _shard_size(item: Aggregation) -> int:
    """How many buckets Elasticsearch looks at before it drops those below `min_doc_count`."""
    size = _size(item)
    return size if _order(item)[0][0] == "_key" else int(size * 1.5 + 10)


def _needs_all(item: Aggregation) -> bool:
    return item.options.get("min_doc_count", 1) != 1 or "include" in item.options or "exclude" in item.options


def _accepted(item: Aggregation, found: list[Answer]) -> list[Answer]:
    kept = [bucket for bucket in found if bucket["key"] not in item.options.get("exclude", ())]
    include = item.options.get("include")
    return kept if include is None else [bucket for bucket in kept if bucket["key"] in include]


def _is_tied(found: list[Answer], size: int) -> bool:
    """Whether a bucket that was cut off may be as frequent as the last one to show."""
    return len(found) < size or found[size - 1]["doc_count"] == found[-1]["doc_count"]


def _documents(buckets: list[Answer]) -> int:
    return sum(bucket["doc_count"] for bucket in buckets)


def _error_bound(item: Aggregation, found: int) -> int:
    """On one shard 0; -1 for "unknown" where terms are cut off in an order that says nothing about the counts."""
    is_known = _order(item)[0] == ("_count", True) or _order(item)[0][0] == "_key"
    return 0 if is_known or found < _shard_size(item) else -1


def _answer(shown: list[Answer], other: int, error: int) -> Answer:
    return {"doc_count_error_upper_bound": error, "sum_other_doc_count": other, "buckets": shown}


def _with_key(field: Field, bucket: Answer) -> Answer:
    """The bucket with its key as a number of the field's type."""
    if field.is_keyword:
        return bucket
    key = float(bucket["key"]) if field.type in FLOATS else int(bucket["key"])
    return {**bucket, "key": key}


def _sorted(item: Aggregation, buckets: list[Answer]) -> list[Answer]:
    for key, descending in reversed(_order(item)):
        buckets = sorted(buckets, key=_sort_value(item, key), reverse=descending)
    return buckets


def _sort_value(item: Aggregation, key: str) -> Callable[[Answer], Any]:
    """What buckets are compared by; a metric of no values is the largest there is, a maximum the smallest."""
    if key in ("_count", "_key"):
        return itemgetter("doc_count" if key == "_count" else "key")
    names, metric, last = _metric(item, key)
    empty = -math.inf if "max" in (last.kind_name, metric) else math.inf

    def value(bucket: Answer) -> Any:
        for name in names:
            bucket = bucket[name]
        found = bucket["doc_count"] if last.kind_name in SINGLE else bucket[metric or "value"]
        return empty if found is None else found

    return value


def _metric(item: Aggregation, key: str) -> tuple[list[str], str, Aggregation]:
    """The steps of a path such as `a>b.avg`, the metric at its end, and the aggregation that gives it."""
    *names, last = key.split(">")
    name, _, metric = last.partition(".")
    for step in (*names, name):
        child = next((child for child in item.children if child.name == step), None)
        if child is None:
            raise _bad_path(key, f"The provided aggregation [{step}] {MISSING}")
        item = child
    return [*names, name], metric, item


def _check_metric(key: str, item: Aggregation, metric: str) -> None:
    kind = item.kind_name
    if (kind in SINGLE and metric in ("", "doc_count")) or (kind in ONE_VALUE and metric in ("", "value")):
        return
    if kind not in MANY_VALUES:
        raise _bad_path(key, NO_METRIC)
    if not metric:
        raise _bad_path(key, "When ordering on a multi-value metrics aggregation a metric name must be specified.")
    if metric not in MANY_VALUES[kind]:
        raise _bad_path(key, f"Unknown metric name [{metric}] on multi-value metrics aggregation [{item.name}]")


def _bad_path(key: str, why: str) -> EngineError:
    return EngineError(400, "invalid_path", f"Invalid aggregation order path [{key}]. {why}")


def _positive(value: Any) -> int:
    result = whole(value)
    if result < 1:
        raise content_error(f"[size] must be greater than 0. Found [{result}]")
    return result


def _listed(value: Any) -> frozenset[str]:
    """The terms of `include` or `exclude`; a pattern is not supported."""
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise parsing_error("unsupported option: include and exclude take a list of terms")
    return frozenset(value)


OPTIONS: Converters = {
    **FIELD,
    "size": _positive,
    "order": order,
    "min_doc_count": min_doc_count,
    "include": _listed,
    "exclude": _listed,
    "shard_size": _positive,
    "shard_min_doc_count": ignored,
    "show_term_doc_count_error": refused("show_term_doc_count_error"),
    "collect_mode": ignored,
    "execution_hint": ignored,
    "format": refused("format of terms"),
    "value_type": refused("value_type"),
}
KINDS = {"terms": Kind(OPTIONS, answer, request, check=needs_field)}
