"""Decompresses files: gzip, bzip2, xz, and zip archives with one file."""

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, cast
from urllib.parse import urlsplit

from ..bad import LoadError

LOOK = 65536
"""Bytes at the beginning of a file that can be looked at without being read."""

GZIP = b"\x1f\x8b"
UNPACK: dict[bytes, Callable[..., BinaryIO]] = {GZIP: gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open}  # type: ignore[dict-item]
PACKED = (".gz", ".bz2", ".xz", ".zip")
ZIP, ZSTANDARD = b"PK\3\4", b"\x28\xb5\x2f\xfd"
EXCEL_PART = "[Content_Types].xml"
MAX_UNPACKED, MAX_RATIO = 256 << 20, 200
"""The bytes of an unpacked Excel file, and how many times its size they may be where they are more."""


def unpacked(raw: BinaryIO, name: str) -> tuple[io.BufferedReader, str]:
    """The decompressed bytes of a file, and its name without the ending for compression."""
    buffered = raw if isinstance(raw, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, raw), LOOK)
    start = buffered.peek(6)
    if start.startswith(ZSTANDARD):
        raise LoadError(f"{name} is compressed with zstd, which is not supported: decompress it first")
    if start.startswith(ZIP):
        return unzipped(buffered, name)
    inner = without_packing(Path(urlsplit(name).path or name).name)
    for signature, unpack in UNPACK.items():
        if start.startswith(signature):
            stream: io.BufferedReader = io.BufferedReader(cast(io.RawIOBase, unpack(buffered)), LOOK)
            return stream, inner
    return buffered, inner


def without_packing(name: str) -> str:
    """The name of a file without the ending for compression."""
    return name.removesuffix(Path(name).suffix) if name.endswith(PACKED) else name


def unzipped(buffered: io.BufferedReader, name: str) -> tuple[io.BufferedReader, str]:
    """The only file in an archive. An Excel file, which is an archive too, is returned unchanged."""
    if not buffered.seekable():
        raise LoadError(f"{name} is a zip archive, which cannot be read from a pipe: unpack it first")
    try:
        archive = zipfile.ZipFile(buffered)
    except zipfile.BadZipFile as error:
        raise LoadError(f"{name} is a damaged zip archive: {error}") from error
    members = [one for one in archive.namelist() if not one.endswith("/") and not one.startswith("__MACOSX")]
    if EXCEL_PART in members:
        check_packing(archive, name)
        buffered.seek(0)
        return buffered, "table.xlsx"
    if len(members) != 1:
        raise LoadError(f"{name} holds {len(members)} files: unpack the archive, and load one of its files")
    return io.BufferedReader(cast(io.RawIOBase, archive.open(members[0])), LOOK), members[0]


def check_packing(archive: zipfile.ZipFile, name: str) -> None:
    """LoadError for an Excel file that would fill the memory: openpyxl holds its texts at once."""
    packed = sum(part.compress_size for part in archive.infolist())
    unpacked = sum(part.file_size for part in archive.infolist())
    if unpacked > MAX_UNPACKED and unpacked > MAX_RATIO * packed:
        raise LoadError(f"{name} unpacks to {unpacked >> 20:,} MB, more than {MAX_RATIO} times its size")
