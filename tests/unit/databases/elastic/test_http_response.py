import http.client
import io

import pytest

from searchapp.databases.elastic.http_connection import NodeConnection
from searchapp.databases.elastic.http_response import MAX_LINE

ENDS = b"Content-Length: 2\r\n\r\n{}"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


class Socket:
    """A socket from which these bytes can be read, in parts."""

    def __init__(self, parts):
        self.parts = [*parts]

    def recv(self, size):
        return self.parts.pop(0) if self.parts else b""

    def recv_into(self, buffer):
        part = self.recv(len(buffer))
        buffer[: len(part)] = part
        return len(part)

    def makefile(self, mode):
        return io.BufferedReader(Parts(self))


class Parts(io.RawIOBase):
    def __init__(self, sock):
        self.sock = sock

    def readable(self):
        return True

    def readinto(self, buffer):
        return self.sock.recv_into(buffer)


def by_library(parts, method):
    """What the library reads: status, headers, body, and whether the connection is closed; or the kind of its error."""
    response = http.client.HTTPResponse(Socket(parts), method=method)
    try:
        response.begin()
        return response.status, response.getheaders(), response.read(), response.will_close
    except (http.client.HTTPException, ValueError) as error:
        return type(error)


def by_node_connection(parts, method):
    connection = NodeConnection("localhost", 9200, 1)
    connection.sock, connection.asked = Socket(parts), method
    try:
        return tuple(connection.read_answer(lambda: connection.sock.recv(65536), lambda response: response.read()))
    except (http.client.HTTPException, ValueError) as error:
        return type(error)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    "parts",
    [
        [b"HTTP/1.1 200 OK\r\nX-elastic-product: Elasticsearch\r\ncontent-type: application/json\r\n" + ENDS],
        [b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n{", b"}", b"{}"],
        [b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n{", b"}"],
        [b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"],
        [b"HTTP/1.1 404 Not Found\r\n" + ENDS, b""],
        [b"HTTP/1.1 200 \r\ncontent-type:a;b=c: d \r\n" + ENDS],
        [b"HTTP/1.1 200 OK\r\nContent-Type: a\r\nContent-Type: b\r\n" + ENDS],
        [b"HTTP/1.1 200 OK\r\nContent-Type: a\r\n b\r\n" + ENDS],
        [b"HTTP/1.1 200 OK\r\nConnection: close\r\n" + ENDS],
        [b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: gzip\r\n\r\n{}"],
        [b"HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}"],
        [b"HTTP/1.1 200 OK\r\nContent-Type: a\r\n\r\n{}"],
        [b"HTTP/1.1 200 OK\nContent-Type: a\n" + ENDS],
        [b"HTTP/1.1 200 OK\r\n\xe4: \xe4\r\nContent-Type: \xe4\x85\x0b\r\n" + ENDS],
        [b"HTTP/1.1 200 OK\r\nX-a: \xe4\x85\x0b\x1c \r\n" + ENDS],
        [b"HTTP/1.1 204 No Content\r\n" + ENDS],
        [b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n" + ENDS],
        [b"HTTP/1.0 200 OK\r\n" + ENDS],
        [b"HTTP/1.1 200 OK\r\nContent-", b"Length: 2\r\n\r\n{}"],
        [b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 101 + ENDS],
        [CHUNKED + b"2\r\n{}\r\n0\r\n\r\n"],
        [CHUNKED, b"2", b"\r", b"\n{", b"}", b"\r\n1", b"0\r\n" + b"a" * 16, b"\r", b"\n0\r", b"\n", b"\r\n"],
        [CHUNKED + b"2;name=value\r\n{}\r\n0\r\nDigest: a\r\n\r\n"],
        [CHUNKED + b"2\r\n{}\r\n0\r\nDigest: a\r\n", b"\r\n"],
        [CHUNKED + b"2\r\n{}\r\n"],
        [CHUNKED + b"3\r\n{}"],
        [CHUNKED],
        [b"SSH-2.0-OpenSSH\r\n"],
        [b""],
    ],
)
def test_an_answer_is_read_as_the_library_reads_it(parts, method):
    assert by_node_connection(parts, method) == by_library(parts, method)


@pytest.mark.parametrize("parts", [[b"x\r\n"] * MAX_LINE, [b"2\r\n{}"] * MAX_LINE])
def test_an_answer_with_a_chunk_without_its_size_is_an_error(parts):
    assert by_node_connection([CHUNKED, *parts], "GET") is http.client.HTTPException


@pytest.mark.parametrize("head", [b"HTTP/1.1 200 OK\r\n" + ENDS, CHUNKED + b"2\r\n{}\r\n0\r\n\r\n"])
def test_a_connection_with_more_bytes_than_the_answer_is_not_used_again(head):
    assert by_node_connection([head + b"HTTP/1.1 200 OK\r\n" + ENDS], "GET")[2:] == (b"{}", True)
