"""Counts different texts in little memory."""

from collections.abc import Iterable
from zlib import crc32

MAX_HASHES = 1024


class Distinct:
    """Counts different texts: exactly up to MAX_HASHES, then by a sample of their hashes.

    Only hashes that end in `level` zero bits are kept; when there are too many of them, the level rises.
    """

    def __init__(self) -> None:
        self.hashes: set[int] = set()
        self.level = 0
        self.mask = 0

    def add(self, text: str) -> None:
        self.update((text,))

    def update(self, texts: Iterable[str]) -> None:
        """Adds several texts."""
        mask = self.mask
        self.hashes.update([hashed for text in texts if not (hashed := hash_of(text)) & mask])
        while len(self.hashes) > MAX_HASHES:
            self.level += 1
            self.mask = mask = (1 << self.level) - 1
            self.hashes = {one for one in self.hashes if not one & mask}

    def __contains__(self, text: str) -> bool:
        """Whether a text is among the kept ones; the empty text is always kept."""
        return hash_of(text) in self.hashes

    def __len__(self) -> int:
        return len(self.hashes) << self.level


def hash_of(text: str) -> int:
    return crc32(text.encode() if text.isascii() else text.encode("utf-8", "surrogatepass"))
