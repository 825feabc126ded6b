"""A function for SQLite that finds words in texts: `tin` is in `tin ore` and not in `resting`."""

import re

from ....querystring.byte_cache import byte_cached

FUNCTION = "searchapp_has_words"
UNSPACED = "\u0e00"
"""The first letter of the scripts without blanks between words: Thai, Chinese, Japanese."""


@byte_cached(16 * 2**20, lambda words, begun: 64 * len(words) + 2048)
def pattern(words: str, begun: bool) -> re.Pattern[str]:
    """The pattern of words. With `begun`, the last word may be longer."""
    start = r"(?<![^\W_])" if words[0].isalnum() and words[0] < UNSPACED else ""
    end = r"(?![^\W_])" if words[-1].isalnum() and words[-1] < UNSPACED and not begun else ""
    return re.compile(f"{start}{re.escape(words)}{end}", re.IGNORECASE)


def has_words(words: str, begun: int, value: bytes | None) -> bool | None:
    """Whether a text has the words side by side. The text is bytes, which may not be UTF-8."""
    return None if value is None else pattern(words, bool(begun)).search(value.decode("utf-8", "replace")) is not None
