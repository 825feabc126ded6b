"""What a request asks for: its options, the format of the answer, its id."""

import os
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl

from flask import Request
from werkzeug.datastructures import MIMEAccept
from werkzeug.http import parse_accept_header

from ..errors import PipelineError
from ..options.optionset import OptionSet, Pairs
from .body import read_body
from .limits import MAX_PARTS

REQUEST_ID = "searchapp.request_id"
GOOD_REQUEST_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)
MIMETYPES = {
    "application/json": "json",
    "text/html": "html",
    "application/xhtml+xml": "html",
    "application/yaml": "yaml",
    "application/x-yaml": "yaml",
    "text/yaml": "yaml",
    "application/msgpack": "msgpack",
    "application/x-msgpack": "msgpack",
    "application/vnd.msgpack": "msgpack",
}
FORMATS = frozenset(MIMETYPES.values())


def read_options(request: Request, accepted: OptionSet, path: Mapping[str, Any]) -> dict[str, Any]:
    """The options that the request gives; path wins over query string, form and body."""
    body = read_body(request) if request.method == "POST" else ()
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


def wanted_format(environ: Mapping[str, Any]) -> str:
    """The format that `format` or else the Accept header names; json when neither names one that we write.

    It reads the request by itself, so that an error in the options has a format too.
    """
    if "format=" in environ.get("QUERY_STRING", ""):
        for keyword, text in reversed(named_formats(environ["QUERY_STRING"])):
            if keyword in ("format", "out_format"):
                return text if text in FORMATS else "json"
    return accepted_format(environ.get("HTTP_ACCEPT", "")[:1000])


def named_formats(query_string: str) -> list[tuple[str, str]]:
    return parse_qsl(query_string)


@lru_cache(maxsize=256)
def accepted_format(accept: str) -> str:
    """The format that an Accept header prefers, json for an empty one and among equals."""
    if accept in ("", "*/*", "application/json"):
        return "json"
    best = parse_accept_header(accept, MIMEAccept).best_match(MIMETYPES, default="application/json")
    return MIMETYPES[best or "application/json"]


def request_id(environ: dict[str, Any]) -> str:
    """The id of the request: the caller's, if it is a sane one, else ours; the same whenever it is asked for."""
    found = environ.get(REQUEST_ID)
    if found is None:
        given = environ.get("HTTP_X_REQUEST_ID", "")
        found = environ[REQUEST_ID] = given if GOOD_REQUEST_ID.fullmatch(given) else os.urandom(8).hex()
    return found
