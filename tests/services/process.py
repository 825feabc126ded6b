"""Free ports, and processes that are waited for and ended by their ids."""

import contextlib
import fcntl
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest


def heed_interrupts() -> None:
    """For a process about to start: Ctrl-C and a closed terminal end it, also where the tests run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


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


def comes_up(process: subprocess.Popen, is_up: Callable[[], bool], patience: float) -> bool:
    """Whether a process we started is up before the patience ends; one that is not is stopped."""
    end = time.monotonic() + patience
    while time.monotonic() < end and process.poll() is None:
        if is_up():
            return True
        time.sleep(0.01)
    stop(process)
    return False


def wait_until(holds: Callable[[], object], patience: float = 60.0) -> None:
    """Returns as soon as it holds; a test whose patience ends fails."""
    end = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < end, f"waited {patience:.0f} s in vain"
        time.sleep(0.02)


def freeze(pid: int) -> None:
    """Stops a process with SIGSTOP, and returns when none of its threads runs."""
    os.kill(pid, signal.SIGSTOP)

    def states() -> set[str]:
        found = set()
        for status in Path(f"/proc/{pid}/task").glob("*/stat"):
            with contextlib.suppress(OSError):
                found.add(status.read_text().rpartition(") ")[2][0])
        return found

    wait_until(lambda: states() <= {"T"})


def last_words(log: Path) -> str:
    return log.read_text(errors="replace")[-2000:]


def running(service: Any) -> Iterator[Any]:
    """The service for a fixture, which is stopped in the end; without it the tests are skipped."""
    try:
        started = service()
    except Unavailable as reason:
        pytest.skip(f"no {service.name}: {reason}")
    yield started
    started.stop()


def serve_by_hand(service: Any) -> None:
    """Says where a service is and waits until it is interrupted."""
    print(service.url, f"(process {service.process.pid})", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: service.process.terminate())
    try:
        service.process.wait()
    except KeyboardInterrupt:
        print("stopping")
    finally:
        service.stop()


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """One process at a time does what stands inside."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
