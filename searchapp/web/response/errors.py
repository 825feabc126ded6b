"""From what went wrong to an answer: one pure function says code, text and headers, one Flask handler writes it."""

import logging
from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge, SecurityError

from ...errors import PipelineError, PipelineInterrupt, brief
from ..endpoint import FORMAT, VERSION, Page, data_version
from ..request.options import request_id
from .formats import Formats
from .headers import NO_STORE, VARY

log = logging.getLogger("searchapp")

RETRY_AFTER = {
    "busy, try again": 1,
    "search backend is not available": 5,
    "only part of the index answered": 2,
    "the data is not loaded": 30,
    "search backend refused the service": None,
}
RETRY_AFTER_CODE = {429: 2, 503: 2, 504: 2}
UNFORESEEN = "Internal Server Error"
BAD_HOST = "the host of the request is not one of this service"
NO_PATH = "there is no such path; an id with a slash goes behind ?id="


class Answer(NamedTuple):
    code: int
    text: str
    details: Mapping[str, Any]
    headers: Mapping[str, str]


def answer_to(error: BaseException, max_body: int | None = None) -> Answer:
    """The answer to an error; what nobody foresaw is a 500 that tells nothing."""
    if isinstance(error, PipelineError) and not isinstance(error, PipelineInterrupt):
        code = error.code if isinstance(error.code, int) and 400 <= error.code < 600 else 500
        text = brief(str(error.summary or UNFORESEEN))
        details = {key: brief(one) if isinstance(one, str) else one for key, one in error.extra.items()}
        return Answer(code, text, details, retry_after(code, text))
    if isinstance(error, HTTPException) and (reason := own_reason(error)):
        code = error.code or 500
        return Answer(code, reason, {}, retry_after(code, reason))
    if isinstance(error, NotFound):
        return Answer(404, "Not Found.", {"reason": NO_PATH}, {})
    if isinstance(error, MethodNotAllowed):
        return Answer(405, "Method Not Allowed.", {}, {"Allow": ", ".join(sorted(error.valid_methods or ()))})
    if isinstance(error, RequestEntityTooLarge):
        return Answer(413, f"the body may have at most {max_body} bytes", {"max": max_body}, {})
    if isinstance(error, SecurityError):
        return Answer(400, BAD_HOST, {}, {})
    if isinstance(error, HTTPException) and error.code and 400 <= error.code < 500:
        return Answer(error.code, f"{error.name}.", {}, {})
    return Answer(500, UNFORESEEN, {}, {})


def own_reason(error: HTTPException) -> str | None:
    """The reason that a page of an application gave to `abort`; None where the error speaks for itself."""
    if error.code is None or not 400 <= error.code < 600 or isinstance(error, (MethodNotAllowed, SecurityError)):
        return None
    return error.description if error.description != type(error).description else None


def retry_after(code: int, text: str) -> dict[str, str]:
    """When to come again, where that is known."""
    seconds = RETRY_AFTER.get(text, RETRY_AFTER_CODE.get(code))
    return {"Retry-After": str(seconds)} if seconds else {}


def error_body(answer: Answer, request_id: str) -> dict[str, Any]:
    """The standard error body; its own keys win over the details."""
    body = {"code": answer.code, "success": False, "error": answer.text}
    traced = {"request_id": request_id} if answer.code >= 500 else {}
    return {**body, **plain(answer.details), **body, **traced}


def plain(details: Mapping[str, Any]) -> Any:
    """The details as any format can write them."""
    return orjson.loads(orjson.dumps(details, default=str, option=orjson.OPT_NON_STR_KEYS)) if details else {}


def register_errors(app: Flask, page: Page, formats: Formats) -> None:
    """Let the app answer every error in the format that the request wants."""

    def handle(error: Exception) -> Any:
        if isinstance(error, HTTPException) and error.response is not None:
            return error.response
        answer = answer_to(error, app.config["MAX_BODY"])
        identity = request_id(request.environ)
        if answer.code == 500:
            log.error("request %s failed", identity, exc_info=error)
        body = error_body(answer, identity)
        format = formats.of_error(request.environ, request.environ.get(FORMAT))
        if isinstance(error, SecurityError):  # a page has links, and these need a host
            format = formats["json"]
        content_type, data = format.content_type, format.write(body) if format.write else page(body, {}).encode()
        headers = [*answer.headers.items(), NO_STORE, VARY, ("Content-Type", content_type)]
        if answer.code < 500 and VERSION in request.environ:  # else the database would be asked that has just failed
            headers += data_version(request.environ[VERSION])
        return Response(data, answer.code, headers)

    app.register_error_handler(Exception, handle)
