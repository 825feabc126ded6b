"""Other texts by which a typed text may name a document: its parts joined by other signs, and some of its words."""

import re

MAX_NAME, MAX_PARTS = 40, 3
"""The maximum number of letters and of parts of a text that is compared with names with other signs between parts."""

MAX_WORDS, MAX_WORDS_OF_NAME = 8, 4
"""The maximum number of words of a text of which some are compared with names, and of words of such a name."""

PART = re.compile(r"[^\W_]+")
BETWEEN = ("", "-", " ", "/")
"""The signs between the parts of a name: `IL6`, `IL-6` and `IL 6` are the same."""

INVERTED = ", "
"""The sign after the first word of an inverted name: `Cabbage, Chinese`."""


def other_forms(text: str) -> list[str]:
    """A short text of several parts with every sign between them, and inverted; empty for other texts."""
    parts = PART.findall(text) if len(text) <= MAX_NAME else []
    if not 1 < len(parts) <= MAX_PARTS:
        return []
    return [
        *joined(parts),
        INVERTED.join((parts[0], " ".join(parts[1:]))),
        INVERTED.join((parts[-1], " ".join(parts[:-1]))),
    ]


def joined(parts: list[str]) -> list[str]:
    """The parts with each sign between them."""
    return [*dict.fromkeys(sign.join(parts) for sign in BETWEEN)]


def some_words(text: str) -> dict[int, list[str]]:
    """Neighbouring words of a text, not all of them, with each sign between them; by the number of words."""
    words = PART.findall(text)
    if not 1 < len(words) <= MAX_WORDS:
        return {}
    most = min(MAX_WORDS_OF_NAME, len(words) - 1)
    return {count: neighbours(words, count) for count in range(1, most + 1)}


def neighbours(words: list[str], count: int) -> list[str]:
    """Each run of some neighbouring words."""
    runs = (words[start : start + count] for start in range(len(words) - count + 1))
    return [*dict.fromkeys(text for run in runs for text in joined(run))]
