"""Requests to an Elasticsearch cluster: one client per process, one retry for reads, failures as PipelineError."""

import json
import logging
import random
import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from urllib.parse import quote, urlsplit, urlunsplit

import orjson
from elastic_transport import ConnectionError as Unreachable
from elastic_transport import ConnectionTimeout, OrjsonSerializer, SerializationError, Transport, TransportApiResponse
from elasticsearch import Elasticsearch

from ...errors import ErrorKind, PipelineError, QueryTextError
from ...protocols import trace_headers
from ..search_engine.errors import pipeline_error
from ..shared.deadline import too_late
from ..shared.per_process import PerProcess
from .node import HttpNode, PoolBusy
from .raw_documents import parsed

log = logging.getLogger(__name__)

JSON = "application/vnd.elasticsearch+json; compatible-with=8"
LINES = "application/vnd.elasticsearch+x-ndjson; compatible-with=8"
TRY_AGAIN = (502, 503)
ALIVE = frozenset((*range(200, 299), 400, 401, 402, 403, 404, 409))
"""The statuses of a healthy node, as in the library. After another status, other nodes are used for a while."""
MAX_CONNECTIONS = 32
START_TIMEOUT = 10.0
"""Seconds in which a cluster must list its indices at the start."""


class Serializer(OrjsonSerializer):
    """Leaves answers as bytes, because parsing depends on the request."""

    mimetype: ClassVar[str] = "application/vnd.elasticsearch+json"

    def loads(self, data: bytes) -> Any:
        return data


class OneTry(Transport):
    """Sends a request to one node, once.

    The library's own method also formats a log line that is not used, and copies the headers. This takes a twentieth
    of the processor time of a request for one document.
    """

    def perform_request(  # type: ignore[override]
        self, method: str, target: str, *, body: Any = None, headers: Any, request_timeout: float, **_: Any
    ) -> TransportApiResponse:
        node = self.node_pool.get()
        try:
            response = node.perform_request(method, target, body=body, headers=headers, request_timeout=request_timeout)
        except (ConnectionTimeout, Unreachable):
            self.node_pool.mark_dead(node)
            raise
        status, mimetype = response.meta.status, response.meta.mimetype
        (self.node_pool.mark_live if status in ALIVE else self.node_pool.mark_dead)(node)
        is_json = mimetype == Serializer.mimetype
        found = response.body if is_json else self.serializers.loads(response.body, mimetype)
        return TransportApiResponse(response.meta, found)


def make_client(url: str | list[str], options: Mapping[str, Any] | None = None) -> Elasticsearch:
    """The client for `url`; `options` of `elasticsearch.Elasticsearch` override the defaults."""
    defaults: dict[str, Any] = {"node_class": HttpNode, "connections_per_node": MAX_CONNECTIONS, "meta_header": False}
    if not any(name.startswith("sniff") for name in options or ()):
        defaults["transport_class"] = OneTry
    client = Elasticsearch(url, **{**defaults, "serializer": Serializer(), **(options or {})})
    nodes = client.transport.node_pool.all()
    for node in nodes:
        if isinstance(node, HttpNode):
            node.has_others = len(nodes) > 1
    return client


def check_options(settings: Mapping[str, Any]) -> None:
    """ValueError for options that the client refuses, or that contradict each other."""
    try:
        make_client(settings["ES_URL"], settings["ES_OPTIONS"]).close()
    except (ValueError, TypeError, AttributeError, OSError) as error:
        raise ValueError(f"ES_URL with ES_OPTIONS: {error}") from error


def settings_of_address(address: str) -> tuple[dict[str, str], list[str]]:
    """The settings for `http://HOST:9200/INDEX,INDEX`, and the indices; without a path, all open indices.

    ValueError if the cluster does not answer or lacks one of them.
    """
    parts = urlsplit(address)
    url, path = urlunsplit((parts.scheme, parts.netloc, "", "", "")), parts.path.strip("/")
    asked = f"/{quote(path, safe=',*')}/_alias" if path else "/_alias?expand_wildcards=open"
    try:
        with make_client(url) as client:
            found = Connection(lambda: client).request("GET", asked, None, START_TIMEOUT)
    except (PipelineError, ValueError) as error:
        why = error.summary if isinstance(error, PipelineError) else error
        raise ValueError(f"{path or parts.hostname}: {why}") from error
    every = [name for index, about in found.items() for name in about.get("aliases") or [index]]
    return {"ES_URL": url}, path.split(",") if path else every


