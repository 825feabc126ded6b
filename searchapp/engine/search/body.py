"""Reads and checks a search body with its URL parameters, without an index."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ..aggregations import KINDS, parse_facets
from ..aggregations.scope import Aggregation, Kind, Options
from ..compat.search.collapse import Collapse
from ..compat.search.hit_fields import read_wanted
from ..compat.search.inner_hits import check_inner_hits, nested_bodies
from ..compat.search.top_hits import check_top_hits, top_hits
from ..errors import content_error, illegal, invalid_request, number_format, parsing_error
from ..highlight.options import check_highlight
from ..parsing import Converter, boolean, field_of_object, integer_from, number, only_text, text, token
from ..queries import parse
from ..source.filter import check_source
from ..values.java_numbers import as_float32
from .request import ACCURATE, DEFAULT_TRACKED, InnerHits, Request, check_together
from .sorting.sort import parse_sort, sort_of_parameter

VALUE = frozenset(("VALUE_STRING", "VALUE_NUMBER", "VALUE_TRUE", "VALUE_FALSE"))
TEXT = frozenset(("VALUE_STRING",))
OBJECT, ARRAY = frozenset(("START_OBJECT",)), frozenset(("START_ARRAY",))
UNSUPPORTED = frozenset((
    "ext", "indices_boost", "knn", "pit", "profile", "rank",
    "rescore", "retriever", "runtime_mappings", "script_fields", "slice", "sub_searches", "suggest",
))  # fmt: skip
MAY_BE_EMPTY = ("ext", "runtime_mappings", "script_fields")
"""Unsupported keys that clients send as an empty object, which asks for nothing."""
TIME = re.compile(r"-1|0|\d+(\.\d+)?\s*(nanos|micros|ms|s|m|h|d)", re.ASCII | re.IGNORECASE)
PARAMETERS = frozenset((
    "size", "from", "version", "seq_no_primary_term", "explain", "track_scores", "track_total_hits", "terminate_after",
    "timeout", "sort", "_source",
))  # fmt: skip


def read_request(body: Any, params: Mapping[str, Any]) -> Request:
    """The request of a body and URL parameters; parameters take precedence. EngineError names the first error."""
    if body is None:
        body = {}
    if not isinstance(body, dict):
        raise parsing_error(f"Expected [START_OBJECT] but found [{token(body)}]")
    request = Request()
    given = _parameters(request, params)
    if isinstance(given.get("sort"), str):
        given["sort"] = [*_as_list(body.get("sort", [])), *sort_of_parameter(given["sort"])]
    for key, value in _in_order({**body, **given}):
        _read(request, key, value)
    _check(request)
    return request


def _in_order(given: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The entries with `_source` at the end, because `stored_fields` changes its default."""
    return sorted(given.items(), key=lambda item: item[0] == "_source")


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _read(request: Request, key: str, value: Any) -> None:
    if key in UNSUPPORTED:
        if key in MAY_BE_EMPTY and value == {}:
            return
        raise parsing_error(f"unsupported key: {key}")
    if key not in READERS or token(value) not in READERS[key][0]:
        raise parsing_error(f"Unknown key for a {token(value)} in [{key}].")
    READERS[key][1](request, value)


def _parameters(request: Request, params: Mapping[str, Any]) -> dict[str, Any]:
    """The URL parameters under the names of the body's keys."""
    keys = {key.rstrip("_"): value for key, value in params.items() if value is not None}
    request.total_as_int = boolean(keys.pop("rest_total_hits_as_int", False))
    request.raw_source = boolean(keys.pop("raw_source", False))
    request.max_bytes = keys.pop("max_bytes", None)
    if keys.get("_source") in ("true", "false"):
        keys["_source"] = boolean(keys["_source"])
    for key in keys:
        if key not in PARAMETERS:
            raise illegal(f"request [/_search] contains unrecognized parameter: [{key}]")
    return keys


def _check(request: Request) -> None:
    if request.fields:
        _share(request.aggregations, request)
    if request.search_after is not None and request.start > 0:
        raise invalid_request("[from] parameter must be set to 0 when [search_after] is used")
    check_together(request)
    if request.total_as_int and request.counted and request.track_total not in (DEFAULT_TRACKED, ACCURATE):
        raise illegal(
            "[rest_total_hits_as_int] cannot be used if the tracking of total hits is not accurate,"
            f" got {request.track_total}"
        )
    if request.total_as_int and request.counted:
        request.track_total = ACCURATE


