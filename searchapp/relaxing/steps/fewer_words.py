"""Steps that leave words out."""

from collections.abc import Iterator
from itertools import combinations, islice

from ..found import Relaxed
from ..stop_words import after_stop_word, language_name
from ..text import Text
from ..tries.fewer_words import MAX_LEFT_OUT, fewer, with_fewer
from ..tries.spelling import corrected, unknown_of, without_unknown
from ..tries.variants import variants
from ..words import phrase_of
from .years import fewer_with_year


def without_one_word(text: Text) -> Iterator[Relaxed]:
    """The rarest of the texts without one word, if no name has all words; with a year only some of the others."""
    if not (text.asker.scopes or text.has_name):
        tries = with_fewer(text.phrase, text.asked, text.known)
        tries += fewer(text.words_of(text.code).words) if text.code and len(text.asked.units) == 1 else []
        yield from fewer_with_year(text, tries)
        yield from text.rarest(tries)


def without_several_words(text: Text) -> Iterator[Relaxed]:
    """The result with most of the words: more and more are left out."""
    known = text.asker.known(text.asked.words)
    is_unknown = bool(unknown_of(known))
    others = [*corrected(text.asked, known, text.language), *without_unknown(text.asked, known)] if is_unknown else []
    units = phrase_of(others[0]).units if others else text.asked.units
    if text.is_in_vain(units):
        return
    yield from text.rarest([" ".join(after_stop_word(some, text.language)) for some in (text.asked.units, units)])
    meant = text.without_stop_words(units)
    forms = {form for word in text.asked.words for form in variants(word, language_name(text.language))}
    typed = [unit for unit in meant if unit in forms.union(text.asked.units)]
    for number in dict.fromkeys([*range(len(meant), 0, -max(1, len(meant) // 4)), 1]):
        some = islice(combinations((number == 1 and typed) or meant, number), MAX_LEFT_OUT)
        yield from text.rarest(map(" ".join, some))
