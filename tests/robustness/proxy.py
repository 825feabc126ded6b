"""A TCP proxy between the service and its database, which can spoil the traffic while it runs."""

import contextlib
import socket
import struct
import threading
import time
from urllib.parse import urlsplit

RESET = struct.pack("ii", 1, 0)
CHUNK = 65536


class Proxy:
    """Forwards 127.0.0.1:`port` to the address in `url`; `fault` is None or one of the functions below."""

    def __init__(self, url):
        parts = urlsplit(url)
        self.target = (parts.hostname, parts.port)
        self.fault = None
        self.connections = set()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        """Joins a client to the database; bytes of the client are the moment at which a fault strikes."""
        with contextlib.suppress(OSError), client, socket.create_connection(self.target, timeout=60) as server:
            self.connections.add(client)
            back = threading.Thread(target=self.back, args=(server, client), daemon=True)
            back.start()
            try:
                while data := client.recv(CHUNK):
                    if self.fault and self.fault(client, None):
                        return
                    server.sendall(data)
            finally:
                self.connections.discard(client)
                with contextlib.suppress(OSError):
                    server.shutdown(socket.SHUT_RDWR)
                back.join(0.5)  # a closed socket's number may be another's at once, whose bytes a late call would take

    def back(self, server, client):
        """What the database says."""
        with contextlib.suppress(OSError):
            while data := server.recv(CHUNK):
                if self.fault and self.fault(client, data):
                    return
                client.sendall(data)
            client.shutdown(socket.SHUT_WR)

    def break_all(self):
        """Resets every open connection."""
        for client in list(self.connections):
            reset(client, None)

    def stop(self):
        with contextlib.suppress(OSError):  # wakes `accept`, which would take one more client
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.break_all()


def reset(client, _):
    """The connection is reset, by `serve`, which wakes and closes it."""
    with contextlib.suppress(OSError):
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        client.shutdown(socket.SHUT_RD)
    return True


def frozen(client, data):
    """Answers never arrive."""
    if data is not None:
        time.sleep(60)
    return data is not None


def slow(client, data):
    """Answers arrive half a second late."""
    if data is not None:
        time.sleep(0.5)
    return False


def cut(client, data):
    """Answers end in their middle."""
    if data is None:
        return False
    with contextlib.suppress(OSError):
        client.sendall(data[: len(data) // 2])
        client.shutdown(socket.SHUT_RDWR)
    return True


def saying(status, body, kind="application/json"):
    """Every request is answered by something that stands before the database."""
    head = f"HTTP/1.1 {status} Told so\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"

    def fault(client, data):
        if data is None:
            client.sendall(head.encode() + body)
        return data is None

    return fault


too_many = saying(429, b'{"error": {"type": "es_rejected_execution_exception"}, "status": 429}')
unavailable = saying(503, b"<h1>Service Unavailable</h1>", "text/html")
junk = saying(200, b"\x00\x01 this is no JSON")
