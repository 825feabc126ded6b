"""The last line of a streamed list: how many terms were found, missing and failed."""

from collections.abc import Iterator
from dataclasses import asdict

import orjson

from .answers import Counts


def with_summary(lines: Iterator[bytes], format: str, counts: Counts) -> Iterator[bytes]:
    """The lines and the last one; a file of Excel and formats of plugins have none."""
    yield from lines
    yield last_line(format, counts)


def last_line(format: str, counts: Counts) -> bytes:
    """The counts as an object of NDJSON, or as a comment of a table."""
    if format == "ndjson":
        return orjson.dumps({"_summary": asdict(counts)}, option=orjson.OPT_APPEND_NEWLINE)
    if format not in ("csv", "tsv"):
        return b""
    said = ", ".join(f"{count} {name}" for name, count in asdict(counts).items())
    return f"# {said}\r\n".encode() if format == "csv" else f"# {said}\n".encode()
