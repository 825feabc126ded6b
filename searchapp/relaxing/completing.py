"""Other texts to complete if nothing begins with the typed text: in another spelling, or corrected."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from .candidates.spelling import WordStats, corrected, unknown_of
from .candidates.variants import varied
from .query_runner import MAX_CORRECTED_WORDS, QueryRunner
from .relaxer import Relaxer
from .stop_words import language_name
from .words import Phrase, phrase_of

MAX_TEXTS = 3
"""The maximum number of corrections of a text, with the last word unchanged, and again with it corrected."""

MIN_LENGTH, MAX_LENGTH = 4, 20
"""The minimum and maximum number of letters of an incomplete word that may have a typing error."""


def texts_to_complete(relaxer: Relaxer, text: str, options: Mapping[str, Any]) -> Iterator[str]:
    """The texts, the likeliest first. The last word, which may be incomplete, is corrected after the others."""
    phrase = phrase_of(text)
    if not 0 < len(phrase.words) <= MAX_CORRECTED_WORDS:
        return
    runner = relaxer.runner(options)
    yield from respelled_texts(runner, phrase)
    stats = runner.word_stats(phrase.words)
    last = WordStats(phrase.words[-1], 1, ())
    for words in ([*stats[:-1], last], stats) if stats else ():
        if unknown_of(words):
            yield from islice(corrected(phrase, words, runner.language()), MAX_TEXTS)


def respelled_texts(runner: QueryRunner, phrase: Phrase) -> Iterator[str]:
    """The beginnings of words in another spelling, `saint pet` for `st pet`, or without a typing error.

    Empty for databases that cannot count the hits of many texts at once.
    """
    candidates = [*varied(phrase, language_name(runner.language())), *without_slip(phrase)] if runner.ranks_hits else []
    found = zip(candidates, runner.have_hits([f"{text}*" for text in candidates]), strict=True)
    yield from islice((text for text, has_hits in found if has_hits), MAX_TEXTS)


def without_slip(phrase: Phrase) -> Iterator[str]:
    """The texts with two letters of the last word swapped, or a doubled letter written once: `marsei` for `marsie`."""
    word, last = phrase.words[-1], len(phrase.words) - 1
    for at in range(len(word) - 1 if MIN_LENGTH <= len(word) <= MAX_LENGTH else 0):
        swapped = word[at + 1] + word[at] if word[at] != word[at + 1] else word[at]
        yield phrase.replaced({last: word[:at] + swapped + word[at + 2 :]})
