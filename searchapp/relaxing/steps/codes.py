"""The step that takes codes of a text apart, and the words of a text that are made of words in documents."""

from collections.abc import Callable, Iterator, Sequence

from ..asker import Asker
from ..found import Relaxed
from ..text import Text
from ..tries.apart import Span, spans_of_runs, taken_apart
from ..tries.spelling import MAX_NEAR, Known, split, unknown_of
from ..words import Phrase

MAX_SPLITS = 3
"""Ways to split a name."""


def codes(text: Text) -> Iterator[Relaxed]:
    """The text with all unknown codes taken apart, `5mm`, which ends the steps; else numbers alone are taken apart.

    The words are looked up first. If all of them are in a name, no word needs a correction.
    """
    text.known = text.asker.known(text.asked.words, 0 if text.has_name else MAX_NEAR)
    unknown = unknown_of(text.known)
    text.code = apart(text.asker, text.asked, text.known, unknown, spans_of_runs)
    found = [*text.best("spelling", [text.code] if text.code else [])]
    text.is_done = bool(found)
    yield from found
    numbers = [place for place in unknown if text.known[place].word[0].isdigit()]
    if numbers and not found and len(text.asked.words) > 1:
        divided = apart(text.asker, text.asked, text.known, numbers, spans_of_runs)
        if divided:
            text.asked = text.words_of(divided)
            text.known = text.asker.known(text.asked.words)


def apart(
    asker: Asker, phrase: Phrase, known: Sequence[Known], places: Sequence[int], spans_of: Callable[[str], list[Span]]
) -> str | None:
    """The text with the words at some places taken apart, a single word as a phrase; None if this fails."""
    words = {place: known[place].word.lower() for place in places}
    spans = {place: found for place, word in words.items() if (found := spans_of(word))}
    parts = dict.fromkeys(words[place][start:end] for place in spans for start, end in spans[place])
    known_parts = words_in_documents(asker, [*parts])
    made = {place: text for place in spans if (text := taken_apart(words[place], spans[place], known_parts))}
    if not made or len(made) < len(spans):
        return None
    return phrase.replaced(made) if len(phrase.words) > 1 else f'"{made[0]}"'


def split_name(asker: Asker, phrase: Phrase) -> list[str]:
    """A single word as two, with a blank or a hyphen between them: `blackhole`, `pingpong`."""
    if len(phrase.words) != 1:
        return []
    halves = words_in_documents(asker, [half for pair in split(phrase.text) for half in pair])
    pairs = [pair for pair in split(phrase.text) if halves >= {*pair}][:MAX_SPLITS]
    return [text for one, two in pairs for text in (f'"{one} {two}"', f"{one}-{two}")]


def words_in_documents(asker: Asker, words: Sequence[str]) -> set[str]:
    """The words that some document has."""
    return {each.word for each in asker.known(words, 0) if each.documents} if words else set()
