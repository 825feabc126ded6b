"""Steps that search words of a text as the beginnings of words."""

from collections.abc import Iterator
from itertools import islice

from ..found import BEGUN, EQUAL, NAMED, Relaxed
from ..stop_words import language_name
from ..text import Text
from ..tries.beginnings import begun_texts, with_initials, with_numbers, with_parts, with_short_words, with_versions
from ..tries.field_values import begun_values, inside_values
from ..tries.spelling import MAX_CORRECTIONS, corrected, in_other_number, unknown_of
from ..tries.variants import varied
from ..words import Phrase

MAX_VARIANTS = 4
"""Other ways to write a text in which its last word may be incomplete."""
MAX_SHORT_VARIANTS = 2
"""Other ways to write a text with short words, which may be incomplete."""
MAX_FEW, MIN_CORRECTED = 5, 4
"""A word may be misspelt if at most this number of names begins with it, and if it has this number of letters."""
MAX_SHORTENED = 3
"""Words of a text whose other forms may have incomplete words."""


def begun(text: Text) -> Iterator[Relaxed]:
    """The names that begin with the text: `breast canc`. Another result is left for a later step."""
    if text.asker.scopes or (text.itself.total and not text.is_complete):
        return
    tries = begun_texts(text.asked, text.escaped[:1] if text.is_complete else [])
    tries += begun_values(text.asked, text.state)
    if not text.itself.total:
        others = varied(text.asked, language_name(text.language))
        tries += [f"{other}*" for other in others[:MAX_VARIANTS]]
    text.begun = begun_best(text, tries)
    for found in text.begun:
        if found.level == BEGUN and not text.asked.text.isupper():
            yield from named_in_other_number(text, found)
        if found.level >= BEGUN:
            yield found._replace(others=(*found.others, *names_spelled_so(text, found)))
        elif found.q in with_initials(text.asked):
            yield found._replace(level=NAMED)


def names_spelled_so(text: Text, begun: Relaxed) -> list[str]:
    """The likeliest correction of a single word, if it is a name and begins few other names: `Hitchi` is Hitachi."""
    asked = text.asked
    is_few = begun.level == BEGUN and begun.total <= MAX_FEW and text.asker.is_engine and not text.itself.total
    if not is_few or not asked.text.isalpha() or asked.text.isupper() or len(asked.text) < MIN_CORRECTED:
        return []
    tries = corrected(asked, text.asker.known(asked.words), text.language)
    others = {other: 1 for other, edits in tries.items() if edits == 1 and not other.startswith(asked.text.lower())}
    return [found.q for found in text.best("spelling", others, asked.text) if found.level == EQUAL]


def begun_best(text: Text, tries: list[str]) -> list[Relaxed]:
    """The best of these beginnings. If a name begins with the first one, the others are not tried."""
    first = [*text.best("beginning", tries[:1])]
    if any(found.level >= BEGUN for found in first):
        return first
    others = text.best("beginning", tries[1:])
    return sorted([*first, *others], key=lambda each: (-each.level, -each.total))[:1]


def named_in_other_number(text: Text, begun: Relaxed) -> Iterator[Relaxed]:
    """The singular or plural of the words if it is a name, with names that begin with a single word: `Kicks`."""
    others = () if " " in begun.q else (begun.q,)
    found = text.best("spelling", in_other_number(text.asked, text.language) if text.asker.is_engine else {})
    yield from (each._replace(others=(*each.others, *others)) for each in found if each.level == EQUAL)


def shortened(text: Text) -> Iterator[Relaxed]:
    """The names with the beginnings of unknown codes and short words: `gplv3`, `vit c`, `man utd`."""
    if not text.asker.is_engine or text.asker.scopes:
        return
    tries = [*with_versions(text.asked, text.known), *with_short_words(text.asked, text.known)]
    if unknown_of(text.known) and 1 < len(text.known) <= MAX_SHORTENED:
        for other in map(text.words_of, varied(text.asked, language_name(text.language))[:MAX_SHORT_VARIANTS]):
            tries += with_short_words(other, text.asker.known(other.words, 0))
    yield from (found._replace(level=NAMED) for found in text.best("beginning", tries))


def begun_otherwise(text: Text) -> Iterator[Relaxed]:
    """The result with a beginning that is not the name's; without one, other words or parts of words as beginnings."""
    if not (text.begun or text.acronyms or text.has_name or text.asker.scopes):
        for step in (spelled_and_begun, parts_begun, inside_names):
            text.begun = text.begun or [*step(text)]
    yield from text.begun


def spelled_and_begun(text: Text) -> Iterator[Relaxed]:
    """The last word as the beginning of a word, after corrections of the other words: `anthrx unspec`."""
    others = Phrase(text.asked.units[:-1], text.phrase.word)
    known = text.known[: len(others.words)]
    tries = islice(corrected(others, known, text.language) if unknown_of(known) else (), MAX_CORRECTIONS)
    yield from text.best("beginning", [f"{other} {text.asked.units[-1]}*" for other in tries])


def parts_begun(text: Text) -> Iterator[Relaxed]:
    """Numbers as the beginnings of words, `sigma 35 1.4`; else parts of words, in small collections."""
    if not text.is_spelled:
        found = [*text.best("beginning", with_numbers(text.asked))]
        parts = with_parts(text.asked, text.known) if text.is_small and not found else []
        yield from found or text.best("beginning", parts)


def inside_names(text: Text) -> Iterator[Relaxed]:
    """The names that have the text inside, with any sign between its words: `ms excel` in vnd.ms-excel."""
    tries = inside_values(text.asked, text.state) if text.is_small else []
    yield from (found._replace(level=NAMED) for found in text.best("inside", tries))
