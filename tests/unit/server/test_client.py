import os
import socket
import threading

import pytest

from searchapp.server.client import MAX_COPIED, Client, is_writable, limit_waiting

pytestmark = pytest.mark.slow

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"


@pytest.fixture
def pair():
    """The socket of a client as the worker has it, and the client's own end."""
    ours, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    with other, Client(socket.AF_UNIX, socket.SOCK_STREAM, 0, ours.detach()) as client:
        other.settimeout(0.2)
        yield client, other


@pytest.mark.parametrize("body", [b"a", b"a" * MAX_COPIED, b"", b"HTTP/1.1\r\n\r\n"])
def test_the_head_of_an_answer_comes_with_the_first_bytes_of_its_body(body, pair):
    client, other = pair
    client.sendall(HEAD)
    with pytest.raises(TimeoutError):
        other.recv(1)
    client.sendall(body)
    assert other.recv(2 * MAX_COPIED) == HEAD + body


def test_a_large_body_follows_its_head_without_a_copy(pair):
    client, other = pair
    body = b"a" * (MAX_COPIED + 1)
    client.sendall(HEAD)
    client.sendall(body)
    client.sendall(b"end")
    client.close()
    assert b"".join(iter(lambda: other.recv(MAX_COPIED), b"")) == HEAD + body + b"end"


def test_a_head_without_a_body_is_sent_at_the_end(pair):
    client, other = pair
    client.sendall(HEAD)
    client.flush()
    client.flush()
    assert other.recv(1000) == HEAD


def test_a_head_is_sent_before_a_file_and_before_the_connection_is_closed(pair, tmp_path):
    client, other = pair
    path = tmp_path / "file"
    path.write_bytes(b"content")
    client.sendall(HEAD)
    with path.open("rb") as file:
        client.sendfile(file)
    client.sendall(HEAD)
    client.shutdown(socket.SHUT_WR)
    assert b"".join(iter(lambda: other.recv(1000), b"")) == HEAD + b"content" + HEAD


def test_a_socket_waits_until_its_time_limit_and_without_one_after_it_is_blocking_again(pair):
    client, other = pair
    client.settimeout(0.01)
    with pytest.raises(TimeoutError):
        client.recv(1)
    client.setblocking(False)
    with pytest.raises(BlockingIOError):
        client.recv(1)
    client.setblocking(True)
    client.setblocking(True)
    assert client.gettimeout() is None
    other.sendall(b"a")
    assert client.recv(1) == b"a"


def test_a_socket_that_was_handed_over_without_blocking_blocks():
    ours, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    ours.setblocking(False)
    with other, Client(socket.AF_UNIX, socket.SOCK_STREAM, 0, ours.detach()) as client:
        assert os.get_blocking(client.fileno())


@pytest.mark.parametrize("read", [0, 10])
def test_a_client_that_reads_too_slowly_is_left(pair, tmp_path, monkeypatch, read):
    client, other = pair
    monkeypatch.setattr("searchapp.server.client.SEND_SECONDS", 0.2)
    limit_waiting(client)
    reading = threading.Timer(0.3, other.recv, [read * 1000 + 1])
    reading.start()
    (tmp_path / "file").write_bytes(b"a" * 5_000_000)
    with pytest.raises(ConnectionResetError), (tmp_path / "file").open("rb") as file:
        client.sendfile(file, 0, 5_000_000)
    with pytest.raises(ConnectionResetError):
        client.sendall(b"a" * 5_000_000)
    assert not is_writable(client)
    reading.join()
