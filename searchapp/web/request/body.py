"""The body of a POST as keyword and value pairs, for each content type. An invalid body is a 400, 413 or 415."""

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from typing import Any

import msgpack
import orjson
from flask import Request
from werkzeug.exceptions import ClientDisconnected

from ...errors import ErrorKind, PipelineError
from ...options.optionset import Pairs
from .body_limits import MAX_PARTS, MAX_VALUES, BadBody, check_depth

CHUNK = 65536
BEGINNING = 64
MAX_HEAD = 8192
"""Bytes of the headers of one part of a multipart form."""

HEX = "0123456789abcdefABCDEF"
SINGLE = {f"%{one}{two}".encode(): bytes.fromhex(one + two) for one in HEX for two in HEX}
"""The bytes of single escapes: a dict finds them in half the time."""
ESCAPES = re.compile(rb"(?:%[0-9a-fA-F]{2})+")
BLANK_LINE = re.compile(rb"\r\n\r\n|\r\r|\n\n")
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
BODY_TYPES = ("application/json", "application/yaml", "application/msgpack", *FORMS)


def read_body(request: Request) -> Pairs:
    """The pairs of the body; empty for an empty body."""
    check_encoding(request)
    try:
        if request.mimetype == "multipart/form-data":
            return multipart(request)
        data = complete_data(request).removeprefix(BOM_UTF8)
    except ClientDisconnected as error:
        raise incomplete(error) from None
    if not data:
        return ()
    read = READERS.get(request.mimetype)
    if read is None:
        raise wrong_type(BODY_TYPES)
    return read(data)


def check_encoding(request: Request) -> None:
    """Raises a 415 for a compressed body."""
    if request.headers.get("Content-Encoding", "identity") != "identity":
        raise PipelineError(
            415, "Content-Encoding is not accepted on a request: send the body uncompressed", {"accepted": ["identity"]}
        )


def incomplete(error: ClientDisconnected) -> PipelineError:
    """The 400 for a body that the server could not read to its end; with the reason, unless the connection ended."""
    cause = error.__context__
    details = {"reason": str(cause)} if isinstance(cause, OSError) and cause.errno is None else {}
    return PipelineError(400, "the body is incomplete or malformed", details)


def wrong_type(accepted: Sequence[str]) -> PipelineError:
    """The error for a body of another content type than these."""
    return PipelineError(415, f"the body must be one of {', '.join(accepted)}", {"accepted": [*accepted]})


def complete_data(request: Request, cache: bool = False) -> bytes:
    """The bytes of the body. Raises RequestEntityTooLarge for too many, also if they arrive in chunks."""
    data = request.get_data(cache=cache)
    request.stream.read(1)
    check_end(request, len(data))
    return data


def check_end(request: Request, size: int) -> None:
    """Raises ClientDisconnected if the connection ended before the body: gunicorn then returns its beginning."""
    if size < (request.content_length or 0):
        raise ClientDisconnected


def multipart(request: Request) -> Pairs:
    """The fields of a multipart form, which may hold no files. The name of a field without one is empty."""
    check_parts(request)
    if request.files:
        raise PipelineError(400, "files are not accepted: send texts as the fields of the form")
    return [(name or "", value) for name, value in request.form.items(multi=True)]


def check_parts(request: Request) -> None:
    """Raises a 413 for too many parts of a multipart form, and for long headers: each line becomes an object.

    Without a boundary a form has no parts: a 400.
    """
    if not request.mimetype_params.get("boundary"):
        raise PipelineError(400, "multipart/form-data has no boundary: let the client write the header Content-Type")
    boundary = b"--" + request.mimetype_params["boundary"].encode()
    data = complete_data(request, cache=True)
    num = data.count(b"\n" + boundary)
    if num > MAX_PARTS:
        raise too_many_parts(num)
    for part in data.split(boundary, MAX_PARTS)[1:]:
        if not BLANK_LINE.search(part, 0, MAX_HEAD) and len(part) > MAX_HEAD:
            text = f"the headers of a part of a form may have at most {MAX_HEAD} bytes"
            raise PipelineError(413, text, {"max": MAX_HEAD})


