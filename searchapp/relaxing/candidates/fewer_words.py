"""Queries with fewer words."""

from collections.abc import Sequence

from ..words import Phrase
from .spelling import WordStats, without_unknown

MAX_LEFT_OUT = 12
"""The maximum number of queries that leave out other words each."""


def with_fewer(phrase: Phrase, topic: Phrase, stats: Sequence[WordStats]) -> list[str]:
    """The texts without unknown words, without each of the words, or with a part of the only word.

    `topic` are the words of `phrase` without question words, of which `word_stats` says what is known.
    """
    texts = [*without_unknown(topic, stats), *fewer(topic.units), *fewer(phrase.units), *topic.fewer()]
    return [*texts, *parts_of(topic), *(fewer(topic.words) if len(topic.units) == 1 else ())]


def parts_of(phrase: Phrase) -> list[str]:
    """The parts between the dots of a single word: `prettier` of `prettier.js`."""
    return phrase.words[0].split(".") if len(phrase.words) == 1 and "." in phrase.text else []


def fewer(words: Sequence[str]) -> list[str]:
    """The texts without one of the words; empty for a single word."""
    if len(words) < 2:
        return []
    return [" ".join([*words[:place], *words[place + 1 :]]) for place in range(len(words))][:MAX_LEFT_OUT]
