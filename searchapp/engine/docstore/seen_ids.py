"""The ids that a load has written, in a filter of fixed size."""

import mmap

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
