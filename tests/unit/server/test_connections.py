"""The connections of a worker without its threads: what is counted, and how long anything waits for a client."""

import errno
import resource
import socket
import time

import pytest
from gunicorn.config import Config

from searchapp.server import client as client_module
from searchapp.server import connections
from searchapp.server.connections import Connections, most_connections
from tests.services.process import wait_until


@pytest.fixture
def listener():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


@pytest.fixture
def open_connections(listener):
    found = Connections(Config())
    found.listen([listener])
    yield found
    found.listeners.clear()
    found.closing.shutdown()


@pytest.fixture
def client(listener):
    with socket.create_connection(listener.getsockname()) as client:
        yield client


def accepted(open_connections):
    """The connection that has come."""
    while not open_connections.silent:
        open_connections.readable(1)
    return open_connections.silent.pop(next(iter(open_connections.silent)))


def test_a_worker_takes_fewer_connections_than_it_may_open_files():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
    try:
        assert most_connections(1000) == 1024 - connections.OTHER_OPEN_FILES
        assert most_connections(100) == 100
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_connection_counts_until_its_socket_is_closed(open_connections, client):
    conn = accepted(open_connections)
    open_connections.end(conn)
    assert open_connections.count == 1
    client.close()
    wait_until(lambda: open_connections.count == 0, 20)
    assert conn.sock.fileno() == -1


class FullListener:
    """A listener of a process that may open no more files."""

    def accept(self):
        raise OSError(errno.EMFILE, "Too many open files")


def test_without_free_files_no_connection_is_accepted_until_the_next_check(open_connections, listener, client):
    fd = listener.fileno()
    assert open_connections.poll.wait(5) == fd
    open_connections.accept_all(FullListener())
    open_connections.listen_again(fd)
    assert open_connections.readable(0.05) is None
    assert not open_connections.silent
    open_connections.close_silent()
    open_connections.close(accepted(open_connections))


def test_no_thread_waits_without_a_limit_for_a_client(open_connections, client, monkeypatch):
    monkeypatch.setattr(client_module, "RECEIVE_SECONDS", 0.05)
    monkeypatch.setattr(client_module, "SEND_SECONDS", 0.05)
    conn = accepted(open_connections)
    conn.sock.setblocking(True)
    with pytest.raises(BlockingIOError):
        conn.sock.recv(1)
    with pytest.raises(ConnectionResetError):
        for _ in range(1000):
            conn.sock.sendall(b"x" * 100_000)
    open_connections.close(conn)


def test_a_thread_reads_a_request_until_a_moment_only(open_connections, client):
    conn = accepted(open_connections)
    client.sendall(b"ab")
    assert conn.sock.recv(1) == b"a"
    conn.sock.until = until = time.monotonic() + 60
    assert conn.sock.recv(1) == b"b" and conn.sock.until == pytest.approx(until + 1 / client_module.MIN_RATE)
    client.sendall(b"c")
    conn.sock.until = 0
    with pytest.raises(ConnectionResetError):
        conn.sock.recv(1)
    open_connections.close(conn)
