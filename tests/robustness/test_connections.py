"""The worker and its connections: many at a time, idle, pipelined, closed early, more than it takes."""

import http.client
import re
import socket
import time
from contextlib import ExitStack, suppress

import pytest

from tests.robustness.load import ask
from tests.services.process import wait_until
from tests.services.server import Server

LIVE = [("GET", "/status/live", None)]
ONE = [("GET", "/v1/gene/HGNC:5", None)]
LIMIT = 20


@pytest.fixture(scope="module")
def start(embedded_engine, tmp_path_factory):
    """A function that starts a server of one worker with these options of gunicorn."""
    servers = []

    def start(options=""):
        environment = {**embedded_engine.environment, "GUNICORN_CMD_ARGS": options}
        servers.append(Server(environment, tmp_path_factory.mktemp("server") / "log", workers=1))
        return servers[-1].port

    yield start
    for server in servers:
        server.stop()


@pytest.fixture(scope="module")
def port(start):
    return start()


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def read_until(connection, pattern, count):
    """What comes until a pattern was there so many times."""
    found = b""
    while len(re.findall(pattern, found)) < count:
        more = connection.recv(65536)
        assert more, found
        found += more
    return found


@pytest.mark.parametrize("path", ["/v1/gene/HGNC:%d", "/status/live?n=%d"])
@pytest.mark.parametrize("count", [2, 30])
def test_requests_that_are_sent_together_are_answered_in_their_order(port, count, path):
    numbers = [5, 7, *range(100, 98 + count)]
    with connect(port) as connection:
        ids = "".join(
            f"GET {path % number} HTTP/1.1\r\nHost: x\r\nX-Request-ID: n{number}\r\n\r\n" for number in numbers
        )
        connection.sendall(ids.encode())
        found = read_until(connection, rb"X-Request-ID: n\d+\r", count)
    assert [int(one) for one in re.findall(rb"X-Request-ID: n(\d+)", found)] == numbers


@pytest.mark.parametrize("path", [b"/docs/files/swagger-ui-bundle.js", b"/v1/gene/query?size=30", b"/status/live"])
def test_clients_that_do_not_read_their_answers_hold_up_no_thread(port, path):
    requests = (b"GET %s HTTP/1.1\r\nHost: a\r\n\r\n" % path) * 1000
    with ExitStack() as cleanup:
        for _ in range(10):
            silent = cleanup.enter_context(socket.socket())
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            silent.connect(("127.0.0.1", port))
            silent.sendall(requests)
        for _ in range(3):
            time.sleep(1)
            other = cleanup.enter_context(connect(port))
            other.sendall(b"GET /v1/gene/HGNC:5 HTTP/1.1\r\nHost: a\r\n\r\n")
            read_until(other, b"HTTP/1.1 200", 1)


def test_hundreds_of_idle_connections_are_not_felt(port):
    with ExitStack() as stack:
        idle = [stack.enter_context(connect(port)) for _ in range(800)]
        assert {ask(port, ONE, 0).status for _ in range(50)} == {200}
        for connection in idle[::100]:
            connection.sendall(b"GET /status/live HTTP/1.1\r\nHost: x\r\n\r\n")
            assert connection.recv(12) == b"HTTP/1.1 200"


def test_connections_that_are_closed_unused_are_forgotten(port):
    for _ in range(30):
        for connection in [connect(port) for _ in range(100)]:
            connection.close()
    assert ask(port, ONE, 0).status == 200


def test_a_connection_is_kept_and_closed_as_the_client_says(port):
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for _ in range(20):
        client.request("GET", "/v1/gene/HGNC:5")
        kept = client.sock
        assert client.getresponse().read()
        assert client.sock is kept
    client.request("GET", "/v1/gene/HGNC:5", headers={"Connection": "close"})
    answer = client.getresponse()
    assert answer.read()
    assert answer.getheader("Connection") == "close"
    client.close()


def test_the_connection_that_is_silent_for_longest_gives_way_to_a_new_one(start):
    port = start(f"--worker-connections {LIMIT}")
    time.sleep(0.2)
    with ExitStack() as stack:
        idle = [stack.enter_context(connect(port)) for _ in range(LIMIT)]
        assert ask(port, ONE, 0).status == 200
        closed = [connection for connection in idle if is_closed(connection)]
        assert 1 <= len(closed) < LIMIT


