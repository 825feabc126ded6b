"""Aggregations with a bucket for each of some queries: missing, filter, filters, global."""

import re
from collections.abc import Mapping
from typing import Any

from tantivy import Query

from ..errors import illegal, parsing_error
from ..mapping.tantivy_schema import PATHS
from ..parsing import text, token, unsupported, wrong_type
from ..queries import parse
from ..queries.combinators import any_of, everything, without
from ..queries.context import Build, Context, side_query
from ..queries.field.exists import present
from ..queries.listed import listed
from ..work import work
from .options import FIELD, needs_field
from .scope import Aggregation, Kind, Options, Result, Scope

QUOTED, ESCAPED = re.compile(r'["\\]'), r"\\\g<0>"
"""The characters that need escaping in a text of tantivy's query syntax."""


def missing_request(scope: Scope, item: Aggregation) -> Result:
    field = scope.field(item)
    return {"filter": "*" if field is None else f'* -{PATHS}:"{QUOTED.sub(ESCAPED, field.path)}"'}


def missing(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    """The documents without a value; all documents if the field is unmapped."""
    field = scope.field(item)

    def narrowed() -> Scope:
        return scope if field is None else scope.of(without(scope.query, [present(scope.reader, field)]))

    bucket = raw or {"doc_count": 0}
    return {"doc_count": bucket["doc_count"], **scope.inside(item, bucket, narrowed)}


def filter_(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    return scope.narrowed(filter_query(scope, item)).counted(item)


def filter_query(scope: Scope, item: Aggregation) -> Query:
    return _compiled(scope, item.options["query"])


def filters(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    """A bucket for each query, by name or in order, and with `other_bucket` one for the documents of none."""
    given = item.options["filters"]
    queries = filter_queries(scope, item)
    has_rest = item.options.get("other_bucket", "other_bucket_key" in item.options)
    scope.make(len(queries) + has_rest)
    buckets = {name: scope.narrowed(query).counted(item) for name, query in queries.items()}
    if has_rest:
        rest = scope.of(without(scope.query, [any_of(list(queries.values()))]))
        buckets[item.options.get("other_bucket_key", "_other_")] = rest.counted(item)
    if isinstance(given, dict) and item.options.get("keyed", True):
        return {"buckets": buckets}
    names = [{"key": name} if isinstance(given, dict) else {} for name in buckets]
    return {"buckets": [{**bucket, **name} for bucket, name in zip(buckets.values(), names, strict=True)]}


def filter_queries(scope: Scope, item: Aggregation) -> dict[str, Query]:
    return {name: _compiled(scope, build) for name, build in _named(item.options["filters"])}


def _compiled(scope: Scope, build: Build) -> Query:
    """The query of a filter, which is compiled once for all buckets. Each bucket counts its work."""
    query, leaves, patterns = scope.queries.get(id(build), (None, 0, 0))
    if query is not None:
        work().again(leaves, patterns)
        return query
    leaves, patterns, seconds = work().leaves, work().patterns, work().seconds
    query = side_query(Context(scope.reader), build)
    query = listed(scope.reader, query, work().seconds - seconds).filter
    scope.queries[id(build)] = query, leaves - work().leaves, patterns - work().patterns
    return query


def global_(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
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


def _query(given: Mapping[str, Any]) -> Options:
    return {"query": parse(given)}


KINDS = {
    "missing": Kind({**FIELD, "format": unsupported("format of missing")}, missing, missing_request, check=needs_field),
    "filter": Kind({}, filter_, validate=filter_query, read=_query),
    "filters": Kind(
        {"filters": _builds, "other_bucket": _truth, "other_bucket_key": text, "keyed": _truth},
        filters,
        check=_check_filters,
        validate=filter_queries,
    ),
    "global": Kind({}, global_),
}
