"""Returns free memory of a worker to the system from time to time; the C library keeps some for the next answers.

Every thread has an arena of its own, and free memory between used blocks is never returned by itself: after
requests of unusual size a worker held 150 MB that nothing used.
"""

import ctypes
import os
import time
from pathlib import Path

KEPT_BYTES = 16 << 20
"""Free bytes that the C library keeps. Returning and allocating them again costs a tenth of a large answer."""

GROWTH_BYTES = 32 << 20
"""Bytes by which a process grows before its free memory is returned."""

CHECK_SECONDS = 10.0
"""Seconds between two checks of the size of the process."""

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
STATM = Path("/proc/self/statm")


class Memory:
    """The memory of this process. Does nothing unless the system is Linux with glibc."""

    def __init__(self) -> None:
        library = ctypes.CDLL(None)
        self.trim = getattr(library, "malloc_trim", None) if STATM.exists() else None
        self.mallopt = getattr(library, "mallopt", None)
        self.least = self.looked = 0.0

    def keep(self) -> None:
        """Let the C library keep some free memory."""
        if self.mallopt:
            self.mallopt(M_TRIM_THRESHOLD, KEPT_BYTES)
            self.mallopt(M_MMAP_THRESHOLD, KEPT_BYTES)

    def give_back(self) -> None:
        """Return free memory if the process has grown since the last time; checks only every few seconds."""
        now = time.monotonic()
        if self.trim is None or now < self.looked + CHECK_SECONDS:
            return
        self.looked = now
        if resident() > self.least + GROWTH_BYTES:
            self.trim(0)
            self.least = resident()


def resident() -> int:
    """The bytes of this process that are in memory."""
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
