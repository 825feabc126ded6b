"""Reads the options and the id of a request."""

import os
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from flask import Request

from ...errors import PipelineError
from ...options import catalog
from ...options.optionset import OptionSet, Pairs
from .body import read_body
from .body_limits import MAX_PARTS

FORMAT_KEYWORDS = catalog.OUT_FORMAT.keywords
FORMAT_IN_BODY = "searchapp.format_in_body"
"""Where the environment of a request holds the format that its body names."""

REQUEST_ID = "searchapp.request_id"
GOOD_REQUEST_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)


def read_options(request: Request, accepted: OptionSet, path: Mapping[str, Any]) -> dict[str, Any]:
    """The options that the request gives; path wins over query string, form and body."""
    body = read_body(request) if request.method == "POST" else ()
    for keyword, value in body:
        if keyword in FORMAT_KEYWORDS and isinstance(value, str):
            request.environ[FORMAT_IN_BODY] = value  # an error in the options is written in this format too
    return accepted.parse(body, query_pairs(request.environ), path.items())


def query_pairs(environ: Mapping[str, Any]) -> Pairs:
    """The parameters of the query string, in order."""
    text = environ.get("QUERY_STRING")
    if not text:
        return ()
    if not text.isascii():
        text = text.encode("latin-1").decode("utf-8", "replace")
    if text.count("&") >= MAX_PARTS:
        raise PipelineError(400, f"a query string may have at most {MAX_PARTS} parameters", {"max": MAX_PARTS})
    return parse_qsl(text, keep_blank_values=True)


def request_id(environ: dict[str, Any]) -> str:
    """The id of the request: a valid id of the caller, else ours. It stays the same."""
    found = environ.get(REQUEST_ID)
    if found is None:
        given = environ.get("HTTP_X_REQUEST_ID", "")
        found = environ[REQUEST_ID] = given if GOOD_REQUEST_ID.fullmatch(given) else os.urandom(8).hex()
    return found
