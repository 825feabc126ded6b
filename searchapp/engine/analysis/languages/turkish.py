"""Turkish: lower case with a dotted and a dotless i, and suffixes after an apostrophe."""

import re
import unicodedata

APOSTROPHE = re.compile("['\u2019]")
DOT_ABOVE = "\u0307"


def before_apostrophe(word: str) -> str:
    """The word up to its first apostrophe."""
    return APOSTROPHE.split(word, maxsplit=1)[0]


def lower_turkish(word: str) -> str:
    """The word in lower case: `I` becomes the dotless `ı`, or `i` before a combining dot."""
    written: list[str] = []
    dotted = False  # whether the following marks belong to an `I` with a dot
    for index, letter in enumerate(word):
        if letter == "I":
            dotted = _has_dot(word, index + 1)
            written.append("i" if dotted else "ı")
        elif dotted and letter == DOT_ABOVE:
            continue
        else:
            dotted = dotted and unicodedata.category(letter) == "Mn"
            written.append("i" if letter == "İ" else letter.lower())
    return "".join(written)


def _has_dot(word: str, start: int) -> bool:
    for letter in word[start:]:
        if unicodedata.category(letter) != "Mn":
            return False
        if letter == DOT_ABOVE:
            return True
    return False
