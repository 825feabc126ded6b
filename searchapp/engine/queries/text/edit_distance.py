"""Terms within an edit distance of a word: a walk over the sorted terms, which skips prefixes that are too far away."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...work import work

Row = list[int]
"""The edit distances between a prefix of a term and each prefix of the word."""

MIN_COMPARED_LENGTH = 100
"""The minimum length of a word that is compared with the length of the longest term before the walk begins."""
LAST = chr(0x10FFFF)


class Search(NamedTuple):
    """A search in sorted terms for terms within `edits` of a word; with `swaps`, swapped neighbours are one edit."""

    terms: Sequence[str]
    word: str
    edits: int
    swaps: bool


def near_terms(
    terms: Sequence[str], word: str, edits: int, start: int = 0, swaps: bool = True
) -> list[tuple[str, int]]:
    """The terms within an edit distance of a word, with their distances. The first `start` letters must be equal."""
    prefix = word[:start]
    low, high = bisect_left(terms, prefix), bisect_left(terms, prefix + LAST) if prefix else len(terms)
    if edits == 0:
        index = bisect_left(terms, word)
        return [(word, 0)] if index < len(terms) and terms[index] == word else []
    if len(word) > MIN_COMPARED_LENGTH and len(word) - edits > max(map(len, terms), default=0):
        return []
    first: Row = list(range(len(word) + 1))
    return list(_walk(Search(terms, word, edits, swaps), prefix, low, high, *_rows(word, prefix, first, swaps)))


def is_near(term: str, word: str, edits: int, start: int = 0, swaps: bool = True) -> bool:
    """Whether a term is within an edit distance of a word. The first `start` letters must be equal."""
    if abs(len(term) - len(word)) > edits or not term.startswith(word[:start]):
        return False
    row, before, last = list(range(len(word) + 1)), None, None
    for letter in term:
        row, before, last = _next(word, letter, row, before, last), row, letter if swaps else None
        if min(row) > edits:
            return False
    return row[-1] <= edits


def _rows(word: str, prefix: str, row: Row, swaps: bool) -> tuple[Row, Row | None]:
    before: Row | None = None
    for index, letter in enumerate(prefix):
        row, before = _next(word, letter, row, before, prefix[index - 1] if index and swaps else None), row
    return row, before


def _walk(search: Search, prefix: str, low: int, high: int, row: Row, before: Row | None) -> Iterator[tuple[str, int]]:
    """The near terms from index `low` to `high`; all these terms start with `prefix`."""
    terms, word, edits, swaps = search
    depth = len(prefix)
    if low < high and len(terms[low]) == depth:
        if row[-1] <= edits:
            yield terms[low], row[-1]
        low += 1
    last = prefix[-1] if prefix and swaps else None
    while low < high:
        if depth < 2:
            work().check_deadline()
        letter = terms[low][depth]
        end = bisect_left(terms, prefix + chr(ord(letter) + 1), low, high) if letter != LAST else high
        following = _next(word, letter, row, before, last)
        if min(following) <= edits:
            yield from _walk(search, prefix + letter, low, end, following, row)
        low = end


def _next(word: str, letter: str, row: Row, before: Row | None, last: str | None) -> Row:
    """The row after one more letter. If the previous row and letter are given, a swap counts as one edit."""
    made = [row[0] + 1]
    for index, own in enumerate(word):
        if own == letter:
            made.append(row[index])
            continue
        cost = min(row[index], row[index + 1], made[index]) + 1
        if last is not None and before is not None and index and own == last and word[index - 1] == letter:
            cost = min(cost, before[index - 1] + 1)
        made.append(cost)
    return made
