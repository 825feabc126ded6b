"""Counts in files that cannot grow: a limit on their size stands for a full disk."""

import os
import resource
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="the system takes no blocks ahead")

COUNTING = """
import resource, signal, sys
import prometheus_client
from prometheus_client import multiprocess
from searchapp.web.observability.count_files import use_count_files
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
use_count_files()
counter = prometheus_client.Counter("requests", "Requests", ("name",), registry=prometheus_client.CollectorRegistry())
for number in range(2000):
    for _ in range(2):
        counter.labels(f"{number} {'long ' * 20}").inc()
registry = prometheus_client.CollectorRegistry()
multiprocess.MultiProcessCollector(registry)
lines = prometheus_client.generate_latest(registry).decode().splitlines()
counts = [line for line in lines if line.startswith("requests_total")]
print(len(counts), {line.rpartition(" ")[2] for line in counts} or None)
"""


def run(folder, limit):
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(folder)}
    command = [sys.executable, "-c", COUNTING, str(limit)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.mark.slow
@pytest.mark.parametrize(("limit", "least", "most"), [(0, 0, 0), (200_000, 300, 1999)])
def test_counts_for_which_there_is_no_room_are_left_out(tmp_path, limit, least, most):
    count, values = run(tmp_path, limit).split(maxsplit=1)
    assert least <= int(count) <= most
    assert values == ("{'2.0'}\n" if most else "None\n")


def test_every_count_is_kept_where_there_is_room(tmp_path):
    assert run(tmp_path, resource.RLIM_INFINITY) == "2000 {'2.0'}\n"
