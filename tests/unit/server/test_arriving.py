"""How much of a request a thread needs before it reads it."""

import pytest

from searchapp.server.arriving import AHEAD, bytes_wanted

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
CHUNKED = b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    "start",
    [
        GET,
        b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        POST.replace(b"Host: x", b"Expect: 100-continue") % 5,
        CHUNKED + b"5\r\nabcde\r\n0\r\n\r\n",
        CHUNKED + b"5\r\nabcde\r\n0\r\nX-Trailer: ",
        CHUNKED + b"0\r\n",
        CHUNKED + b"zz\r\n",
        CHUNKED + b"5\r\nabcde\r\nzz",
        CHUNKED + b"123456789",
        CHUNKED.replace(b"chunked", b"odd"),
        b"GET / HTTP/1.1\nHost",
        b"GET / HTTP/1.1\r\nHost: x\n\n",
        b"a" * AHEAD,
    ],
)
def test_what_has_come_or_is_refused_at_once_needs_no_more(start):
    assert bytes_wanted(start) <= len(start)


@pytest.mark.parametrize(
    "start", [b"G", GET[:-1], CHUNKED, CHUNKED + b"5\r\nabc", CHUNKED + b"5\r\n\n0\r\n\r", CHUNKED + b"5"]
)
def test_a_request_whose_end_is_not_known_needs_a_byte_more(start):
    assert bytes_wanted(start) == len(start) + 1


@pytest.mark.parametrize(("length", "wanted"), [(5, 5), (10 * AHEAD, AHEAD)])
def test_a_body_is_needed_to_its_end_or_to_a_limit(length, wanted):
    start = POST % length
    assert bytes_wanted(start) == min(len(start) + wanted, AHEAD)
    assert bytes_wanted(start + b"abcd") == min(len(start) + wanted, AHEAD)
