"""A live gunicorn server of ours."""

import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from tests.services.process import free_port, stop

PROJECT = Path(__file__).parents[2]


class Server:
    """A running server: `url`, `process`, `log`, `stop()`; the environment says what it serves."""

    def __init__(self, environment: Mapping[str, str], log: Path, workers: int = 2):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        self.environment = dict(environment)
        options = ["--bind", f"127.0.0.1:{self.port}", "--workers", str(workers)]
        self.command = [sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", *options, "wsgi:app"]
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command, env=self.environment, cwd=PROJECT, stdout=output, stderr=output
            )
        wait_until_it_answers(self.url, self.process, self.log)

    def restart(self) -> None:
        """Ends the server and starts it again at the same port."""
        self.stop()
        self.start()

    def stop(self) -> None:
        """Ends the server by its process id; requests under way are answered first."""
        stop(self.process)


def wait_until_it_answers(url: str, process: subprocess.Popen, log: Path, timeout: float = 30) -> None:
    """Returns when a server answers anything; one that does not is stopped, and its last words are raised."""
    end = time.monotonic() + timeout
    while time.monotonic() < end and process.poll() is None:
        if answers(url):
            return
        time.sleep(0.05)
    stop(process)
    raise RuntimeError(f"the server did not start: {log.read_text(errors='replace')[-3000:]}")


def answers(url: str) -> bool:
    try:
        urllib.request.urlopen(f"{url}/status", timeout=5).close()
    except urllib.error.HTTPError as error:
        error.close()
    except OSError:
        return False
    return True
