"""How much of a request must have come before a thread reads it, so that slow clients hold up no thread."""

import re

AHEAD = 16384
"""Bytes of a request that come before a thread reads it, at most."""

HEAD_END = b"\r\n\r\n"
BODY = re.compile(rb"(?i)\r\n(?:content-length:[ \t]*(\d{1,9})|transfer-encoding:[ \t]*chunked)[ \t]*(?=\r|\Z)")
"""A body of a length, or in chunks; a request with another coding is refused without its body."""
REFUSED = re.compile(rb"\A[^\r\n]*\n|\n\n")
"""Ends of lines that gunicorn refuses, so that nothing else has to come."""

EXPECT = re.compile(rb"(?i)\r\nexpect:")
CHUNK = re.compile(rb"([0-9a-fA-F]{1,8})[ \t]*(?:;[^\r\n]*)?\r\n")
CHUNK_BEGINS = re.compile(rb"[0-9a-fA-F]{0,8}[ \t]*(?:;[^\r\n]*)?\r?\Z")


def bytes_wanted(start: bytes) -> int:
    """The number of bytes that a thread needs of a request that starts so, at most AHEAD; 0 where it needs no more.

    A client that sends `Expect` waits for an answer before its body.
    """
    head, ended, body = start.partition(HEAD_END)
    if len(start) >= AHEAD or REFUSED.search(head):
        return 0
    if not ended:
        return len(start) + 1
    found = BODY.search(head)
    if not found or EXPECT.search(head):
        return 0
    if found[1]:
        return min(len(head) + len(HEAD_END) + int(found[1]), AHEAD)
    return 0 if all_chunks_are_there(body) else len(start) + 1


def all_chunks_are_there(body: bytes) -> bool:
    """Whether the last chunk has begun, or one that cannot be read, so that a thread waits for nothing."""
    place = 0
    while place < len(body):
        size = CHUNK.match(body, place)
        if not size:
            return not CHUNK_BEGINS.match(body, place)
        length = int(size[1], 16)
        if not length:
            return True
        place = size.end() + length + len(b"\r\n")
    return False
