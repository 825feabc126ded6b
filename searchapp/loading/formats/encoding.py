"""Finds the encoding of a text file: by its first bytes, else UTF-8, else a code page."""

import codecs
import re
from pathlib import Path

from .code_pages import code_page_of

BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""The encodings by byte order mark. UTF-32 comes first, because its mark begins like the mark of UTF-16."""

WRONG_BYTE = re.compile("[\udc80-\udcff]")
"""A byte that is not in the encoding of a file, as Python reads it."""

CHUNK, MAX_READ = 1 << 20, 64 << 20


def encoding_of(head: bytes) -> str:
    """The encoding by the first bytes."""
    for byte_order_mark, encoding in BYTE_ORDER_MARKS.items():
        if head.startswith(byte_order_mark):
            return encoding
    return "utf-8" if is_utf8(head) or is_damaged_utf8(head) else code_page_of(head)


def is_encoding(name: str) -> bool:
    """Whether Python has a text encoding with this name; `base64` and `idna` are not text encodings."""
    try:
        b"a".decode(name, "surrogateescape")
    except UnicodeDecodeError:  # UTF-32 needs more bytes
        return True
    except (LookupError, ValueError):
        return False
    return True


def wrong_encoding(text: str) -> str | None:
    """The reason why a text of a file is refused if it has bytes of another encoding, else None."""
    is_wrong = not text.isascii() and WRONG_BYTE.search(text)
    return "has bytes that are not in the encoding of the file: see --encoding" if is_wrong else None


def is_utf8(head: bytes) -> bool:
    """Whether these bytes are the beginning of a text in UTF-8."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def is_damaged_utf8(text: bytes) -> bool:
    """Whether a text that is not UTF-8 has more characters of UTF-8 beyond ASCII than wrong bytes."""
    decoded = text.decode("utf-8", "replace")
    wrong = decoded.count("\ufffd")
    return sum(character > "\x7f" for character in decoded) >= 2 * wrong > 0


def encoding_of_file(path: Path) -> str:
    """The encoding by the complete file, up to a limit, because a byte of another encoding may come late."""
    decoder, read = codecs.getincrementaldecoder("utf-8")(), 0
    with path.open("rb") as file:
        head = file.read(CHUNK)
        first = encoding_of(head)
        chunk = head
        while first == "utf-8" and chunk and read < MAX_READ:
            try:
                decoder.decode(chunk)
            except UnicodeDecodeError:
                return "utf-8" if is_damaged_utf8(head + chunk) else code_page_of(chunk)
            read += len(chunk)
            chunk = file.read(CHUNK)
    return first
