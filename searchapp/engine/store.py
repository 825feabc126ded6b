"""The sources of a generation: immutable part files, read through a memory map.

    part      = header, records, offsets (u64), table (u64, sorted), dictionary, footer (JSON), its length (u32), MAGIC
    record    = version (u32), length of the id (u16), id, source as one zstd frame; a deletion has no frame
    table     = for each record the first 44 bits of its id's hash and 20 bits of its row

The row of a record plus the part's first sequence number is the document's `_seq`. A later record of an id replaces the
earlier ones, so the parts are asked from the newest to the oldest. Nothing is ever changed in a part: a new generation
adds one, and shares the others with the generation before it.
"""

import json
import mmap
import os
import struct
import time
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from threading import local
from typing import NamedTuple

from zstandard import ZstdCompressionDict, ZstdCompressor, ZstdDecompressor, ZstdError, train_dictionary

MAGIC = b"SAS1"
HEAD = struct.Struct("<IH")
TAIL = struct.Struct("<I4s")
ROW_BITS = 20
MAX_ROW = (1 << ROW_BITS) - 1
MAX_ROWS = 1 << 18
MERGED_AT = 4
MAX_ID = 512
SAMPLES = 1000
MIN_SAMPLES = 64
DICTIONARY_SIZE = 65536
LEVEL = 3


class Stored(NamedTuple):
    """A document as it was given; `raw` is its source as JSON, None where the document is deleted."""

    seq: int
    id: str
    version: int
    raw: bytes | None


def id_hash(id: str) -> int:
    return int.from_bytes(blake2b(id.encode(), digest_size=8).digest(), "little")


