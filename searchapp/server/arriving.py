"""How much of a request must have come before a thread reads it, so that slow clients hold up no thread."""

import re

AHEAD = 16384
"""Bytes of a request that come before a thread reads it, at most."""

HEAD_END = b"\r\n\r\n"
BODY = re.compile(rb"(?i)\r\n(?:content-length:[ \t]*(\d{1,9})[ \t]*(?=\r|\Z)|transfer-encoding:)")
REFUSED = re.compile(rb"\A[^\r\n]*\n|\n\n")
"""Ends of lines that gunicorn refuses, so that nothing else has to come."""

EXPECT = re.compile(rb"(?i)\r\nexpect:")
LAST_CHUNK = re.compile(rb"(?:\A|\n)0+[ \t;\r]")


def bytes_wanted(start: bytes) -> int:
    """The number of bytes that a thread needs of a request that starts so, at most AHEAD; 0 where it needs no more.

    A client that sends `Expect` waits for an answer before its body.
    """
    if len(start) >= AHEAD or REFUSED.search(start):
        return 0
    head, ended, body = start.partition(HEAD_END)
    if not ended:
        return len(start) + 1
    found = BODY.search(head)
    if not found or EXPECT.search(head):
        return 0
    if found[1]:
        return min(len(head) + len(HEAD_END) + int(found[1]), AHEAD)
    return 0 if LAST_CHUNK.search(body) else len(start) + 1
