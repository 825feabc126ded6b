"""A part file of the document store: written once, read through a memory map.

    part      = records, offsets (u64), table (u64, sorted), dictionary, footer (JSON), its length (u32), MAGIC
    record    = version (u32), length of the id (u16), id, source as one zstd frame; a deletion has no frame
    table     = for each record the first 44 bits of its id's hash and 20 bits of its row

The row of a record plus the part's first sequence number is the document's `_seq`.
"""

import json
import mmap
import struct
from bisect import bisect_right
from collections.abc import Callable, Iterable
from hashlib import blake2b
from pathlib import Path
from threading import local
from typing import NamedTuple

from zstandard import ZstdCompressionDict, ZstdDecompressor

MAGIC = b"SAS1"
HEAD = struct.Struct("<IH")
TAIL = struct.Struct("<I4s")
ROW_BITS = 20
MAX_ROW = (1 << ROW_BITS) - 1


class Stored(NamedTuple):
    """A stored document; `raw` is its source as JSON, None if the document is deleted."""

    seq: int
    id: str
    version: int
    raw: bytes | None


def id_hash(id: str) -> int:
    """The hash of an id, 64 bits."""
    return int.from_bytes(blake2b(id.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


class Part:
    """One part file, open for reading from any thread and after a fork."""

    def __init__(self, path: Path):
        self.path = path
        with path.open("rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        length, magic = TAIL.unpack(self._map[-TAIL.size :])
        if magic != MAGIC:
            raise ValueError(f"{path.name} is not a part of a store")
        footer = json.loads(self._map[-TAIL.size - length : -TAIL.size])
        self.first: int = footer["first"]
        self.created: float = footer["created"]
        self.rows: int = footer["rows"]
        self._memory = memoryview(self._map)
        self._offsets = self._column(footer["offsets"], self.rows + 1)
        self._table = self._column(footer["table"], self.rows)
        dictionary = self._map[footer["dictionary"] : footer["dictionary"] + footer["dictionary_size"]]
        self._dictionary = ZstdCompressionDict(dictionary) if dictionary else None
        self._local = local()

    def _column(self, start: int, length: int) -> memoryview:
        return self._memory[start : start + 8 * length].cast("Q")

    def read(self, seq: int) -> Stored:
        """The document with this `_seq`."""
        return self.read_many((seq,))[0]

    def read_many(self, seqs: Iterable[int]) -> list[Stored]:
        """The documents with these `_seq`, in this order; faster than a `read` of each."""
        first, offsets, pages, unpack = self.first, self._offsets, self._map, self._unpacker()
        head, size, new, documents = HEAD.unpack_from, HEAD.size, tuple.__new__, []  # `_make` takes twice as long
        for seq in seqs:
            row = seq - first
            start, end = offsets[row], offsets[row + 1]
            version, id_length = head(pages, start)
            start += size
            body = start + id_length
            raw = unpack(pages[body:end]) if body < end else None  # a copy is faster than a view
            documents.append(new(Stored, (seq, pages[start:body].decode(), version, raw)))
        return documents

    def head(self, seq: int) -> tuple[str, int, bool]:
        """Id, version, and whether the record has a source, which is not decompressed."""
        row = seq - self.first
        start, end = self._offsets[row], self._offsets[row + 1]
        version, id_length = HEAD.unpack_from(self._map, start)
        id_start = start + HEAD.size
        body = id_start + id_length
        return self._map[id_start:body].decode(), version, body < end

    def find(self, id: str, hashed: int) -> int | None:
        """The last `_seq` of an id in this part, which may be a deletion. None if the part does not have the id.

        `hashed` is the `id_hash` of the id.
        """
        wanted = hashed >> ROW_BITS
        position = bisect_right(self._table, (wanted + 1 << ROW_BITS) - 1)
        while position and self._table[position - 1] >> ROW_BITS == wanted:
            position -= 1
            seq = self.first + (self._table[position] & MAX_ROW)
            if self.head(seq)[0] == id:
                return seq
        return None

    def probable(self, hashed: int) -> int | None:
        """The last `_seq` of an id with this hash, as far as the table has it: its record may have another id."""
        position = bisect_right(self._table, hashed | MAX_ROW)
        if not position or (entry := self._table[position - 1]) >> ROW_BITS != hashed >> ROW_BITS:
            return None
        return self.first + (entry & MAX_ROW)

    def _unpacker(self) -> Callable[[bytes], bytes]:
        """The decompressor of this thread, since threads cannot share one."""
        unpack: Callable[[bytes], bytes] | None = getattr(self._local, "unpack", None)
        if unpack is None:
            unpack = self._local.unpack = ZstdDecompressor(dict_data=self._dictionary).decompress
        return unpack
