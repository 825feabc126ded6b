"""Watches the files of an open generation. After damage is detected, every search of it fails with a 503."""

import logging
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from ..errors import EngineError
from .manifest import Manifest, checked_manifest, large_files, verify, verify_large

log = logging.getLogger(__name__)

CHECK_SECONDS = 0.2
"""Seconds between two checks of sizes and times of the files. A check of 100 files takes 0.2 milliseconds."""
MIN_VERIFY_SECONDS = 60
"""Minimal seconds between two comparisons of all sums, even if many requests fail."""

VERIFY_DELAY = 10.0
"""Seconds after opening at which the sums of large files are compared in the background."""
VERIFY_PAUSE = 0.05
"""Seconds of pause after each compared megabyte: comparing takes a twentieth of a processor, 50 s for a gigabyte."""

Fingerprint = dict[str, tuple[int, int, int]]


class Watch:
    """Compares the files of one generation with their state at opening; `damage` is the error if one is damaged.

    `is_verified` is true once the sums of all files have been compared.
    """

    def __init__(self, folder: Path, generation: str):
        self.folder = folder
        self.generation = generation
        self.damage: EngineError | None = None
        self.is_verified = False
        self._before = fingerprint(folder, generation)
        self._next_check = time.monotonic() + CHECK_SECONDS
        self._next_verify = 0.0

    def verify_in_background(self, manifest: Manifest) -> None:
        """Compare the sums that were not compared at opening, a little later and slowly."""
        if not large_files(manifest):
            self.is_verified = True
            return
        timer = threading.Timer(VERIFY_DELAY, self._verify_large, [manifest])
        timer.daemon = True
        timer.start()

    def _verify_large(self, manifest: Manifest) -> None:
        try:
            self._compare(lambda folder, generation: verify_large(folder, generation, manifest, VERIFY_PAUSE))
        except (EngineError, OSError):  # the generation is damaged, or was removed while its files are open
            return
        self.is_verified = True

    def check(self) -> None:
        """Raise EngineError 503 if a file is damaged. Removed files are ignored, because they are still open."""
        if self.damage is not None:
            raise EngineError(*self.damage.args)
        if time.monotonic() < self._next_check:
            return
        now = fingerprint(self.folder, self.generation)
        if any(self._before.get(name) != status for name, status in now.items()):
            self._compare(checked_manifest)
        self._before |= now
        self._next_check = time.monotonic() + CHECK_SECONDS

    def verify_after(self, error: BaseException) -> None:
        """Compare all sums, because reading failed with `error`. EngineError 503 if a file is damaged."""
        if self.damage is None and time.monotonic() < self._next_verify:
            return
        self._next_verify = time.monotonic() + MIN_VERIFY_SECONDS
        try:
            self.check()
            self._compare(verify)
        except EngineError as damage:
            raise damage from error

    def _compare(self, compare) -> None:  # type: ignore[no-untyped-def]
        try:
            compare(self.folder, self.generation)
        except EngineError as error:
            if error.status != 503:  # the generation was removed; its files are still open
                return
            log.error("%s", error.reason)
            self.damage = error
            raise


def fingerprint(folder: Path, generation: str) -> Fingerprint:
    """Size, time of the last change and inode of every file of a generation; empty if it was removed."""
    return {name: (status.st_size, status.st_mtime_ns, status.st_ino) for name, status in _files(folder / generation)}


def _files(folder: Path, above: str = "") -> Iterator[tuple[str, os.stat_result]]:
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir():
                    yield from _files(Path(entry.path), f"{above}{entry.name}/")
                elif not entry.name.endswith(".lock"):
                    yield above + entry.name, entry.stat()
    except FileNotFoundError:
        return
