"""The ids that a load has written: a filter of fixed size for all, and an exact table for the rows of one part."""

import mmap
from array import array

FILTER_BITS = 1 << 27
PRIVATE = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS


class SeenIds:
    """A Bloom filter with one hash, 16 MB of memory: "not in it" is certain, "in it" must be checked.

    With four million ids, one in thirty of the new ids is checked needlessly; with fifty million, one in three.
    """

    def __init__(self) -> None:
        self._bytes = mmap.mmap(
            -1, FILTER_BITS >> 3, flags=PRIVATE
        )  # a page of it takes memory when it is first written

    def __contains__(self, hashed: int) -> bool:
        bit = hashed % FILTER_BITS
        return self._bytes[bit >> 3] >> (bit & 7) & 1 == 1

    def add(self, hashed: int) -> None:
        bit = hashed % FILTER_BITS
        self._bytes[bit >> 3] |= 1 << (bit & 7)


class Rows:
    """A hash table from the hash of an id to its last row in a part. It takes half as many rows as it has slots."""

    def __init__(self, slots: int) -> None:
        self.hashes = array("Q")
        self._slots = array("I", bytes(4 * slots))
        """The row plus 1, or 0 for an empty slot."""

    def add(self, hashed: int) -> None:
        """Add the next row."""
        slot = self._slot(hashed)
        self.hashes.append(hashed)
        self._slots[slot] = len(self.hashes)

    def last(self, hashed: int) -> int | None:
        """The last row with this hash, or None."""
        row = self._slots[self._slot(hashed)]
        return row - 1 if row else None

    def _slot(self, hashed: int) -> int:
        """The slot of the hash, or the empty slot for it."""
        slots, hashes = self._slots, self.hashes
        slot = hashed % len(slots)
        while (row := slots[slot]) and hashes[row - 1] != hashed:
            slot = (slot + 1) % len(slots)
        return slot
