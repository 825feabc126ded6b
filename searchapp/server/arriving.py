"""Receives the bytes of a request before a thread serves it, so that no thread waits for a slow client."""

import re

MAX_AHEAD = 8 * 2**20
"""The maximum number of bytes of a body that are received before a thread serves the request."""

MAX_HEAD = 32768
"""The maximum number of bytes of the request line and headers."""

HEAD_END = b"\r\n\r\n"
BODY = re.compile(rb"(?i)\r\n(?:content-length:[ \t]*(\d{1,9})|transfer-encoding:[ \t]*chunked)[ \t]*(?=\r)")
"""The header of a body with a length, or in chunks. A request with another coding is refused without its body."""
REFUSED_LINE, REFUSED = re.compile(rb"[^\r\n]*\n"), b"\n\n"
"""The beginnings of lines that gunicorn refuses, after which the rest of the request is not needed."""

EXPECT = re.compile(rb"(?i)\r\nexpect:[ \t]*100-continue[ \t]*(?=\r)")
VERSION = re.compile(rb"[^\r]* HTTP/1\.1\r")
CHUNK = re.compile(rb"([0-9a-fA-F]{1,8})[ \t]*(?:;[^\r\n]{0,200})?\r\n")
CHUNK_BEGINS = re.compile(rb"[0-9a-fA-F]{0,8}[ \t]*(?:;[^\r\n]{0,200})?\r?\Z")


class Arriving:
    """The received bytes of a request that no thread serves yet, and the number of needed bytes."""

    def __init__(self) -> None:
        self.received = bytearray()
        self.begin()

    def begin(self) -> None:
        """Begin a new request, whose first bytes may have arrived. `has_rest`: its body is longer than MAX_AHEAD."""
        self.needed = 1
        self.looked = 0
        self.head_has_ended = False
        self.chunk = 0
        self.is_too_long = False
        self.expects = False
        self.has_rest = False

    def take(self, size: int) -> bytes:
        """The next bytes for the thread, at most `size`."""
        found = bytes(self.received[:size])
        del self.received[:size]
        return found

    def needs_more(self) -> bool:
        """Whether a thread would have to wait for more bytes. The thread itself reads a body beyond MAX_AHEAD bytes."""
        if len(self.received) >= self.needed:
            if self.chunk:
                self.read_chunks()
            elif self.needed and not self.head_has_ended:
                self.read_head()
        return len(self.received) < self.needed

    def read_head(self) -> None:
        """Look for the end of the headers."""
        end = self.received.find(HEAD_END, max(0, self.looked - len(HEAD_END)))
        until = len(self.received) if end < 0 else end
        refused = self.received.find(REFUSED, max(0, self.looked - 1), until) >= 0
        if refused or (self.received.find(b"\n", self.looked) >= 0 and REFUSED_LINE.match(self.received)):
            self.needed = 0
        elif end >= 0:
            self.read_body(end + len(HEAD_END))
        else:
            self.is_too_long = until >= MAX_HEAD
            self.needed = 0 if self.is_too_long else until + 1
        self.looked = until

    def read_body(self, begin: int) -> None:
        """Compute how many bytes are needed; the body starts at `begin`. The client may wait for `100 Continue`."""
        self.head_has_ended = True
        self.needed = 0
        body = BODY.search(self.received, 0, begin)
        if body is None:
            return
        if body[1]:
            self.needed = begin + min(int(body[1]), MAX_AHEAD)
            self.has_rest = int(body[1]) > MAX_AHEAD
        else:
            self.chunk = begin
            self.read_chunks()
        if len(self.received) < self.needed and VERSION.match(self.received):
            self.take_out_expectation(begin)

    def take_out_expectation(self, begin: int) -> None:
        """Remove the header `Expect`, to which gunicorn would answer: the worker sends `100 Continue` itself."""
        found = EXPECT.search(self.received, 0, begin)
        if found:
            length = found.end() - found.start()
            del self.received[found.start() : found.end()]
            self.needed -= length
            self.chunk -= length if self.chunk else 0
            self.expects = True

    def read_chunks(self) -> None:
        """Look for the last chunk, or for an invalid chunk, after which no more bytes are needed."""
        come = len(self.received)
        while self.chunk < come:
            size = CHUNK.match(self.received, self.chunk)
            if not size:
                self.needed = come + 1 if CHUNK_BEGINS.match(self.received, self.chunk) else 0
                return
            if not int(size[1], 16):
                self.needed = 0
                return
            self.chunk = size.end() + int(size[1], 16) + len(b"\r\n")
        self.needed = min(self.chunk + 1, MAX_AHEAD)
        self.has_rest = come >= MAX_AHEAD
