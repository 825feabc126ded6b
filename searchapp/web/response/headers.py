"""The headers of answers: who may read them, how long they keep, what identifies them."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from flask import Flask, Request, Response
from flask.globals import request_ctx
from flask_cors.core import get_cors_headers, get_cors_options

from ..request.options import request_id

Headers = list[tuple[str, str]]

NO_STORE = ("Cache-Control", "no-store")
VARY = ("Vary", "Accept")
NOSNIFF = ("X-Content-Type-Options", "nosniff")
POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
PAGE_HEADERS = [("Content-Security-Policy", POLICY), ("Referrer-Policy", "same-origin")]
EXPOSED = ["Content-Disposition", "ETag", "Link", "Retry-After", "X-Data-Version", "X-Request-ID", "X-Warnings"]
WITHOUT_BODY = (204, 304)
METHODS = ["GET", "HEAD", "POST", "OPTIONS"]


class Cors:
    """The cross-origin headers; those of a wildcard are the same for every request and made once."""

    def __init__(self, app: Flask, origins: Any):
        self.options = get_cors_options(
            app,
            {
                "origins": origins,
                "methods": METHODS,
                "expose_headers": EXPOSED,
                "max_age": 86400,
                "send_wildcard": origins == "*",
            },
        )
        self.constant = self.computed({}, "GET") if origins == "*" else None

    def computed(self, headers: Any, method: str) -> Headers:
        return [(key, str(value)) for key, value in get_cors_headers(self.options, headers, method).items()]

    def headers(self, request: Request) -> Headers:
        """The headers of the answer to any request but a preflight."""
        if self.constant is not None:
            return self.constant
        return self.computed(request.headers, request.method)

    def preflight(self, request: Request) -> Headers:
        """The headers of the answer to OPTIONS."""
        computed = dict(self.computed(request.headers, "OPTIONS"))
        return list({"Access-Control-Allow-Methods": ", ".join(METHODS), **computed}.items())


def cors_of_all(app: Flask, origins: Any) -> Headers:
    """The cross-origin headers that do not depend on the request; none where only some origins may read."""
    return Cors(app, origins).constant or []


def register_headers(app: Flask, origins: Any) -> None:
    """Give every answer of the app the headers that all of them carry."""
    cors = Cors(app, origins)

    def finish(response: Response) -> Response:
        asked = request_ctx.request
        own = cors.preflight(asked) if asked.method == "OPTIONS" else cors.headers(asked)
        response.headers.extend([*own, NOSNIFF, ("X-Request-ID", request_id(asked.environ))])
        if response.status_code in WITHOUT_BODY:
            del response.headers["Content-Type"]
        elif response.mimetype == "text/html":
            response.headers.extend([header for header in PAGE_HEADERS if header[0] not in response.headers])
        return response

    app.after_request(finish)


def cache_control(max_age: int | None) -> Headers:
    """The template `max-age={cache}, public`; none when no time is configured."""
    return [] if max_age is None else [("Cache-Control", f"max-age={max_age}, public")]


def etag(body: bytes, data: Any, format: str) -> str:
    """A weak tag for what the answer says; the time that it took is left out, where JSON and pages write it."""
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


def matches(tag: str, if_none_match: str | None) -> bool:
    """Whether a caller has the answer already, by weak comparison."""
    if not if_none_match:
        return False
    given = [one.strip().removeprefix("W/") for one in if_none_match.split(",")]
    return tag.removeprefix("W/") in given or given == ["*"]
