"""`POST /mcp`: a JSON-RPC message in, its response out, as JSON."""

import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import orjson
from flask import Blueprint, Response, request
from werkzeug.exceptions import HTTPException

from ...errors import PipelineError
from ...version import __version__
from ..addresses import base_address
from ..pages.field_names import as_list
from ..request.admission import deadline
from ..request.body import complete_data, json_body
from ..request.body_limits import BadBody
from ..routes import Routes, preflight
from .protocol import (
    HANDSHAKE,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    VERSIONS,
    Call,
    ProtocolError,
    error_response,
    read_call,
    response,
)
from .tools import Tool, make_tools

log = logging.getLogger(__name__)

PUBLIC = {"ttlMs": 60_000, "cacheScope": "public"}
CUT = ("hits", "results")
"""The lists that are shortened in a long answer."""


def mcp_blueprint(routes: Routes) -> Blueprint:
    """`/mcp`, unless the setting MCP is off."""
    blueprint = Blueprint("mcp", __name__)
    if not routes.components.settings["MCP"]:
        return blueprint
    server = Server(routes)
    options = preflight(["POST"], ())
    for mount in routes.of_service:
        for name, view, method in (("mcp", server.view, "POST"), ("mcp-options", options, "OPTIONS")):
            rule, endpoint = f"{mount.path}/mcp", mount.endpoint(name)
            blueprint.add_url_rule(rule, endpoint, view, methods=[method], provide_automatic_options=False)
    return blueprint


