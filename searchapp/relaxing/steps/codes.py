"""The step that takes codes apart, and functions that take joined words apart."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice, product

from ..candidates.apart import (
    MAX_WAYS,
    RUN,
    Span,
    is_long,
    long_known,
    long_unknown,
    spans_of_halves,
    spans_of_letters,
    spans_of_runs,
    taken_apart,
)
from ..candidates.spelling import MAX_NEAR, WordStats, unknown_of
from ..query_runner import QueryRunner
from ..result import Relaxed
from ..text import Text
from ..words import Phrase


def codes(text: Text) -> Iterator[Relaxed]:
    """The text with all unknown codes taken apart: `5mm`, `2d6`. If this has hits, it is the last step.

    Otherwise only codes that begin with a digit are taken apart, for the next steps. It looks up `text.word_stats`,
    without similar words if a name has all words.
    """
    text.word_stats = text.runner.word_stats(text.topic.words, 0 if text.has_name else MAX_NEAR)
    unknown = unknown_of(text.word_stats)
    text.code = next(iter(texts_apart(text.runner, text.topic, text.word_stats, unknown, spans_of_runs)), None)
    parts = {place: " ".join(RUN.findall(text.word_stats[place].word)) for place in unknown if text.code}
    found = [*text.best("spelling", [text.code, text.topic.replaced(parts)] if text.code else [])]
    text.is_done = bool(found)
    yield from found
    numbers = [place for place in unknown if text.word_stats[place].word[0].isdigit()]
    if numbers and not found and len(text.topic.words) > 1:
        divided = texts_apart(text.runner, text.topic, text.word_stats, numbers, spans_of_runs)
        if divided:
            text.topic = text.words_of(divided[0])
            text.word_stats = text.runner.word_stats(text.topic.words)


def texts_apart(
    runner: QueryRunner,
    phrase: Phrase,
    stats: Sequence[WordStats],
    places: Sequence[int],
    spans_of: Callable[[str], list[Span]],
) -> list[str]:
    """The texts with the words at these positions taken apart, a single word as a phrase; empty if one cannot be."""
    words = {place: stats[place].word.lower() for place in places}
    spans = {place: found for place, word in words.items() if (found := spans_of(word))}
    parts = dict.fromkeys(words[place][start:end] for place in spans for start, end in spans[place])
    known_parts = words_in_documents(runner, [*parts])
    made = {place: taken_apart(words[place], spans[place], known_parts) for place in spans}
    if not made or not all(made.values()):
        return []
    ways = (dict(zip(made, way, strict=True)) for way in islice(product(*made.values()), MAX_WAYS))
    return [phrase.replaced(way) if len(phrase.words) > 1 else f'"{way[0]}"' for way in ways]


def words_apart(text: Text) -> list[str]:
    """The text with its unknown words divided into known words, `fontsizeadjust`; else each long word as two."""
    unknown = long_unknown(text.word_stats)
    groups = (
        [(unknown, spans_of_letters)]
        if unknown
        else [([place], spans_of_halves) for place in long_known(text.word_stats)]
    )
    found = (texts_apart(text.runner, text.topic, text.word_stats, places, spans_of) for places, spans_of in groups)
    return [*chain.from_iterable(found)]


def name_apart(text: Text) -> list[str]:
    """A single word divided into two words, as a phrase: `pingpong`."""
    stats = [WordStats(word, 1, ()) for word in text.topic.words]
    is_tried = len(stats) == 1 and is_long(stats[0].word)
    return texts_apart(text.runner, text.topic, stats, [0], spans_of_halves) if is_tried else []


def words_in_documents(runner: QueryRunner, words: Sequence[str]) -> set[str]:
    """The words that some document has."""
    return {each.word for each in runner.word_stats(words, 0) if each.documents} if words else set()
