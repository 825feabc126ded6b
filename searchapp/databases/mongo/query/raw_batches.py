"""Reads documents from batches of BSON one by one, so that few of them become objects before a limit is reached."""

from collections.abc import Iterable, Iterator
from typing import Any

import bson

from ...shared.answer_bytes import MIN_DOCUMENTS, Allowance
from ..bson_json import PLAIN, documents


def raw_documents(batches: Iterable[bytes]) -> Iterator[bytes]:
    """The documents of the batches; each begins with its length."""
    for batch in batches:
        start = 0
        while start < len(batch):
            end = start + int.from_bytes(batch[start : start + 4], "little")
            yield batch[start:end]
            start = end


def decoded(batches: Iterable[bytes], allowance: Allowance) -> list[Any]:
    """The documents of the batches. Raises a 400 for more bytes than allowed."""
    found = []
    for raw in raw_documents(batches):
        allowance.take_bytes(len(raw))
        found.append(bson.decode(raw, PLAIN))
    return documents(found)


def first_of(batches: Iterable[bytes], max_bytes: int) -> tuple[list[Any], bytes, bool]:
    """The first documents, the last of them as BSON, and whether they end at the limit of bytes.

    MIN_DOCUMENTS documents may have any size.
    """
    found: list[Any] = []
    last = b""
    for raw in raw_documents(batches):
        max_bytes -= len(raw)
        if max_bytes < 0 and len(found) >= MIN_DOCUMENTS:
            return found, last, True
        found.append(bson.decode(raw, PLAIN))
        last = raw
    return found, last, False
