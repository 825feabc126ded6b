"""Decompresses files: gzip, bzip2, xz, zstd, and one file of a zip archive."""

import bz2
import gzip
import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, cast
from urllib.parse import urlsplit

from zstandard import ZstdDecompressor, ZstdError

from ..bad import LoadError
from ..sentences import first_names

PEEK_BYTES = 65536
"""Bytes at the beginning of a file that can be looked at without being read."""

ZSTD_CHUNK = 2048
"""Bytes of zstd that are decompressed at once: to at most 64 MB, because 4 bytes may stand for 128 KB."""

GZIP = b"\x1f\x8b"
PACKED = (".gz", ".bz2", ".xz", ".zst", ".zip")
ZIP, ZSTANDARD = b"PK\3\4", b"\x28\xb5\x2f\xfd"
EXCEL_PART = "[Content_Types].xml"
ABOUT = re.compile(r"(?:.*/)?(?:\.|__MACOSX/|README|LICEN[CS]E|[^/]*\.(?:md|xml|pdf|html?|rtf|docx?)\Z)", re.IGNORECASE)
"""Files of an archive that are about its data, or that a system added."""

MAX_UNPACKED, MAX_RATIO = 256 << 20, 200
"""An unpacked Excel file may have MAX_UNPACKED bytes, or MAX_RATIO times its own size."""


class Zstandard(io.RawIOBase):
    """The decompressed bytes of a file of zstd frames. EOFError if the last frame is incomplete."""

    def __init__(self, raw: io.BufferedReader):
        self.raw = raw
        self.frame = ZstdDecompressor().decompressobj()
        self.is_complete = True
        self.packed = self.left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self.left and self.fill():
            pass
        part, self.left = self.left[: len(buffer)], self.left[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)

    def fill(self) -> bool:
        """Decompress some bytes; False at the end of the file."""
        self.packed = self.packed or self.raw.read(ZSTD_CHUNK)
        if not self.packed:
            if not self.is_complete:
                raise EOFError("the last frame of zstd is incomplete")
            return False
        try:
            self.left = self.frame.decompress(self.packed)
        except ZstdError as error:
            raise OSError(str(error)) from error
        self.packed, self.is_complete = self.frame.unused_data, self.frame.eof
        if self.is_complete:
            self.frame = ZstdDecompressor().decompressobj()
        return True


UNPACK: dict[bytes, Callable[..., Any]] = {
    GZIP: gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ": lzma.open,
    ZSTANDARD: Zstandard,
}
"""The reader of decompressed bytes by the first bytes of a file."""

DAMAGED = (EOFError, OSError, lzma.LZMAError, zlib.error, zipfile.BadZipFile)
"""The exceptions for a damaged file."""


def unpacked(raw: BinaryIO, name: str, wanted: str | None = None) -> tuple[io.BufferedReader, str]:
    """The decompressed bytes of a file, and its name without the ending for compression.

    `wanted` names one of several files in an archive.
    """
    buffered = raw if isinstance(raw, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, raw), PEEK_BYTES)
    start = buffered.peek(6)
    if start.startswith(ZIP):
        return unzipped(buffered, name, wanted)
    inner = without_packing(Path(urlsplit(name).path or name).name)
    for signature, unpack in UNPACK.items():
        if start.startswith(signature):
            return io.BufferedReader(unpack(buffered), PEEK_BYTES), inner
    return buffered, inner


def without_packing(name: str) -> str:
    """The name of a file without the ending for compression."""
    return name.removesuffix(Path(name).suffix) if name.endswith(PACKED) else name


def unzipped(buffered: io.BufferedReader, name: str, wanted: str | None) -> tuple[io.BufferedReader, str]:
    """The wanted or the only data file in an archive. An Excel file, which is an archive too, is returned unchanged."""
    if not buffered.seekable():
        raise LoadError(f"{name} is a zip archive, which cannot be read from a pipe: unpack it first")
    try:
        archive = zipfile.ZipFile(buffered)
    except zipfile.BadZipFile as error:
        raise LoadError(f"{name} is a damaged zip archive: {error}") from error
    members = [one for one in archive.namelist() if not one.endswith("/")]
    if EXCEL_PART in members:
        check_packing(archive, name)
        buffered.seek(0)
        return buffered, "table.xlsx"
    data = [one for one in members if not ABOUT.match(one)] or members
    chosen = [one for one in data if wanted in (one, Path(one).name)] or data
    if len(chosen) != 1:
        wrong = f"has no file {wanted}" if wanted else f"has {len(data)} files"
        raise LoadError(f"{name} {wrong}, give --sheet with one of {first_names(data)}")
    return io.BufferedReader(cast(io.RawIOBase, archive.open(chosen[0])), PEEK_BYTES), chosen[0]


def check_packing(archive: zipfile.ZipFile, name: str) -> None:
    """Raise LoadError for an Excel file that would fill the memory: openpyxl keeps all its texts."""
    packed = sum(part.compress_size for part in archive.infolist())
    unpacked = sum(part.file_size for part in archive.infolist())
    if unpacked > MAX_UNPACKED and unpacked > MAX_RATIO * packed:
        raise LoadError(f"{name} unpacks to {unpacked >> 20:,} MB, more than {MAX_RATIO} times its size")
