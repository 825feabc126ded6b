"""The best passages of a text around its matches, cut and ranked as Elasticsearch's unified highlighter does.

A passage is a run of sentences up to a size; a longer sentence is cut at words. Sentences and words are those of Java's
BreakIterator, as far as they were seen.
"""

import heapq
import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

PIVOT = 87
"""The length of a typical English sentence."""
K1, B = 1.2, 0.75
WHOLE = -1
"""The size of a passage that is a whole value; with size 0 it is one sentence, however long."""

_BLANK = r"[ \t\n\r\xa0\u1680\u2000-\u200a\u2028\u202f\u205f\u3000]"
_END = r"""[.)\]}"'»”’\u0300-\u036f]"""
_SENTENCE = re.compile(
    rf"[!?\u3002\uff01\uff1f\u0964\u0965](?:[!?\u3002\uff01\uff1f]|{_END})*{_BLANK}*\u2029?"
    rf"|[.\uff0e]{_END}*(?:{_BLANK}{{2,}}(?![\d,])|{_BLANK}?(?=[^\w\s.,!?]+[^\W\d_])|{_BLANK}(?=(?P<letter>[^\W\d_])))"
    r"|\u2029"
)
_LETTER = r"[^\W\d_]"
_WORD = re.compile(
    rf"\s+|\w+(?:(?<={_LETTER})[-.'\"\xad\u2027\u2010-\u2015](?={_LETTER})\w+|(?<=\d)[.,](?=\d)\w+)*|.", re.DOTALL
)


class Match(NamedTuple):
    start: int
    end: int
    key: str
    """What matched: the same word found twice counts as one with frequency two."""
    frequency: int = 1
    """How often it is in the whole field."""


class Passage(NamedTuple):
    value: int
    """Index of the value that it is from."""
    start: int
    end: int
    matches: list[Match]
    score: float


def best_passages(values: Sequence[str], found: Sequence[list[Match]], size: int, most: int) -> list[Passage]:
    """At most so many passages of the values in their order; `found` are the matches of each value by their start."""
    length = sum(map(len, values)) + len(values) - 1
    queue: list[tuple[float, int, Passage]] = []
    offset = 0
    for index, (text, matches) in enumerate(zip(values, found, strict=True)):
        for start, end, inside in _cut(text, matches, size):
            score = _score(inside, end - start, offset + start, length)
            entry = (score, offset + start, Passage(index, start, end, inside, score))
            if len(queue) < most:
                heapq.heappush(queue, entry)
            elif score >= queue[0][0]:
                heapq.heappushpop(queue, entry)
        offset += len(text) + 1
    return [passage for _, _, passage in sorted(queue, key=lambda entry: entry[1])]


def marked_passage(text: str, passage: Passage, before: str, after: str, encode: Callable[[str], str] = str) -> str:
    """The text of a passage with its matches between two tags; what matches overlap is marked once."""
    position, parts = passage.start, []
    for match in passage.matches:
        if match.start > position:
            parts.append(encode(text[position : match.start]))
            position = match.start
        if match.end > position:
            parts += [before, encode(text[position : match.end]), after]
            position = match.end
    parts.append(encode(text[position : max(position, passage.end)]))
    return "".join(parts)


def word_end(text: str, offset: int) -> int:
    """The end of the word after `offset`."""
    return _after(_words(text), offset)


def sentence_ends(text: str) -> list[int]:
    """Where sentences end, 0 and the end of the text included."""
    ends = [0]
    for match in _SENTENCE.finditer(text):
        letter = match["letter"]
        if match.end() > ends[-1] and not (letter and letter.islower()):
            ends.append(match.end())
    if ends[-1] < len(text):
        ends.append(len(text))
    return ends


def _cut(text: str, matches: list[Match], size: int) -> list[tuple[int, int, list[Match]]]:
    """The passages of one text: start, end and the matches inside."""
    if not matches or size == WHOLE:
        return [(0, len(text), matches)] if matches else []
    breaks = _Breaks(text, size)
    found: list[tuple[int, int, list[Match]]] = []
    end = 0
    for match in matches:
        if found and match.start < end:
            found[-1][2].append(match)
            continue
        center = match.start + (match.end - match.start) // 2
        first, last = breaks.around(max(match.start + 1, center))
        start = min(match.start, max(first, end))
        end = max(match.end, min(last, len(text)))
        found.append((start, end, [match]))
    return found


class _Breaks:
    """Finds the passage around an offset; offsets must grow."""

    def __init__(self, text: str, size: int):
        self.text = text
        self.size = size
        self.sentences = sentence_ends(text)
        self.words: list[int] | None = None
        self.window = (-1, -1)
        self.last = 0

    def around(self, offset: int) -> tuple[int, int]:
        if self.size <= 0:
            return _before(self.sentences, offset), _after(self.sentences, offset - 1)
        start, end = self._sentences(offset)
        if end - start > self.size:
            start, end = self._words(offset, start, end)
        self.last = end
        return start, end

    def _sentences(self, offset: int) -> tuple[int, int]:
        """As many sentences as fit; the rest of the ones before when the offset is still inside them."""
        if self.window[0] < offset < self.window[1]:
            return self.last, self.window[1]
        start = _before(self.sentences, offset)
        target = offset + max(0, self.size - (offset - start))
        end = len(self.text) if target + 1 > len(self.text) else _before(self.sentences, target + 1)
        if start == end:
            end = len(self.text) if target >= len(self.text) else _after(self.sentences, target)
        self.window = (start, end)
        return start, end

    def _words(self, offset: int, start: int, end: int) -> tuple[int, int]:
        """A sentence that is too long, cut at words around the offset."""
        if self.words is None:
            self.words = _words(self.text)
        if offset - self.size > start:
            start = max(start, _before(self.words, offset - self.size))
        rest = max(0, self.size - (offset - start))
        if offset + rest < self.window[1]:
            end = min(self.window[1], _after(self.words, offset + rest))
        return start, end


def _words(text: str) -> list[int]:
    return [0, *(match.end() for match in _WORD.finditer(text))]


def _before(breaks: list[int], offset: int) -> int:
    """The last break before an offset."""
    return breaks[max(bisect_left(breaks, offset) - 1, 0)]


def _after(breaks: list[int], offset: int) -> int:
    """The first break after an offset."""
    return breaks[min(bisect_right(breaks, offset), len(breaks) - 1)]


def _score(matches: list[Match], length: int, start: int, whole: int) -> float:
    """BM25 of a passage as if it were a small document; early ones count more."""
    frequencies: dict[str, int] = {}
    for match in matches:
        frequencies[match.key] = frequencies.get(match.key, 0) + 1
    in_document = {match.key: match.frequency for match in matches}
    norm = K1 * (1 - B + B * (length / PIVOT))
    documents = 1 + whole / PIVOT
    score = sum(
        count / (count + norm) * (K1 + 1) * math.log(1 + (documents + 0.5) / (in_document[key] + 0.5))
        for key, count in frequencies.items()
    )
    return score * (1 + 1 / math.log(PIVOT + start))
