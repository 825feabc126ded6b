"""The words in the names of documents, for databases that do not find similar words: SQL and MongoDB."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from ..querystring.folding import folded

WORD = re.compile(r"\w+")
MAX_LENGTH = 40
"""The maximum length of a word."""

MAX_WORDS = 100_000
MIN_LENGTH_FOR_TWO = 5
"""The minimum length of a word in which two errors are corrected."""

Near = tuple[str, int, int]
"""A similar word, its number of edits, and the number of names that have it."""


class Vocabulary:
    """The words of names in lower case, each with the number of names that have it."""

    def __init__(self, names: Iterable[str]):
        self.counts: Counter[str] = Counter()
        for name in names:
            if len(self.counts) < MAX_WORDS:
                self.counts.update({word for word in words_of(name) if len(word) <= MAX_LENGTH})
        self.words = sorted(self.counts)
        self.accented: defaultdict[str, list[str]] = defaultdict(list)
        """The words with non-ASCII letters, by their spelling in ASCII."""
        for word in self.words:
            if not word.isascii():
                self.accented[folded(word)].append(word)

    def near(self, word: str, size: int) -> Sequence[Near]:
        """At most `size` words with the same first letter and one or two edits, the nearest first.

        A word that differs in accents only is one edit away.
        """
        typed = word.lower()
        if not typed or len(typed) > MAX_LENGTH:
            return ()
        from ..engine import near_terms

        most = 2 if len(typed) >= MIN_LENGTH_FOR_TWO else 1
        found = near_terms(self.words, typed, most, start=1)
        edits_of = dict.fromkeys(self.accented.get(folded(typed), ()), 1) | dict(found)
        near = [(other, edits, self.counts[other]) for other, edits in edits_of.items() if edits]
        return sorted(near, key=lambda near: (near[1], -near[2], near[0]))[:size]


def words_of(name: str) -> Iterator[str]:
    """The words of a name in lower case."""
    return (match.group().lower() for match in WORD.finditer(name))
