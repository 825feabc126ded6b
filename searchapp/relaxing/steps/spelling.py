"""Steps that correct the words of a text."""

from collections.abc import Iterator
from itertools import islice

from ..choice import is_named
from ..found import EQUAL, NAMED, Relaxed
from ..stop_words import language_name
from ..text import Text
from ..tries.apart import beginnings_of, long_unknown
from ..tries.spelling import (
    MAX_JOINED,
    Tries,
    all_joined,
    corrected,
    in_other_number,
    joined,
    joined_and_begun,
    joined_places,
    short_replaced,
    unknown_of,
    without_blanks,
)
from ..tries.variants import varied
from .codes import name_apart, words_apart, words_in_documents
from .years import spelled_with_year

MAX_NUMBERS = 2
"""Plurals, singulars and corrections that are tried in a database that asks one query after the other."""


def joined_or_in_other_number(text: Text) -> Iterator[Relaxed]:
    """The singular or plural of a word, or words with other blanks and hyphens between them."""
    asked = text.asked
    others = [*all_joined(asked), *without_blanks(asked), *name_apart(text)]
    yield from text.best("spelling", in_other_number(asked, text.language) | dict.fromkeys(others, 1))


def spelled(text: Text) -> Iterator[Relaxed]:
    """The best correction; without one, codes as words that stand anywhere, and corrections next to a year."""
    found = [*(spelled_by_rank(text) if text.asker.is_engine else spelled_one_by_one(text))]
    text.is_spelled = bool(found)
    yield from found
    if not found:
        yield from with_first_letters(text) if text.asker.is_engine else ()
        yield from text.best("spelling", with_code_apart(text))
        yield from spelled_with_year(text)


def with_code_apart(text: Text) -> list[str]:
    """The text with its codes taken apart, also with two of the words joined: `gtx1060 6 gb` is GTX 1060 6GB."""
    code = text.words_of(text.code or "")
    return [code.text, *map(code.joined, range(len(code.words) - 1))] if code.words else []


def spelled_one_by_one(text: Text) -> Iterator[Relaxed]:
    """The best correction in a database that asks one query after the other."""
    edits = corrected(text.asked, text.known, text.language).items() if unknown_of(text.known) else ()
    yield from text.best("spelling", dict(islice(edits, MAX_NUMBERS)), text.asked.text)
    yield from text.best("spelling", in_other_number(text.asked, text.language, MAX_NUMBERS))
    yield from text.best("spelling", without_blanks(text.asked))


def spelled_by_rank(text: Text) -> Iterator[Relaxed]:
    """The best correction. If none is the name of a document, joined and split words are tried too."""
    edits = corrected(text.asked, text.known, text.language)
    found = [*text.best("spelling", edits, text.asked.text)]
    if not found:
        numbers = in_other_number(text.asked, text.language)
        found = [*text.best("spelling", [other for other in numbers if other not in edits])]
    if not found or edits.get(found[0].q, 1) or found[0].level < EQUAL:
        found = with_joined(text, found)
    if not any(map(is_named, found)):
        short = text.best("spelling", short_replaced(text.asked, text.known))
        found += (each for each in short if each.level == EQUAL)
    yield from sorted(found, key=lambda one: -one.level)[:1]


def with_joined(text: Text, found: list[Relaxed]) -> list[Relaxed]:
    """The result with joined or split words, if it is likelier than the corrections found; else all of them."""
    tries = [*joined(text.asked), *words_apart(text), *joined_with_number(text)]
    others = [*text.best("spelling", tries)] or [*text.best("spelling", joined_and_begun(text.asked))]
    others = others or [*text.best("spelling", {} if found else joined_and_corrected(text))]
    if not others:
        return found
    least = max([NAMED, *(one.level for one in found if len(text.asked.words) > 1)])
    is_likelier = bool(found) and others[0].level >= found[0].level and not unknown_of(text.known)
    return others if others[0].level >= least or is_likelier else [*found, *others]


def joined_and_corrected(text: Text) -> Tries:
    """The text with an unknown word and its neighbour as one misspelt word: `tyssen krupp` is ThyssenKrupp."""
    asked, unknown = text.asked, unknown_of(text.known)
    found: Tries = {}
    if len(asked.words) > MAX_JOINED:
        return found
    for place in joined_places(asked):
        if not {place, place + 1}.isdisjoint(unknown):
            phrase = text.words_of(asked.joined(place))
            found |= corrected(phrase, text.asker.known(phrase.words), text.language)
    return {other: edits for other, edits in found.items() if edits <= 1}


def joined_with_number(text: Text) -> list[str]:
    """The text as one word, with its number in words or Roman numerals: `mew 2` is Mewtwo."""
    has_number = any(map(str.isdecimal, text.asked.words))
    others = varied(text.asked, language_name(text.language)) if has_number else []
    return [one for other in others for one in without_blanks(text.words_of(other))]


def with_first_letters(text: Text) -> Iterator[Relaxed]:
    """The names that have only the first letters of the unknown words: `47 tucanae` is 47 Tuc."""
    unknown = long_unknown(text.known) if len(text.known) > 1 and not text.asker.scopes else []
    beginnings = {place: beginnings_of(text.asked.words[place].lower()) for place in unknown}
    known = words_in_documents(text.asker, [begun for each in beginnings.values() for begun in each])
    found = {place: next((begun for begun in each if begun in known), "") for place, each in beginnings.items()}
    tries = [text.asked.replaced(found)] if found and all(found.values()) else []
    yield from filter(is_named, text.best("spelling", tries))
