"""An HTTP server in place of a database, which answers every request as it is told: late, wrongly or not at all."""

import http.server
import json
import socket
import struct
import sys
import threading
import time

INDEX = {"searchapp_gene": {"mappings": {"properties": {"symbol": {"type": "keyword"}}}}}


class FaultServer(http.server.ThreadingHTTPServer):
    """Listens on a free port of 127.0.0.1; `behaviour(handler)` answers, and `calls` counts."""

    daemon_threads = True

    def __init__(self, behaviour):
        super().__init__(("127.0.0.1", 0), Handler)
        self.behaviour = behaviour
        self.calls = 0
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request, client_address) -> None:
        """Nothing for a client that is gone: its trace would stand in the output of another test."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def stop(self) -> None:
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.calls += 1
        self.server.behaviour(self)

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = answer

    def log_message(self, *_):
        """Nothing: the tests look at answers."""

    def send(self, status, body, length=None):
        """Writes an answer of the product that the client asks for; `length` may lie."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("X-Elastic-Product", "Elasticsearch")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data) if length is None else length))
        self.end_headers()
        self.wfile.write(data)


def stranger(handler):
    """Every request is answered as a service of another kind does."""
    handler.send(404, {"code": 404, "error": "Not Found."})


def status(code, kind="some_exception"):
    """Every request is refused with this status."""
    return lambda handler: handler.send(code, {"error": {"type": kind, "reason": "told so"}, "status": code})


def body(answer):
    """Every search has this answer; the index has one field, and one document."""

    def behaviour(handler):
        path = handler.path.partition("?")[0]
        handler.send(200, answer if path.endswith("search") else {"count": 1} if path.endswith("_count") else INDEX)

    return behaviour


def late(seconds):
    """Every request is answered after so many seconds."""

    def behaviour(handler):
        time.sleep(seconds)
        handler.send(200, {})

    return behaviour


def reset(handler):
    """The connection is reset."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.close_connection = True
    handler.connection.close()


def cut(handler):
    """The answer ends before its length."""
    handler.send(200, b'{"took": 1, "hits"', length=4000)
    handler.close_connection = True


def junk(handler):
    """The answer is no JSON."""
    handler.send(200, b"<html>proxy error</html>")
