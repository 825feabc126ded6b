"""Maps offsets in a text after character filters to offsets in the original text, as Lucene does."""

import re
from bisect import bisect_right
from collections.abc import Callable


class Corrections:
    """Offsets in the changed text, each with the number to add from there on to get the original offset."""

    def __init__(self) -> None:
        self.offsets: list[int] = []
        self.added: list[int] = []

    def replace(self, at: int, before: int, after: int) -> None:
        """Note that a number of characters was replaced at an offset of the changed text."""
        last = self.added[-1] if self.added else 0
        if after < before:
            self._note(at + after, last + before - after)
        for step in range(after - before):
            self._note(at + before + step, last - step - 1)

    def correct(self, offset: int) -> int:
        """The offset in the original text."""
        found = bisect_right(self.offsets, offset)
        return max(offset + self.added[found - 1], 0) if found else offset

    def _note(self, offset: int, added: int) -> None:
        if self.offsets and self.offsets[-1] == offset:
            self.added[-1] = added
            return
        self.offsets.append(offset)
        self.added.append(added)


def mapped(text: str, pattern: re.Pattern[str], other: Callable[[re.Match[str]], str]) -> tuple[str, Corrections]:
    """The text with each match replaced."""
    corrections, parts, last, length = Corrections(), [], 0, 0
    for match in pattern.finditer(text):
        written = other(match)
        length += match.start() - last
        corrections.replace(length, match.end() - match.start(), len(written))
        length += len(written)
        parts += [text[last : match.start()], written]
        last = match.end()
    return "".join(parts) + text[last:], corrections
