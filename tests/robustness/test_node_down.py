"""A server whose Elasticsearch node is stopped, killed and started again."""

import signal
import time

import pytest

from tests.robustness.goals import GRACE, RECOVERY
from tests.robustness.load import ask, asking
from tests.services import engines
from tests.services.elasticsearch import Node
from tests.services.process import Unavailable, freeze, stop, wait_until
from tests.services.server import Server

pytestmark = pytest.mark.elasticsearch

DEADLINE = 2
CLIENTS = 50
REQUESTS = [
    ("GET", "/v1/edge/query?q=__all__", None),
    ("POST", "/v1/edge", {"ids": ["a", "b", "c"]}),
    ("GET", "/v1/edge/query?fetch_all=true", None),
]


@pytest.fixture
def nodes(elasticsearch_url):
    """A function that starts a node of the test's own, which may be killed, on a port."""
    started = []

    def start(port=0):
        try:
            started.append(Node(port, heap="512m"))
        except Unavailable as reason:
            pytest.skip(f"no node that may be killed: {reason}")
        return started[-1]

    yield start
    for node in started:
        if node.process.poll() is None:
            node.process.send_signal(signal.SIGCONT)
        node.stop()


def load(engine):
    engines.load(engine, "edge", engines.DATA / "edge.ndjson", *engines.described_by(engines.DATA / "edge"))


def all_told(port):
    return [ask(port, REQUESTS, number) for number in range(len(REQUESTS))]


def good_again(port):
    """Waits until every request is answered well."""
    wait_until(lambda: {told.status for told in all_told(port)} == {200}, RECOVERY)


def test_a_node_that_hangs_dies_and_comes_back(nodes, tmp_path):
    node = nodes()
    engine = engines.elasticsearch(tmp_path, node.url)
    load(engine)
    server = Server({**engine.environment, "SEARCHAPP_DEADLINE": str(DEADLINE)}, tmp_path / "server.log")
    try:
        reference = [told.body for told in all_told(server.port)]

        freeze(node.process.pid)
        for told in all_told(server.port):
            assert (told.status, told.headers.get("Retry-After")) == (504, "2")
            assert told.seconds < DEADLINE + GRACE
        with asking(server.port, REQUESTS, CLIENTS) as clients:
            time.sleep(2 * DEADLINE)
        assert {told.status for told in clients.told} <= {503, 504}
        assert max(told.seconds for told in clients.told) < DEADLINE + GRACE
        node.process.send_signal(signal.SIGCONT)
        good_again(server.port)

        node.process.kill()
        node.process.wait()
        for told in all_told(server.port):
            assert (told.status, told.headers.get("Retry-After")) == (503, "5")
            assert told.seconds < DEADLINE + GRACE

        nodes(node.port)
        told = ask(server.port, REQUESTS, 0)
        assert (told.status, told.body["error"]) == (503, "the data is not loaded")
        load(engine)
        good_again(server.port)
        assert [told.body["total"] for told in all_told(server.port)[::2]] == [reference[0]["total"]] * 2
    finally:
        stop(server.process)
