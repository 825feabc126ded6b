"""Chooses among the results of the texts of one step."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from .asker import Asker
from .found import EQUAL, NAMED, Found, Relaxed
from .slips import likelihood
from .stop_words import are_stop_words, is_stop_word
from .tries.beginnings import is_initial
from .tries.fewer_words import MAX_LEFT_OUT
from .tries.years import MIN_CODE, is_code

MAX_OTHERS, LIKELIER = 4, 10
"""The maximum number of equally likely corrections in an answer. One that is no name is LIKELIER times likelier."""
FEWER = "fewer words"


def weakness(found: Found) -> tuple[bool, bool, bool, bool, bool]:
    """A sort key for queries with fewer words, the least specific last: single letters, stop words and numbers."""
    words = found.q.split()
    is_stopped = found.level < EQUAL and all(map(is_stop_word, words))
    return (
        all(map(is_initial, words)),
        is_stopped,
        found.level < EQUAL,
        all(map(str.isdigit, words)) and not any(map(is_code, words)),
        found.level < NAMED,
    )


def says_nothing(word: str, language: str) -> bool:
    """Whether a word alone names no document: a stop word, a number, a single letter."""
    return not any(map(str.isalpha, word)) or is_initial(word) or are_stop_words([word], language)


def are_weak(words: Iterable[str], language: str) -> bool:
    """Whether words alone say nothing. A long number may be a code."""
    return all(says_nothing(word, language) and sum(map(str.isdigit, word)) < MIN_CODE for word in words)


def is_named(found: Relaxed) -> bool:
    """Whether a document has exactly the typed text as its name."""
    return found.level >= NAMED and found.step != FEWER


def best(asker: Asker, step: str, texts: Iterable[str], typed: str | None = None) -> Iterator[Relaxed]:
    """The result with the fewest edits; of several the one that is a document's name, else the one with most hits.

    `texts` may be a mapping with the edits of each; then the likelier typing errors of `typed` count more. Nothing
    where none finds any document.
    """
    edits = texts if isinstance(texts, Mapping) else {}
    for number, asked in groupby(texts, key=edits.get):
        results = asker.found_in_time([*asked]) if asker.is_time_left() else []
        known = [each for each in results if each.total]
        if known:
            weights = {each.q: each.total * (likelihood(typed, each.q) if typed else 1) for each in known}
            found, *others = sorted(known, key=lambda each: (-each.level, -weights[each.q]))
            likely = LIKELIER * weights[found.q]
            same = (each for each in others if each.level == found.level or weights[each.q] >= likely)
            alike = [each.q for each in same if number is not None]
            yield Relaxed(step, found.q, found.total, found.level, others=tuple(alike[:MAX_OTHERS]))
            return


def rarest(asker: Asker, texts: Iterable[str], language: str) -> Iterator[Relaxed]:
    """The best of the queries with fewer words: one that names a document, or else has the fewest hits.

    Stop words, single letters and short numbers alone count only as a name.
    """
    asked = [*dict.fromkeys(text for text in texts if text)][:MAX_LEFT_OUT]
    if asked and asker.is_time_left():
        known = [each for each in asker.found_in_time(asked) if each.total]
        known = [each for each in known if each.level == EQUAL or not are_weak(each.q.split(), language)]
        for found in sorted(known, key=lambda each: (*weakness(each), each.total))[:1]:
            yield Relaxed(FEWER, found.q, found.total, found.level)
