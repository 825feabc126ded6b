"""Drawn requests of all kinds and sizes: each has an answer that costs little, on every database.

A sample of what `make attack` sends; `ATTACKS=500 SEED=7` draws more, and others.
"""

import os

import pytest

from tests.robustness.attack.drawn import drawn_requests
from tests.robustness.attack.measure import ANSWERED, measured
from tests.services.server import Server

COUNT = int(os.environ.get("ATTACKS", "40"))
SEED = os.environ.get("SEED", "1")
SERVICES = ("elasticsearch", "mongo", "postgresql")
DATABASES = ["embedded", "sqlite", *(pytest.param(name, marks=getattr(pytest.mark, name)) for name in SERVICES)]


@pytest.mark.parametrize("database", DATABASES)
def test_a_drawn_request_costs_little(request, tmp_path, database):
    engine = request.getfixturevalue(f"{database}_engine")
    server = Server(engine.environment, tmp_path / "server.log", 1, max_memory=3 * 2**30)
    try:
        list(measured(server, drawn_requests(5, "warm")))
        for cost in measured(server, drawn_requests(COUNT, SEED)):
            assert cost.status in ANSWERED, cost
            assert (cost.spent < 3, cost.more < 150) == (True, True), cost
    finally:
        server.stop()
