"""Other texts by which a typed text may name a document: its parts joined by other signs, and some of its words."""

import re

MAX_NAME, MAX_PARTS = 40, 3
"""The maximum number of letters and of parts of a text that is compared with names with other signs between parts."""

MAX_WORDS = 5
"""The maximum number of words of a text of which some are compared with names. A longer text is a name itself."""

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
        *dict.fromkeys(sign.join(parts) for sign in BETWEEN),
        INVERTED.join((parts[0], " ".join(parts[1:]))),
        INVERTED.join((parts[-1], " ".join(parts[:-1]))),
    ]


def some_words(text: str) -> list[str]:
    """The first and the last words of a short text, with blanks or hyphens between them; empty for other texts."""
    words = PART.findall(text)
    cuts = range(1, len(words)) if len(words) <= MAX_WORDS else ()
    runs = [run for cut in cuts for run in (words[:cut], words[cut:])]
    return [*dict.fromkeys(sign.join(run) for run in runs for sign in " -")]
