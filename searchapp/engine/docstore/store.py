"""The sources of a generation, in immutable part files.

The last record of an id counts, so ids are looked up from the newest part to the oldest. A new generation adds a part,
and shares the others with the previous generation.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from .part import Part, Stored, id_hash
from .part_writer import MAX_ROWS, PartWriter

__all__ = ["Store", "Stored", "merge_last_parts"]

PARTS_TO_MERGE = 4


class Store:
    """All parts of one generation."""

    def __init__(self, paths: Sequence[Path]):
        self.parts = sorted((Part(path) for path in paths), key=lambda part: part.first)
        self._firsts = [part.first for part in self.parts]
        self._probables = [part.probable for part in reversed(self.parts)]
        self._newest = [part.find for part in reversed(self.parts)]

    @property
    def next_seq(self) -> int:
        """The `_seq` of the next document."""
        return self.parts[-1].first + self.parts[-1].rows if self.parts else 0

    def find(self, id: str) -> int | None:
        """The `_seq` of a document, None if it does not exist or is deleted."""
        seq = self.find_last(id)
        return seq if seq is not None and self.part(seq).head(seq)[2] else None

    def find_last(self, id: str) -> int | None:
        """The `_seq` of the last record of an id, which may be a deletion."""
        hashed = id_hash(id)
        for find in self._newest:
            seq = find(id, hashed)
            if seq is not None:
                return seq
        return None

    def last_records(self, ids: Sequence[str]) -> list[Stored | None]:
        """The last record of each id, None without one; faster than looking up one after the other."""
        seqs = list(map(self._probables[0] if len(self.parts) == 1 else self._probable, map(id_hash, ids)))
        known = sorted({seq for seq in seqs if seq is not None})
        records = {stored.seq: stored for stored in self.get_many(known)}
        found = [records.get(seq) for seq in seqs]  # type: ignore[arg-type]
        both = zip(found, ids, strict=True)
        return [record if record is None or record.id == id else self._last_record(id) for record, id in both]

    def _last_record(self, id: str) -> Stored | None:
        seq = self.find_last(id)
        return None if seq is None else self.get(seq)

    def _probable(self, hashed: int) -> int | None:
        for probable in self._probables:
            seq = probable(hashed)
            if seq is not None:
                return seq
        return None

    def get(self, seq: int) -> Stored:
        """The document with this `_seq`."""
        return self.part(seq).read(seq)

    def get_many(self, seqs: Iterable[int]) -> list[Stored]:
        """The documents in the order of `seqs`, which is fastest in ascending order."""
        if len(self.parts) == 1:
            return self.parts[0].read_many(seqs)
        return [stored for part, some in groupby(seqs, self.part) for stored in part.read_many(some)]

    def ids(self, seqs: Iterable[int]) -> list[str]:
        """The ids of documents, in the order of `seqs`."""
        return [self.part(seq).head(seq)[0] for seq in seqs]

    def part(self, seq: int) -> Part:
        """The part that has this `_seq`."""
        return self.parts[bisect_right(self._firsts, seq) - 1]

    def all(self) -> Iterator[Stored]:
        """Every live document in load order."""
        for part in self.parts:
            for seq in range(part.first, part.first + part.rows):
                if part.head(seq)[2] and self.find(part.head(seq)[0]) == seq:
                    yield part.read(seq)

    def deletions(self, since: float) -> Iterator[Stored]:
        """The last record of each id that was deleted since a moment."""
        for part in self.parts:
            if part.created < since:
                continue
            for seq in range(part.first, part.first + part.rows):
                id, _, is_alive = part.head(seq)
                if not is_alive and self.find_last(id) == seq:
                    yield part.read(seq)


def merge_last_parts(paths: Sequence[Path]) -> None:
    """Merge the last parts into one if there are several of similar size, so that few parts remain."""
    store = Store(paths)
    chosen = _of_one_size(store.parts)
    if len(chosen) < PARTS_TO_MERGE:
        return
    writer = PartWriter(chosen[0].path.with_suffix(".merged"), chosen[0].first)
    writer.created = chosen[-1].created
    for part in chosen:
        for seq in range(part.first, part.first + part.rows):
            _, id, version, raw = part.read(seq)
            writer.add(id, version, raw if store.find_last(id) == seq else None)
    writer.close()
    for part in chosen:
        part.path.unlink()
    writer.path.rename(chosen[0].path)


def _of_one_size(parts: list[Part]) -> list[Part]:
    chosen, rows = parts[-1:], parts[-1].rows
    for part in reversed(parts[:-1]):
        if part.rows > PARTS_TO_MERGE * rows or rows + part.rows > MAX_ROWS:
            break
        chosen.insert(0, part)
        rows += part.rows
    return chosen
