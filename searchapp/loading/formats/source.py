"""Opens a file or standard input: decompresses it, detects its format, and counts the bytes that were read."""

import codecs
import io
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType
from typing import IO, AnyStr, BinaryIO, NamedTuple

from ..bad import LoadError, not_readable
from ..values.genomic import VCF, Vcf, vcf_header
from .code_pages import NAMES
from .detect import FORMATS, TABLES, TEXTS, check_text, detected
from .encoding import encoding_of, encoding_of_file
from .jsontext import MAX_VALUE
from .tables.comments import header_line
from .tables.dialect import named_delimiter
from .tables.header import KNOWN_COLUMNS
from .unpack import DAMAGED, PEEK_BYTES, unpacked
from .yaml_text import as_json


class Reading(NamedTuple):
    """The user's choices for reading files. If a choice is missing, the content of the file decides."""

    format: str | None = None
    encoding: str | None = None
    delimiter: str | None = None
    sheet: str | None = None
    header: tuple[str, ...] | None = None
    """The names of the columns of tables without a first row of names; no names number the columns."""

    decimal: str = ""
    """The sign before decimals."""

    dates: Mapping[str, str] = MappingProxyType({})
    """The formats of dates by path."""

    language: str | None = None
    """The language of prose; empty for none, None to recognise it."""


