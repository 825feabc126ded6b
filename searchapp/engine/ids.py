"""The ids seen in one load, in little memory."""

from array import array

FIRST_SLOTS = 1024


class IdSet:
    """The hashes of ids, at 16 to 32 bytes an id: "in it" is to be checked, "not in it" is sure."""

    def __init__(self) -> None:
        self._slots = array("Q", bytes(8 * FIRST_SLOTS))
        self._count = 0

    def __contains__(self, hashed: int) -> bool:
        return self._slots[self._place(hashed | 1)] != 0

    def add(self, hashed: int) -> None:
        key = hashed | 1
        place = self._place(key)
        if self._slots[place]:
            return
        self._slots[place] = key
        self._count += 1
        if 2 * self._count > len(self._slots):
            self._grow()

    def _place(self, key: int) -> int:
        """Where the key stands, or where it would."""
        slots = self._slots
        place = key % len(slots)
        while slots[place] and slots[place] != key:
            place = (place + 1) % len(slots)
        return place

    def _grow(self) -> None:
        old, self._slots = self._slots, array("Q", bytes(16 * len(self._slots)))
        for key in old:
            if key:
                self._slots[self._place(key)] = key
