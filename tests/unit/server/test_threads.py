import pytest

from searchapp.server.threads import is_batch


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
        (b"POST /v1/gene/query HTTP/1.1", True),
        (b"GET /v1/gene/query?q=POST+fetch_all%3D HTTP/1.1", False),
        (b"", False),
    ],
)
def test_what_asks_for_much_is_a_batch(line, batch):
    assert is_batch(line) is batch
