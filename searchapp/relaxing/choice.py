"""Chooses the best result of one step."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from .candidates.beginnings import is_initial
from .candidates.fewer_words import MAX_LEFT_OUT
from .query_runner import QueryRunner
from .result import EQUAL_NAME, WORDS_IN_NAME, Relaxed, Result
from .slips import likelihood
from .stop_words import are_stop_words, is_stop_word, without_outer
from .words import MIN_CODE, is_code

MAX_OTHERS, LIKELIER = 4, 10
"""The maximum number of other corrections in an answer. They match as well as the best one, or are LIKELIER times
likelier."""
FEWER = "fewer words"


def weakness(found: Result) -> tuple[bool, bool, bool, bool, bool]:
    """A sort key for queries with fewer words: single letters, stop words and numbers come last."""
    words = found.q.split()
    is_stopped = found.level < EQUAL_NAME and all(map(is_stop_word, words))
    return (
        all(map(is_initial, words)),
        is_stopped,
        found.level < EQUAL_NAME,
        all(map(str.isdigit, words)) and not any(map(is_code, words)),
        found.level < WORDS_IN_NAME,
    )


def is_unspecific(word: str, language: str) -> bool:
    """Whether a word alone identifies no document: a stop word, a number, a single letter."""
    return not any(map(str.isalpha, word)) or is_initial(word) or are_stop_words([word], language)


def are_unspecific(words: Iterable[str], language: str) -> bool:
    """Whether all words are unspecific, or an outer one is a stop word. A long number may be a code."""
    words = [*words]
    if without_outer(words, language) != words:
        return True
    return all(is_unspecific(word, language) and sum(map(str.isdigit, word)) < MIN_CODE for word in words)


def matches_name(found: Relaxed) -> bool:
    """Whether a name has all words of the typed text."""
    return found.level >= WORDS_IN_NAME and found.step != FEWER


def best(runner: QueryRunner, step: str, texts: Iterable[str], typed: str | None = None) -> Iterator[Relaxed]:
    """The result with the fewest edits; of several, the best match of a name, then the one with most hits.

    `texts` may be a mapping to the number of edits. With `typed`, corrections of likelier typing errors count more.
    Yields nothing if no text has hits.
    """
    edits = texts if isinstance(texts, Mapping) else {}
    for number, group in groupby(texts, key=edits.get):
        results = runner.found_in_time([*group]) if runner.is_time_left() else []
        with_hits = [each for each in results if each.total]
        if with_hits:
            weights = {each.q: each.total * (likelihood(typed, each.q) if typed else 1) for each in with_hits}
            found, *others = sorted(with_hits, key=lambda each: (-each.level, -weights[each.q]))
            likely = LIKELIER * weights[found.q]
            same = (each for each in others if each.level == found.level or weights[each.q] >= likely)
            alike = [each.q for each in same if number is not None]
            yield Relaxed(step, found.q, found.total, found.level, others=tuple(alike[:MAX_OTHERS]))
            return


def rarest(runner: QueryRunner, texts: Iterable[str], language: str) -> Iterator[Relaxed]:
    """The best of the queries with fewer words: one that is a name, else the one with the fewest hits.

    Stop words, single letters and short numbers alone are accepted only if they are a name.
    """
    queries = [*dict.fromkeys(text for text in texts if text)][:MAX_LEFT_OUT]
    if queries and runner.is_time_left():
        hits = [each for each in runner.found_in_time(queries) if each.total]
        hits = [each for each in hits if each.level == EQUAL_NAME or not are_unspecific(each.q.split(), language)]
        for found in sorted(hits, key=lambda each: (*weakness(each), each.total))[:1]:
            yield Relaxed(FEWER, found.q, found.total, found.level)
