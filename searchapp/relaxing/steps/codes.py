"""The step that takes codes of a text apart, and the words of a text that are made of words in documents."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice, product

from ..asker import Asker
from ..found import Relaxed
from ..text import Text
from ..tries.apart import (
    MAX_WAYS,
    Span,
    is_long,
    long_known,
    long_unknown,
    spans_of_halves,
    spans_of_letters,
    spans_of_runs,
    taken_apart,
)
from ..tries.spelling import MAX_NEAR, Known, unknown_of
from ..words import Phrase


def codes(text: Text) -> Iterator[Relaxed]:
    """The text with all unknown codes taken apart, `5mm`, which ends the steps; else numbers alone are taken apart.

    The words are looked up first. If all of them are in a name, no word needs a correction.
    """
    text.known = text.asker.known(text.asked.words, 0 if text.has_name else MAX_NEAR)
    unknown = unknown_of(text.known)
    text.code = next(iter(apart(text.asker, text.asked, text.known, unknown, spans_of_runs)), None)
    found = [*text.best("spelling", [text.code] if text.code else [])]
    text.is_done = bool(found)
    yield from found
    numbers = [place for place in unknown if text.known[place].word[0].isdigit()]
    if numbers and not found and len(text.asked.words) > 1:
        divided = apart(text.asker, text.asked, text.known, numbers, spans_of_runs)
        if divided:
            text.asked = text.words_of(divided[0])
            text.known = text.asker.known(text.asked.words)


def apart(
    asker: Asker, phrase: Phrase, known: Sequence[Known], places: Sequence[int], spans_of: Callable[[str], list[Span]]
) -> list[str]:
    """The texts with the words at some places taken apart, a single word as a phrase; empty if this fails."""
    words = {place: known[place].word.lower() for place in places}
    spans = {place: found for place, word in words.items() if (found := spans_of(word))}
    parts = dict.fromkeys(words[place][start:end] for place in spans for start, end in spans[place])
    known_parts = words_in_documents(asker, [*parts])
    made = {place: taken_apart(words[place], spans[place], known_parts) for place in spans}
    if not made or not all(made.values()):
        return []
    ways = (dict(zip(made, way, strict=True)) for way in islice(product(*made.values()), MAX_WAYS))
    return [phrase.replaced(way) if len(phrase.words) > 1 else f'"{way[0]}"' for way in ways]


def words_apart(text: Text) -> list[str]:
    """The text with its unknown words as known words, `fontsizeadjust`; else with each long word as two."""
    unknown = long_unknown(text.known)
    groups = (
        [(unknown, spans_of_letters)] if unknown else [([place], spans_of_halves) for place in long_known(text.known)]
    )
    found = (apart(text.asker, text.asked, text.known, places, spans_of) for places, spans_of in groups)
    return [*chain.from_iterable(found)]


def name_apart(text: Text) -> list[str]:
    """A single word of the collection as words that are together: `pingpong`."""
    known = [Known(word, 1, ()) for word in text.asked.words]
    is_tried = len(known) == 1 and is_long(known[0].word)
    return apart(text.asker, text.asked, known, [0], spans_of_halves) if is_tried else []


def words_in_documents(asker: Asker, words: Sequence[str]) -> set[str]:
    """The words that some document has."""
    return {each.word for each in asker.known(words, 0) if each.documents} if words else set()
