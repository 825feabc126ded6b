"""Titles that are typed as the first letters of their words: `lotr` for The Lord of the Rings."""

import re
from collections.abc import Sequence

from ...builders.ranking.profile import Field
from ...querystring.parser import escaped_name

ACRONYM = re.compile(r"[a-z]{3,6}", re.IGNORECASE)
MIN_CLEAR = 4
"""Letters of an acronym that is likelier than a misspelt word; a shorter one is in capitals."""

MAX_FIELDS = 2
SMALL_WORDS = "([^ ]{1,3} )*"
"""Words that may be left out of an acronym: `of`, `the`, `und`."""


def as_acronym(text: str, names: Sequence[Field]) -> list[str]:
    """The queries for names whose words begin with the letters of a text; the last words of a name may be left out."""
    if not ACRONYM.fullmatch(text):
        return []
    words = (f"[{letter.lower()}{letter.upper()}][^ \\-]*" for letter in text)
    pattern = SMALL_WORDS + f"[ \\-]{SMALL_WORDS}".join(words) + "([^a-zA-Z].*)?"
    fields = [field.exact for field in names if field.exact and field.words]
    return [f"{escaped_name(name)}:/{pattern}/" for name in fields[:MAX_FIELDS]]


def is_clear(text: str) -> bool:
    """Whether a text is likelier an acronym than a misspelt word or the beginning of one."""
    return text.isupper() or len(text) >= MIN_CLEAR
