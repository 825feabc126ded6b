"""A function for SQLite that finds words in texts: `tin` is in `tin ore` and not in `resting`."""

import re

from ....querystring.byte_cache import byte_cached

FUNCTION = "searchapp_has_words"
UNSPACED = "\u0e00"
"""The first letter of the scripts without blanks between words: Thai, Chinese, Japanese."""


@byte_cached(16 * 2**20, lambda words, begun: 64 * len(words) + 2048)
def patterns(words: str, begun: bool) -> tuple[re.Pattern[str], ...]:
    """The pattern of each line of `words`. With `begun`, the matched word may be longer than the line."""
    return tuple(re.compile(pattern(word, begun), re.IGNORECASE) for word in words.split("\n"))


def pattern(word: str, begun: bool) -> str:
    start = r"(?<![^\W_])" if word[0].isalnum() and word[0] < UNSPACED else ""
    end = r"(?![^\W_])" if word[-1].isalnum() and word[-1] < UNSPACED and not begun else ""
    return f"{start}{re.escape(word)}{end}"


def has_words(words: str, begun: int, value: bytes | None) -> bool | None:
    """Whether a text has all the words, one per line. The text is bytes, which may not be UTF-8."""
    if value is None:
        return None
    text = value.decode("utf-8", "replace")
    return all(each.search(text) for each in patterns(words, bool(begun)))
