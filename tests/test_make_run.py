"""`make run` as a new user tries it, but for the environment, which the suite already has."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
import requests

from tests.services.process import free_port, heed_interrupts, stop

PROJECT = Path(__file__).parents[1]
INSTALLED = PROJECT / ".venv" / "installed"
FOREIGN = ("MAKE", "MFLAGS")  # of the make that runs the tests


class MakeRun:
    """A `make run` with these variables: `addresses` that it prints, `output`, `stop()`."""

    def __init__(self, log, **variables):
        environment = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
        command = ["make", "run", *(f"{name}={value}" for name, value in variables.items())]
        self.log = log
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                command,
                cwd=PROJECT,
                env=environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=heed_interrupts,
            )
        self.wait(f"http://127.0.0.1:{variables['PORT']}/status/ready")

    @property
    def output(self):
        return self.log.read_text(errors="replace")

    @property
    def addresses(self):
        return re.findall(r"^ +(http://\S+)$", self.output, re.MULTILINE)

    def wait(self, address):
        for _ in range(600):
            if self.process.poll() is not None:
                break
            try:
                if requests.get(address, timeout=5).ok:
                    return
            except requests.ConnectionError:
                time.sleep(0.2)
        self.stop()
        raise AssertionError(self.output)

    def stop(self):
        """Ctrl-C."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(30)
        stop(self.process)


@pytest.fixture
def make_run(tmp_path):
    """A function that starts `make run` with variables."""
    if not shutil.which("make") or not INSTALLED.exists():
        pytest.skip("make run is tried in the environment that make made")
    runs = []

    def start(**variables):
        runs.append(MakeRun(tmp_path / f"{len(runs)}.log", **variables))
        return runs[-1]

    yield start
    for run in runs:
        run.stop()


@pytest.fixture(scope="module")
def instance(tmp_path_factory):
    """An instance folder that the tests share, so that the collections are loaded once."""
    return tmp_path_factory.mktemp("instance")


def test_two_of_them_run_side_by_side_and_load_once(make_run, instance):
    first = make_run(PORT=free_port(), WORKERS=1, INSTANCE=instance)
    second = make_run(PORT=free_port(), WORKERS=1, INSTANCE=instance)
    assert "49,013 documents" in first.output
    assert "documents" not in second.output
    for run in (first, second):
        assert [requests.get(address, timeout=60).status_code for address in run.addresses] == [200] * 3


def test_another_configuration_is_taken(make_run, instance, tmp_path):
    config = tmp_path / "other.py"
    config.write_text("API_VERSION = 'v9'\n")
    run = make_run(PORT=free_port(), WORKERS=1, INSTANCE=instance, CONFIG=config)
    front_page = run.addresses[-1]
    assert requests.get(f"{front_page}v9/gene/HGNC:1100", timeout=60).json()["symbol"] == "BRCA1"


def test_a_node_is_asked_at_the_address_that_was_given(make_run, tmp_path):
    address = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(AssertionError, match="search backend is not available"):
        make_run(PORT=free_port(), WORKERS=1, INSTANCE=tmp_path, BACKEND="elasticsearch", ES=address)
