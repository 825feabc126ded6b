"""Aggregations with a bucket for each of some queries, or for all documents: filters, global."""

from typing import Any

from tantivy import Query

from ...aggregations.filters import compiled
from ...aggregations.scope import Aggregation, Kind, Options, Result, Scope
from ...errors import illegal, parsing_error
from ...parsing import text, token, wrong_type
from ...queries import parse
from ...queries.combinators import any_of, everything, without
from ...queries.context import Build


def filters(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    """A bucket for each query, by name or in order, and with `other_bucket` a bucket for all other documents."""
    given = item.options["filters"]
    queries = filter_queries(scope, item)
    has_others = item.options.get("other_bucket", "other_bucket_key" in item.options)
    scope.make(len(queries) + has_others)
    buckets = {name: scope.narrowed(query).counted(item) for name, query in queries.items()}
    if has_others:
        others = scope.of(without(scope.query, [any_of(list(queries.values()))]))
        buckets[item.options.get("other_bucket_key", "_other_")] = others.counted(item)
    if isinstance(given, dict) and item.options.get("keyed", True):
        return {"buckets": buckets}
    names = [{"key": name} if isinstance(given, dict) else {} for name in buckets]
    return {"buckets": [{**bucket, **name} for bucket, name in zip(buckets.values(), names, strict=True)]}


def filter_queries(scope: Scope, item: Aggregation) -> dict[str, Query]:
    """The queries of the buckets by name."""
    return {name: compiled(scope, build) for name, build in _named(item.options["filters"])}


def global_(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    """The result of `global`: all documents, whatever the query is."""
    return scope.of(everything()).counted(item)


def _named(given: Any) -> list[tuple[str, Build]]:
    return (
        sorted(given.items())
        if isinstance(given, dict)
        else [(str(number), build) for number, build in enumerate(given)]
    )


def _builds(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: parse(clause) for name, clause in value.items()}
    if isinstance(value, list):
        return [parse(clause) for clause in value]
    raise wrong_type("[filters] filters", value)


def _check_filters(options: Options) -> None:
    if not options.get("filters"):
        raise illegal("[filters] cannot be empty.")


def _truth(value: Any) -> bool:
    """The boolean. EngineError for its text, `"true"`."""
    if not isinstance(value, bool):
        raise parsing_error(f"Unknown key for a {token(value)} in [filters].")
    return value


KINDS = {
    "filters": Kind(
        {"filters": _builds, "other_bucket": _truth, "other_bucket_key": text, "keyed": _truth},
        filters,
        check=_check_filters,
        validate=filter_queries,
    ),
    "global": Kind({}, global_),
}
