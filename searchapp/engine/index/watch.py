"""Watches the files of an open generation: after damage is found, nothing more is answered from it."""

import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path

from ..errors import EngineError
from .manifest import checked_manifest, verify

log = logging.getLogger(__name__)

CHECK_EVERY = 0.2
"""Seconds between two looks at the sizes and times of the files: 100 files take 0.2 milliseconds."""
VERIFY_EVERY = 60
"""Seconds between two comparisons of all sums, however many requests fail."""

Fingerprint = dict[str, tuple[int, int, int]]


class Watch:
    """The files of one generation since it was opened; `damage` is the error once one of them was found damaged."""

    def __init__(self, folder: Path, generation: str):
        self.folder = folder
        self.generation = generation
        self.damage: EngineError | None = None
        self._before = fingerprint(folder, generation)
        self._next_check = time.monotonic() + CHECK_EVERY
        self._next_verify = 0.0

    def check(self) -> None:
        """EngineError 503 when a file was found damaged. Files that were removed do not matter: they are open."""
        if self.damage is not None:
            raise EngineError(*self.damage.args)
        if time.monotonic() < self._next_check:
            return
        now = fingerprint(self.folder, self.generation)
        if any(self._before.get(name) != status for name, status in now.items()):
            self._compare(checked_manifest)
        self._before |= now
        self._next_check = time.monotonic() + CHECK_EVERY

    def verify_after(self, error: BaseException) -> None:
        """Compare all sums, because reading failed with `error`; EngineError 503 when a file is damaged."""
        if self.damage is None and time.monotonic() < self._next_verify:
            return
        self._next_verify = time.monotonic() + VERIFY_EVERY
        try:
            self.check()
            self._compare(verify)
        except EngineError as damage:
            raise damage from error

    def _compare(self, compare) -> None:  # type: ignore[no-untyped-def]
        try:
            compare(self.folder, self.generation)
        except EngineError as error:
            if error.status != 503:  # removed as a whole, which an open generation outlives
                return
            log.error("%s", error.reason)
            self.damage = error
            raise


def fingerprint(folder: Path, generation: str) -> Fingerprint:
    """Size, time of the last change and inode of every file of a generation; empty when it is gone."""
    return {name: (status.st_size, status.st_mtime_ns, status.st_ino) for name, status in _files(folder / generation)}


def _files(place: Path, above: str = "") -> Iterator[tuple[str, os.stat_result]]:
    try:
        with os.scandir(place) as entries:
            for entry in entries:
                if entry.is_dir():
                    yield from _files(Path(entry.path), f"{above}{entry.name}/")
                elif not entry.name.endswith(".lock"):
                    yield above + entry.name, entry.stat()
    except FileNotFoundError:
        return
