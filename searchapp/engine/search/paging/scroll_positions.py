"""The positions of open scrolls, so that the same scroll id returns the next page each time.

Each scroll has a small file, which all processes of a machine share. If no file can be written, each process keeps the
positions in memory.
"""

import fcntl
import math
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import orjson

Page = TypeVar("Page")
Step = Callable[[Any], tuple[Page, Any]]
"""A function from a position to the page after it, and the position after that page."""

SWEEP_SECONDS = 60
MAX_SECONDS = 86_400
"""Seconds for which the position of a scroll is remembered at most."""


class ScrollPositions:
    """The positions of open scrolls, stored in one folder."""

    def __init__(self, folder: Path):
        self.folder = folder
        self._swept = -math.inf
        self._remembered: dict[str, tuple[float, Any]] = {}

    def advance(self, name: str, position: Any, seconds: float, step: Step[Page]) -> Page:
        """The page after the remembered position of the scroll `name`, or after `position` if none is remembered.

        The position after the page is remembered for `seconds`.
        """
        self._sweep()
        try:
            self.folder.mkdir(exist_ok=True)
            descriptor = os.open(self.folder / name, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return self._advance_here(name, position, seconds, step)
        try:
            return self._advance_file(descriptor, position, seconds, step)
        finally:
            os.close(descriptor)

    def _advance_file(self, descriptor: int, position: Any, seconds: float, step: Step[Page]) -> Page:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        with suppress(ValueError):  # a new file is empty
            position = orjson.loads(os.pread(descriptor, os.fstat(descriptor).st_size, 0))
        page, after = step(position)
        with suppress(OSError):  # a full disk: the next page's own id says where it begins
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, orjson.dumps(after), 0)
            os.utime(descriptor, (time.time(), time.time() + seconds))
        return page

    def _advance_here(self, name: str, position: Any, seconds: float, step: Step[Page]) -> Page:
        _, position = self._remembered.get(name, (0.0, position))
        page, after = step(position)
        self._remembered[name] = time.monotonic() + seconds, after
        return page

    def _sweep(self) -> None:
        """Delete the positions of expired scrolls."""
        moment, now = time.monotonic(), time.time()
        if moment < self._swept + SWEEP_SECONDS:
            return
        self._swept = moment
        self._remembered = {name: known for name, known in self._remembered.items() if known[0] > moment}
        with suppress(OSError):
            for path in self.folder.iterdir():
                with suppress(OSError):
                    if not now <= path.stat().st_mtime <= now + MAX_SECONDS:  # later if the clock was set back
                        path.unlink()
