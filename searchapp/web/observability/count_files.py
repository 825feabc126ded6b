"""The files in which a worker stores its counts for the other workers, safe on a full disk.

The library writes to a memory map of a file whose blocks are not allocated. On a full disk, such a write ends the
process by a signal: a full /dev/shm ended every worker at its first counted request.
"""

import contextlib
import logging
import os
from pathlib import Path

from prometheus_client import values
from prometheus_client.mmap_dict import MmapedDict

log = logging.getLogger(__name__)

MIN_FILE_SIZE = 1 << 16
"""The smallest size of a file in bytes."""

MAX_ENTRY_OVERHEAD = 64
"""The maximum number of bytes of an entry without its key."""


class CountFile(MmapedDict):
    """The library's dictionary in a file whose blocks are allocated before they are written.

    Counts for which the file has no room are kept in memory: they are not in `/metrics`.
    """

    def __init__(self, filename: str, read_mode: bool = False):
        self.unsaved: dict[str, tuple[float, float]] = {}
        self.is_open = False
        try:
            allocate(filename)
            super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]
            self.is_open = True
        except OSError as error:
            log.warning("counts of this process are not in /metrics: %s", error)

    def read_value(self, key: str) -> tuple[float, float]:
        """Count and time of a key, which is new or not."""
        if self.has_room(key):
            found: tuple[float, float] = super().read_value(key)  # type: ignore[no-untyped-call]
            return found
        return self.unsaved.setdefault(key, (0.0, 0.0))

    def write_value(self, key: str, value: float, timestamp: float) -> None:
        """Keep the count of a key."""
        if key in self.unsaved:
            self.unsaved[key] = value, timestamp
        else:
            super().write_value(key, value, timestamp)  # type: ignore[no-untyped-call]

    def has_room(self, key: str) -> bool:
        """Whether the file has the key, or blocks for it after it has grown if necessary."""
        if not self.is_open or key in self.unsaved:
            return False
        if key in self._positions:
            return True
        size = self._capacity
        while self._used + len(key.encode()) + MAX_ENTRY_OVERHEAD > size:
            size *= 2
        try:
            os.posix_fallocate(self._f.fileno(), 0, size)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Close the file if there is one."""
        if self.is_open:
            super().close()  # type: ignore[no-untyped-call]


def allocate(filename: str) -> None:
    """Make a file with allocated blocks. On a full disk, the file is removed, because an empty one is unreadable."""
    with Path(filename).open("ab") as file:
        try:
            os.posix_fallocate(file.fileno(), 0, MIN_FILE_SIZE)
        except OSError:
            with contextlib.suppress(OSError):
                Path(filename).unlink()
            raise


def use_count_files() -> None:
    """Let the library store counts in such files, if the system can allocate blocks. Call it before the first count."""
    if hasattr(os, "posix_fallocate"):
        vars(values)["MmapedDict"] = CountFile
