"""Texts of all kinds and sizes in all options: each has an answer that costs little, on every database.

A sample of what `python -m tests.robustness.figures.sizes` sends; `SIZES=500 SIZES_SEED=7` draws more, and others.
"""

import os

import pytest

from tests.robustness.figures.sizes import EXPECTED, measured
from tests.robustness.size_requests import drawn_requests
from tests.services.server import Server

COUNT = int(os.environ.get("SIZES", "40"))
SEED = int(os.environ.get("SIZES_SEED", "1"))
SERVICES = ("elasticsearch", "mongo", "postgresql")
DATABASES = ["embedded", "sqlite", *(pytest.param(name, marks=getattr(pytest.mark, name)) for name in SERVICES)]


@pytest.mark.parametrize("database", DATABASES)
def test_a_text_of_any_kind_and_size_costs_little(request, tmp_path, database):
    engine = request.getfixturevalue(f"{database}_engine")
    server = Server(engine.environment, tmp_path / "server.log", 1, max_memory=3 * 2**30)
    try:
        list(measured(server, drawn_requests(5, SEED + 1)))
        for name, status, spent, _, more in measured(server, drawn_requests(COUNT, SEED)):
            assert status in EXPECTED, name
            assert (spent < 3, more < 150) == (True, True), (name, spent, more)
    finally:
        server.stop()