class Source:
    """One input: `name`, `format`, `stream` of bytes, `size` in bytes (None for a pipe), `position()`.

    `otherwise` is the format if none is detected; `name` is the name for users; `say` gets a line about each decision.
    """

    def __init__(
        self,
        path: str,
        format: str | None = None,
        otherwise: str | None = None,
        *,
        name: str | None = None,
        reading: Reading | None = None,
        say: Callable[[str], None] = lambda _: None,
    ):
        self.path = path
        self.name = name or ("standard input" if path == "-" else path)
        self.reading = reading or Reading()
        self.say = say
        self.sheet = self.reading.sheet
        self.is_only = False
        """Whether no other file becomes part of the collection."""

        self.list_name: str | None = None
        """The name of the list or object that has the documents: in an update, of the one that the load read."""

        self.headings: dict[str, str] = {}
        self.notes: dict[str, str] = {}
        self.vcf: Vcf | None = None
        self.delimiter = self.reading.delimiter
        self.skipped = 0
        """Lines of a table before the header."""
        self.raw = sys.stdin.buffer if path == "-" else opened(path)
        self.size = None if is_pipe(path) else os.fstat(self.raw.fileno()).st_size
        self.closing = ExitStack()
        if path != "-":
            self.closing.callback(self.raw.close)
        self.detect(format, otherwise)

    def detect(self, format: str | None, otherwise: str | None) -> None:
        """Unpack the input, and set its format. LoadError, after closing it, if the format is unknown."""
        with self.closing as closing:
            try:
                self.stream, inner = unpacked(self.raw, self.name, self.sheet)
            except OSError as error:
                raise not_readable(self.name, error) from error
            self.sheet = None if self.sheet in (inner, Path(inner).name) else self.sheet
            head = self.head()
            known = format or self.reading.format or detected(inner, head, self.reading.delimiter)
            self.format = known or otherwise or ""
            self.known_columns = KNOWN_COLUMNS.get(Path(inner).suffix.lower(), ()) if known == "tsv" else ()
            if known in TEXTS and not self.reading.encoding:
                check_text(self.name, known, head)
            if not self.format and not head:
                raise LoadError(f"{self.name} is empty")
            if not self.format:
                choices = "|".join(FORMATS[:-1])
                raise LoadError(
                    f"{self.name} is neither JSON nor a table: write a JSON object per line, or give --format {choices}"
                )
            if self.format == "yaml":
                self.stream, self.format = as_json(self.stream, self.name), "json"
            self.say_unused()
            self.closing = closing.pop_all()

    def say_unused(self) -> None:
        """Names the choices of the user that mean nothing for a file of this format."""
        is_text = self.format in ("csv", "tsv")
        unused = {
            "--sheet": self.sheet and is_text,
            "--delimiter": self.reading.delimiter and not is_text,
            "--header": self.reading.header is not None and self.format not in TABLES,
        }
        for option in filter(unused.get, unused):
            self.say(f"{self.name} is {self.format}, so {option} is not used")

    def head(self) -> bytes:
        """The first bytes, which stay unread."""
        try:
            return self.stream.peek(PEEK_BYTES)[:PEEK_BYTES]
        except DAMAGED as error:
            raise LoadError(f"{self.name} cannot be read to its end: {error}") from error

    def lines(self) -> io.BufferedReader:
        """The rest as bytes in UTF-8, without a byte order mark."""
        encoding = self.reading.encoding or self.unicode()
        if encoding.lower().replace("-", "") not in ("utf8", "utf8sig", "ascii"):
            return io.BufferedReader(Recoded(self.text()), PEEK_BYTES)
        if self.head().startswith(codecs.BOM_UTF8):
            self.stream.read(len(codecs.BOM_UTF8))
        return self.stream

    def text(self, encoding: str | None = None) -> io.TextIOWrapper:
        """The rest as text; bytes that are not UTF-8 become lone surrogates."""
        found = encoding or self.reading.encoding or self.unicode()
        if found == "utf-8":
            found = "utf-8-sig"
        text = io.TextIOWrapper(self.stream, found, errors="surrogateescape", newline="")
        self.closing.callback(text.detach)
        return text

    def table(self) -> tuple[io.TextIOWrapper, str]:
        """The rest as the text of a table, and its delimiter."""
        encoding = self.reading.encoding or self.table_encoding()
        head = self.head()[:PEEK_BYTES].decode(encoding, "replace")
        if encoding in NAMES and not self.reading.encoding:
            self.say(f"{self.name} is not UTF-8 and is read as {NAMES[encoding]}: --encoding names another encoding")
        text = self.text(encoding)
        head = head.lstrip("\ufeff")
        if head.startswith(VCF):
            self.vcf = vcf_header(text)
            self.known_columns, self.delimiter = self.vcf.columns, "\t"
            self.notes = {path: note for path, (_, note) in self.vcf.fields().items() if note}
            return text, self.delimiter
        named = named_delimiter(head)
        likely = "\t" if self.format == "tsv" else ","
        self.skipped, self.delimiter = (1, named) if named else header_line(head, self.reading.delimiter, likely)
        self.delimiter = self.reading.delimiter or self.delimiter
        for _ in range(self.skipped):
            text.readline()
        if self.skipped and not named:
            self.say(f"skipped lines at the start that begin with #: {self.skipped:,}")
        return text, self.delimiter

    def unicode(self) -> str:
        """The encoding of JSON by its first bytes: one of Unicode, in which a wrong byte is an error."""
        found = encoding_of(self.head())
        return "utf-8" if found in NAMES else found

    def table_encoding(self) -> str:
        """The encoding by the complete file; of a compressed file by its beginning."""
        plain = self.stream is self.raw and self.size is not None
        return encoding_of_file(Path(self.path)) if plain else encoding_of(self.head())

    def position(self) -> int:
        """The number of bytes of the file that were read."""
        return self.raw.tell() if self.size is not None and not self.raw.closed else 0

    def __enter__(self) -> "Source":
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.close()


def each_line(stream: IO[AnyStr], name: str) -> Iterator[AnyStr]:
    """The lines of a file. Raises LoadError for one that is longer than a value of JSON may be."""
    number = 0
    while line := stream.readline(MAX_VALUE + 1):
        number += 1
        if len(line) > MAX_VALUE:
            raise LoadError(f"{name} line {number}: more than {MAX_VALUE:,} characters")
        yield line


class Recoded(io.RawIOBase):
    """A text of another encoding as bytes in UTF-8."""

    def __init__(self, text: io.TextIOWrapper):
        self.text = text
        self.left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if not self.left:
            self.left = self.text.read(PEEK_BYTES).encode("utf-8", "surrogateescape")
        part, self.left = self.left[: len(buffer)], self.left[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)


def is_pipe(path: str) -> bool:
    """Whether this can be read only once: standard input, or a path that is not a regular file."""
    return path == "-" or not Path(path).is_file()


def opened(path: str) -> BinaryIO:
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise not_readable(path, error) from error
