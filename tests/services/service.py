"""A server with data of its own, whatever it serves."""

import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tests.services.process import Unavailable, comes_up, free_port, last_words, stop


class Service:
    """A running server: `port`, `url`, `process`, `stop()`; its data is in the temporary folder `home`.

    Each kind says how it is started, by `start()`, and when it `is_up()`.
    """

    name: str
    patience = 40.0
    ended_by = signal.SIGTERM

    def __init__(self, port: int = 0):
        self.port = port or free_port()
        self.home = Path(tempfile.mkdtemp(prefix=f"searchapp-{self.name.lower()}-"))
        self.log = self.home / "log"

    def run(self, command: list, **options: Any) -> None:
        """Starts the process and returns when it is up; one that does not come up is stopped, with its data."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, **options)
        if not comes_up(self.process, self.is_up, self.patience):
            words = last_words(self.log)
            self.stop()
            raise Unavailable(f"{self.name} did not start: {words}")

    def is_up(self) -> bool:
        raise NotImplementedError

    def stop(self) -> None:
        """Ends the process by its id and removes its data."""
        if self.process.poll() is None:
            self.process.send_signal(self.ended_by)
        stop(self.process)
        shutil.rmtree(self.home, ignore_errors=True)
