"""Splits a text into words as Lucene's standard tokenizer does: the word boundaries of Unicode's annex 29, and emoji.

    word     letters, digits and underscores; one `.`, `:` or `'` between letters and one `.`, `,` or `;` between
             digits belong to it; marks belong to the sign before them
    run      of a South East Asian script
    sign     each Han and Hiragana sign, each emoji sequence

A word longer than 255 units of UTF-16 is cut there.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

MAX_WORD_LENGTH = 255

Span = tuple[int, int]


def spans(text: str, longest: int = MAX_WORD_LENGTH) -> list[Span]:
    """Start and end of each word of `text`."""
    found = [match.span() for match in ASCII_WORD.finditer(text)] if text.isascii() else _mixed(text, longest)
    if 2 * len(text) > longest and any(2 * (end - start) > longest for start, end in found):
        return list(_scan(text, longest, 0, len(text)))
    return found


def words(text: str) -> list[str]:
    """The words of a text, faster than `spans`."""
    if text.isascii():
        found = ASCII_WORD.findall(text)
        if len(text) <= MAX_WORD_LENGTH or max(map(len, found), default=0) <= MAX_WORD_LENGTH:
            return found
    return [text[start:end] for start, end in spans(text)]


def _mixed(text: str, longest: int) -> list[Span]:
    """The words of a text that is not ASCII. No word reaches over a blank, so the parts in ASCII are read faster."""
    from . import unicode_word_patterns as patterns

    found: list[Span] = []
    for done, start, end in parts(text, NOT_ASCII):
        found += [match.span() for match in ASCII_WORD.finditer(text, done, start)]
        if patterns.EMOJI_HINT.search(text, start, end):
            found += _scan(text, longest, start, end)
        else:
            found += [match.span() for match in patterns.FIND_WORD.finditer(text, start, end)]
    return found


def parts(text: str, others: re.Pattern[str]) -> Iterator[tuple[int, int, int]]:
    """The text in parts, each as its start, the start of a match of `others` with the signs before it, and its end.

    The part before a match ends with a blank. The last part has no match.
    """
    done = 0
    for match in others.finditer(text):
        start, end = match.span()
        while start > done and text[start - 1] > " ":
            start -= 1
        yield done, start, end
        done = end
    yield done, len(text), len(text)


def _scan(text: str, longest: int, start: int, end: int) -> Iterator[Span]:
    """The words of a part, each the longest at its position within `longest` UTF-16 units, as in Lucene."""
    from . import unicode_word_patterns as patterns

    units = [0, *accumulate(1 + (character > "\uffff") for character in text[start:end])]
    position = start
    while position < end:
        limit = start + bisect_right(units, units[position - start] + longest) - 1
        ends = [
            match.end()
            for pattern in (patterns.WORD, patterns.EMOJI)
            if (match := pattern.match(text, position, limit))
        ]
        if not ends:
            position += 1
            continue
        yield position, max(ends)
        position = max(ends)


def window(text: str, start: int, units: int) -> int:
    """The end of the characters that fit into `units` UTF-16 code units."""
    end = min(len(text), start + units)
    part = text[start:end]
    if part.isascii() or max(part) < "\U00010000":
        return end
    for index, character in enumerate(part):
        units -= 1 + (character >= "\U00010000")
        if units < 0:
            return start + index
    return end


ASCII_WORD = re.compile(
    r"(?<!_)_*+[A-Za-z0-9][A-Za-z0-9_]*+(?:(?:(?<=[A-Za-z])[.:'](?=[A-Za-z])|(?<=[0-9])[.,;'](?=[0-9]))[A-Za-z0-9_]++){0,128}"
)
NOT_ASCII = re.compile(r"[^\x00-\x7f][^\x00-\x20]*+(?:\ (?=[^\x00-\x7f])[^\x00-\x20]*+){0,1000}")
"""From a sign that is not ASCII to the next blank that is not followed by another one, or to a later blank."""
