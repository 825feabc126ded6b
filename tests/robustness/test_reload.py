"""A reload takes every setting of the file; one that would stop the start leaves the server as it is, and is said."""

import contextlib
import json
import os
import signal
import time
import urllib.error
import urllib.request

import pytest
from click.testing import CliRunner

from searchapp.cli import main
from tests.services.process import last_words, wait_until
from tests.services.server import Server


@pytest.fixture
def server(tmp_path):
    """A server of one document, whose configuration is `config.py` in the folder of the instance."""
    instance = tmp_path / "instance"
    assert (
        CliRunner().invoke(main, ["load", "part", "-", "--instance", str(instance)], input='{"_id":"a"}').exit_code == 0
    )
    (instance / "config.py").write_text("TITLE = 'Parts'\n")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SEARCHAPP_")}
    server = Server({**environment, "SEARCHAPP_INSTANCE": str(instance)}, tmp_path / "log", workers=1)
    server.config = instance / "config.py"
    yield server
    server.stop()


def front(server):
    with urllib.request.urlopen(server.url, timeout=60) as answer:
        return answer.read().decode()


def test_a_reload_takes_new_settings_and_refuses_wrong_ones(server):
    old = server.workers
    server.config.write_text("TITEL = 'Screws'\n")
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: "unknown setting TITEL in config.py" in last_words(server.log))
    assert "not reloaded, the workers go on with what they have: " in last_words(server.log)
    assert "Parts" in front(server)
    assert server.workers == old
    server.config.write_text("TITLE = 'Screws'\n")
    server.reload()
    wait_until(lambda: "Screws" in front(server))


def lines(server, path):
    """What the log says of a request for a path nobody else asks for."""
    with contextlib.suppress(urllib.error.HTTPError):
        urllib.request.urlopen(server.url + path, timeout=60).close()
    wait_until(lambda: path in last_words(server.log))
    time.sleep(0.2)
    return [line for line in last_words(server.log).splitlines() if path in line]


def test_the_format_of_the_log_comes_from_the_file_and_changes_with_it(server):
    (text,) = lines(server, "/one")
    assert '"GET /one HTTP/1.1" 404' in text
    server.config.write_text("LOG_FORMAT = 'json'\n")
    server.reload()
    (line,) = lines(server, "/two")
    assert json.loads(line)["path"] == "/two"


def test_a_worker_that_ends_during_wrong_settings_is_replaced_once_they_are_right(server):
    server.config.write_text("TITEL = 'Screws'\n")
    for worker in server.workers:
        os.kill(worker, signal.SIGKILL)
    wait_until(lambda: "tried again in a second" in server.log.read_text())
    assert "unknown setting TITEL in config.py" in server.log.read_text()
    server.config.write_text("TITLE = 'Screws'\n")
    wait_until(lambda: "Screws" in front(server))
    assert server.process.poll() is None
