"""Free ports, and processes that are ended by their ids."""

import contextlib
import fcntl
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path


class Unavailable(Exception):
    """A service cannot be had on this machine; the text says why."""


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def stop(process: subprocess.Popen, patience: float = 20) -> None:
    """Ends a process we started: asked first, then killed."""
    if process.poll() is None:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
    if process.poll() is None:
        process.kill()
        process.wait()


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """One process at a time does what stands inside."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
