"""Texts to complete instead of a typed one that nothing begins with: in another spelling, or corrected."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from .asker import MAX_CORRECTED_WORDS, Asker
from .relaxer import Relaxer
from .stop_words import language_name
from .tries.spelling import Known, corrected, unknown_of
from .tries.variants import varied
from .words import Phrase, phrase_of

MAX_TEXTS = 3
"""The maximum number of corrections of a text, each with the last word as it was typed and corrected."""

MIN_LENGTH, MAX_LENGTH = 4, 20
"""The minimum and maximum number of letters of an incomplete word that may have a slip."""


def typed_otherwise(relaxer: Relaxer, text: str, options: Mapping[str, Any]) -> Iterator[str]:
    """The texts, the likeliest first. The last word may be incomplete: it is corrected after the others."""
    phrase = phrase_of(text)
    if not 0 < len(phrase.words) <= MAX_CORRECTED_WORDS:
        return
    asker = relaxer.asker(options)
    yield from begun_otherwise(asker, phrase)
    known = asker.known(phrase.words)
    last = Known(phrase.words[-1], 1, ())
    for words in ([*known[:-1], last], known) if known else ():
        if unknown_of(words):
            yield from islice(corrected(phrase, words, asker.language()), MAX_TEXTS)


def begun_otherwise(asker: Asker, phrase: Phrase) -> Iterator[str]:
    """The texts in another spelling, `saint pet` for `st pet`, and without a slip, with which words begin.

    Only for databases that count the hits of many texts at once.
    """
    tries = [*varied(phrase, language_name(asker.language())), *without_slip(phrase)] if asker.is_engine else []
    found = zip(tries, asker.have_hits([f"{text}*" for text in tries]), strict=True)
    yield from islice((text for text, has_hits in found if has_hits), MAX_TEXTS)


def without_slip(phrase: Phrase) -> Iterator[str]:
    """The texts with two letters of the last word swapped, or a doubled one once: `marsei` for `marsie`."""
    word, last = phrase.words[-1], len(phrase.words) - 1
    for at in range(len(word) - 1 if MIN_LENGTH <= len(word) <= MAX_LENGTH else 0):
        swapped = word[at + 1] + word[at] if word[at] != word[at + 1] else word[at]
        yield phrase.replaced({last: word[:at] + swapped + word[at + 2 :]})
