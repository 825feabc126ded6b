"""The ids of one load, in memory that does not grow with their number."""

import mmap
from array import array

MARKS = 1 << 27
PRIVATE = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS


class SeenIds:
    """A mark for each id, 16 MB in all: "in it" is to be checked, "not in it" is sure.

    With four million marks, one in thirty of the new ids is checked in vain; with fifty million, one in three.
    """

    def __init__(self) -> None:
        self._marks = mmap.mmap(-1, MARKS >> 3, flags=PRIVATE)  # a page of it takes memory when it is first written

    def __contains__(self, hashed: int) -> bool:
        mark = hashed % MARKS
        return self._marks[mark >> 3] >> (mark & 7) & 1 == 1

    def add(self, hashed: int) -> None:
        mark = hashed % MARKS
        self._marks[mark >> 3] |= 1 << (mark & 7)


class Rows:
    """The hashes of the ids of a part's rows, and the last row of each; at most half as many rows as `slots`."""

    def __init__(self, slots: int) -> None:
        self.hashes = array("Q")
        self._slots = array("I", bytes(4 * slots))
        """A row and one, or 0."""

    def add(self, hashed: int) -> None:
        """The next row."""
        place = self._place(hashed)
        self.hashes.append(hashed)
        self._slots[place] = len(self.hashes)

    def last(self, hashed: int) -> int | None:
        row = self._slots[self._place(hashed)]
        return row - 1 if row else None

    def _place(self, hashed: int) -> int:
        """Where the hash stands, or where it would."""
        slots, hashes = self._slots, self.hashes
        place = hashed % len(slots)
        while (row := slots[place]) and hashes[row - 1] != hashed:
            place = (place + 1) % len(slots)
        return place
