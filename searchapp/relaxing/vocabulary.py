"""The words in the names of documents, for databases that find no similar words themselves: SQL and MongoDB."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

WORD = re.compile(r"\w+")
MAX_LENGTH = 40
"""Letters of the longest word that is kept."""

MAX_WORDS = 100_000
MIN_LENGTH_FOR_TWO = 5
"""Letters of the shortest word in which two errors are corrected."""

Near = tuple[str, int, int]
"""A word, its edits from another one, and the number of names that have it."""


class Vocabulary:
    """The words of some names in lower case, each with the number of names that have it."""

    def __init__(self, names: Iterable[str]):
        self.counts: Counter[str] = Counter()
        for name in names:
            if len(self.counts) < MAX_WORDS:
                self.counts.update({word for word in words_of(name) if len(word) <= MAX_LENGTH})
        self.by_beginning: dict[str, list[str]] = defaultdict(list)
        for word in self.counts:
            self.by_beginning[word[0]].append(word)

    def near(self, word: str, size: int) -> Sequence[Near]:
        """At most `size` words with the same first letter that one or two edits make of a word, the nearest first."""
        typed = word.lower()
        if not typed or len(typed) > MAX_LENGTH:
            return ()
        most = 2 if len(typed) >= MIN_LENGTH_FOR_TWO else 1
        found = [
            (other, edits, self.counts[other])
            for other in self.by_beginning.get(typed[0], ())
            if abs(len(other) - len(typed)) <= most and 0 < (edits := distance(typed, other, most)) <= most
        ]
        return sorted(found, key=lambda near: (near[1], -near[2], near[0]))[:size]


def words_of(name: str) -> Iterator[str]:
    """The words of a name in lower case."""
    return (match.group().lower() for match in WORD.finditer(name))


def distance(one: str, other: str, most: int) -> int:
    """The letters to add, leave out, replace, or swap with the next; more than `most` where that is too many."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, 1):
        earlier, before, row = before, row, [place]
        for column, sign in enumerate(other, 1):
            cost = min(before[column] + 1, row[-1] + 1, before[column - 1] + (letter != sign))
            if earlier and column > 1 and letter == other[column - 2] and one[place - 2] == sign:
                cost = min(cost, earlier[column - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]
