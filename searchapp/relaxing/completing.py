"""Texts to complete instead of a typed one that nothing begins with: its words corrected."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from .asker import MAX_CORRECTED_WORDS
from .relaxer import Relaxer
from .tries.spelling import Known, corrected, unknown_of
from .words import phrase_of

MAX_TEXTS = 3
"""The maximum number of corrections of a text, each with the last word as it was typed and corrected."""


def typed_otherwise(relaxer: Relaxer, text: str, options: Mapping[str, Any]) -> Iterator[str]:
    """The texts, the likeliest first. The last word may be incomplete: it is corrected after the others."""
    phrase = phrase_of(text)
    if not 0 < len(phrase.words) <= MAX_CORRECTED_WORDS:
        return
    asker = relaxer.asker(options)
    known = asker.known(phrase.words)
    last = Known(phrase.words[-1], 1, ())
    for words in ([*known[:-1], last], known) if known else ():
        if unknown_of(words):
            yield from islice(corrected(phrase, words, asker.language()), MAX_TEXTS)
