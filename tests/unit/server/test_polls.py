"""Each socket that can be read is given to one thread, once."""

import select
import socket
import threading

import pytest

from searchapp.server.polls import EpollPoll, SelectorPoll

pytestmark = pytest.mark.slow

POLLS = [SelectorPoll, *([EpollPoll] if hasattr(select, "epoll") else [])]


@pytest.fixture(params=POLLS)
def poll(request):
    return request.param()


@pytest.fixture
def pair():
    one, other = socket.socketpair()
    yield one, other
    one.close()
    other.close()


def test_a_socket_is_given_out_once_until_it_is_asked_for_again(poll, pair):
    one, other = pair
    poll.add(one.fileno())
    assert poll.wait(0) is None
    other.send(b"x")
    assert [poll.wait(0), poll.wait(0)] == [one.fileno(), None]
    poll.resume(one.fileno())
    assert poll.wait(0) == one.fileno()


def test_a_socket_that_is_closed_by_its_peer_can_be_read(poll, pair):
    poll.add(pair[0].fileno())
    pair[1].close()
    assert poll.wait(0) == pair[0].fileno()


def test_a_removed_socket_is_given_to_no_thread(poll, pair):
    poll.add(pair[0].fileno())
    poll.remove(pair[0].fileno())
    pair[1].send(b"x")
    assert poll.wait(0) is None
    poll.remove(pair[0].fileno())


def test_of_several_threads_one_gets_a_socket(poll, pair):
    found = []
    threads = [threading.Thread(target=lambda: found.append(poll.wait(0.3))) for _ in range(4)]
    poll.add(pair[0].fileno())
    for thread in threads:
        thread.start()
    pair[1].send(b"x")
    for thread in threads:
        thread.join()
    assert sorted(map(str, found)) == sorted(map(str, [pair[0].fileno(), None, None, None]))


def test_a_socket_is_given_out_when_bytes_can_be_sent(poll, pair):
    one, other = pair
    poll.add(one.fileno())
    other.send(b"a")
    assert poll.wait(1) == one.fileno()
    one.setblocking(False)
    with pytest.raises(BlockingIOError):
        while True:
            one.send(b"a" * 65536)
    poll.when_writable(one.fileno())
    assert poll.wait(0) is None
    while poll.wait(0) is None:
        assert other.recv(65536)
