"""Texts with fewer words."""

from collections.abc import Sequence

from ..words import Phrase
from .spelling import Known, without_unknown

MAX_LEFT_OUT = 12
"""The maximum number of texts of which each leaves out other words."""


def with_fewer(phrase: Phrase, asked: Phrase, known: Sequence[Known]) -> list[str]:
    """The texts without unknown words, without each of the words, or with a part of the only word.

    `asked` are the words of `phrase` without question words, of which `known` says what is known.
    """
    texts = [*without_unknown(asked, known), *fewer(asked.units), *fewer(phrase.units), *asked.fewer()]
    return [*texts, *parts_of(asked), *(fewer(asked.words) if len(asked.units) == 1 else ())]


def parts_of(phrase: Phrase) -> list[str]:
    """The parts between the dots of a single word: `prettier` of `prettier.js`."""
    return phrase.words[0].split(".") if len(phrase.words) == 1 and "." in phrase.text else []


def fewer(words: Sequence[str]) -> list[str]:
    """The words without one of them; nothing for a single word."""
    if len(words) < 2:
        return []
    return [" ".join([*words[:place], *words[place + 1 :]]) for place in range(len(words))][:MAX_LEFT_OUT]
