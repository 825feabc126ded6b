import pytest

from searchapp.server.threads import Threads, is_batch, paths_at_the_door


@pytest.mark.parametrize(
    ("line", "batch"),
    [
        (b"GET /v1/gene/HGNC:5 HTTP/1.1", False),
        (b"GET /v1/gene/query?q=a&size=10 HTTP/1.1", False),
        (b"GET /v1/gene/query?q=a&size=099 HTTP/1.1", False),
        (b"GET /v1/gene/query?q=a&facet_size=1000 HTTP/1.1", False),
        (b"GET /v1/gene/query?size=100&q=a HTTP/1.1", True),
        (b"GET /v1/gene/query?q=a&limit=1000 HTTP/1.1", True),
        (b"GET /v1/gene/query?q=a&fetch_all=true HTTP/1.1", True),
        (b"GET /v1/gene/query?q=kinas~ HTTP/1.1", True),
        (b"GET /v1/gene/query?q=kinas%7e2 HTTP/1.1", True),
        (b"GET /v1/gene/query?q=kinas&relax=auto HTTP/1.1", True),
        (b"POST /v1/gene/query HTTP/1.1", True),
        (b"GET /v1/gene/query?q=POST+fetch_all%3D HTTP/1.1", False),
        (b"", False),
    ],
)
def test_what_asks_for_much_is_a_batch(line, batch):
    assert is_batch(line) is batch


def test_a_request_whose_first_line_is_not_complete_may_be_a_batch():
    assert is_batch(b"P", False)


LIVE = b"GET /status/live HTTP/1.1"


@pytest.mark.parametrize(
    ("line", "live"),
    [
        (LIVE, True),
        (b"HEAD /metrics HTTP/1.0", True),
        (b"GET /metrics?x=1 HTTP/1.1", True),
        (b"GET /api/status/live HTTP/1.1", True),
        (b"GET /v1/gene/query?q=a&x=/metrics HTTP/1.1", False),
        (b"GET /v1/gene/status/live HTTP/1.1", False),
        (b"GET //metrics HTTP/1.1", False),
        (b"GET /status/live/x HTTP/1.1", False),
        (b"GET /apix/metrics HTTP/1.1", False),
        (b"POST /status/live HTTP/1.1", False),
        (b"GET /status/live", False),
    ],
)
def test_only_exact_paths_go_round_the_queue(line, live):
    threads = Threads(None, None, 4)
    threads.at_the_door = paths_at_the_door("api")
    assert threads.is_live(line, line + b"\r\nHost: x\r\n\r\n") is live


@pytest.mark.parametrize(
    "head", [b"\r\nHost: x", b"\r\ncontent-LENGTH: 5\r\n\r\n", b"\r\nTransfer-Encoding: x\r\n\r\n"]
)
def test_a_request_that_is_not_complete_does_not_go_round_the_queue(head):
    assert not Threads(None, None, 4).is_live(LIVE, LIVE + head)