class Server:
    """The methods of the protocol, over the tools of an application."""

    def __init__(self, routes: Routes):
        self.settings = routes.components.settings
        self.version = f"{routes.root}/{self.settings['API_VERSION']}"
        self.tools = make_tools(routes.components)
        self.methods = {
            "server/discover": self.discover,
            "initialize": self.initialize,
            "ping": lambda params: {},
            "tools/list": self.list_tools,
            "tools/call": self.call_tool,
        }

    def view(self) -> Response:
        """The response to the current request."""
        id = None
        try:
            message = body()
            id = message.get("id") if isinstance(message, dict) else None
            call = read_call(message, request.headers)
            if call.is_notification:
                return Response(status=202)
            return json_response(200, response(call.id, self.answer(call)))
        except ProtocolError as error:
            return json_response(error.status, error_response(id, error))
        except (PipelineError, HTTPException):
            raise
        except Exception:
            log.exception("an MCP request failed")
            return json_response(200, error_response(id, ProtocolError(INTERNAL_ERROR, "Internal Server Error")))

    def answer(self, call: Call) -> Mapping[str, Any]:
        if call.method not in self.methods:
            raise ProtocolError(METHOD_NOT_FOUND, f"unknown method: {call.method[:100]}")
        return self.methods[call.method](call.params)

    def discover(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The first request of clients of the stateless revision."""
        return {"resultType": "complete", "supportedVersions": list(VERSIONS), **self.about(), **PUBLIC}

    def initialize(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The handshake of older clients; they need not name a session."""
        wanted = params.get("protocolVersion")
        return {"protocolVersion": wanted if wanted in HANDSHAKE else HANDSHAKE[-1], **self.about()}

    def about(self) -> dict[str, Any]:
        server = {"name": "searchapp", "title": self.settings["TITLE"], "version": __version__}
        return {"capabilities": {"tools": {}}, "serverInfo": server, "instructions": self.settings["DESCRIPTION"]}

    def list_tools(self, params: Mapping[str, Any]) -> dict[str, Any]:
        return {"resultType": "complete", "tools": [tool.listed() for tool in self.tools.values()], **PUBLIC}

    def call_tool(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The result of a tool. An error about its arguments is a result too, which the model can read."""
        tool, arguments = self.tools.get(str(params.get("name"))), params.get("arguments") or {}
        if tool is None:
            raise ProtocolError(INVALID_PARAMS, f"unknown tool: {str(params.get('name'))[:100]}")
        try:
            check(tool, arguments)
            result = self.shortened(tool.run(arguments, deadline(self.settings["DEADLINE"])), arguments)
        except PipelineError as error:
            return tool_result({"code": error.code, "error": error.summary, **error.extra}, is_error=True)
        return tool_result(result)

    def shortened(self, result: dict[str, Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The result within MCP_MAX_BYTES: without the last hits, and with the address of all hits."""
        most = self.settings["MCP_MAX_BYTES"]
        if len(encoded(result)) <= most:
            return result
        lists = [found for part in (result, *result.get("results", ())) for found in hits_in(part)]
        left_out = 0
        while any(lists) and len(encoded(result)) > most:
            longest = max(lists, key=len)
            cut = max(1, len(longest) // 4)
            del longest[-cut:]
            left_out += cut
        if len(encoded(result)) > most:
            raise PipelineError(400, f"the answer has more than {most} bytes: ask for fewer fields", {"max": most})
        note = (
            f"{left_out} entries left out: an answer has at most {most} bytes. Ask for fewer fields, or read all of it"
        )
        return {**result, "truncated": f"{note} from {self.address(arguments)}"}

    def address(self, arguments: Mapping[str, Any]) -> str:
        """The address of the complete result as CSV."""
        names = {"q": "q", "text": "q", "filter": "filter", "sort": "sort", "fields": "fields"}
        given = {names[name]: value for name, value in arguments.items() if name in names and value}
        listed = {name: as_list(value) if isinstance(value, list) else value for name, value in given.items()}
        collection = f"/{arguments['collection']}" if arguments.get("collection") else ""
        parameters = urlencode({**listed, "fetch_all": "true", "format": "csv"})
        return f"{base_address(self.settings)}{self.version}{collection}/query?{parameters}"


def hits_in(part: Any) -> list[list[Any]]:
    return [part[name] for name in CUT if isinstance(part, dict) and isinstance(part.get(name), list)]


def check(tool: Tool, arguments: Any) -> None:
    """Refuse arguments that the schema of the tool does not allow. PipelineError 400 names the first."""
    if not isinstance(arguments, dict):
        raise PipelineError(400, "arguments must be an object")
    for name in tool.required:
        if arguments.get(name) in (None, "", []):
            raise PipelineError(400, f"{name} is missing", {"missing": name})
    for name, value in arguments.items():
        if name not in tool.properties:
            raise PipelineError(400, f"{tool.name} has no argument {name[:100]}", {"allowed": list(tool.properties)})
        schema = tool.properties[name]
        if schema["type"] == "array" and not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
            raise PipelineError(400, f"{name} must be a list of texts", {"keyword": name})
        if schema["type"] == "string" and not isinstance(value, str):
            raise PipelineError(400, f"{name} must be a text", {"keyword": name})
        if "maxItems" in schema and len(value) > schema["maxItems"]:
            raise PipelineError(400, f"{name} may have at most {schema['maxItems']} entries", {"keyword": name})


def tool_result(result: Mapping[str, Any], is_error: bool = False) -> dict[str, Any]:
    """The result of a call as structured content, and as a JSON text for clients that read text only."""
    content = [{"type": "text", "text": encoded(result).decode()}]
    return {"resultType": "complete", "content": content, "structuredContent": result, "isError": is_error}


def encoded(value: Any) -> bytes:
    return orjson.dumps(value, default=str, option=orjson.OPT_NON_STR_KEYS)


def body() -> Any:
    """The JSON of the request. ProtocolError for anything else."""
    try:
        return json_body(complete_data(request))
    except BadBody as error:
        raise ProtocolError(PARSE_ERROR, f"the body is not JSON that can be read: {error}") from error


def json_response(status: int, message: Mapping[str, Any]) -> Response:
    return Response(encoded(message), status, content_type="application/json", headers={"Cache-Control": "no-store"})
