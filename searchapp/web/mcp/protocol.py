"""JSON-RPC messages of the Model Context Protocol, without sessions.

message -> Call, checked -> result of a method -> response

Clients of revision 2026-07-28 state the version in a header and in `_meta` of every request. Older clients state it in
`initialize`, and repeat the header.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

STATELESS = "2026-07-28"
HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""The revisions whose clients begin with `initialize`."""
VERSIONS = (*HANDSHAKE, STATELESS)

META = "io.modelcontextprotocol/"
NAMED = {"tools/call": "name"}
"""The parameter that the header `Mcp-Name` repeats, by method."""

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603
HEADER_MISMATCH, UNSUPPORTED_VERSION = -32020, -32022
STATUS = {METHOD_NOT_FOUND: 404, INTERNAL_ERROR: 200}
"""HTTP status by error code; others are 400."""


class Headers(Protocol):
    """The headers of an HTTP request, whose names ignore case."""

    def get(self, name: str, /) -> str | None:
        """The value of a header; None if it is missing."""


class ProtocolError(Exception):
    """A message that cannot be answered: code and text of JSON-RPC."""

    def __init__(self, code: int, text: str, data: Mapping[str, Any] | None = None):
        super().__init__(code, text)
        self.code = code
        self.text = text
        self.data = data

    @property
    def status(self) -> int:
        """The HTTP status of the response."""
        return STATUS.get(self.code, 400)


@dataclass(frozen=True)
class Call:
    """A request: its method and parameters. A notification has no id and gets no response."""

    id: Any
    method: str
    params: Mapping[str, Any]

    @property
    def is_notification(self) -> bool:
        return self.id is None


def read_call(message: Any, headers: Headers) -> Call:
    """The request in a JSON-RPC message; `headers` are the HTTP headers. Raises ProtocolError for a wrong message."""
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str):
        raise ProtocolError(INVALID_REQUEST, "the body must be one JSON-RPC 2.0 request")
    params = message.get("params", {})
    if not isinstance(params, dict):
        raise ProtocolError(INVALID_PARAMS, "params must be an object")
    call = Call(message.get("id"), message["method"], params)
    if not call.is_notification:
        check_version(call, headers)
    return call


def check_version(call: Call, headers: Headers) -> None:
    """Refuse a revision that is unknown, and headers that contradict the message."""
    meta = call.params.get("_meta")
    stated = meta.get(f"{META}protocolVersion") if isinstance(meta, dict) else None
    version = headers.get("MCP-Protocol-Version")
    if stated is None and version in (None, *HANDSHAKE):
        return
    if not isinstance(stated, str) or not isinstance((meta or {}).get(f"{META}clientCapabilities"), dict):
        raise ProtocolError(INVALID_PARAMS, f"_meta must hold {META}protocolVersion and {META}clientCapabilities")
    expected = {"MCP-Protocol-Version": stated, "Mcp-Method": call.method}
    if call.method in NAMED:
        expected["Mcp-Name"] = str(call.params.get(NAMED[call.method]))
    for name, value in expected.items():
        if headers.get(name) != value:
            raise ProtocolError(HEADER_MISMATCH, f"the header {name} must be {value[:100]!r}, as in the body")
    if stated != STATELESS:
        data = {"supported": [STATELESS], "requested": stated[:100]}
        raise ProtocolError(UNSUPPORTED_VERSION, "Unsupported protocol version", data)


def response(id: Any, result: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON-RPC response with a result."""
    return {"jsonrpc": "2.0", "id": id, "result": result}


def error_response(id: Any, error: ProtocolError) -> dict[str, Any]:
    """The JSON-RPC response with an error."""
    data = {"data": error.data} if error.data else {}
    return {"jsonrpc": "2.0", "id": id, "error": {"code": error.code, "message": error.text, **data}}