class Connection:
    """The requests of this process to a cluster; `make` makes the client, once in each process."""

    def __init__(self, make: Callable[[], Elasticsearch], timeout: float = 10):
        self.client = PerProcess(make)
        self.headers = PerProcess(lambda: dict(self.client()._headers))
        self.timeout = timeout

    def request(self, method: str, target: str, body: Any, timeout: float, retry: bool = True) -> Any:
        """The parsed answer; PipelineError for every failure. `retry` is for reads only."""
        status, answer = self.send(method, target, body, timeout, retry)
        if 200 <= status < 300:
            if not isinstance(answer, dict | list):
                raise unavailable("an answer that is not JSON")
            return answer
        if isinstance(answer, dict) and (status != 404 or isinstance(answer.get("error"), dict)):
            raise pipeline_error(status, answer.get("error"))
        raise pipeline_error(status, None) if status in (401, 403, 429, 502, 503) else unavailable(f"status {status}")

    def send(self, method: str, target: str, body: Any, timeout: float, retry: bool) -> tuple[int, Any]:
        """Status and parsed answer of one request, or of its second try."""
        end = time.monotonic() + timeout
        data = None if body is None else encoded(body)
        try:
            status, answer = self.request_once(method, target, data, LINES if isinstance(body, list) else JSON, end)
            if status not in TRY_AGAIN or not retry:
                return status, answer
        except Unreachable as error:
            if not retry or isinstance(error, PoolBusy):
                raise unreachable(error) from error
        time.sleep(max(0.0, min(random.uniform(0.02, 0.2), end - time.monotonic())))
        try:
            return self.request_once(method, target, data, LINES if isinstance(body, list) else JSON, end)
        except Unreachable as error:
            raise unreachable(error) from error

    def request_once(self, method: str, target: str, data: bytes | None, content: str, end: float) -> tuple[int, Any]:
        """One request. An error that a second try would not remedy becomes a PipelineError."""
        left = end - time.monotonic()
        if left <= 0:
            raise too_late(self.timeout)
        headers = {**self.headers(), **trace_headers.get(), "accept": JSON}
        if data is not None:
            headers["content-type"] = content
        try:
            response: TransportApiResponse = self.client().transport.perform_request(
                method, target, body=data, headers=headers, request_timeout=left, max_retries=0
            )
        except ConnectionTimeout as error:
            raise too_late(self.timeout) from error
        except SerializationError as error:
            raise unavailable("an answer that is not JSON") from error
        try:
            body = parsed(target, response.body) if type(response.body) is bytes else response.body
        except ValueError as error:
            raise unavailable("an answer that is not JSON") from error
        return response.meta.status, body


def encoded(body: Any) -> bytes:
    """`body` as JSON, a list as one JSON text per line. Raises a 400 for text that is not Unicode."""
    try:
        if isinstance(body, list):
            return b"".join(part if isinstance(part, bytes) else dumps(part) + b"\n" for part in body)
        return dumps(body)
    except UnicodeEncodeError as error:
        raise QueryTextError("it has half of a surrogate pair") from error


def dumps(value: Any) -> bytes:
    """JSON by orjson, or by the standard library for numbers over 64 bits."""
    try:
        return orjson.dumps(value)
    except TypeError:
        return json.dumps(value, ensure_ascii=False).encode()


def unreachable(error: Unreachable) -> PipelineError:
    """The error for a node that does not answer."""
    if isinstance(error, PoolBusy):
        return PipelineError.of(ErrorKind.OVERLOADED)
    return unavailable(str(error.message))


def unavailable(why: str) -> PipelineError:
    log.warning("the database cannot be used: %s", why)
    return PipelineError.of(ErrorKind.UNAVAILABLE)
