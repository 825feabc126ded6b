import socket
import time
from contextlib import ExitStack

import pytest
from elastic_transport import Transport

from searchapp.databases.elastic import node
from searchapp.databases.elastic.connection import Connection, OneTry, dumps, encoded, make_client
from searchapp.databases.elastic.http_connection import NodeConnection
from searchapp.errors import PipelineError
from tests.robustness.goals import GRACE
from tests.services import fault
from tests.services.fault import FaultServer
from tests.services.process import free_port

pytestmark = pytest.mark.slow

SECOND_TRY = {"took": 1}


@pytest.fixture
def serving():
    """A function that starts a server with a behaviour and gives it with a connection to it."""
    servers = []

    def start(behaviour, timeout=5):
        server = FaultServer(behaviour)
        servers.append(server)
        return server, Connection(lambda: make_client(server.url), timeout)

    yield start
    for server in servers:
        server.stop()


def at_first(behaviour):
    """Misbehaves once and is well afterwards."""

    def turn(handler):
        (behaviour if handler.server.calls == 1 else fault.body(SECOND_TRY))(handler)

    return turn


def dripping(handler):
    """Sends an answer byte by byte, for ever."""
    handler.send(200, b"{", length=100_000)
    for _ in range(200):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.05)


@pytest.mark.rule("FC29")
@pytest.mark.parametrize("behaviour", [fault.reset, fault.status(502), fault.status(503)])
def test_a_read_is_tried_a_second_time(serving, behaviour):
    server, connection = serving(at_first(behaviour))
    assert connection.request("POST", "/_search", {}, 5) == SECOND_TRY
    assert server.calls == 2


def test_the_log_says_which_node_is_away_and_why(caplog):
    port = free_port()
    connection = Connection(lambda: make_client(f"http://127.0.0.1:{port}"))
    with pytest.raises(PipelineError, match="503"):
        connection.request("GET", "/", None, 5)
    assert f":{port}:" in caplog.messages[-1]
    assert "Connection refused" in caplog.messages[-1]


@pytest.mark.rule("FC29")
@pytest.mark.parametrize("behaviour", [fault.reset, fault.status(503)])
def test_there_is_no_third_time(serving, behaviour):
    server, connection = serving(behaviour)
    with pytest.raises(PipelineError, match="503"):
        connection.request("POST", "/_search", {}, 5)
    assert server.calls == 2


@pytest.mark.parametrize("behaviour", [fault.reset, fault.status(503)])
def test_writes_are_not_tried_again(serving, behaviour):
    server, connection = serving(at_first(behaviour))
    with pytest.raises(PipelineError, match="503"):
        connection.request("POST", "/_search/scroll", {}, 5, retry=False)
    assert server.calls == 1


@pytest.mark.parametrize("behaviour", [fault.status(429), fault.status(400), fault.junk])
def test_other_failures_are_not_tried_again(serving, behaviour):
    server, connection = serving(at_first(behaviour))
    with pytest.raises(PipelineError):
        connection.request("POST", "/_search", {}, 5)
    assert server.calls == 1


@pytest.mark.rule("FC29")
@pytest.mark.parametrize("behaviour", [fault.late(3), dripping])
def test_an_answer_that_takes_too_long_is_a_504_in_time_and_not_tried_again(serving, behaviour):
    server, connection = serving(behaviour, timeout=0.4)
    started = time.monotonic()
    with pytest.raises(PipelineError, match=r"504 no answer within 0\.4 s"):
        connection.request("POST", "/_search", {}, 0.4)
    assert time.monotonic() - started < 0.4 + GRACE
    assert server.calls <= 1


def test_an_answer_cut_short_is_no_answer(serving):
    _, connection = serving(fault.cut)
    with pytest.raises(PipelineError, match="503 search backend is not available"):
        connection.request("POST", "/_search", {}, 5)


