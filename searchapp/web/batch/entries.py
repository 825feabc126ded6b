"""The entries of a list for an answer that is written at once, with limited bytes; and the last line of a stream."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

import orjson

from ...errors import ErrorKind, PipelineError
from ...protocols import OBJECT_BYTES_PER_JSON_BYTE
from ..response.formats import Format
from ..response.serializers import to_json
from .answers import Counts, Entries, Term

Parts = Iterable[Sequence[tuple[Term, Entries]]]


def entries_within(max_bytes: int, parts: Parts, format: Format) -> list[Any]:
    """The entries of all parts, as JSON where the format can hold it. Raises a 400 for more than `max_bytes` of JSON.

    Objects take more memory than their JSON, so that fewer are allowed.
    """
    most = max_bytes if format.parts else max_bytes // OBJECT_BYTES_PER_JSON_BYTE
    left, found = most, []
    for part in parts:
        for entry in (entry for _, entries in part for entry in entries):
            text = to_json(entry)
            left -= len(text)
            if left < 0:
                raise PipelineError.of(ErrorKind.ANSWER_TOO_LARGE, max=most)
            found.append(orjson.Fragment(text) if format.parts else entry)
    return found


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
