"""How much of a request a thread needs before it reads it."""

import pytest

from searchapp.server.arriving import MAX_AHEAD, MAX_HEAD, Arriving

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
CHUNKED = b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n"
EXPECTING = b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"


def arriving(*pieces):
    """A request whose bytes have come in pieces, and whether it needed more after each."""
    found = Arriving()
    needed_more = []
    for piece in pieces:
        found.received += piece
        needed_more.append(found.needs_more())
    return found, needed_more


@pytest.mark.parametrize(
    "start",
    [
        GET,
        b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        EXPECTING + b"12345",
        CHUNKED + b"5\r\nabcde\r\n0\r\n\r\n",
        CHUNKED + b"5\r\nabcde\r\n0\r\nX-Trailer: ",
        CHUNKED + b"0\r\n",
        CHUNKED + b"zz\r\n",
        CHUNKED + b"5\r\nabcde\r\nzz",
        CHUNKED + b"123456789",
        CHUNKED + b"1;" + b"x" * 300,
        CHUNKED.replace(b"chunked", b"odd"),
        b"GET / HTTP/1.1\nHost",
        b"GET / HTTP/1.1\r\nHost: x\n\n",
        b"a" * MAX_HEAD,
    ],
)
def test_complete_and_refused_requests_need_no_more_bytes(start):
    assert arriving(start)[1] == [False]
    byte_after_byte = arriving(*(start[place : place + 1] for place in range(len(start))))[1]
    assert byte_after_byte[0] and not byte_after_byte[-1]


@pytest.mark.parametrize(
    "start",
    [
        b"G", GET[:-1], POST % 5 + b"abcd", EXPECTING + b"1234",
        CHUNKED, CHUNKED + b"5\r\nabc", CHUNKED + b"5\r\n\n0\r\n\r", CHUNKED + b"5", CHUNKED + b"5\r\nabcde\r\n",
    ],
)  # fmt: skip
def test_a_request_whose_end_has_not_come_needs_more(start):
    assert arriving(start)[1] == [True]
    assert all(arriving(*(start[place : place + 1] for place in range(len(start))))[1])


def test_a_body_is_needed_to_its_end():
    assert arriving(GET[:20], GET[20:])[1] == [True, False]
    assert arriving(POST % 5, b"abcd", b"e")[1] == [True, True, False]
    assert arriving(CHUNKED + b"2\r\nab\r\n", b"1\r\n", b"c\r\n0", b"\r\n")[1] == [True, True, True, False]


@pytest.mark.parametrize("head", [POST % (10 * MAX_AHEAD), CHUNKED + b"fffffff\r\n"])
def test_a_large_body_is_needed_to_a_limit(head):
    found, needed_more = arriving(head, b"a" * (MAX_AHEAD - len(head) - 1), b"b" * (len(head) + 1))
    assert needed_more == [True, True, False]
    assert found.has_rest


def test_lines_without_an_end_are_too_long():
    assert arriving(b"a" * MAX_HEAD)[0].is_too_long
    assert not arriving(b"a" * (MAX_HEAD - 1))[0].is_too_long


@pytest.mark.parametrize(
    ("head", "expects"),
    [
        (EXPECTING, True),
        (EXPECTING.replace(b"Content-Length: 5", b"Transfer-Encoding: chunked"), True),
        (EXPECTING.replace(b"HTTP/1.1", b"HTTP/1.0"), False),
        (EXPECTING.replace(b"100-continue", b"a cake"), False),
    ],
)
def test_a_client_that_waits_before_the_body_gets_one_100_continue(head, expects):
    found, needed_more = arriving(head)
    assert needed_more == [True]
    assert found.expects is expects
    assert (b"Expect" not in found.received) is expects
    found.received += b"5\r\n12" if b"chunked" in head else b"1234"
    assert found.needs_more()
    found.received += b"345\r\n0\r\n" if b"chunked" in head else b"5"
    assert not found.needs_more()


def test_the_next_request_begins_with_the_rest_of_the_bytes():
    found, _ = arriving(GET + GET[:5])
    assert found.take(len(GET)) == GET
    found.begin()
    assert found.needs_more()
    found.received += GET[5:]
    assert not found.needs_more() and found.take(1000) == GET
