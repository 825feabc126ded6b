"""The page of an error: what to try, and where in a query text the error lies."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...errors import ErrorKind

AROUND = 60
"""Characters that are shown on each side of the place of an error."""


def advice(error: Mapping[str, Any], kind: ErrorKind) -> str:
    """What to try after an error of a kind."""
    return kind.value.advice.format(keyword=str(error.get("keyword") or "the request"))


class Pointer(NamedTuple):
    """A line of a query text, and the caret below the place of the error."""

    line: str
    caret: str


def pointer(error: Mapping[str, Any], column: int | None) -> Pointer | None:
    """The place of an error in its text, `column` counted from 1; None without one."""
    text = error.get("text")
    if column is None or not isinstance(text, str):
        return None
    position = min(column - 1, len(text))
    start, end = max(position - AROUND, 0), position + AROUND
    before, after = "…" if start else "", "…" if end < len(text) else ""
    line = re.sub(r"\s", " ", text[start:end])
    return Pointer(before + line + after, " " * (len(before) + position - start) + "^")
