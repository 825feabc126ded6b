"""Answers to requests that gunicorn cannot read, in JSON. The application does not see them."""

import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from typing import Any

from gunicorn.http import errors

Headers = Iterable[tuple[str, str]]

HEADERS = (
    "Connection: close",
    "Content-Type: application/json",
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
)
OUR_FAULT = (errors.ConfigurationProblem, errors.InvalidResponseHeader, errors.InvalidResponseHeaderName)
MAX_REASON = 200
SMALL_CHUNK, MAX_SMALL_CHUNKS = 64, 100_000
"""The maximum number of chunks of fewer than SMALL_CHUNK bytes in a body: a million chunks take four seconds."""


class NoHost(errors.ParseException):  # type: ignore[misc]
    """A request of HTTP/1.1 without `Host`, which is a 400 by RFC 9112, section 3.2."""

    def __str__(self) -> str:
        return "HTTP/1.1 needs the header Host"


def error_response(error: BaseException, settings: Any, headers: Headers = ()) -> bytes | None:
    """The complete response to a request that cannot be parsed, with these headers; None for other errors.

    `settings` are gunicorn's settings.
    """
    if not isinstance(error, errors.ParseException) or isinstance(error, OUR_FAULT):
        return None
    code, text, details = reason(error, settings)
    return response(code, {"code": code, "success": False, "error": text, **details}, headers)


def reason(error: errors.ParseException, settings: Any) -> tuple[int, str, dict[str, Any]]:
    """Code, text and details of an error of gunicorn's reader."""
    if isinstance(error, errors.LimitRequestLine):
        most = settings.limit_request_line
        return 414, f"the address may have at most {most} bytes: send a POST", {"max": most}
    if isinstance(error, errors.LimitRequestHeaders):
        fields, size = settings.limit_request_fields, settings.limit_request_field_size
        return 431, f"a request may have at most {fields} headers of {size} bytes each", {"max": fields}
    if isinstance(error, errors.UnsupportedTransferCoding):
        return 501, "the Transfer-Encoding is not known: send chunked, or a Content-Length", {}
    if isinstance(error, errors.ExpectationFailed):
        return 417, "Expect may be 100-continue only", {}
    if isinstance(error, errors.InvalidRequestLine) and not error.req.isascii():
        return 400, "the address must be ASCII: write %C3%A9 for é", {}
    return 400, "the request is not valid HTTP", {"reason": str(error)[:MAX_REASON]}


def response(code: int, body: dict[str, Any], headers: Headers) -> bytes:
    """The bytes of an answer."""
    content = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    identity = os.urandom(8).hex()
    further = (f"{name}: {value}" for name, value in headers)
    lines = (f"HTTP/1.1 {code} {HTTPStatus(code).phrase}", *HEADERS, *further, f"X-Request-ID: {identity}")
    head = "\r\n".join((*lines, f"Content-Length: {len(content)}"))
    return head.encode() + b"\r\n\r\n" + content


def chunks(environ: Mapping[str, Any]) -> "Chunks":
    """The body of a request with `Transfer-Encoding`. Raises for compressed chunks: gunicorn leaves them compressed."""
    if environ["HTTP_TRANSFER_ENCODING"].strip().lower() != "chunked":
        raise errors.UnsupportedTransferCoding(environ["HTTP_TRANSFER_ENCODING"])
    return Chunks(environ["wsgi.input"])


class Chunks(io.RawIOBase):
    """A chunked body. Invalid chunks raise OSError, like an incomplete body."""

    def __init__(self, body: Any):
        self.body = body
        body.reader.parser = not_too_small(body.reader.parser)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self.body.read(len(buffer))
        except errors.ParseException as error:
            raise OSError(str(error)) from error
        buffer[: len(data)] = data
        return len(data)


def not_too_small(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The chunks. Raises OSError for too many small ones."""
    small = 0
    for chunk in chunks:
        small += len(chunk) < SMALL_CHUNK
        if small > MAX_SMALL_CHUNKS:
            raise OSError(f"more than {MAX_SMALL_CHUNKS} chunks of less than {SMALL_CHUNK} bytes: send larger chunks")
        yield chunk