def _share(aggregations: list[Aggregation], request: Request) -> None:
    """Give each top_hits the `fields` of a request, unless it has its own."""
    for item in aggregations:
        _share(item.children, request)
        if item.kind_name in HIT_KINDS:
            inner: Request = item.options["request"]
            inner.fields = inner.fields or request.fields


def _query(request: Request, value: Any) -> None:
    request.clause, request.query = value, parse(value)
    _inner_hits(request, value)


def _post_filter(request: Request, value: Any) -> None:
    request.post_clause, request.post_filter = value, parse(value)
    _inner_hits(request, value)


def _inner_hits(request: Request, clause: Any) -> None:
    """Read the inner hits of the nested queries in a clause."""
    for nested in nested_bodies(clause):
        path = text(nested["path"])
        name, asked = inner_request(nested["inner_hits"], path)
        if name in request.inner_hits:
            raise illegal(f"[inner_hits] already contains an entry for key [{name}]")
        request.inner_hits[name] = InnerHits(path, nested["query"], parse(nested["query"]), asked)
        check_inner_hits(request.inner_hits[name])


def _source(request: Request, value: Any) -> None:
    check_source(value)
    request.source = value


def _stored_fields(request: Request, value: Any) -> None:
    """Leave out the source: no field is stored apart from it."""
    for name in value if isinstance(value, list) else [value]:
        if name is None or isinstance(name, dict | list):
            raise illegal(f"[stored_fields] can't read text on {token(name)}")
        if name in ("_none_", "_source"):
            raise parsing_error(f"unsupported option: stored_fields [{name}]")
    request.source = False


def _track_total(request: Request, value: Any) -> None:
    if isinstance(value, bool) or value in ("true", "false"):
        request.counted = boolean(value)
        request.track_total = ACCURATE
        return
    try:
        limit = int(value)
    except (TypeError, ValueError, OverflowError):
        raise number_format(value) from None
    if limit >= 2**31:
        raise content_error(f"Numeric value ({limit}) out of range of int")
    if limit < -1:
        raise illegal(f"[track_total_hits] parameter must be positive or equals to -1, got {limit}")
    request.counted, request.track_total = limit >= 0, max(limit, 0)


def _search_after(request: Request, value: Any) -> None:
    if not value:
        raise illegal("Values must contains at least one value.")
    for item in value:
        if isinstance(item, dict | list):
            raise parsing_error(f"Can only use search_after with values, found [{token(item)}]")
    request.search_after = value


def _collapse(request: Request, value: Any) -> None:
    path, inner = value.get("field"), value.get("inner_hits", [])
    for key in value:
        if key not in ("field", "inner_hits", "max_concurrent_group_searches"):
            raise content_error(f"[collapse] unknown field [{key}]")
    if not isinstance(inner, dict | list):
        raise content_error("[collapse] failed to parse field [inner_hits]")
    requests: dict[str, Request] = {}
    for given in inner if isinstance(inner, list) else [inner]:
        name, request_of_group = inner_request(given, "")
        if not name:
            raise content_error("[collapse] failed to parse field [inner_hits]: it has no [name]")
        if name in requests:
            raise illegal(f"[inner_hits] already contains an entry for key [{name}]")
        requests[name] = request_of_group
    if not isinstance(path, str):
        raise illegal("[collapse] needs a [field]")
    request.collapse = Collapse(path, requests)


def inner_request(given: Any, name: str) -> tuple[str, "Request"]:
    """The name of inner hits, and the request for them."""
    if not isinstance(given, dict):
        raise parsing_error(f"Expected [START_OBJECT] but found [{token(given)}]")
    inner = Request(size=INNER_SIZE)
    for key, value in _in_order(given):
        if key == "name":
            name = only_text(value)
        elif key == "ignore_unmapped":
            boolean(value)
        elif key in INNER_UNSUPPORTED:
            raise parsing_error(f"unsupported key of inner_hits: {key}")
        elif key not in INNER or token(value) not in READERS[key][0] or (key == "sort" and token(value) in VALUE):
            raise content_error(f"[inner_hits] unknown field [{key}]")
        elif key in ("from", "size"):
            field_of_object("inner_hits", key, partial(READERS[key][1], inner), value)
        else:
            READERS[key][1](inner, value)
    return name, inner


