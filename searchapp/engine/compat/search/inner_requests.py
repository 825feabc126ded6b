"""The requests inside a request: for the hits of a group, of a bucket, and for objects of a document."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from ...errors import content_error, parsing_error, unsupported_error
from ...parsing import boolean, field_of_object, only_text, token
from ...search.body import READERS, VALUE, in_order
from ...search.request import ACCURATE, Request

DEFAULT_SIZE = 3
KEYS = frozenset((
    "from", "size", "version", "seq_no_primary_term", "explain", "track_scores", "sort", "_source", "highlight",
    "fields", "docvalue_fields", "stored_fields",
))  # fmt: skip
UNSUPPORTED = ("collapse", "script_fields")
TOP_HITS_UNSUPPORTED = ("highlight", "script_fields")


def inner_request(given: Any, name: str) -> tuple[str, Request]:
    """The name of inner hits, and the request for them."""
    if not isinstance(given, dict):
        raise parsing_error(f"Expected [START_OBJECT] but found [{token(given)}]")
    inner = Request(size=DEFAULT_SIZE)
    for key, value in in_order(given):
        if key == "name":
            name = only_text(value)
        elif key == "ignore_unmapped":
            boolean(value)
        elif key in UNSUPPORTED:
            raise unsupported_error(f"unsupported key of inner_hits: {key}")
        elif key not in KEYS or token(value) not in READERS[key][0] or (key == "sort" and token(value) in VALUE):
            raise content_error(f"[inner_hits] unknown field [{key}]")
        elif key in ("from", "size"):
            field_of_object("inner_hits", key, partial(READERS[key][1], inner), value)
        else:
            READERS[key][1](inner, value)
    return name, inner


def top_hits_request(given: Mapping[str, Any]) -> Request:
    """The request of a top_hits aggregation."""
    request = Request(size=DEFAULT_SIZE, track_total=ACCURATE, in_group=True)
    for key, value in in_order(given):
        if key in TOP_HITS_UNSUPPORTED:
            raise unsupported_error(f"unsupported option: {key} of top_hits")
        if key not in KEYS or token(value) not in READERS[key][0]:
            raise parsing_error(f"Unknown key for a {token(value)} in [top_hits].")
        READERS[key][1](request, value)
    return request
