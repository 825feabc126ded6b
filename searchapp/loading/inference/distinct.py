"""Counts different texts in bounded memory."""

from zlib import crc32

MAX_KEPT = 1024


class Distinct:
    """Counts different texts: exactly up to MAX_KEPT, then by a sample of their hashes.

    Only hashes that end in `level` zero bits are kept; when there are too many of them, the level rises.
    """

    def __init__(self) -> None:
        self.hashes: set[int] = set()
        self.level = 0
        self.mask = 0

    def add(self, text: str) -> None:
        hashed = crc32(text.encode("utf-8", "surrogatepass"))
        if hashed & self.mask:
            return
        self.hashes.add(hashed)
        if len(self.hashes) > MAX_KEPT:
            self.level += 1
            self.mask = (1 << self.level) - 1
            self.hashes = {one for one in self.hashes if not one & self.mask}

    def __len__(self) -> int:
        return len(self.hashes) << self.level