def _top_hits(given: Mapping[str, Any]) -> Options:
    """The options of a top_hits aggregation: its request."""
    request = Request(size=INNER_SIZE, track_total=ACCURATE, in_group=True)
    for key, value in _in_order(given):
        if key in TOP_HITS_UNSUPPORTED:
            raise parsing_error(f"unsupported option: {key} of top_hits")
        if key not in INNER or token(value) not in READERS[key][0]:
            raise parsing_error(f"Unknown key for a {token(value)} in [top_hits].")
        READERS[key][1](request, value)
    return {"request": request}


HIT_KINDS = {"top_hits": Kind({}, top_hits, inner=False, scores=True, validate=check_top_hits, read=_top_hits)}
"""The aggregations that return hits."""
TOP_HITS_UNSUPPORTED = ("highlight", "script_fields")
INNER_SIZE = 3
INNER = frozenset((
    "from", "size", "version", "seq_no_primary_term", "explain", "track_scores", "sort", "_source", "highlight",
    "fields", "docvalue_fields", "stored_fields",
))  # fmt: skip
INNER_UNSUPPORTED = ("collapse", "script_fields")


def _highlight(request: Request, value: Any) -> None:
    request.highlight_queries = check_highlight(value)
    request.highlight = value


def _timeout(request: Request, value: Any) -> None:
    if not TIME.fullmatch(text(value)):
        raise illegal(
            f"failed to parse setting [timeout] with value [{value}] as a time value: unit is missing or unrecognized"
        )


def _stats(request: Request, value: Any) -> None:
    """Check the names of groups of statistics, which do not change the response."""
    if not all(isinstance(name, str) for name in value):
        raise parsing_error("[stats] expects a list of texts")


def _as(name: str, convert: Converter) -> Callable[[Request, Any], None]:
    """A reader that sets an attribute of the request to the converted value."""

    def read(request: Request, value: Any) -> None:
        setattr(request, name, convert(value))

    return read


WITHOUT_INFLUENCE = ("stats", "terminate_after", "timeout")
"""Keys that are checked, but change no answer."""
ALL_FACETS = partial(parse_facets, kinds=KINDS | HIT_KINDS)
READERS: dict[str, tuple[frozenset[str], Callable[[Request, Any], None]]] = {
    "query": (OBJECT, _query),
    "post_filter": (OBJECT, _post_filter),
    "from": (VALUE, _as("start", integer_from(0, "[from] parameter cannot be negative but was [{}]"))),
    "size": (VALUE, _as("size", integer_from(0, "[size] parameter cannot be negative, found [{}]"))),
    "sort": (VALUE | OBJECT | ARRAY, _as("sort", parse_sort)),
    "stored_fields": (TEXT | ARRAY, _stored_fields),
    "_source": (VALUE | OBJECT | ARRAY, _source),
    "fields": (ARRAY, _as("fields", partial(read_wanted, "fields"))),
    "docvalue_fields": (ARRAY, _as("doc_values", partial(read_wanted, "docvalue_fields"))),
    "aggs": (OBJECT, _as("aggregations", ALL_FACETS)),
    "aggregations": (OBJECT, _as("aggregations", ALL_FACETS)),
    "track_total_hits": (VALUE, _track_total),
    "track_scores": (VALUE, _as("track_scores", boolean)),
    "version": (VALUE, _as("version", boolean)),
    "seq_no_primary_term": (VALUE, _as("seq_no", boolean)),
    "explain": (VALUE, _as("explain", boolean)),
    "min_score": (VALUE, _as("min_score", lambda value: as_float32(number(value)))),
    "search_after": (ARRAY, _search_after),
    "terminate_after": (VALUE, _as("terminate_after", integer_from(0, "terminateAfter must be > 0"))),
    "highlight": (OBJECT, _highlight),
    "collapse": (OBJECT, _collapse),
    "timeout": (VALUE, _timeout),
    "stats": (ARRAY, _stats),
}
