"""A live gunicorn server of ours."""

import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from tests.services.process import comes_up, free_port, last_words, stop

PROJECT = Path(__file__).parents[2]


class Server:
    """A running server: `url`, `process`, `log`, `stop()`; the environment says what it serves.

    `max_memory` limits the address space of each process, in bytes.
    """

    def __init__(self, environment: Mapping[str, str], log: Path, workers: int = 2, max_memory: int | None = None):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        self.environment = dict(environment)
        options = ["--bind", f"127.0.0.1:{self.port}", "--workers", str(workers)]
        self.command = [sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", *options, "wsgi:app"]
        if max_memory:
            self.command = ["/bin/sh", "-c", 'ulimit -v "$0"; exec "$@"', str(max_memory // 1024), *self.command]
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

    @property
    def workers(self) -> set[int]:
        """The processes that answer; none where the machine has no /proc."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return {int(child) for child in children.read_text().split()} if children.exists() else set()

    def reload(self, patience: float = 60) -> None:
        """Has the server take new workers, and returns when the old ones have ended."""
        old = self.workers
        self.process.send_signal(signal.SIGHUP)
        if not old:
            time.sleep(3)
        if not comes_up(self.process, lambda: len(self.workers - old) == len(self.workers) >= len(old), patience):
            raise RuntimeError(f"the server did not reload: {last_words(self.log)}")

    def stop(self) -> None:
        """Ends the server by its process id; requests under way are answered first."""
        stop(self.process)


def wait_until_it_answers(url: str, process: subprocess.Popen, log: Path, timeout: float = 120) -> None:
    """Returns when a server answers anything; one that does not is stopped, and its last words are raised."""
    if not comes_up(process, lambda: answers(url), timeout):
        raise RuntimeError(f"the server did not start: {last_words(log)}")


def answers(url: str) -> bool:
    try:
        urllib.request.urlopen(f"{url}/status", timeout=5).close()
    except urllib.error.HTTPError as error:
        error.close()
    except OSError:
        return False
    return True
