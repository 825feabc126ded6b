"""Turns errors into responses: one function decides status, text and headers by the kind of error."""

import errno
import logging
import re
from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import quote

import orjson
from flask import Flask, Response, request
from werkzeug.exceptions import BadHost, HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge, SecurityError

from ...did_you_mean import nearest
from ...errors import ErrorKind, PipelineError, PipelineInterrupt, QueryTextError, brief
from ...item_type_names import RESERVED
from ..endpoint import FORMAT, VERSION, Page
from ..request.options import request_id
from .formats import Formats
from .headers import NO_STORE, VARY

log = logging.getLogger("searchapp")

BAD_HOST = "the host of the request is not one of this service"
NO_PATH = "there is no such path"
NAMES_OF_PATHS = (*RESERVED, "fields", "batch", "build")
"""The parts of paths that are no item types."""

VERSION_PART = re.compile(r"v\d+")
"""The part of a path that is a version, perhaps of another service."""

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The errors of a full disk, a quota and the limit on the size of files."""

MAX_PARTS = 8
"""The first parts of a path in which a wrong name is looked for."""


class Answer(NamedTuple):
    """Status, text, kind, further keys of the body, headers; `column` is a position in a query text, from 1."""

    code: int
    text: str
    kind: ErrorKind
    details: Mapping[str, Any] = MappingProxyType({})
    headers: Mapping[str, str] = MappingProxyType({})
    column: int | None = None


def answer_to(error: BaseException, max_body: int | None = None) -> Answer:
    """The answer to an error. An unexpected error is a 500 without details."""
    if isinstance(error, PipelineError) and not isinstance(error, PipelineInterrupt):
        return pipeline_answer(error)
    if isinstance(error, HTTPException) and (reason := own_reason(error)):
        kind = ErrorKind.of_status(error.code or 500)
        return Answer(error.code or 500, reason, kind, headers=retry_after(kind))
    if isinstance(error, NotFound):
        return fixed(ErrorKind.NOT_FOUND, {"reason": NO_PATH})
    if isinstance(error, MethodNotAllowed):
        return fixed(ErrorKind.BAD_METHOD, headers={"Allow": ", ".join(sorted(error.valid_methods or ()))})
    if isinstance(error, RequestEntityTooLarge):
        return fixed(ErrorKind.TOO_LARGE, {"max": max_body}, max=max_body)
    if isinstance(error, SecurityError):
        return Answer(400, BAD_HOST, ErrorKind.BAD_REQUEST)
    if isinstance(error, HTTPException) and error.code and 400 <= error.code < 500:
        return Answer(error.code, f"{error.name}.", ErrorKind.of_status(error.code))
    if is_full_disk(error):
        return fixed(ErrorKind.NO_SPACE, headers=retry_after(ErrorKind.NO_SPACE))
    return fixed(ErrorKind.INTERNAL)


def is_full_disk(error: BaseException) -> bool:
    """Whether a file could not be written; also if no folder for temporary files can be written, which is ENOENT."""
    if not isinstance(error, OSError):
        return False
    return error.errno in FULL or (error.errno == errno.ENOENT and error.filename is None)


def pipeline_answer(error: PipelineError) -> Answer:
    """The answer to an error of the pipeline; a status that is not an error becomes 500."""
    code = error.code if isinstance(error.code, int) and 400 <= error.code < 600 else 500
    text = brief(str(error.summary or ErrorKind.of_status(code).value.text))
    details = {key: brief(one) if isinstance(one, str) else one for key, one in error.extra.items()}
    column = error.column if isinstance(error, QueryTextError) else None
    return Answer(code, text, error.kind, details, retry_after(error.kind), column)


def fixed(
    kind: ErrorKind, details: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None, **values: Any
) -> Answer:
    """The answer of a kind whose text is fixed."""
    return Answer(kind.value.status, kind.value.text.format(**values), kind, details or {}, headers or {})


def own_reason(error: HTTPException) -> str | None:
    """The reason that a page of an application gave to `abort`; None for the standard text of the error."""
    if error.code is None or not 400 <= error.code < 600 or isinstance(error, (MethodNotAllowed, SecurityError)):
        return None
    return str(error.description) if error.description != type(error).description else None


def retry_after(kind: ErrorKind) -> dict[str, str]:
    """The header `Retry-After`, for kinds with a time until a retry."""
    seconds = kind.value.retry_after
    return {"Retry-After": str(seconds)} if seconds else {}


def error_body(answer: Answer, request_id: str) -> dict[str, Any]:
    """The standard error body. Details do not override its keys."""
    body = {"code": answer.code, "success": False, "error": answer.text}
    traced = {"request_id": request_id} if answer.code >= 500 else {}
    return {**body, **json_details(answer.details), **body, **traced}


def json_details(details: Mapping[str, Any]) -> Any:
    """The details as values of JSON, which every format can write; other values become texts."""
    try:
        return orjson.loads(orjson.dumps(details, default=str, option=orjson.OPT_NON_STR_KEYS)) if details else {}
    except TypeError:
        return {utf8_text(key): utf8_text(value) for key, value in details.items()}


def utf8_text(value: Any) -> str:
    """The value as a text that is valid UTF-8."""
    return brief(str(value)).encode("utf-8", "replace").decode("utf-8")


def similar_path(app: Flask, path: str, names: Collection[str]) -> str | None:
    """The first path of the service that is similar to an unknown one, quoted for an address."""
    adapter, settings = app.url_map.bind(""), app.config
    prefix = settings["URL_PREFIX"]
    root = f"/{prefix}" if prefix else ""
    similar = (*with_start(path, root, settings["API_VERSION"]), *with_known_name(path, names))
    return next((quote(one) for one in similar if adapter.test(one)), None)


def with_start(path: str, root: str, version: str) -> tuple[str, str]:
    """The path with the first parts of all paths, which a caller may forget: `root`, then `root` and the version."""
    first, *rest = parts = path.removeprefix(root).removeprefix("/").split("/")
    unversioned = rest if VERSION_PART.fullmatch(first) else parts
    return "/".join([root, *parts]), "/".join([root, version, *unversioned])


def with_known_name(path: str, names: Collection[str]) -> Iterator[str]:
    """The path with a known name instead of each unknown one that is similar."""
    parts = path.split("/")
    for at, part in enumerate(parts[:MAX_PARTS]):
        name = nearest(part, names) if part and part not in names else None
        if name:
            yield "/".join([*parts[:at], name, *parts[at + 1 :]])


def register_errors(app: Flask, page: Page, formats: Formats, names: Collection[str]) -> None:
    """Let the app answer every error in the format that the request wants.

    `names` are the item types and the last parts of paths, for paths that do not exist.
    """

    def handle(error: Exception) -> Any:
        if isinstance(error, HTTPException) and error.response is not None:
            return error.response
        answer = answer_to(error, app.config["MAX_BODY"])
        if isinstance(error, NotFound) and request.url_rule is None:  # a page of an application gives its own reason
            path = similar_path(app, request.path, names)
            answer = answer._replace(details={**answer.details, **({"did_you_mean": path} if path else {})})
        identity = request_id(request.environ)
        if answer.code == 500:
            log.error("request %s failed", identity, exc_info=error)
        elif answer.kind is ErrorKind.NO_SPACE:
            log.error("request %s failed: %s", identity, error)
        body = error_body(answer, identity)
        format = formats.of_error(request.environ, request.environ.get(FORMAT))
        if isinstance(error, SecurityError | BadHost):  # a page has links, which need a host
            format = formats["json"]
        about = {"kind": answer.kind, "column": answer.column}
        content_type, data = format.content_type, format.write(body) if format.write else page(body, about).encode()
        headers = [*answer.headers.items(), NO_STORE, VARY, ("Content-Type", content_type)]
        if answer.code < 500 and VERSION in request.environ:  # else the page would ask the failed database
            headers += request.environ[VERSION]()
        return Response(data, answer.code, headers)

    app.register_error_handler(Exception, handle)
