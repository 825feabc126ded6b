"""A worker process is killed under clients: a second later everything is well."""

import os
import signal
import time
from pathlib import Path

import pytest

from tests.robustness.goals import WORKER_RECOVERY
from tests.robustness.load import ask, asking
from tests.services.server import Server

REQUESTS = [("GET", "/v1/gene/HGNC:5", None), ("GET", "/v1/gene/query?q=kinase&fields=symbol", None)]


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_a_worker_that_is_killed_is_replaced_within_a_second(embedded_engine, tmp_path):
    server = Server(embedded_engine.environment, tmp_path / "server.log")
    try:
        answers = [ask(server.port, REQUESTS, number) for number in range(2)]
        assert {told.status for told in answers} == {200}
        with asking(server.port, REQUESTS, 4) as clients:
            time.sleep(0.5)
            os.kill(min(server.workers), signal.SIGKILL)
            settled = clients.settled(WORKER_RECOVERY + 0.5)
        assert {told.status for told in clients.told} <= {200, 0}
        assert settled
        assert len(server.workers) == 2
    finally:
        server.stop()
