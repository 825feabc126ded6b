"""Queries for values by the first letters of their words: `lotr` for The Lord of the Rings."""

import re
from collections.abc import Iterable, Sequence

from ...builders.ranking.profile import Field
from ...querystring.writing import escaped_name, regexp_text

ACRONYM = re.compile(r"[^\W\d_](?:&?[^\W\d_]){1,4}")
AND = "&"
MIN_OPEN = 3
"""The minimum length of an acronym for the first words of a value only: `lotr`, `P&G`."""
MIN_CLEAR = 4
"""The minimum length of an acronym in lower case; a shorter text is rather a word."""

MAX_FIELDS = 2
MAX_LEFT_OUT = 3
"""The maximum length of words that an acronym leaves out: each makes the expression slower to prepare."""


def as_acronym(text: str, fields: Sequence[Field], left_out: Iterable[str]) -> list[str]:
    """The queries for values whose words begin with the letters of a text.

    Short words in `left_out` may be between these words. After three letters or more, any words may follow.
    """
    if not ACRONYM.fullmatch(text) or text.lower() == text.upper():
        return []
    fields = [field for field in fields if field.exact and field.words][:MAX_FIELDS]
    small = [AND, *sorted(word for word in left_out if word.isalpha() and len(word) <= MAX_LEFT_OUT)]
    end = "([ :,(].*)?" if len(text) >= MIN_OPEN else ""
    return [f"{escaped_name(str(field.exact))}:/{pattern_of(text, small, field.any_case)}{end}/" for field in fields]


def pattern_of(text: str, left_out: Iterable[str], any_case: bool) -> str:
    """The regular expression of the names; the first letter of each word may be a capital if `any_case`."""
    between = f"(({'|'.join(word_or_beginning(word, any_case) for word in left_out)}) )*"
    words = (word_or_beginning(letter, any_case) + r"[^ \-]*" for letter in text.lower().replace(AND, ""))
    return between + rf"[ \-]{between}".join(words)


def word_or_beginning(word: str, any_case: bool) -> str:
    """The pattern of a word or of its beginning."""
    first = f"[{word[0]}{word[0].upper()}]" if any_case else regexp_text(word[0])
    return first + regexp_text(word[1:])


def is_clear(text: str) -> bool:
    """Whether a text is likelier an acronym than a misspelt word or the beginning of one."""
    return text.isupper() or AND in text or len(text) >= MIN_CLEAR
