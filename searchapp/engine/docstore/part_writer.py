"""Writes a part file, whose format part.py describes."""

import json
import os
import time
from array import array
from collections.abc import Sequence
from pathlib import Path

from zstandard import ZstdCompressionDict, ZstdCompressor, ZstdError, train_dictionary

from .part import HEAD, MAGIC, ROW_BITS, TAIL, id_hash

MAX_ROWS = 1 << 18
MAX_SAMPLES = 1000
MIN_SAMPLES = 64
DICTIONARY_SIZE = 65536
COMPRESSION_LEVEL = 3
TABLE_SLICES = 8


class PartWriter:
    """Writes one part. The file is complete only after `close`."""

    def __init__(self, path: Path, first: int, dictionary: bytes | None = None):
        self.path = path
        self.first = first
        self.created = time.time()
        self.dictionary = dictionary
        self._file = path.open("w+b")
        self._hashes = array("Q")
        self._last_rows: dict[int, int] = {}
        """The last row of each hash: 18 MB for a full part."""
        self._deletions: set[int] = set()
        self._offsets = array("Q")
        self._position = 0
        self._waiting: list[tuple[bytes, bytes | None]] = []
        self._compress = _compressor(dictionary) if dictionary is not None else None

    @property
    def rows(self) -> int:
        """The number of documents so far."""
        return len(self._hashes)

    @property
    def full(self) -> bool:
        """Whether the next document needs another part."""
        return self.rows >= MAX_ROWS

    def add(self, id: str, version: int, raw: bytes | None) -> int:
        """Write a record, of a deletion if `raw` is None, and return its `_seq`."""
        row, hashed = self.rows, id_hash(id)
        self._hashes.append(hashed)
        self._last_rows[hashed] = row
        if raw is None:
            self._deletions.add(row)
        name = id.encode()
        head = HEAD.pack(version, len(name)) + name
        if self._compress is None:
            self._waiting.append((head, raw))
            if len(self._waiting) >= MAX_SAMPLES:
                self._start()
        else:
            self._write(head, raw)
        return self.first + row

    def find(self, id: str) -> tuple[int, int, bool] | None:
        """`_seq`, version and whether there is a source, of the last record of an id in this part; None without one."""
        row = self._last_rows.get(id_hash(id))
        if row is None:
            return None
        name = id.encode()
        head = self._head(row, len(name))
        version, length = HEAD.unpack_from(head)
        if length != len(name) or head[HEAD.size :] != name:
            return None
        return self.first + row, version, row not in self._deletions

    def _head(self, row: int, id_length: int) -> bytes:
        """The start of a record: its head, and as many bytes of the id as `id_length` says."""
        if self._compress is None:
            return self._waiting[row][0][: HEAD.size + id_length]
        self._file.flush()
        return os.pread(self._file.fileno(), HEAD.size + id_length, self._offsets[row])

    def close(self) -> None:
        """Write the tables and the footer, and flush to the disk."""
        if self._compress is None:
            self._start()
        self._offsets.append(self._position)
        starts = []
        for block in (b"\0" * (-self._position % 8), self._offsets, _table(self._hashes), self.dictionary):
            starts.append(self._position)
            self._position += self._file.write(block or b"")
        footer = {
            "first": self.first,
            "rows": self.rows,
            "created": self.created,
            "offsets": starts[1],
            "table": starts[2],
            "dictionary": starts[3],
            "dictionary_size": len(self.dictionary or b""),
        }
        encoded = json.dumps(footer).encode()
        self._file.write(encoded + TAIL.pack(len(encoded), MAGIC))
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def abandon(self) -> None:
        """Delete the file, unless it was closed."""
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


def _table(hashes: Sequence[int]) -> "array[int]":
    """The sorted table, computed in slices: sorting all numbers at once would take six times the memory."""
    table = array("Q")
    for number in range(TABLE_SLICES):
        rows = (row for row, hashed in enumerate(hashes) if hashed * TABLE_SLICES >> 64 == number)
        table.extend(sorted(hashes[row] >> ROW_BITS << ROW_BITS | row for row in rows))
    return table


def _compressor(dictionary: bytes | None):  # type: ignore[no-untyped-def]
    data = ZstdCompressionDict(dictionary) if dictionary else None
    if data:
        data.precompute_compress(level=COMPRESSION_LEVEL)
    return ZstdCompressor(level=COMPRESSION_LEVEL, dict_data=data, write_checksum=True, write_dict_id=False).compress


def _trained(samples: list[bytes | bytearray | memoryview]) -> bytes:
    """A zstd dictionary trained on these documents; empty if they are too few."""
    if len(samples) < MIN_SAMPLES:
        return b""
    try:
        return train_dictionary(DICTIONARY_SIZE, samples).as_bytes()
    except ZstdError:
        return b""
