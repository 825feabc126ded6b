"""The page of an error: advice, and the position of the error in the query text."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...errors import ErrorKind

MAX_AROUND = 60
"""Characters of the text on each side of an error."""


def advice(error: Mapping[str, Any], kind: ErrorKind) -> str:
    """The advice for a kind of error."""
    keyword = str(error.get("keyword") or "the request")
    return kind.value.advice.format(keyword="the query" if keyword == "q" else keyword)


def heading(error: Mapping[str, Any]) -> str:
    """The heading for an error: its text, in which `q` at the beginning is the query."""
    return re.sub(r"^q(?=:? )", "The query", str(error["error"]))


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
