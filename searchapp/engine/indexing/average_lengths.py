"""Sets the average field lengths of BM25 to Lucene's, by changing tantivy's `.idx` files.

For the average length of a field, tantivy divides the number of terms by the number of all documents, Lucene by the
number of documents that have the field. tantivy has no setting for it. So this module changes the number of terms
that a segment's `.idx` file stores for each field, so that tantivy's division gives Lucene's average. tantivy uses the
number for nothing else.

This is the format of tantivy 0.27; tests/unit/engine/test_tantivy_internals.py watches it.
"""

import json
import os
import shutil
import struct
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from .segments import max_docs, read_meta

MIN_DOCUMENTS = 4096
"""With fewer documents, an average is too coarse: a small index is filled up with deleted documents."""
MAGIC = 1337
TOTAL = struct.Struct("<Q")
ENDING = struct.Struct("<II")
LAST_BYTE_BIT = 0x80
CHUNK = 1 << 20


def set_mean_lengths(folder: Path, wanted: Mapping[str, float], shared: Iterable[str] = ()) -> set[str]:
    """Set the average length of each tantivy field in `wanted`, and return the names of the files that were replaced.

    The segments in `shared` belong to another generation too. They are changed only if the others do not suffice.
    """
    meta = read_meta(folder)
    numbers = {entry["name"]: number for number, entry in enumerate(meta["schema"])}
    total = max_docs(meta)
    shared = set(shared)
    segments = sorted(meta["segments"], key=lambda one: (one["segment_id"] in shared, -one["max_doc"]))
    files = [Totals(folder / (segment["segment_id"].replace("-", "") + ".idx")) for segment in segments]
    for name, mean in wanted.items():
        _set_total([file for file in files if numbers[name] in file.terms], numbers[name], round(mean * total))
    changed = [file for file in files if file.changed]
    for file in changed:
        file.write()
    return {file.path.name for file in changed}


def _set_total(files: list["Totals"], number: int, wanted: int) -> None:
    missing = wanted - sum(file.terms[number] for file in files)
    for file in files:
        before = file.terms[number]
        after = max(before + missing, 0)
        if after != before:
            file.set(number, after)
        missing -= after - before


class Totals:
    """The number of terms of each field in a segment's `.idx` file, by the number of the field.

    The body of the file ends with a list (field number, start of the field) and the length of the list. After the body
    come a JSON footer with the checksum of the body, the length of the footer, and a magic number.
    """

    def __init__(self, path: Path):
        self.path = path
        self.changed = False
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(size - ENDING.size)
            footer_length, magic = ENDING.unpack(file.read(ENDING.size))
            if magic != MAGIC:
                raise ValueError(f"{path.name} has an unknown format")
            self._body = size - ENDING.size - footer_length
            file.seek(self._body)
            self._footer = json.loads(file.read(footer_length))
            file.seek(self._body - 4)
            list_length = int.from_bytes(file.read(4), "little")
            file.seek(self._body - 4 - list_length)
            self._starts = _field_starts(file.read(list_length))
            self.terms = {number: self._read(file, start) for number, start in self._starts.items()}

    def set(self, number: int, terms: int) -> None:
        """Set the number of terms of the field with this number."""
        self.terms[number] = terms
        self.changed = True

    def write(self) -> None:
        """Replace the file by a new one. The old one is not changed, since another generation may share it."""
        new = self.path.with_suffix(".new")
        shutil.copyfile(self.path, new)
        with new.open("r+b") as file:
            for number, start in self._starts.items():
                file.seek(start)
                file.write(TOTAL.pack(self.terms[number]))
            crc = _checksum(file, self._body)
            footer = json.dumps({**self._footer, "crc": crc}, separators=(",", ":")).encode()
            file.seek(self._body)
            file.truncate()
            file.write(footer + ENDING.pack(len(footer), MAGIC))
        new.replace(self.path)

    @staticmethod
    def _read(file: Any, start: int) -> int:
        file.seek(start)
        return int(TOTAL.unpack(file.read(TOTAL.size))[0])


def _checksum(file: BinaryIO, length: int) -> int:
    """The CRC-32 of the first `length` bytes of a file."""
    file.seek(0)
    crc = 0
    while length:
        block = file.read(min(CHUNK, length))
        crc, length = zlib.crc32(block, crc), length - len(block)
    return crc


def _field_starts(block: bytes) -> dict[int, int]:
    count, position = _variable(block, 0)
    starts, start = {}, 0
    for _ in range(count):
        step, position = _variable(block, position)
        start += step
        number = int.from_bytes(block[position : position + 4], "little")
        _, position = _variable(block, position + 4)
        starts[number] = start
    return starts


def _variable(block: bytes, position: int) -> tuple[int, int]:
    """A number of variable length, whose last byte has the high bit, and the position after it."""
    value = shift = 0
    while not block[position] & LAST_BYTE_BIT:
        value |= block[position] << shift
        shift, position = shift + 7, position + 1
    return value | (block[position] & ~LAST_BYTE_BIT) << shift, position + 1
