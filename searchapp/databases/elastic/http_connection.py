"""Connections to a node, derived from http.client, which write the usual request in one call.

The library checks and writes each header separately, and sends the body after the head: this costs a fifth of the
processor time of a request for one document, and wakes the node twice.
"""

import http.client
import re
import ssl
from collections.abc import Callable, Mapping

from .http_response import Answer, Receive, StartedSocket, usual_answer

USUAL = re.compile(r"[A-Z]+ /[!-~]* HTTP/1\.1\r\n(?:[A-Za-z-]+: [ -~]*\r\n)+\r\n")
"""The head of a request without unexpected characters."""

OWN = frozenset(("host", "accept-encoding", "content-length", "transfer-encoding"))
"""Headers, in lower case, that the library writes itself unless they are given."""

MAX_COPIED = 65536
"""The maximum number of bytes of a body that is sent together with the head."""


class NodeConnection(http.client.HTTPConnection):
    """A connection, with TLS if there is a `context`. The library sends unusual requests."""

    def __init__(self, host: str, port: int, timeout: float, context: ssl.SSLContext | None = None):
        super().__init__(host, port, timeout)
        self.context = context
        self.default_port = http.client.HTTP_PORT if context is None else http.client.HTTPS_PORT
        self.asked: str | None = None
        """The method of the request, None if the library wrote it."""

    def connect(self) -> None:
        super().connect()
        if self.context is not None:
            self.sock = self.context.wrap_socket(self.sock, server_hostname=self.host)

    def request(  # type: ignore[override]
        self, method: str, url: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        """Send a request."""
        headers = headers or {}
        head = self.head(method, url, body, headers)
        self.asked = method if head else None
        if head is None:
            super().request(method, url, body, headers)
        elif body and len(body) > MAX_COPIED:
            self.sock.sendall(head)
            self.sock.sendall(body)
        else:
            self.sock.sendall(head + body if body else head)

    def head(self, method: str, url: str, body: bytes | None, headers: Mapping[str, str]) -> bytes | None:
        """The head of a request with a body; None if the library must write it."""
        if body is None or ":" in self.host or not OWN.isdisjoint(map(str.lower, headers)):
            return None
        host = self.host if self.port == self.default_port else f"{self.host}:{self.port}"
        lines = "".join([f"{name}: {value}\r\n" for name, value in headers.items()])
        own = f"Host: {host}\r\nAccept-Encoding: identity\r\nContent-Length: {len(body)}\r\n"
        text = f"{method} {url} HTTP/1.1\r\n{own}{lines}\r\n"
        is_usual = USUAL.fullmatch(text) and lines.count("\n") == len(headers)
        return text.encode("ascii") if is_usual else None

    def read_answer(self, receive: Receive, rest: Callable[[http.client.HTTPResponse], bytes]) -> Answer:
        """The answer to the request. The library reads unusual answers; `rest` reads the body of its response."""
        if self.asked is None:
            response = self.getresponse()
        else:
            first = receive()
            found = usual_answer(first, receive) if self.asked != "HEAD" else None
            if found is not None:
                return found
            response = http.client.HTTPResponse(StartedSocket(first, self.sock), method=self.asked)  # type: ignore[arg-type]
            response.begin()
        return Answer(response.status, response.getheaders(), rest(response), response.will_close)
