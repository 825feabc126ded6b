"""A file, or standard input, opened for reading: unpacked, with its format and how far it was read."""

import gzip
import io
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, cast

from .bad import LoadError

GZIP = b"\x1f\x8b"
MARK = b"\xef\xbb\xbf"
FORMATS = ("ndjson", "json", "csv", "tsv", "ids")
BY_NAME = {".ndjson": "ndjson", ".jsonl": "ndjson", ".csv": "csv", ".tsv": "tsv", ".tab": "tsv"}
LOOK = 65536
PACKED = {b"PK\3\4": "zip", b"\xfd7zXZ": "xz", b"BZh9": "bzip2", b"\x28\xb5\x2f\xfd": "zstd"}
"""The first bytes of what is packed in other ways than by gzip."""


class Source:
    """One input: `name`, `format`, `stream` of bytes, `size` in bytes (None for a pipe), `position()`.

    `otherwise` is the format of what has none that can be told.
    """

    def __init__(self, path: str, format: str | None = None, otherwise: str | None = None):
        self.name = "standard input" if path == "-" else path
        self.raw = sys.stdin.buffer if path == "-" else opened(path)
        self.size = None if is_pipe(path) else os.fstat(self.raw.fileno()).st_size
        self.closing = ExitStack()
        if path != "-":
            self.closing.callback(self.raw.close)
        with self.closing as closing:
            self.stream = unpacked(self.raw)
            head = self.head()
            for start, kind in PACKED.items():
                if head.startswith(start):
                    raise LoadError(f"{self.name} is packed by {kind}: unpack it, only gzip is unpacked here")
            self.format = format or detected(path, head) or otherwise or ""
            if not self.format:
                raise LoadError(f"{self.name}: the format cannot be told, say --format {'|'.join(FORMATS[:4])}")
            self.closing = closing.pop_all()

    def head(self) -> bytes:
        """The first bytes, not taken; a byte order mark is."""
        try:
            head = self.stream.peek(LOOK)[:LOOK]
        except (OSError, EOFError) as error:
            raise LoadError(f"{self.name} cannot be read to its end: {error}") from error
        if head.startswith(MARK):
            self.stream.read(len(MARK))
        return head.removeprefix(MARK)

    def text(self) -> io.TextIOWrapper:
        """The rest as text; bytes that are no UTF-8 become lone surrogates."""
        text = io.TextIOWrapper(self.stream, "utf-8", errors="surrogateescape", newline="")
        self.closing.callback(text.detach)
        return text

    def position(self) -> int:
        """How many bytes of the file were read."""
        return self.raw.tell() if self.size is not None else 0

    def __enter__(self) -> "Source":
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.close()


def is_pipe(path: str) -> bool:
    """Whether this can be read only once: standard input, or what is no file."""
    return path == "-" or not Path(path).is_file()


def opened(path: str) -> BinaryIO:
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise LoadError(f"{path}: {(error.strerror or str(error)).lower()}") from error


def unpacked(raw: BinaryIO) -> io.BufferedReader:
    """The bytes of a file, whether it is packed by gzip or not."""
    buffered = raw if isinstance(raw, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, raw), LOOK)
    if buffered.peek(2)[:2] != GZIP:
        return buffered
    return io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=buffered)), LOOK)


def detected(path: str, head: bytes) -> str | None:
    """The format by the file's name, else by its first bytes: a list, objects, or a first line with tabs or commas."""
    suffix = Path(path.removesuffix(".gz")).suffix.lower()
    if suffix in BY_NAME:
        return BY_NAME[suffix]
    start = head.lstrip()
    first_line = start.split(b"\n", 1)[0].rstrip()
    if start.startswith(b"["):
        return "json"
    if start.startswith(b"{"):
        return "ndjson" if first_line.endswith(b"}") else "json"
    if b"\0" in head:
        return None
    if b"\t" in first_line or b"," in first_line:
        return "tsv" if b"\t" in first_line else "csv"
    return None
