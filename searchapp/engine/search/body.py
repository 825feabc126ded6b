"""Reads and checks a search body with its URL parameters, without an index."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from ..aggregations import parse_facets
from ..errors import content_error, illegal, invalid_request, number_format, parsing_error, unsupported_error
from ..highlight.options import check_highlight
from ..parsing import Converter, boolean, integer_from, number, text, token
from ..queries import parse
from ..source.filter import check_source
from ..values.java_numbers import as_float32
from .request import ACCURATE, DEFAULT_TRACKED, Request
from .sort import parse_sort, sort_of_parameter

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
        own = body.get("sort", [])
        given["sort"] = [*(own if isinstance(own, list) else [own]), *sort_of_parameter(given["sort"])]
    for key, value in in_order({**body, **given}):
        _read(request, key, value)
    _check(request)
    return request


def in_order(given: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The entries with `_source` at the end, because `stored_fields` changes its default."""
    return sorted(given.items(), key=lambda item: item[0] == "_source")


def _read(request: Request, key: str, value: Any) -> None:
    if key in UNSUPPORTED:
        if key in MAY_BE_EMPTY and value == {}:
            return
        raise unsupported_error(f"unsupported key: {key}")
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
    if request.search_after is not None and request.start > 0:
        raise invalid_request("[from] parameter must be set to 0 when [search_after] is used")
    for check in CHECKS:
        check(request)
    if request.total_as_int and request.counted and request.track_total not in (DEFAULT_TRACKED, ACCURATE):
        raise illegal(
            "[rest_total_hits_as_int] cannot be used if the tracking of total hits is not accurate,"
            f" got {request.track_total}"
        )
    if request.total_as_int and request.counted:
        request.track_total = ACCURATE


def _query(request: Request, value: Any) -> None:
    request.clause, request.query = value, parse(value)
    _read_further(request, value)


def _post_filter(request: Request, value: Any) -> None:
    request.post_clause, request.post_filter = value, parse(value)
    _read_further(request, value)


def _read_further(request: Request, clause: Any) -> None:
    for read in CLAUSE_READERS:
        read(request, clause)


def _source(request: Request, value: Any) -> None:
    check_source(value)
    request.source = value


def _stored_fields(request: Request, value: Any) -> None:
    """Leave out the source: no field is stored apart from it."""
    for name in value if isinstance(value, list) else [value]:
        if name is None or isinstance(name, dict | list):
            raise illegal(f"[stored_fields] can't read text on {token(name)}")
        if name in ("_none_", "_source"):
            raise unsupported_error(f"unsupported option: stored_fields [{name}]")
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
CHECKS: list[Callable[[Request], None]] = []
"""Further checks of a complete request, which engine/compat adds."""
CLAUSE_READERS: list[Callable[[Request, Any], None]] = []
"""Further readers of the clause of a query or a post filter, which engine/compat adds."""
READERS: dict[str, tuple[frozenset[str], Callable[[Request, Any], None]]] = {
    "query": (OBJECT, _query),
    "post_filter": (OBJECT, _post_filter),
    "from": (VALUE, _as("start", integer_from(0, "[from] parameter cannot be negative but was [{}]"))),
    "size": (VALUE, _as("size", integer_from(0, "[size] parameter cannot be negative, found [{}]"))),
    "sort": (VALUE | OBJECT | ARRAY, _as("sort", parse_sort)),
    "stored_fields": (TEXT | ARRAY, _stored_fields),
    "_source": (VALUE | OBJECT | ARRAY, _source),
    "aggs": (OBJECT, _as("aggregations", parse_facets)),
    "aggregations": (OBJECT, _as("aggregations", parse_facets)),
    "track_total_hits": (VALUE, _track_total),
    "track_scores": (VALUE, _as("track_scores", boolean)),
    "version": (VALUE, _as("version", boolean)),
    "seq_no_primary_term": (VALUE, _as("seq_no", boolean)),
    "explain": (VALUE, _as("explain", boolean)),
    "min_score": (VALUE, _as("min_score", lambda value: as_float32(number(value)))),
    "search_after": (ARRAY, _search_after),
    "terminate_after": (VALUE, _as("terminate_after", integer_from(0, "terminateAfter must be > 0"))),
    "highlight": (OBJECT, _highlight),
    "timeout": (VALUE, _timeout),
    "stats": (ARRAY, _stats),
}