def form(data: bytes) -> Pairs:
    """The fields of a form; a repeated field occurs several times."""
    if data[:BEGINNING].lstrip().startswith(b"{"):
        raise PipelineError(400, "the body is JSON and not a form: send it with Content-Type: application/json")
    if data.count(b"&") >= MAX_PARTS:
        raise too_many_parts(data.count(b"&") + 1)
    pairs = (part.partition(b"=") for part in data.split(b"&") if part)
    return [(unescaped(name), unescaped(value)) for name, _, value in pairs]


def unescaped(data: bytes) -> str:
    """The text of a name or a value. It is read piece by piece, since each run of escapes becomes an object."""
    data = data.replace(b"+", b" ")
    found, start = bytearray(), 0
    while start < len(data):
        end = start + CHUNK
        cut = data.find(b"%", end - 2, end)
        end = end if cut < 0 else cut
        found += ESCAPES.sub(escaped_bytes, data[start:end])
        start = end
    return found.decode("utf-8", "replace")


def escaped_bytes(run: re.Match[bytes]) -> bytes:
    """The bytes of a run of escapes. (`urllib.parse` takes two seconds for 8 MB of `%`.)"""
    return SINGLE.get(run[0]) or bytes.fromhex(run[0].replace(b"%", b"").decode())


def too_many_parts(num: int) -> PipelineError:
    return PipelineError(413, f"a form may have at most {MAX_PARTS} fields", {"max": MAX_PARTS, "num": num})


def json_body(data: bytes) -> Any:
    """The value of a JSON text. Raises BadBody for a value that is too deep or has too many values."""
    if data.count(b"[") + data.count(b"{") + data.count(b",") > MAX_VALUES:
        raise BadBody(f"more than {MAX_VALUES} values")
    try:
        return check_depth(orjson.loads(data))
    except orjson.JSONDecodeError as error:
        raise BadBody(
            f"{error.msg}, line {error.lineno} column {error.colno}", line=error.lineno, column=error.colno
        ) from None


def yaml_body(data: bytes) -> Any:
    """The value of a YAML text, as `load_yaml` reads it."""
    from .safe_yaml import load_yaml  # imports PyYAML, which few bodies need

    return load_yaml(data)


def msgpack_body(data: bytes) -> Any:
    """The value of msgpack bytes, without extension types and with bounded lengths."""
    left = MAX_VALUES

    def counted(container: Any) -> Any:
        nonlocal left
        left -= len(container) + 1
        if left < 0:
            raise BadBody(f"more than {MAX_VALUES} values")
        return container

    try:
        value = msgpack.unpackb(
            data, object_pairs_hook=lambda pairs: dict(counted(pairs)), list_hook=counted, max_ext_len=0,
            max_array_len=MAX_VALUES, max_map_len=MAX_VALUES, ext_hook=no_extension, timestamp=0,
        )  # fmt: skip
    except BadBody:
        raise
    except (ValueError, TypeError, msgpack.UnpackException) as error:
        raise BadBody(f"{error}" or "it ends too early") from None
    return check_depth(value)


def no_extension(code: int, data: bytes) -> Any:
    raise BadBody("extension types are not accepted")


def object_reader(name: str, load: Callable[[bytes], Any]) -> Callable[[bytes], Pairs]:
    """A reader of objects, whose errors name the format."""

    def read(data: bytes) -> Pairs:
        try:
            value = load(data)
        except BadBody as bad:
            details = {"reason": str(bad), **bad.details}
            raise PipelineError(400, f"Invalid {name} body.", details, ErrorKind.BAD_BODY) from None
        if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
            raise PipelineError(
                400, f"the {name} body must be an object", {"reason": 'options by name, such as {"fields": "name"}'}
            )
        return list(value.items())

    return read


JSON = object_reader("JSON", json_body)
YAML = object_reader("YAML", yaml_body)
MSGPACK = object_reader("msgpack", msgpack_body)

READERS: dict[str, Callable[[bytes], Pairs]] = {
    FORMS[0]: form,
    "": JSON,
    "application/json": JSON,
    "application/yaml": YAML,
    "application/x-yaml": YAML,
    "text/yaml": YAML,
    "text/x-yaml": YAML,
    "application/msgpack": MSGPACK,
    "application/x-msgpack": MSGPACK,
    "application/vnd.msgpack": MSGPACK,
}