@pytest.fixture
def silent():
    """The address of a machine that takes no connection and refuses none, as one that is switched off."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener, ExitStack() as stack:
        for _ in range(4):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(listener.getsockname())
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def test_a_node_that_takes_no_connection_is_left_for_another(serving, silent, monkeypatch):
    monkeypatch.setattr(node, "MAX_CONNECT", 0.1)
    server, _ = serving(fault.body(SECOND_TRY))
    connection = Connection(lambda: make_client([silent, server.url]))
    assert [connection.request("POST", "/_search", {}, 5) for _ in range(3)] == [SECOND_TRY] * 3


def test_a_node_that_answers_nothing_is_left_for_another(serving, monkeypatch):
    monkeypatch.setattr(node, "MAX_UNSURE", 0.1)
    frozen, _ = serving(fault.late(20))
    server, _ = serving(fault.body(SECOND_TRY))
    connection = Connection(lambda: make_client([frozen.url, server.url]))
    assert [connection.request("POST", "/_search", {}, 20) for _ in range(4)] == [SECOND_TRY] * 4


def test_a_node_that_needs_long_but_lives_is_waited_for(serving, monkeypatch):
    monkeypatch.setattr(node, "MAX_UNSURE", 0.1)
    asked = []

    def slow(handler):
        asked.append(handler.command)
        (fault.body({}) if handler.command == "HEAD" else fault.late(0.5))(handler)

    server, _ = serving(slow)
    connection = Connection(lambda: make_client([server.url, server.url.replace("127.0.0.1", "localhost")]))
    connection.request("POST", "/_search", {}, 20)
    assert asked == ["POST", "HEAD"]


def test_the_time_of_asking_whether_a_node_lives_counts(serving, monkeypatch):
    monkeypatch.setattr(node, "MAX_UNSURE", 0.1)
    waits, wait = [], NodeConnection.read_answer

    def waiting(connection, *readers):
        waits.append(connection.sock.gettimeout())
        return wait(connection, *readers)

    monkeypatch.setattr(NodeConnection, "read_answer", waiting)
    slow, _ = serving(lambda handler: (fault.body({}) if handler.command == "HEAD" else fault.late(0.5))(handler))
    connection = Connection(lambda: make_client([slow.url, slow.url.replace("127.0.0.1", "localhost")]))
    connection.request("POST", "/_search", {}, 5)
    assert len(waits) == 1
    assert waits[0] <= 5 - 0.1


def test_no_answer_is_a_503():
    connection = Connection(lambda: make_client(f"http://127.0.0.1:{free_port()}"))
    with pytest.raises(PipelineError, match="503 search backend is not available"):
        connection.request("POST", "/_search", {}, 5)


@pytest.mark.parametrize("code", [404, 500, 418])
def test_a_status_without_json_is_not_from_the_database(serving, code):
    _, connection = serving(lambda handler: handler.send(code, b"<html>"))
    with pytest.raises(PipelineError, match="503 search backend is not available"):
        connection.request("POST", "/_search", {}, 5)


def test_only_a_client_that_looks_for_nodes_has_the_transport_of_the_library():
    kinds = [type(make_client("http://a:1", options).transport) for options in (None, {"sniff_on_node_failure": True})]
    assert kinds == [OneTry, Transport]


def test_a_node_with_a_status_of_a_sick_one_is_left_for_another(serving):
    servers = [serving(fault.status(429))[0], serving(fault.body(SECOND_TRY))[0]]
    connection = Connection(lambda: make_client([server.url for server in servers]))
    for _ in range(4):
        connection.send("GET", "/_search", None, 5, retry=False)
    assert servers[0].calls == 1


def test_the_client_sends_the_credentials_of_its_options(serving):
    seen = []
    server, _ = serving(lambda handler: (seen.append(handler.headers["Authorization"]), handler.send(200, {})))
    Connection(lambda: make_client(server.url, {"basic_auth": ("me", "secret")})).request("GET", "/", None, 5)
    assert seen == ["Basic bWU6c2VjcmV0"]


def test_more_requests_than_connections_wait_no_longer_than_allowed(serving):
    server, _ = serving(fault.late(1))
    connection = Connection(lambda: make_client(server.url, {"connections_per_node": 1}))
    assert connection.client().transport.node_pool.get().free.acquire(blocking=False)
    with pytest.raises(PipelineError, match="503 search backend is overloaded"):
        connection.request("GET", "/", None, 0.2)


@pytest.mark.parametrize("behaviour", [fault.reset, fault.cut, fault.junk, fault.late(1), dripping, fault.status(500)])
def test_no_fault_costs_a_connection(serving, behaviour):
    server, _ = serving(behaviour)
    connection = Connection(lambda: make_client(server.url, {"connections_per_node": 1}))
    for _ in range(3):
        with pytest.raises(PipelineError, match="50"):
            connection.request("POST", "/_search", {}, 0.3, retry=False)
    server.behaviour = fault.body(SECOND_TRY)
    assert connection.request("POST", "/_search", {}, 60) == SECOND_TRY


def test_a_list_is_written_as_lines():
    assert encoded([{"a": 1}, b"{}\n", {"b": "ä"}]) == '{"a":1}\n{}\n{"b":"ä"}\n'.encode()


def test_numbers_of_any_size_can_be_written():
    assert dumps({"n": 2**70}) == b'{"n": 1180591620717411303424}'


def test_half_of_a_surrogate_pair_is_a_400():
    with pytest.raises(PipelineError, match="400 q cannot be parsed"):
        encoded({"q": "\ud800"})
