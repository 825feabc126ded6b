"""The likelihood of typing errors: people leave out, double or swap letters more often than they replace them."""

import re

from ..querystring.folding import folded

LIKELY_SLIP_FACTOR = 10
"""The factor of likelier errors: less than 25, the number of letters that can replace one, as some are common."""

SOUNDS = (
    *(("ph", "f"), ("ck", "k"), ("c", "k"), ("q", "k"), ("z", "s"), ("w", "v")),
    *(("ee", "i"), ("ea", "i"), ("ie", "i"), ("y", "i"), ("oo", "u"), ("ou", "u")),
)
"""Letters that sound like others."""

DOUBLED = re.compile(r"(.)\1")


def likelihood(typed: str, meant: str) -> int:
    """The factor by which a correction with one edit is likelier than one that replaces a letter."""
    return LIKELY_SLIP_FACTOR if is_slip(folded(typed), folded(meant)) or sound(typed) == sound(meant) else 1


def sound(word: str) -> str:
    """A key that is equal for words with the same sound: `panir` and `paneer`. A word with digits is its own key."""
    word = folded(word)
    if any(map(str.isdigit, word)):
        return word
    for letters, heard in SOUNDS:
        word = word.replace(letters, heard)
    return DOUBLED.sub(r"\1", word)


def is_slip(typed: str, meant: str) -> bool:
    """Whether two texts differ by a letter left out or doubled, or by two neighbours swapped."""
    at = next((at for at, (one, two) in enumerate(zip(typed, meant, strict=False)) if one != two), None)
    if at is None:
        at = min(len(typed), len(meant))
    left, right = typed[at:], meant[at:]
    if len(typed) < len(meant):
        return left == right[1:]
    if len(typed) > len(meant):
        return left[1:] == right and typed[at] == typed[at - 1 : at]
    return left[1:2] + left[:1] + left[2:] == right and len(left) > 1
