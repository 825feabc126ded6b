"""The order of term buckets: by count, by key, or by a metric in a sub-aggregation."""

import math
import re
from collections.abc import Callable
from operator import itemgetter
from typing import Any

from ..errors import EngineError
from .options import Order
from .scope import Aggregation, Result

BY_COUNT: Order = [("_count", True), ("_key", False)]
SINGLE = ("filter", "missing", "global")
STATS = ("count", "min", "max", "avg", "sum")
MISSING = "either does not exist, or is a pipeline aggregation and cannot be used to sort the buckets."
NO_METRIC = (
    "Buckets can only be sorted on a sub-aggregator path that is built out of zero or more single-bucket aggregations"
    " within the path and a final single-bucket or a metrics aggregation at the path end."
)
EMPTY = {"min": math.inf, "max": -math.inf}
"""The sort value of a metric without documents; other metrics have none."""
METRIC_SIGN = re.compile(r"[.[](?=[^.[]*\Z)")
"""The sign between the name of an aggregation and its metric, as in `a.avg` and `a[avg]`."""
ONE_VALUE = ("min", "max", "avg", "sum", "value_count", "cardinality")


def order_of(item: Aggregation) -> Order:
    """The sort keys of the buckets, by default the count."""
    order: Order = item.options.get("order", BY_COUNT)
    return order


def sorted_buckets(item: Aggregation, buckets: list[Result], is_choice: bool = False) -> list[Result]:
    """The buckets in order. A metric that is not a number is sorted as the largest value.

    With `is_choice`, when buckets are chosen before they are sorted, it is last in both directions.
    """
    for key, descending in reversed(order_of(item)):
        buckets = sorted(buckets, key=_sort_value(item, key, is_choice and descending), reverse=descending)
    return buckets


def _sort_value(item: Aggregation, key: str, is_smallest: bool) -> Callable[[Result], Any]:
    """The sort key function for buckets. With `is_smallest`, a metric that is not a number is the smallest value."""
    if key in ("_count", "_key"):
        return itemgetter("doc_count" if key == "_count" else "key")
    names, metric, last = metric_of(item, key)
    empty = EMPTY.get(last.kind_name if metric in ("", "value") else metric)

    def value(bucket: Result) -> Any:
        for name in names:
            bucket = bucket[name]
        number = bucket["doc_count"] if last.kind_name in SINGLE else bucket[metric or "value"]
        if number is None:
            number = empty
        is_number = number is not None and not isinstance(number, str)
        return is_number == is_smallest, number if is_number else 0

    return value


def metric_of(item: Aggregation, key: str) -> tuple[list[str], str, Aggregation]:
    """The names in a path such as `a>b.avg`, its metric, and the aggregation that has the metric."""
    *names, last = key.split(">")
    name, *metric = METRIC_SIGN.split(last.removesuffix("]"))
    for step in (*names, name):
        child = next((child for child in item.children if child.name == step), None)
        if child is None:
            raise _bad_path(key, f"The provided aggregation [{step}] {MISSING}")
        item = child
    return [*names, name], "".join(metric), item


def _check_metric(key: str, item: Aggregation, metric: str) -> None:
    kind = item.kind_name
    if (kind in SINGLE and metric in ("", "doc_count")) or (kind in ONE_VALUE and metric in ("", "value")):
        return
    if kind != "stats":
        raise _bad_path(key, NO_METRIC)
    if not metric:
        raise _bad_path(key, "When ordering on a multi-value metrics aggregation a metric name must be specified.")
    if metric not in STATS:
        raise _bad_path(key, f"Unknown metric name [{metric}] on multi-value metrics aggregation [{item.name}]")


def _bad_path(key: str, why: str) -> EngineError:
    return EngineError(400, "invalid_path", f"Invalid aggregation order path [{key}]. {why}")


def check_order(item: Aggregation) -> None:
    """Raise EngineError for an order by an unknown metric."""
    for key, _ in order_of(item):
        if key not in ("_count", "_key"):
            _, metric, last = metric_of(item, key)
            _check_metric(key, last, metric)
