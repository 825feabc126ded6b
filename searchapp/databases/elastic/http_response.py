"""Reads the usual answer of a node from its socket: a short head in ASCII, then a length or chunks.

http.client reads headers with its parser of e-mails and chunks line by line, which takes a sixth of the processor time
of a request for one document. http.client reads unusual answers.
"""

import http.client
import io
import re
import socket
from collections.abc import Callable
from typing import NamedTuple

USUAL = re.compile(rb"HTTP/1\.1 ([2-5]\d\d) [\t -~]*\r\n((?:[\w-]+:[\t -~]*\r\n)+)\r\n", re.ASCII)
"""The head of an answer in ASCII, without continued lines."""

CHUNK = re.compile(rb"\r\n([0-9A-Fa-f]{1,15})(?:;[^\r\n]*)?\r\n")
"""The line with the size of a chunk, after the end of the head or of the previous chunk."""

MAX_LINE = 4096
WITHOUT_BODY = (204, 304)

Receive = Callable[[], bytes]
"""A function that waits for the next bytes of an answer; none if the node has closed the connection."""


class Answer(NamedTuple):
    status: int
    headers: list[tuple[str, str]]
    body: bytes
    closes: bool
    """Whether the connection cannot be used again."""


class StartedSocket(io.RawIOBase):
    """A socket for http.client whose first bytes have been read."""

    def __init__(self, first: bytes, sock: socket.socket):
        self.first, self.sock = first, sock

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if not self.first:
            return self.sock.recv_into(buffer)
        part, self.first = self.first[: len(buffer)], self.first[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)


def usual_answer(first: bytes, receive: Receive) -> Answer | None:
    """The answer that begins with these bytes; None for an unusual answer, of which nothing more was received."""
    found = USUAL.match(first)
    if found is None:
        return None
    lines = found[2].decode("ascii").split("\r\n")[:-1]
    headers = [(name, value.lstrip(" \t")) for name, _, value in (line.partition(":") for line in lines)]
    given = {name.lower(): value for name, value in headers}
    length, coding, status = given.get("content-length", ""), given.get("transfer-encoding"), int(found[1])
    has_end = length.isdecimal() if coding is None else coding.lower() == "chunked"
    if not has_end or "connection" in given or len(given) < len(headers) or status in WITHOUT_BODY:
        return None
    parts: list[bytes] = []
    if coding is None:
        rest = sized(first[found.end() :], int(length), receive, parts)
    else:
        rest = chunked(first[found.end() - 2 :], receive, parts)
    return Answer(status, headers, b"".join(parts), bool(rest))


def sized(data: bytes, length: int, receive: Receive, parts: list[bytes]) -> bytes:
    """Add this number of bytes to the parts, beginning with `data`. Returns the bytes after them."""
    while len(data) < length:
        parts.append(data)
        length -= len(data)
        data = received(receive)
    parts.append(data[:length])
    return data[length:]


def chunked(data: bytes, receive: Receive, parts: list[bytes]) -> bytes:
    """Add the bytes of all chunks to the parts. `data` begins after the head. Returns the bytes after the chunks."""
    size = -1
    while size:
        while (found := CHUNK.match(data)) is None:
            if len(data) > MAX_LINE:
                raise http.client.HTTPException("a chunk without its size")
            data += received(receive)
        size = int(found[1], 16)
        data = sized(data[found.end() :], size, receive, parts)
    data = b"\r\n" + data
    while (end := data.find(b"\r\n\r\n")) < 0:  # after headers, which are not read
        data += received(receive)
    return data[end + 4 :]


def received(receive: Receive) -> bytes:
    """The next bytes. Raises IncompleteRead if the other side ended the connection."""
    part = receive()
    if not part:
        raise http.client.IncompleteRead(b"")
    return part
