import http.client
import io

import pytest

from searchapp.databases.elastic.http_response import NodeResponse

READ = ("status", "code", "reason", "version", "chunked", "chunk_left", "length", "will_close")
ENDS = b"Content-Length: 2\r\n\r\n{}"


class Socket:
    """A socket from which these bytes can be read, in parts."""

    def __init__(self, *parts):
        self.parts = [*parts]

    def makefile(self, mode):
        return io.BufferedReader(Parts(self.parts))


class Parts(io.RawIOBase):
    def __init__(self, parts):
        self.parts = parts

    def readable(self):
        return True

    def readinto(self, buffer):
        part = self.parts.pop(0) if self.parts else b""
        buffer[: len(part)] = part
        return len(part)


def outcome(kind, parts, method):
    """What a class of responses reads, or its error."""
    response = kind(Socket(*parts), method=method)
    try:
        response.begin()
    except (http.client.HTTPException, ValueError) as error:
        return repr(error)
    found = [getattr(response, name) for name in READ]
    return found, response.getheaders(), response.getheader("Content-Type"), response.read(), response.isclosed()


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    "parts",
    [
        [b"HTTP/1.1 200 OK\r\nX-elastic-product: Elasticsearch\r\ncontent-type: application/json\r\n" + ENDS],
        [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"],
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
        [b"SSH-2.0-OpenSSH\r\n"],
        [b""],
    ],
)
def test_a_response_is_read_as_the_library_reads_it(parts, method):
    assert outcome(NodeResponse, parts, method) == outcome(http.client.HTTPResponse, parts, method)
