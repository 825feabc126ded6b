"""What to try after an error, by its code and its words."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

COLUMN = re.compile(r"at column (\d+)")
AROUND = 60

BY_CODE = {
    400: ("Change {keyword}, then try again.",),
    404: ("Check the spelling of the address or the identifier.",),
    405: ("Use GET to read, and POST to ask for several at once.",),
    413: ("Send fewer terms at a time.",),
    415: ("Send JSON, YAML, MessagePack or a form.",),
    429: ("Wait a moment, then try again.",),
    500: ("Try again. If it stays, tell us the request below.",),
    503: ("Nothing is wrong with your request. Try again in a few seconds.",),
    504: ("Ask for less at once: fewer hits, facets or wildcards at the start of a word.", "Then try again."),
}
BY_WORDS = {
    "unexpected end": ('Something is not closed: a ) or ] or } or " is missing.',),
    "cannot be parsed": ('Put " around a text with special signs, or \\ before one of them: HGNC\\:5, "5\'-UTR".',),
    "entries": ("Take the list in parts.",),
    "too many values": ("Take larger steps, or take one facet away.",),
    "from + size": ("Read everything with fetch_all=true, or narrow the search.",),
    "cannot sort": ("Sort by a keyword, number or date; the page of fields names their types.",),
    "scroll_id": ("Start again with fetch_all=true: what was read before may have been replaced.",),
}


def hints(error: Mapping[str, Any]) -> list[str]:
    """What to try, the most fitting first."""
    text, code = str(error.get("error", "")), error.get("code")
    fitting = [hint for words, hints in BY_WORDS.items() if words in text for hint in hints]
    general = () if fitting and code == 400 else BY_CODE.get(code if isinstance(code, int) else 500, ())
    named = str(error.get("keyword") or "the request")
    return fitting + [hint.format(keyword=named) for hint in general]


class Pointer(NamedTuple):
    """A line of what was asked, and the mark below it."""

    line: str
    mark: str


def pointer(error: Mapping[str, Any]) -> Pointer | None:
    """Where in its text an error lies; None for one that does not say."""
    found, text = COLUMN.search(str(error.get("error", ""))), error.get("text")
    if not found or not isinstance(text, str):
        return None
    place = min(int(found[1]) - 1, len(text))
    start, end = max(place - AROUND, 0), place + AROUND
    before, after = "…" if start else "", "…" if end < len(text) else ""
    line = re.sub(r"\s", " ", text[start:end])
    return Pointer(before + line + after, " " * (len(before) + place - start) + "^")
