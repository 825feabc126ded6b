import http.client

import pytest

from searchapp.databases.elastic.http_connection import MAX_COPIED, NodeConnection

HEADERS = {"accept": "application/json", "x-opaque-id": "a b"}


class Socket:
    """A socket that keeps what is sent."""

    def __init__(self):
        self.parts = []

    def sendall(self, data):
        self.parts.append(data)


def sent(kind, host, port, method, target, body, headers):
    """The lines of the head and the body that a class of connections sends, or its error; and the number of parts."""
    connection = kind(host, port, timeout=1)
    connection.sock = Socket()
    try:
        connection.request(method, target, body, headers)
    except (ValueError, http.client.HTTPException) as error:
        return repr(error), 0
    head, _, rest = b"".join(connection.sock.parts).partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    return (first, sorted(lines), rest), len(connection.sock.parts)


@pytest.mark.parametrize(
    ("host", "port", "method", "target", "body", "headers", "parts"),
    [
        ("localhost", 9200, "POST", "/a/_search?b=c", b"{}", HEADERS, 1),
        ("localhost", 80, "POST", "/a%20b/_search", b"{}", HEADERS, 1),
        ("localhost", 9200, "POST", "/a/_bulk", b"a" * MAX_COPIED, HEADERS, 1),
        ("localhost", 9200, "POST", "/a/_bulk", b"a" * (MAX_COPIED + 1), HEADERS, 2),
        ("localhost", 9200, "POST", "/a", b"", HEADERS, 1),
        ("localhost", 9200, "GET", "/a", None, HEADERS, 1),
        ("localhost", 9200, "POST", "/a", None, HEADERS, 1),
        ("::1", 9200, "POST", "/a", b"{}", HEADERS, 2),
        ("localhost", 9200, "POST", "/a", b"{}", {"Accept-Encoding": "gzip"}, 2),
        ("localhost", 9200, "POST", "/a", b"{}", {"x": "\xe4"}, 2),
        ("localhost", 9200, "POST", "/a", b"{}", {"x": "a\r\ny: b"}, 0),
        ("localhost", 9200, "POST", "/a", b"{}", {"x\r\ny": "b"}, 0),
        ("localhost", 9200, "POST", "/a b", b"{}", HEADERS, 0),
        ("localhost", 9200, "POST\r\nx: y", "/a", b"{}", HEADERS, 0),
    ],
)
def test_a_request_is_sent_as_the_library_sends_it(host, port, method, target, body, headers, parts):
    request = host, port, method, target, body, headers
    assert sent(NodeConnection, *request) == (sent(http.client.HTTPConnection, *request)[0], parts)
