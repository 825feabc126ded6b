"""Steps that correct the words of a text."""

from collections.abc import Iterator
from itertools import chain, islice

from ..candidates.apart import beginnings_of, long_unknown
from ..candidates.field_values import as_numbers
from ..candidates.spelling import (
    MAX_CORRECTIONS,
    MAX_JOINED,
    EditsByQuery,
    WordStats,
    all_joined,
    corrected,
    in_other_number,
    joined_places,
    joined_prefix,
    short_replaced,
    unknown_of,
    with_joined_words,
    without_blanks,
)
from ..candidates.variants import varied
from ..choice import matches_name
from ..query_runner import MAX_CORRECTED_WORDS
from ..result import EQUAL_NAME, WORDS_IN_NAME, Relaxed
from ..stop_words import language_name
from ..text import Text
from ..words import MIN_CODE, Phrase
from .codes import name_apart, words_apart, words_in_documents

MAX_NUMBERS = 2
"""The maximum number of plurals, singulars and corrections, for databases that run one query after the other."""


def joined_or_in_other_number(text: Text) -> Iterator[Relaxed]:
    """The singular or plural of a word, or words with other blanks and hyphens between them."""
    topic = text.topic
    others = [*all_joined(topic), *without_blanks(topic), *name_apart(text)]
    yield from text.best("spelling", in_other_number(topic, text.language) | dict.fromkeys(others, 1))


def spelled(text: Text) -> Iterator[Relaxed]:
    """The best correction; without one, first letters, codes taken apart, and corrections next to a number."""
    found = [*(spelled_by_rank(text) if text.runner.ranks_hits else spelled_one_by_one(text))]
    yield from found
    if not found:
        yield from with_first_letters(text) if text.runner.ranks_hits else ()
        yield from text.best("spelling", [*with_code_apart(text), *beside_number(text)])


def with_code_apart(text: Text) -> list[str]:
    """The text with its codes taken apart, also with two of the words joined: `gtx1060 6 gb` is GTX 1060 6GB."""
    code = text.words_of(text.code or "")
    return [code.text, *map(code.joined, range(len(code.words) - 1))] if code.words else []


def beside_number(text: Text) -> list[str]:
    """The corrections of the words next to a number in a field of numbers or years: `toyota corola 1974`."""
    units = [unit for unit in text.topic.units if unit.isdecimal() and len(unit) >= MIN_CODE]
    others = Phrase([unit for unit in text.topic.units if unit not in units], text.phrase.word)
    if text.runner.scopes or len(units) != 1 or not others.words:
        return []
    edits = corrected(others, text.runner.word_stats(others.words), text.language)
    typed = (f"{other} {units[0]}" for other in islice(edits, MAX_CORRECTIONS))
    return [query for each in typed for query in as_numbers(each, text.state.fields)]


def spelled_one_by_one(text: Text) -> Iterator[Relaxed]:
    """The best correction in a database that runs one query after the other."""
    edits = corrected(text.topic, text.word_stats, text.language).items() if unknown_of(text.word_stats) else ()
    yield from text.best("spelling", dict(islice(edits, MAX_NUMBERS)), text.topic.text)
    yield from text.best("spelling", in_other_number(text.topic, text.language, MAX_NUMBERS))
    yield from text.best("spelling", without_blanks(text.topic))


def spelled_by_rank(text: Text) -> Iterator[Relaxed]:
    """The best correction. If none is the name of a document, joined and split words are tried too."""
    edits = corrected(text.topic, text.word_stats, text.language)
    found = [*text.best("spelling", edits, text.topic.text)]
    if not found or edits.get(found[0].q, 1):
        numbers = in_other_number(text.topic, text.language)
        others = [*text.best("spelling", [other for other in numbers if other not in edits])]
        found = others if others and (not found or others[0].level >= found[0].level) else found
    if not found or edits.get(found[0].q, 1) or found[0].level < EQUAL_NAME:
        found = with_joined(text, found)
    if not found:
        found = [each for each in text.best("spelling", corrected_twice(text, edits)) if matches_name(each)]
    if not any(map(matches_name, found)):
        short = text.best("spelling", short_replaced(text.topic, text.word_stats))
        found += (each for each in short if each.level == EQUAL_NAME)
    yield from sorted(found, key=lambda one: -one.level)[:1]


def corrected_twice(text: Text, edits: EditsByQuery) -> EditsByQuery:
    """The likeliest corrections of unknown words, each with a known word replaced too: `leroy jenkin`."""
    unknown = unknown_of(text.word_stats)
    found: EditsByQuery = {}
    for phrase in map(text.words_of, islice(edits if unknown else (), MAX_CORRECTIONS)):
        known = [place for place in range(len(phrase.words)) if place not in unknown]
        if known and len(phrase.words) <= MAX_CORRECTED_WORDS:
            similar = dict(zip(known, text.runner.word_stats([phrase.words[place] for place in known]), strict=False))
            stats = [similar.get(place, WordStats(word, 1, ())) for place, word in enumerate(phrase.words)]
            found |= dict.fromkeys(corrected(phrase, stats, text.language), 2)
    return found


def with_joined(text: Text, found: list[Relaxed]) -> list[Relaxed]:
    """The result with joined or split words, if it is likelier than the corrections in `found`; else both."""
    candidates = [*with_joined_words(text.topic), *words_apart(text), *joined_with_number(text)]
    others = [*text.best("spelling", candidates)] or [*text.best("spelling", joined_prefix(text.topic))]
    others = others or [*text.best("spelling", {} if found else joined_and_corrected(text))]
    if not others:
        return found
    least = max([WORDS_IN_NAME, *(one.level for one in found if len(text.topic.words) > 1)])
    is_likelier = bool(found) and others[0].level >= found[0].level and not unknown_of(text.word_stats)
    return others if others[0].level >= least or is_likelier else [*found, *others]


def joined_and_corrected(text: Text) -> EditsByQuery:
    """The text with an unknown word and its neighbour as one misspelt word: `tyssen krupp` is ThyssenKrupp."""
    topic, unknown = text.topic, unknown_of(text.word_stats)
    found: EditsByQuery = {}
    if len(topic.words) > MAX_JOINED:
        return found
    for place in joined_places(topic):
        if not {place, place + 1}.isdisjoint(unknown):
            phrase = text.words_of(topic.joined(place))
            found |= corrected(phrase, text.runner.word_stats(phrase.words), text.language)
    return {other: edits for other, edits in found.items() if edits <= 1}


def joined_with_number(text: Text) -> list[str]:
    """The text as one word, with its number in words or Roman numerals: `mew 2` is Mewtwo."""
    has_number = any(map(str.isdecimal, text.topic.words))
    others = varied(text.topic, language_name(text.language)) if has_number else []
    return [one for other in others for one in without_blanks(text.words_of(other))]


def with_first_letters(text: Text) -> Iterator[Relaxed]:
    """The names with only the first letters of the unknown words: `47 tucanae` is 47 Tuc."""
    unknown = long_unknown(text.word_stats) if len(text.word_stats) > 1 and not text.runner.scopes else []
    beginnings = {place: beginnings_of(text.topic.words[place].lower()) for place in unknown}
    known = words_in_documents(text.runner, [*chain.from_iterable(beginnings.values())])
    found = {place: next((word for word in each if word in known), "") for place, each in beginnings.items()}
    candidates = [text.topic.replaced(found)] if found and all(found.values()) else []
    yield from filter(matches_name, text.best("spelling", candidates))
