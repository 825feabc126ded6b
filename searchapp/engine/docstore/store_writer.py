"""Writes the sources of a new generation, and lists the documents that they replace."""

import mmap
import time
from pathlib import Path

from .part import Part, Stored, id_hash
from .part_writer import PartWriter
from .store import Store

DELETIONS_REMEMBERED = 60
"""Seconds after which a deleted id starts at version 1 again: Elasticsearch's `index.gc_deletes`."""

FILTER_BITS = 1 << 27
PRIVATE = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS

Earlier = tuple[int | None, int]
"""The `_seq` of an id's document, None if it is deleted, and the id's last version."""


class StoreWriter:
    """Adds parts to a folder that holds the parts of the previous generation."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.replaced: list[int] = []
        """`_seq` of the documents that are replaced or deleted."""
        self._before = Store(part_files(folder))
        self._parts: list[Part] = []
        self._seen = SeenIds()
        self._start(self._before.next_seq, None)

    @property
    def changed(self) -> bool:
        """Whether a document was written."""
        return self._part.rows > 0 or bool(self._parts)

    def put(self, id: str, raw: bytes | None) -> int:
        """Store the source of an id, or a deletion if it is None, in place of an earlier one, and return its `_seq`."""
        earlier, version = self._earlier(id)
        if earlier is not None:
            self.replaced.append(earlier)
        return self._write(id, version + 1, raw)

    def keep(self, stored: Stored) -> int:
        """Store a source with its version unchanged, and return its new `_seq`."""
        return self._write(stored.id, stored.version, stored.raw)

    def delete(self, id: str) -> bool:
        """Store a deletion, which increases the id's version, and return whether there was a document."""
        before = len(self.replaced)
        self.put(id, None)
        return len(self.replaced) > before

    def close(self) -> None:
        """Complete the last part, or remove it if it is empty."""
        if self._part.rows:
            self._part.close()
        else:
            self._part.abandon()

    def abandon(self) -> None:
        """Delete the unfinished part. After `close` this does nothing."""
        self._part.abandon()

    def _write(self, id: str, version: int, raw: bytes | None) -> int:
        self._seen.add(id_hash(id))
        if self._part.full:
            self._part.close()
            self._parts.append(Part(self._part.path))
            self._start(self._part.first + self._part.rows, self._part.dictionary)
        return self._part.add(id, version, raw)

    def _start(self, first: int, dictionary: bytes | None) -> None:
        self._part = PartWriter(self.folder / f"sources-{first:012d}.part", first, dictionary)

    def _earlier(self, id: str) -> Earlier:
        if id_hash(id) in self._seen:
            here = self._part.find(id)
            if here is None:
                here = next((record for part in reversed(self._parts) if (record := _last_record(part, id))), None)
            if here is not None:
                seq, version, alive = here
                return seq if alive else None, version
        return self._earlier_before(id) if self._before.parts else (None, 0)

    def _earlier_before(self, id: str) -> Earlier:
        seq = self._before.find_last(id)
        if seq is None:
            return None, 0
        part = self._before.part(seq)
        _, version, alive = part.head(seq)
        if alive:
            return seq, version
        forgotten = time.time() - part.created > DELETIONS_REMEMBERED
        return None, 0 if forgotten else version


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
        """Note the hash of an id."""
        bit = hashed % FILTER_BITS
        self._bytes[bit >> 3] |= 1 << (bit & 7)


def part_files(folder: Path) -> list[Path]:
    """The parts in a folder, the oldest first."""
    return sorted(folder.glob("*.part"))


def _last_record(part: Part, id: str) -> tuple[int, int, bool] | None:
    seq = part.find(id, id_hash(id))
    return None if seq is None else (seq, *part.head(seq)[1:])
