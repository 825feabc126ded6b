"""Aggregations with the bucket of a query: missing, filter."""

import re

from tantivy import Query

from ..mapping.tantivy_schema import PATHS
from ..parsing import unsupported
from ..queries import parse
from ..queries.combinators import without
from ..queries.context import Build, Context, side_query
from ..queries.field.exists import present
from ..queries.listed import listed
from ..work import work
from .options import FIELD, needs_field
from .scope import Aggregation, Kind, Result, Scope

QUOTED, ESCAPED = re.compile(r'["\\]'), r"\\\g<0>"
"""The characters that need escaping in a text of tantivy's query syntax."""


def missing_request(scope: Scope, item: Aggregation) -> Result:
    """The request to tantivy for `missing`: the documents without the field, or all without such a field."""
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
    """The result of `filter`: the documents that its query also matches."""
    return scope.narrowed(filter_query(scope, item)).counted(item)


def filter_query(scope: Scope, item: Aggregation) -> Query:
    """The query of a `filter`, for the index of the scope."""
    return compiled(scope, item.options["query"])


def compiled(scope: Scope, build: Build) -> Query:
    """The query of a filter, which is compiled once for all buckets. Each bucket counts its work."""
    query, leaves, patterns = scope.queries.get(id(build), (None, 0, 0))
    if query is not None:
        work().count_again(leaves, patterns)
        return query
    leaves, patterns, seconds = work().leaves, work().patterns, work().seconds
    query = side_query(Context(scope.reader), build)
    query = listed(scope.reader, query, work().seconds - seconds).filter
    scope.queries[id(build)] = query, leaves - work().leaves, patterns - work().patterns
    return query


KINDS = {
    "missing": Kind({**FIELD, "format": unsupported("format of missing")}, missing, missing_request, check=needs_field),
    "filter": Kind({}, filter_, validate=filter_query, read=lambda given: {"query": parse(given)}),
}
