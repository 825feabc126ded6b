"""Texts without case and accents, for comparing typed texts with values of documents."""

import unicodedata

PLAIN = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t", "ı": "i", "ŋ": "n"}
)
"""Letters that are not an accented letter, with their form in ASCII."""


def folded(text: str) -> str:
    """The text without case, accents and invisible characters such as soft hyphens."""
    if text.isascii():
        return text.lower()
    letters = unicodedata.normalize("NFKD", text.casefold().translate(PLAIN))
    return "".join(sign for sign in letters if not unicodedata.combining(sign) and unicodedata.category(sign) != "Cf")
