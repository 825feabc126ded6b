"""The top_hits aggregation: the first hits of each bucket, by score or by sort keys."""

from collections.abc import Mapping
from typing import Any

from ...aggregations.scope import Aggregation, Kind, Options, Result, Scope
from ...errors import illegal
from ...search.hits.fetch import fetched, hits_section
from ...search.paging.page import collected
from ...search.request import Request
from ...search.sort import bind
from .hit_fields import share_fields
from .inner_requests import top_hits_request


def top_hits(scope: Scope, item: Aggregation, raw: Result | None) -> Result:
    request: Request = item.options["request"]
    hits, count, best = collected(scope.reader, request, scope.query)
    if count and not request.start + request.size:
        raise illegal("numHits must be > 0; please use TotalHitCountCollectorManager if you just need the total count")
    return {"hits": hits_section(request, count, best, fetched(scope.reader, request, scope.query, hits))}


def check_top_hits(scope: Scope, item: Aggregation) -> None:
    """Raise EngineError for a page that is too large, and for keys that cannot be sorted by."""
    request: Request = item.options["request"]
    window, most = request.start + request.size, scope.reader.mapping.index_settings.max_inner_result_window
    if window > most:
        raise illegal(
            f"Top hits result window is too large, the top hits aggregator [{item.name}]'s from + size must be less"
            f" than or equal to: [{most}] but was [{window}]. This limit can be set by changing the"
            " [index.max_inner_result_window] index level setting."
        )
    bind(scope.reader, request.sort)


def share_with_buckets(request: Request) -> None:
    """Give each top_hits the `fields` of a request, unless it has its own."""
    if request.fields is not None:
        _share(request.aggregations, request)


def _share(aggregations: list[Aggregation], request: Request) -> None:
    for item in aggregations:
        _share(item.children, request)
        if item.kind_name in KINDS:
            share_fields(request, item.options["request"])


def _read(given: Mapping[str, Any]) -> Options:
    return {"request": top_hits_request(given)}


KINDS = {"top_hits": Kind({}, top_hits, inner=False, scores=True, validate=check_top_hits, read=_read)}