def is_closed(connection):
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


SLOW = (
    b"GET /v1/gene/HGNC:5 HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    b"POST /v1/gene HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n",
    b"POST /v1/gene HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n",
    b"POST /v1/gene HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n",
    b"POST /v1/gene HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\n\r\n" + 65000 * b" ",
    b"POST /v1/gene HTTP/1.1\r\nHost: x\r\nX-Long: " + 20_000 * b"a",
)
MANY = [("POST", "/v1/gene", {"ids": ["HGNC:5"]})]


@pytest.mark.parametrize("beginning", SLOW)
def test_requests_that_come_byte_after_byte_hold_up_no_thread(port, beginning):
    with ExitStack() as stack:
        slow = [stack.enter_context(connect(port)) for _ in range(12)]
        for connection in slow:
            connection.sendall(beginning)
        for _ in range(3):
            time.sleep(0.05)
            for connection in slow:
                connection.sendall(b" ")
            assert [ask(port, one, 0).status for one in (ONE, MANY)] == [200, 200]


def test_a_request_that_comes_in_pieces_is_answered(port):
    body = b'{"ids": ["HGNC:5"]}'
    head = b"POST /v1/gene HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    with connect(port) as connection:
        for _ in range(2):
            for piece in (head[:20], head[20:] % len(body), body[:5], body[5:]):
                connection.sendall(piece)
                time.sleep(0.05)
            read_until(connection, rb"HTTP/1.1 200 OK[^{]*\{", 1)
        connection.sendall(GET + GET[:20])  # the next is read ahead in part
        read_until(connection, rb"HTTP/1.1 200 OK[^{]*\{", 1)
        connection.sendall(GET[20:])
        read_until(connection, rb"HTTP/1.1 200 OK[^{]*\{", 1)


def test_a_client_that_waits_for_a_word_before_its_body_gets_one(port):
    body = b'{"ids": ["HGNC:5"]}'
    head = b"POST /v1/gene HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
    with connect(port) as connection:
        for _ in range(2):
            connection.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body))
            read_until(connection, rb"^HTTP/1.1 100 Continue\r\n\r\n$", 1)
            connection.sendall(body)
            assert read_until(connection, rb"HTTP/1.1 200 OK[^{]*\{", 1).count(b"HTTP/1.1") == 1


@pytest.mark.parametrize("path", ["/nothing", "/v1/gene/query/more", "/status"])
def test_a_connection_is_kept_after_an_unread_body(port, path):
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    for _ in range(2):
        client.request("POST", path, 3_000_000 * b" ", {"Content-Type": "text/plain"})
        kept = client.sock
        answer = client.getresponse()
        assert answer.read() and 400 <= answer.status < 500
        assert client.sock is kept
    client.close()


def test_lines_before_the_body_have_a_limit(port):
    with connect(port) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: %s\r\n" % (one, 4000 * b"a") for one in range(9)))
        assert read_until(connection, rb"\}$", 1).startswith(b"HTTP/1.1 431 ")


def test_the_largest_requests_give_way_where_all_hold_too_much(port):
    head = b"POST /v1/gene HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n"
    with ExitStack() as stack:
        slow = [stack.enter_context(connect(port)) for _ in range(10)]
        for connection in slow:
            with suppress(ConnectionError):  # it may give way before all of it is sent
                connection.sendall(head + 7_900_000 * b" ")
        assert [ask(port, one, 0).status for one in (ONE, MANY)] == [200, 200]
        wait_until(lambda: any(is_closed(connection) for connection in slow), 20)
        assert not all(is_closed(connection) for connection in slow)


GET = b"GET /v1/gene/HGNC:5 HTTP/1.1\r\nHost: x\r\n\r\n"


def test_a_connection_that_says_nothing_is_closed_after_a_while(start):
    port = start("--keep-alive 1")
    with connect(port) as silent, connect(port) as used:
        used.sendall(b"GET /status/live HTTP/1.1\r\nHost: x\r\n\r\n")
        read_until(used, rb"\r\n\r\n\{", 1)
        assert silent.recv(1) == b""
        while used.recv(4096):
            pass
    assert ask(port, LIVE, 0).status == 200
