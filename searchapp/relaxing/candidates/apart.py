"""Takes words apart that were typed without their blanks or signs: `5mm`, `fontsizeadjust`, `kesha` for Ke$ha."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from .spelling import WordStats, unknown_of

MIN_PART, MAX_PART = 2, 20
"""The minimum and maximum length of a part of a word."""

MIN_BEGINNING = 3
"""The minimum length of an abbreviation of a word."""

MIN_LENGTH, MIN_KNOWN, MAX_LENGTH, MAX_WORDS = 4, 5, 40, 3
"""The minimum number of letters of a word that is taken apart, and of one that documents have; the maximum; and the
maximum number of such words: their parts cost queries."""

SIGNED = frozenset("sia")
"""Letters that names write as $, ! and @, which divide words in the index."""

MAX_WAYS = 3
"""The maximum number of ways to take a word apart: `puxian` may be `pu xian` or `pux ian`."""

RUN = re.compile(r"[^\W\d_]+|\d+")
"""The letters or a number of a code: `2d6` has `2`, `d` and `6`."""
MAX_RUNS = 6

Span = tuple[int, int]
"""The start and the end of a part of a word."""


def spans_of_runs(word: str) -> list[Span]:
    """The parts of a code between its letters and its numbers: of `4x40mm` also `4x40`."""
    runs = [match.span() for match in RUN.finditer(word)]
    cuts = [0, *(end for _, end in runs)]
    return [*combinations(cuts, 2)] if 1 < len(runs) <= MAX_RUNS and word.isalnum() else []


def spans_of_letters(word: str) -> list[Span]:
    """Every part of a word that may be a word; its digits and the halves of the word may have one letter."""
    spans = combinations(range(len(word) + 1), 2)
    parts = [(start, end) for start, end in spans if MIN_PART <= end - start <= MAX_PART or word[start:end].isdigit()]
    return sorted({*parts, *spans_of_halves(word)})


def spans_of_halves(word: str) -> list[Span]:
    """The parts of a word that may be two words: before and after each place without a sign."""
    places = [at for at in range(1, len(word)) if word[at - 1 : at + 1].isalnum()]
    return [span for at in places for span in ((0, at), (at, len(word)))]


def beginnings_of(word: str) -> list[str]:
    """The beginnings of a word that may be an abbreviation of it, the longest first."""
    return [word[:end] for end in range(min(len(word) - 1, MAX_PART), MIN_BEGINNING - 1, -1)]


def long_unknown(words: Sequence[WordStats]) -> list[int]:
    """The positions of the unknown words; empty for too many, or if one is too short, too long or a number."""
    unknown = unknown_of(words)
    is_tried = len(unknown) <= MAX_WORDS and all(is_long(words[place].word) for place in unknown)
    return unknown if is_tried else []


def long_known(words: Sequence[WordStats]) -> list[int]:
    """The positions of the first long words if all words are known: `protein databank`; empty for a single word."""
    if len(words) == 1 or unknown_of(words):
        return []
    return [place for place, known in enumerate(words) if is_long(known.word, MIN_KNOWN)][:MAX_WORDS]


def is_long(word: str, shortest: int = MIN_LENGTH) -> bool:
    """Whether a word is long enough to be several words; a number is not."""
    return shortest <= len(word) <= MAX_LENGTH and not word.isdecimal()


def taken_apart(word: str, spans: Sequence[Span], known: Collection[str]) -> list[str]:
    """The word divided into as few known parts as possible, in every such way, with blanks between the parts.

    Ways in which no letter stands for a sign are preferred; ways with a short last part come first. Empty if the word
    cannot be divided.
    """
    ways: dict[int, list[tuple[str, ...]]] = {0: [()]}
    for end in sorted({end for _, end in spans}):
        starts = [start for start, other in reversed(spans) if other == end and word[start:end] in known]
        before = [(start, way) for start in starts for place in ends(word, start) for way in ways.get(place, ())]
        made = sorted(((*way, word[start:end]) for start, way in before), key=cost)
        ways[end] = [parts for parts in made if cost(parts) == cost(made[0])][:MAX_WAYS]
    return [" ".join(parts) for parts in ways.get(len(word), ()) if len(parts) > 1]


def cost(parts: Sequence[str]) -> tuple[int, int]:
    """A sort key: the number of parts, then the letters left out for signs."""
    return len(parts), -sum(map(len, parts))


def ends(word: str, start: int) -> Iterator[int]:
    """The positions where the part before `start` may end: there, or one letter earlier if a sign may replace it."""
    yield start
    if start > MIN_PART and word[start - 1] in SIGNED:
        yield start - 1
