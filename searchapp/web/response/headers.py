"""The headers of answers: cross-origin access, caching, identity, policies of pages."""

import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from itertools import accumulate
from typing import Any

from flask import Flask, Response, g

from ...errors import PipelineError
from ...metadata import Metadata
from ..request.current import current_request
from ..request.options import request_id

Headers = list[tuple[str, str]]

NO_STORE = ("Cache-Control", "no-store")
VARY = ("Vary", "Accept")
NOSNIFF = ("X-Content-Type-Options", "nosniff")
POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
PAGE_HEADERS = [("Content-Security-Policy", POLICY), ("Referrer-Policy", "same-origin")]
EXPOSED = ["Content-Disposition", "ETag", "Link", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Data-Version"]
EXPOSED += ["X-Request-ID", "X-Warnings"]
HOST = re.compile(r"[\w.-]+(:\d{1,5})?", re.ASCII)
MAX_HOSTS = 1000
"""Characters of the hosts in a policy: a header has to fit the buffers of proxies, which may be 4 kB."""
WITHOUT_BODY = (204, 304)
LINKS = "searchapp.links"
"""Where the environment of a request holds the `Link` header of its page."""

METHODS = ["GET", "HEAD", "POST", "OPTIONS"]
PREFLIGHT_AGE = 86400


OPEN = [("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", ", ".join(EXPOSED))]
"""The cross-origin headers of a service whose answers every site may read."""

OPEN_PREFLIGHT = [
    ("Access-Control-Allow-Methods", ", ".join(METHODS)),
    ("Access-Control-Allow-Headers", "*, Authorization"),
    ("Access-Control-Max-Age", str(PREFLIGHT_AGE)),
]


def cors_of_all(origins: Any) -> Headers:
    """The cross-origin headers for all requests; empty if only some origins may read."""
    return OPEN if origins == "*" else []


def register_headers(app: Flask, origins: Any) -> None:
    """Give every answer of the app the headers that all of them carry."""
    cors = cors_of_all(origins)
    app.after_request(finish_with([NOSNIFF, *cors], OPEN_PREFLIGHT if cors else []))
    if cors:  # flask-cors would take 20 us of every request for the same headers
        return
    from flask_cors import CORS

    CORS(
        app,
        origins=origins,
        methods=METHODS,
        expose_headers=EXPOSED,
        max_age=PREFLIGHT_AGE,
        always_send=False,
        vary_header=False,
        intercept_exceptions=False,
    )
    app.after_request(vary_by_origin)


def page_headers(image_hosts: Iterable[str]) -> Headers:
    """The headers of a page. The policy names the hosts of its pictures, as far as they fit."""
    named = [f"https://{host} http://{host}" for host in image_hosts if HOST.fullmatch(host)]
    lengths = accumulate(1 + len(text) for text in named)
    hosts = " ".join(text for text, length in zip(named, lengths, strict=True) if length <= MAX_HOSTS)
    return [
        (name, f"{value}; img-src 'self' {hosts}" if hosts and value == POLICY else value)
        for name, value in PAGE_HEADERS
    ]


def finish_with(of_all: Headers, of_options: Headers) -> Callable[[Response], Response]:
    """A function that adds the common headers, the id of the request, and the headers of pages and of OPTIONS."""

    def finish(response: Response) -> Response:
        asked = current_request()
        response.headers.extend([*of_all, ("X-Request-ID", request_id(asked.environ))])
        if asked.method == "OPTIONS":
            response.headers.extend(of_options)
            response.status_code = 204 if response.status_code == 200 else response.status_code
        if response.status_code in WITHOUT_BODY:
            del response.headers["Content-Type"]
        elif response.mimetype == "text/html":
            of_page = page_headers(g.get("image_hosts", ()))
            response.headers.extend([header for header in of_page if header[0] not in response.headers])
            if LINKS in asked.environ:
                response.headers.add("Link", asked.environ[LINKS])
        return response

    return finish


def vary_by_origin(response: Response) -> Response:
    """The response with `Vary: Origin`, also if the request had no Origin."""
    response.vary.add("Origin")
    return response


def data_version(metadata: Metadata, item_type: str) -> Headers:
    """The header with the version of the data; empty while the database does not answer."""
    try:
        version = metadata.entry(item_type).version
    except PipelineError:
        return []
    return [("X-Data-Version", version)] if version else []


def no_version() -> Headers:
    """No header, because the answer has no data, or data of several collections."""
    return []


def cache_control(max_age: int) -> tuple[str, str]:
    """The template `max-age={cache}, public`."""
    return "Cache-Control", f"max-age={max_age}, public"


def etag(body: bytes, data: Any, format: str) -> str:
    """A weak tag for the content of an answer; JSON and pages ignore the time that it took."""
    digest = sha256(format.encode())
    took = data.get("took") if isinstance(data, Mapping) else None
    written = b", %d ms</small>" if format == "html" else b'"took":%d'
    part = written % took if isinstance(took, int) else b""
    start = body.find(part) if part else -1
    if start < 0:
        digest.update(body)
    else:
        view = memoryview(body)
        digest.update(view[:start])
        digest.update(view[start + len(part) :])
    return f'W/"{digest.hexdigest()[:24]}"'


def matches(tag: str, if_none_match: str) -> bool:
    """Whether a caller has the answer already, by weak comparison."""
    given = [one.strip().removeprefix("W/") for one in if_none_match.split(",")]
    return tag.removeprefix("W/") in given or given == ["*"]
