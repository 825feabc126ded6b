"""The order of term buckets: by count, by key, or by a metric inside them."""

import math
from collections.abc import Callable
from operator import itemgetter
from typing import Any

from ..errors import EngineError
from .model import Aggregation, Answer, Order

BY_COUNT: Order = [("_count", True), ("_key", False)]
SINGLE = ("filter", "missing", "global")
MANY_VALUES = {
    "stats": ("count", "min", "max", "avg", "sum"),
    "extended_stats": (
        "count", "min", "max", "avg", "sum", "sum_of_squares",
        "variance", "variance_population", "variance_sampling",
        "std_deviation", "std_deviation_population", "std_deviation_sampling",
    ),
}  # fmt: skip
MISSING = "either does not exist, or is a pipeline aggregation and cannot be used to sort the buckets."
NO_METRIC = (
    "Buckets can only be sorted on a sub-aggregator path that is built out of zero or more single-bucket aggregations"
    " within the path and a final single-bucket or a metrics aggregation at the path end."
)
EMPTY = {"min": math.inf, "max": -math.inf, "sum_of_squares": 0.0}
"""What a metric of no values is sorted as; the others are not a number."""
ONE_VALUE = ("min", "max", "avg", "sum", "value_count", "cardinality")


def order_of(item: Aggregation) -> Order:
    return item.options.get("order", BY_COUNT)


def sorted_buckets(item: Aggregation, buckets: list[Answer], is_choice: bool = False) -> list[Answer]:
    """The buckets in order. A metric that is not a number is the largest there is.

    Where buckets of numbers are chosen, before they are put in order, it comes last in both directions.
    """
    for key, descending in reversed(order_of(item)):
        by = key.replace("_sampling", "_population") if is_choice else key  # as Elasticsearch chooses
        buckets = sorted(buckets, key=_sort_value(item, by, is_choice and descending), reverse=descending)
    return buckets


def _sort_value(item: Aggregation, key: str, is_smallest: bool) -> Callable[[Answer], Any]:
    """What buckets are compared by; whether what is not a number is the smallest instead of the largest."""
    if key in ("_count", "_key"):
        return itemgetter("doc_count" if key == "_count" else "key")
    names, metric, last = metric_of(item, key)
    empty = EMPTY.get(metric or last.kind_name)

    def value(bucket: Answer) -> Any:
        for name in names:
            bucket = bucket[name]
        found = bucket["doc_count"] if last.kind_name in SINGLE else bucket[metric or "value"]
        if found is None:
            found = empty
        is_number = found is not None and not isinstance(found, str)
        return is_number == is_smallest, found if is_number else 0

    return value


def metric_of(item: Aggregation, key: str) -> tuple[list[str], str, Aggregation]:
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


def check_order(item: Aggregation) -> None:
    """Refuse the path of a metric that is not there, or of what is no metric."""
    for key, _ in order_of(item):
        if key not in ("_count", "_key"):
            _, metric, last = metric_of(item, key)
            _check_metric(key, last, metric)