class Part:
    """One part file, open for reading from any thread and after a fork."""

    def __init__(self, path: Path):
        self.path = path
        with path.open("rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        length, magic = TAIL.unpack(self._map[-TAIL.size:])
        if magic != MAGIC:
            raise ValueError(f"{path.name} is not a part of a store")
        footer = json.loads(self._map[-TAIL.size - length:-TAIL.size])
        self.first: int = footer["first"]
        self.created: float = footer["created"]
        self.rows: int = footer["rows"]
        self._view = memoryview(self._map)
        self._offsets = self._column(footer["offsets"], self.rows + 1)
        self._table = self._column(footer["table"], self.rows)
        dictionary = self._map[footer["dictionary"]:footer["dictionary"] + footer["dictionary_size"]]
        self._dictionary = ZstdCompressionDict(dictionary) if dictionary else None
        self._local = local()

    def _column(self, start: int, length: int) -> memoryview:
        return self._view[start:start + 8 * length].cast("Q")

    def read(self, seq: int) -> Stored:
        row = seq - self.first
        start, end = self._offsets[row], self._offsets[row + 1]
        version, id_length = HEAD.unpack_from(self._map, start)
        id_start = start + HEAD.size
        body = id_start + id_length
        id = self._map[id_start:body].decode()
        return Stored(seq, id, version, self._unpack(self._view[body:end]) if body < end else None)

    def head(self, seq: int) -> tuple[str, int, bool]:
        """Id, version, and whether it has a source; nothing is unpacked."""
        row = seq - self.first
        start, end = self._offsets[row], self._offsets[row + 1]
        version, id_length = HEAD.unpack_from(self._map, start)
        id_start = start + HEAD.size
        body = id_start + id_length
        return self._map[id_start:body].decode(), version, body < end

    def find(self, id: str, hashed: int) -> int | None:
        """The last `_seq` of an id here, a deletion's too."""
        wanted = hashed >> ROW_BITS
        position = bisect_right(self._table, (wanted + 1 << ROW_BITS) - 1)
        while position and self._table[position - 1] >> ROW_BITS == wanted:
            position -= 1
            seq = self.first + (self._table[position] & MAX_ROW)
            if self.head(seq)[0] == id:
                return seq
        return None

    def close(self) -> None:
        self._offsets.release()
        self._table.release()
        self._view.release()
        self._map.close()

    def _unpack(self, frame: memoryview) -> bytes:
        unpack = getattr(self._local, "unpack", None)
        if unpack is None:
            unpack = self._local.unpack = ZstdDecompressor(dict_data=self._dictionary).decompress
        return unpack(frame)


class Store:
    """The parts of one generation together."""

    def __init__(self, paths: Sequence[Path]):
        self.parts = sorted((Part(path) for path in paths), key=lambda part: part.first)
        self._firsts = [part.first for part in self.parts]
        self._newest = [part.find for part in reversed(self.parts)]

    @property
    def next_seq(self) -> int:
        return self.parts[-1].first + self.parts[-1].rows if self.parts else 0

    def find(self, id: str) -> int | None:
        """The `_seq` of a live document, None where there is none."""
        seq = self.find_last(id)
        return seq if seq is not None and self.part(seq).head(seq)[2] else None

    def find_last(self, id: str) -> int | None:
        """As `find`, but a deletion's record counts."""
        hashed = id_hash(id)
        for find in self._newest:
            seq = find(id, hashed)
            if seq is not None:
                return seq
        return None

    def get(self, seq: int) -> Stored:
        return self.part(seq).read(seq)

    def get_many(self, seqs: Iterable[int]) -> list[Stored]:
        if len(self.parts) == 1:
            return [*map(self.parts[0].read, seqs)]
        return [self.part(seq).read(seq) for seq in seqs]

    def ids(self, seqs: Iterable[int]) -> list[str]:
        return [self.part(seq).head(seq)[0] for seq in seqs]

    def part(self, seq: int) -> Part:
        return self.parts[bisect_right(self._firsts, seq) - 1]

    def all(self) -> Iterator[Stored]:
        """Every live document in load order."""
        for part in self.parts:
            for seq in range(part.first, part.first + part.rows):
                if part.head(seq)[2] and self.find(part.head(seq)[0]) == seq:
                    yield part.read(seq)

    def close(self) -> None:
        for part in self.parts:
            part.close()


def merge_last_parts(paths: Sequence[Path]) -> None:
    """Put the last parts into one when several are of about a size, so that their number stays small."""
    store = Store(paths)
    chosen = _of_one_size(store.parts)
    if len(chosen) < MERGED_AT:
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
        if part.rows > MERGED_AT * rows or rows + part.rows > MAX_ROWS:
            break
        chosen.insert(0, part)
        rows += part.rows
    return chosen


class PartWriter:
    """Writes one part; `add` gives the `_seq`. Without `close` the file is no part."""

    def __init__(self, path: Path, first: int, dictionary: bytes | None = None):
        self.path = path
        self.first = first
        self.created = time.time()
        self.dictionary = dictionary
        self._file = path.open("w+b")
        self._rows: dict[int, int] = {}
        self._deletions: set[int] = set()
        self._offsets = array("Q")
        self._table = array("Q")
        self._position = 0
        self._waiting: list[tuple[bytes, bytes | None]] = []
        self._compress = _compressor(dictionary) if dictionary is not None else None

    @property
    def rows(self) -> int:
        return len(self._table)

    @property
    def full(self) -> bool:
        return self.rows >= MAX_ROWS

    def add(self, id: str, version: int, raw: bytes | None) -> int:
        row = self.rows
        hashed = id_hash(id)
        self._rows[hashed] = row
        if raw is None:
            self._deletions.add(row)
        self._table.append(hashed >> ROW_BITS << ROW_BITS | row)
        name = id.encode()
        head = HEAD.pack(version, len(name)) + name
        if self._compress is None:
            self._waiting.append((head, raw))
            if len(self._waiting) >= SAMPLES:
                self._start()
        else:
            self._write(head, raw)
        return self.first + row

    def find(self, id: str) -> tuple[int, int, bool] | None:
        """The `_seq` and the version of an id that stands here already, and whether it has a source."""
        row = self._rows.get(id_hash(id))
        if row is None:
            return None
        head = self._head(row)
        version, length = HEAD.unpack_from(head)
        if head[HEAD.size : HEAD.size + length] != id.encode():
            return None
        return self.first + row, version, row not in self._deletions

    def _head(self, row: int) -> bytes:
        if self._compress is None:
            return self._waiting[row][0]
        self._file.flush()
        return os.pread(self._file.fileno(), HEAD.size + MAX_ID, self._offsets[row])

    def close(self) -> None:
        """Write the tables and the footer, and flush to the disk."""
        if self._compress is None:
            self._start()
        self._offsets.append(self._position)
        starts = []
        for block in (b"\0" * (-self._position % 8), self._offsets, array("Q", sorted(self._table)), self.dictionary):
            starts.append(self._position)
            self._position += self._file.write(block or b"")
        footer = {"first": self.first, "rows": self.rows, "created": self.created, "offsets": starts[1],
                  "table": starts[2], "dictionary": starts[3], "dictionary_size": len(self.dictionary or b"")}
        encoded = json.dumps(footer).encode()
        self._file.write(encoded + TAIL.pack(len(encoded), MAGIC))
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def abandon(self) -> None:
        """Leave no file behind, unless it is closed already."""
        if not self._file.closed:
            self._file.close()
            self.path.unlink()

    def _start(self) -> None:
        self.dictionary = _trained([raw for _, raw in self._waiting if raw])
        self._compress = _compressor(self.dictionary)
        for head, raw in self._waiting:
            self._write(head, raw)
        self._waiting = []

    def _write(self, head: bytes, raw: bytes | None) -> None:
        assert self._compress is not None
        record = head if raw is None else head + self._compress(raw)
        self._offsets.append(self._position)
        self._position += self._file.write(record)


def _compressor(dictionary: bytes | None):  # type: ignore[no-untyped-def]
    data = ZstdCompressionDict(dictionary) if dictionary else None
    if data:
        data.precompute_compress(level=LEVEL)
    return ZstdCompressor(level=LEVEL, dict_data=data, write_checksum=True, write_dict_id=False).compress


def _trained(samples: list[bytes | bytearray | memoryview]) -> bytes:
    """A dictionary for documents like these; empty where they are too few to gain from one."""
    if len(samples) < MIN_SAMPLES:
        return b""
    try:
        return train_dictionary(DICTIONARY_SIZE, samples).as_bytes()
    except ZstdError:
        return b""


class IdSet:
    """The hashes of the ids seen in one load, at 16 bytes an id: "maybe seen" is to be checked, "not seen" is sure."""

    def __init__(self) -> None:
        self._slots = array("Q", bytes(8 * 1024))
        self._count = 0

    def add(self, hashed: int) -> bool:
        """Remember a hash; whether it was there before."""
        key = hashed | 1
        slots = self._slots
        position = key % len(slots)
        while slots[position]:
            if slots[position] == key:
                return True
            position = (position + 1) % len(slots)
        slots[position] = key
        self._count += 1
        if 2 * self._count > len(slots):
            self._grow()
        return False

    def _grow(self) -> None:
        old, self._slots, self._count = self._slots, array("Q", bytes(16 * len(self._slots))), 0
        for key in old:
            if key:
                self.add(key)
