"""Kills worker processes while clients send requests: a second later all requests are answered again."""

import os
import signal
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.robustness.goals import WORKER_RECOVERY
from tests.robustness.load import ask, asking
from tests.services.server import Server

KILLS = int(os.environ.get("WORKER_KILLS", "1"))
REQUESTS = [("GET", "/v1/gene/HGNC:5", None), ("GET", "/v1/gene/query?q=kinase&fields=symbol", None)]


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_a_worker_that_is_killed_is_replaced_within_a_second(embedded_engine, tmp_path):
    server = Server(embedded_engine.environment, tmp_path / "server.log")
    try:
        answers = [ask(server.port, REQUESTS, number) for number in range(2)]
        assert {told.status for told in answers} == {200}
        with asking(server.port, REQUESTS, 4) as clients:
            for _ in range(KILLS):
                time.sleep(0.5)
                os.kill(min(server.workers), signal.SIGKILL)
                assert clients.settled(WORKER_RECOVERY + 0.5)
                assert len(server.workers) == 2
        assert {told.status for told in clients.told} <= {200, 0}
        print(f"{KILLS} killed workers: {dict(Counter(told.status for told in clients.told))} answers by status")
    finally:
        server.stop()
