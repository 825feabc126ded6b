"""What was typed, as far as ranking can read it: words, a phrase, or words of which the last is begun."""

import re
from typing import NamedTuple

OPERATORS = r"(?!(?:AND|OR|NOT|&&|\|\|)(?:\s|$))"
WORD = OPERATORS + r'(?:[^\s+\-!:^"~*?\\/<>\[\]{}]|\\\S)(?:[^\s!:^"~*?\\/\[\]{}]|\\\S)*'
ESCAPED = re.compile(r"\\(\S)")
WORDS = re.compile(rf"\s*({WORD}(?:\s+{WORD})*)\s*")
PHRASE = re.compile(r'\s*"([^"\\]+)"\s*')
BEGUN = re.compile(rf"\s*(?:([^\s\\:*?\"()]+):(?=[^\s]+\Z))?({WORD}(?:\s+{WORD})*)\*\s*")


MAX_LENGTH = 300
"""Characters of a text that is compared with names, which are shorter."""


class Typed(NamedTuple):
    """The text with one blank between words; `begun` where a star follows, `field` where one is named."""

    text: str
    begun: bool = False
    field: str | None = None


def read(q: str) -> Typed | None:
    """What was typed; None for a query with other signs, whose order is that of the database."""
    if len(q) > MAX_LENGTH:
        return None
    found = WORDS.fullmatch(q) or PHRASE.fullmatch(q)
    if found:
        return Typed(plain(found[1]))
    found = BEGUN.fullmatch(q)
    return Typed(plain(found[2]), True, found[1]) if found else None


def plain(text: str) -> str:
    """The text that a query string stands for, with one blank between words."""
    return " ".join(ESCAPED.sub(r"\1", text).split())
