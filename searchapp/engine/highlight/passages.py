"""The best passages of a text around its matches, cut and ranked as Elasticsearch's unified highlighter does.

A passage consists of adjacent sentences up to a size; a longer sentence is cut at words. Lengths are counted in UTF-16
code units: a character above U+FFFF counts as two.
"""

import heapq
import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from ..analysis.word_filters import utf16_length
from .boundaries import sentence_ends, word_ends

TYPICAL_LENGTH = 87
"""The length of a typical English sentence."""
K1, B = 1.2, 0.75
COMPLETE_VALUES = -1
"""The size of passages that are complete values. With size 0, each passage is one sentence."""


class Match(NamedTuple):
    start: int
    end: int
    key: str
    """The word that matched. Two matches with the same key count as one word with frequency 2."""
    frequency: int = 1
    """The frequency of the word in the complete field."""
    weight: int = 1
    """The number of conditions that match this word in the same way."""


class Passage(NamedTuple):
    value: int
    """The index of its value."""
    start: int
    end: int
    matches: list[Match]
    score: float


def best_passages(values: Sequence[str], found: Sequence[list[Match]], size: int, most: int) -> list[Passage]:
    """The best passages of a field in their order. `found` are the matches of each value, sorted by start."""
    length = sum(map(utf16_length, values)) + len(values) - 1
    queue: list[tuple[float, int, Passage]] = []
    offset = 0
    for index, (text, matches) in enumerate(zip(values, found, strict=True)):
        units = _units(text)
        for start, end, inside in _cut(text, matches, size):
            begin = offset + units(start)
            score = _score(inside, units(end) - units(start), begin, length)
            entry = (score, begin, Passage(index, start, end, inside, score))
            if len(queue) < most:
                heapq.heappush(queue, entry)
            elif score >= queue[0][0]:
                heapq.heappushpop(queue, entry)
        offset += units(len(text)) + 1
    return [passage for _, _, passage in sorted(queue, key=lambda entry: entry[1])]


def marked_passage(text: str, passage: Passage, before: str, after: str, encode: Callable[[str], str] = str) -> str:
    """The text of a passage with its matches between two tags. Overlapping matches get one pair of tags.

    A match that goes beyond the passage is cut.
    """
    position, parts = passage.start, []
    for start, end in _joined(passage.matches):
        end = min(end, passage.end)
        parts += [encode(text[position:start]), before, encode(text[start:end]), after]
        position = end
    parts.append(encode(text[position : passage.end]))
    return "".join(parts)


def _joined(matches: Sequence[Match]) -> Iterator[tuple[int, int]]:
    """Start and end of each passage to mark: overlapping matches are joined."""
    start, end = -1, -1
    for match in matches:
        if match.start < end or match.start == start:
            end = max(end, match.end)
            continue
        if start >= 0:
            yield start, end
        start, end = match.start, match.end
    if start >= 0:
        yield start, end


def first_words(text: str, size: int) -> str:
    """The first words of a text, up to a size."""
    units = _units(text)
    if size >= units(len(text)):
        return text
    ends = word_ends(text)
    return text[: ends[min(bisect_right([units(end) for end in ends], size), len(ends) - 1)]]


def _units(text: str) -> Callable[[int], int]:
    """A function from an offset in characters to the offset in UTF-16 code units."""
    if not text or max(text) <= "\uffff":
        return lambda offset: offset
    return list(accumulate((1 + (sign > "\uffff") for sign in text), initial=0)).__getitem__


def _cut(text: str, matches: list[Match], size: int) -> list[tuple[int, int, list[Match]]]:
    """The passages of one text: start, end and the matches inside."""
    if not matches or size == COMPLETE_VALUES:
        return [(0, len(text), matches)] if matches else []
    breaks = _Breaks(text, size)
    units = breaks.units
    found: list[tuple[int, int, list[Match]]] = []
    end = 0
    for match in matches:
        if found and match.start < end:
            found[-1][2].append(match)
            continue
        center = units(match.start) + (units(match.end) - units(match.start)) // 2
        first, last = breaks.around(max(units(match.start) + 1, center))
        start = min(match.start, max(first, end))
        end = max(match.end, min(last, len(text)))
        found.append((start, end, [match]))
    return found


class _Breaks:
    """Finds the passage around an offset; offsets must grow. It counts in UTF-16, and returns offsets in characters."""

    def __init__(self, text: str, size: int):
        self.text = text
        self.units = _units(text)
        self.length = self.units(len(text))
        self.size = size
        self.characters: dict[int, int] = {}
        self.sentences = self._counted(sentence_ends(text))
        self.words: list[int] | None = None
        self.window = (-1, -1)
        self.last = 0

    def around(self, offset: int) -> tuple[int, int]:
        start, end = self._around(offset)
        return self.characters[start], self.characters[end]

    def _counted(self, ends: list[int]) -> list[int]:
        """The ends in UTF-16 code units; stores for each the offset in characters."""
        counted = [self.units(end) for end in ends]
        self.characters.update(zip(counted, ends, strict=True))
        return counted

    def _around(self, offset: int) -> tuple[int, int]:
        if self.size <= 0:
            return _last_before(self.sentences, offset), _first_after(self.sentences, offset - 1)
        start, end = self._sentences(offset)
        if end - start > self.size:
            start, end = self._words(offset, start, end)
        self.last = end
        return start, end

    def _sentences(self, offset: int) -> tuple[int, int]:
        """A passage of as many sentences as fit; the rest of the previous passage if the offset is inside it."""
        if self.window[0] < offset < self.window[1]:
            return self.last, self.window[1]
        start = _last_before(self.sentences, offset)
        target = offset + max(0, self.size - (offset - start))
        end = self.length if target + 1 > self.length else _last_before(self.sentences, target + 1)
        if start == end:
            end = self.length if target >= self.length else _first_after(self.sentences, target)
        self.window = (start, end)
        return start, end

    def _words(self, offset: int, start: int, end: int) -> tuple[int, int]:
        """The part around an offset, cut at words, for a sentence that is too long."""
        if self.words is None:
            self.words = self._counted(word_ends(self.text))
        if offset - self.size > start:
            start = max(start, _last_before(self.words, offset - self.size))
        following = max(0, self.size - (offset - start))
        if offset + following < self.window[1]:
            end = min(self.window[1], _first_after(self.words, offset + following))
        return start, end


def _last_before(breaks: list[int], offset: int) -> int:
    """The last break before an offset."""
    return breaks[max(bisect_left(breaks, offset) - 1, 0)]


def _first_after(breaks: list[int], offset: int) -> int:
    """The first break after an offset."""
    return breaks[min(bisect_right(breaks, offset), len(breaks) - 1)]


def _score(matches: list[Match], length: int, start: int, length_of_all: int) -> float:
    """The BM25 score of a passage as a small document; earlier passages score more."""
    frequencies: dict[str, int] = {}
    for match in matches:
        frequencies[match.key] = frequencies.get(match.key, 0) + 1
    in_document = {match.key: (match.frequency, match.weight) for match in matches}
    norm = K1 * (1 - B + B * (length / TYPICAL_LENGTH))
    documents = 1 + length_of_all / TYPICAL_LENGTH
    score = sum(
        weight * count / (count + norm) * (K1 + 1) * math.log(1 + (documents + 0.5) / (frequency + 0.5))
        for key, count in frequencies.items()
        for frequency, weight in (in_document[key],)
    )
    return score * (1 + 1 / math.log(TYPICAL_LENGTH + start))
