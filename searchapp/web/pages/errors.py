"""The page of an error: advice, and the position of the error in the query text."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...errors import ErrorKind

MAX_AROUND = 60
"""Characters of the text on each side of an error."""


def advice(error: Mapping[str, Any], kind: ErrorKind) -> str:
    """The advice for a kind of error."""
    return kind.value.advice.format(keyword=str(error.get("keyword") or "the request"))


def heading(error: Mapping[str, Any], kind: ErrorKind) -> str:
    """The heading for an error: its text, or for `q` that cannot be parsed a sentence about the query."""
    cause = error.get("root_cause_line_00")
    if kind in (ErrorKind.SYNTAX, ErrorKind.UNCLOSED) and cause and "keyword" not in error:
        return ErrorKind.SYNTAX.value.text.format(keyword="The query", cause=cause)
    return str(error["error"])


class Pointer(NamedTuple):
    """A line of a query text, and the line with the caret below the error."""

    line: str
    caret: str


def pointer(error: Mapping[str, Any], column: int | None) -> Pointer | None:
    """The text of an error with a caret at `column`, which counts from 1; None without a column."""
    text = error.get("text")
    if column is None or not isinstance(text, str):
        return None
    position = min(column - 1, len(text))
    start, end = max(position - MAX_AROUND, 0), position + MAX_AROUND
    before, after = "…" if start else "", "…" if end < len(text) else ""
    line = re.sub(r"\s", " ", text[start:end])
    return Pointer(before + line + after, " " * (len(before) + position - start) + "^")
