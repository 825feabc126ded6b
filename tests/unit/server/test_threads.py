import pytest

from searchapp.server.threads import Threads, is_batch, live_paths

END = b" HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(
    ("line", "batch"),
    [
        (b"GET /v1/gene/HGNC:5", False),
        (b"GET /v1/gene/query?q=a&size=10", False),
        (b"GET /v1/gene/query?q=a&size=049", False),
        (b"GET /v1/gene/query?q=a&facet_size=1000", False),
        (b"GET /v1/gene/query?size=100&q=a", True),
        (b"GET /v1/gene/query?size=+100&q=a", True),
        (b"GET /v1/gene/query?si%7ae=%3100&q=a", True),
        (b"GET /v1/gene/query?q=a&limit=1000", True),
        (b"GET /v1/gene/query?q=a&fetch_all=true", True),
        (b"GET /v1/gene/query?q=a&fetch%5Fall=true", True),
        (b"GET /v1/gene/query?q=kinas~", True),
        (b"GET /v1/gene/query?q=kinas%7e2", True),
        (b"GET /v1/gene/query?q=kinas&relax=auto", True),
        (b"GET /v1/gene/query?q=kinas&highlight=name", True),
        (b"GET /v1/gene/query?q=kinas&format=html", True),
        (b"GET /v1/gene/query?q=kinas&out_format=html", True),
        (b"GET /v1/gene/query?q=kinas&format=json", False),
        (b"GET /v1/gene/query?q=kinas&format=yaml", True),
        (b"GET /v1/gene/query?q=kinas&explain=true", True),
        (b"GET /v1/gene/query?q=kinas&jmespath=.|@", True),
        (b"GET /v1/gene/query?q=kinas&size=50", True),
        (b"GET /v1/gene/query?q=kinas&size=49", False),
        (b"GET /v1/gene/query?q=symbol:*in*", True),
        (b"GET /v1/gene/query?q=symbol:?in", True),
        (b"GET /v1/gene/query?q=symbol:/k.*/", True),
        (b"GET /v1/gene/query?q=kin*&fields=symbol,xref.*&facets=status", False),
        (b"POST /v1/gene/query", True),
        (b"GET /v1/gene/query?q=POST+fetch_all%3D", False),
        (b"", False),
    ],
)
def test_expensive_requests_are_batches(line, batch):
    assert is_batch(line + END) is batch


@pytest.mark.parametrize(
    ("path", "accept", "batch"),
    [
        (b"/v1/gene/query?q=kinas", b"accept: text/html,*/*;q=0.8", True),
        (b"/search?x=1&q=kinas", b"Accept: application/xhtml+xml", True),
        (b"/search?q=kinas", b"ACCEPT:text/*", True),
        (b"/search?q=kinas", b"Accept: */*\r\nAccept: TEXT/HTML", True),
        (b"/search?q=kinas", b"Accept: application/json", False),
        (b"/search?q=kinas", b"Referer: text/html", False),
        (b"/v1/gene/HGNC:5", b"Accept: text/html", False),
    ],
)
def test_the_page_of_a_search_is_a_batch(path, accept, batch):
    assert is_batch(b"GET %s HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n" % (path, accept)) is batch


@pytest.mark.parametrize("start", [b"P", b"GET /v1/gene/query?q=kinas HTTP/1.1\r\nHost: x\r\nAcc"])
def test_incomplete_requests_may_be_batches(start):
    assert is_batch(start)


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
    threads.live_paths = live_paths("api")
    assert threads.is_live(line, line + b"\r\nHost: x\r\n\r\n") is live


@pytest.mark.parametrize(
    "head", [b"\r\nHost: x", b"\r\ncontent-LENGTH: 5\r\n\r\n", b"\r\nTransfer-Encoding: x\r\n\r\n"]
)
def test_a_request_that_is_not_complete_does_not_go_round_the_queue(head):
    assert not Threads(None, None, 4).is_live(LIVE, LIVE + head)
