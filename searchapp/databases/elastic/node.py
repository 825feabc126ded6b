"""HTTP connections to one Elasticsearch node. One timeout covers all waits of a request.

a free connection -> send the request -> read the answer in parts, each within the time left -> free again
"""

import gzip
import http.client
import select
import socket
import threading
import time
import weakref
from contextvars import ContextVar
from typing import Any

from elastic_transport import (
    ApiResponseMeta,
    BaseNode,
    ConnectionTimeout,
    HttpHeaders,
    NodeConfig,
    TransportApiResponse,
)
from elastic_transport import ConnectionError as Unreachable
from elastic_transport.client_utils import DEFAULT

from ..shared.answer_bytes import Allowance
from .http_connection import NodeConnection
from .http_response import Answer, Receive
from .tls import check_fingerprint, tls_context

MAX_POOL_WAIT = 2.0
"""Seconds that a request waits for a free connection."""
MAX_CONNECT = 2.0
"""Seconds in which a node must accept a connection. A machine that is switched off does not answer at all."""
CHUNK = 65536

MAX_UNSURE = 1.0
"""Seconds without an answer after which a node is checked, and seconds for the answer to this check.

At most a quarter of the time of the request. The only node of a cluster is not checked.
"""


allowance: ContextVar[Allowance | None] = ContextVar("allowance", default=None)


class PoolBusy(Unreachable):
    """All connections to the node are in use."""


class HttpNode(BaseNode):
    """A node whose `request_timeout` covers the wait for a connection and every part of a slow answer.

    The client of Elasticsearch makes it (`node_class`). Threads share it; a connection serves one request at a time.
    """

    _CLIENT_META_HTTP_CLIENT = ("hc", "3")

    def __init__(self, config: NodeConfig):
        super().__init__(config)
        self.context = tls_context(config) if config.scheme == "https" else None
        self.free = threading.BoundedSemaphore(config.connections_per_node)
        self.idle: list[NodeConnection] = []
        self.has_others = False
        self.answered = 0.0
        weakref.finalize(self, close_all, self.idle)

    def perform_request(  # type: ignore[override]
        self,
        method: str,
        target: str,
        body: bytes | None = None,
        headers: HttpHeaders | None = None,
        request_timeout: Any = DEFAULT,
    ) -> TransportApiResponse:
        """Status, headers and body of one request. Raises ConnectionTimeout, PoolBusy or Unreachable."""
        start = time.monotonic()
        timeout = self.config.request_timeout if request_timeout is DEFAULT else request_timeout
        end = None if timeout is None else start + timeout
        if not self.free.acquire(timeout=MAX_POOL_WAIT if timeout is None else max(0.0, min(MAX_POOL_WAIT, timeout))):
            raise PoolBusy("no connection is free")
        try:
            every = dict([*self.headers.items(), *(headers or {}).items()])
            status, answered, data, _ = self.exchange(method, target, body, every, end)
        except TimeoutError as error:
            raise ConnectionTimeout("no answer in time", errors=(error,)) from error
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"{self.base_url}: {error!r}", errors=(error,)) from error
        finally:
            self.free.release()
        meta = ApiResponseMeta(status, "1.1", HttpHeaders(answered), time.monotonic() - start, self.config)
        return TransportApiResponse(meta, data)

    def exchange(
        self, method: str, target: str, body: bytes | None, headers: dict[str, str], end: float | None
    ) -> Answer:
        """The answer to a request on a connection of the pool; a connection that failed is closed."""
        if self._http_compress and body is not None:
            body, headers["content-encoding"] = gzip.compress(body), "gzip"
        connection = self.connection(end)
        try:
            limit(connection, end)
            connection.request(method, self.path_prefix + target, body, headers)
            if self.has_others and end is not None:
                self.check_alive(connection, end)
                limit(connection, end)
            answer = connection.read_answer(
                self.receiver(connection, end), lambda response: read_body(connection, response, end)
            )
        except BaseException:
            connection.close()
            raise
        if answer.closes:
            connection.close()
        else:
            self.idle.append(connection)
        if ("content-encoding", "gzip") in answer.headers:
            return answer._replace(body=gzip.decompress(answer.body))
        return answer

    def receiver(self, connection: NodeConnection, end: float | None) -> Receive:
        """A function that waits for the next bytes. It raises TimeoutError at `end`, a 400 beyond the allowance."""
        allowed = allowance.get()

        def receive() -> bytes:
            limit(connection, end)
            part = connection.sock.recv(CHUNK)
            self.answered = time.monotonic()
            if allowed is not None:
                allowed.take_bytes(len(part))
            return part

        return receive

    def check_alive(self, connection: http.client.HTTPConnection, end: float) -> None:
        """Raise ConnectionError if the node does not answer a second request either: its process may be stopped."""
        began = time.monotonic()
        unsure = min(MAX_UNSURE, (end - began) / 4)
        poll = select.poll()
        poll.register(connection.sock, select.POLLIN)
        if unsure <= 0 or poll.poll(1000 * unsure) or self.answered > began:
            return
        probe = self.connected(unsure)
        try:
            limit(probe, time.monotonic() + unsure)
            probe.request("HEAD", self.path_prefix + "/", headers=dict(self.headers))
            probe.getresponse().read()
        except TimeoutError as error:
            raise ConnectionError(f"no answer, and none to a second request within {unsure:.1f} s") from error
        finally:
            probe.close()

    def connection(self, end: float | None) -> NodeConnection:
        """An idle connection that the node has not closed, or a new one."""
        while self.idle:
            try:
                connection = self.idle.pop()
            except IndexError:
                break
            if is_open(connection):
                return connection
            connection.close()
        return self.connected(None if end is None else max(0.001, end - time.monotonic()))

    def connected(self, timeout: float | None) -> NodeConnection:
        """A new connection. Raises ConnectionError if the node does not accept it in time."""
        timeout = MAX_CONNECT if timeout is None else min(timeout, MAX_CONNECT)
        connection = NodeConnection(self.host, self.port, timeout, self.context)
        try:
            connection.connect()
        except TimeoutError as error:
            raise ConnectionError(f"no connection within {timeout:.1f} s") from error
        assert connection.sock is not None
        connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if self.config.ssl_assert_fingerprint:
            check_fingerprint(connection.sock, self.config.ssl_assert_fingerprint)
        return connection

    def close(self) -> None:
        """Close the connections that no request uses."""
        close_all(self.idle)


def close_all(connections: list[NodeConnection]) -> None:
    while connections:
        connections.pop().close()


def is_open(connection: http.client.HTTPConnection) -> bool:
    """Whether an idle connection can be used. If it has something to read, the node closed it."""
    poll = select.poll()
    poll.register(connection.sock, select.POLLIN)
    return not poll.poll(0)


def read_body(connection: http.client.HTTPConnection, response: http.client.HTTPResponse, end: float | None) -> bytes:
    """The complete body. Raises TimeoutError at `end`, PipelineError beyond the allowance."""
    parts, allowed = [], allowance.get()
    while response.length != 0 and (part := response.read1(CHUNK)):
        if allowed is not None:
            allowed.take_bytes(len(part))
        parts.append(part)
        limit(connection, end)
    if response.length:
        raise http.client.IncompleteRead(b"", response.length)
    response.close()
    return b"".join(parts)


def limit(connection: http.client.HTTPConnection, end: float | None) -> None:
    """End the next wait of the connection at `end`."""
    left = None if end is None else end - time.monotonic()
    if left is not None and left <= 0:
        raise TimeoutError
    if connection.sock is not None:
        connection.sock.settimeout(left)
