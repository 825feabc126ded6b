"""Texts without case and accents, for comparing typed texts with values of documents."""

import unicodedata
from collections.abc import Iterator

PLAIN = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t", "ı": "i", "ŋ": "n"}
)
"""Letters that are not an accented letter, with their form in ASCII."""

UMLAUTS = (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ø", "oe"), ("å", "aa"))


def folded(text: str) -> str:
    """The text without case, accents and invisible characters such as soft hyphens."""
    if text.isascii():
        return text.lower()
    letters = unicodedata.normalize("NFKD", text.casefold().translate(PLAIN))
    return "".join(sign for sign in letters if not unicodedata.combining(sign) and unicodedata.category(sign) != "Cf")


def other_umlauts(text: str) -> Iterator[str]:
    """A text in lower case with umlauts instead of two letters, and back: `müller` for `mueller`."""
    short, long = text, text
    for letter, written in UMLAUTS:
        short, long = short.replace(written, letter), long.replace(letter, written)
    yield from dict.fromkeys(other for other in (short, long) if folded(other) != folded(text))
