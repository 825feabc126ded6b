"""Steps that search words of a text as prefixes of words."""

from collections.abc import Iterator
from itertools import islice

from ..candidates.beginnings import (
    is_initial,
    prefix_queries,
    with_first_parts,
    with_initials,
    with_parts,
    with_short_words,
    with_versions,
)
from ..candidates.field_values import inside_values, prefix_value_queries
from ..candidates.spelling import MAX_CORRECTIONS, corrected, in_other_number, unknown_of
from ..candidates.variants import varied
from ..result import EQUAL_NAME, NAME_BEGINS, WORDS_IN_NAME, Relaxed
from ..stop_words import language_name
from ..text import Text
from ..words import Phrase

MAX_VARIANTS = 4
"""The maximum number of other spellings of a text whose last word may be incomplete."""
MAX_SHORT_VARIANTS = 2
"""The maximum number of other spellings of a text whose short words may be incomplete."""
MAX_FEW, MIN_CORRECTED = 5, 4
"""A word that at most MAX_FEW names begin with may be misspelt, if it has at least MIN_CORRECTED letters."""
MAX_SHORTENED = 3
"""The maximum number of words of a text whose other spellings may have incomplete words."""


def name_beginnings(text: Text) -> Iterator[Relaxed]:
    """The names that begin with the text: `breast canc`. Results that are not names are left for `other_beginnings`."""
    if text.runner.scopes or (text.own_result.total and not text.is_complete):
        return
    candidates = prefix_queries(text.topic, text.escaped[:1] if text.is_complete else [])
    candidates += prefix_value_queries(text.topic, text.state)
    if not text.own_result.total:
        others = varied(text.topic, language_name(text.language))
        candidates += [f"{other}*" for other in others[:MAX_VARIANTS] if not is_initial(other.split()[-1])]
    text.completions = best_prefix(text, candidates)
    for found in text.completions:
        if found.level == NAME_BEGINS and not text.topic.text.isupper():
            yield from named_in_other_number(text, found)
        if found.level >= NAME_BEGINS:
            yield found._replace(others=(*found.others, *likeliest_names(text, found)))
        elif found.q in with_initials(text.topic):
            yield found._replace(level=WORDS_IN_NAME)


def likeliest_names(text: Text, prefix: Relaxed) -> list[str]:
    """The likeliest correction of a single word, if it is a name and begins few other names: `Hitchi` is Hitachi."""
    is_few = prefix.level == NAME_BEGINS and prefix.total <= MAX_FEW
    return corrected_names(text) if is_few and text.runner.ranks_hits and not text.own_result.total else []


def corrected_names(text: Text) -> list[str]:
    """The likeliest correction of a single word, if it is a name; empty without one."""
    topic = text.topic
    if not topic.text.isalpha() or topic.text.isupper() or len(topic.text) < MIN_CORRECTED:
        return []
    candidates = corrected(topic, text.runner.word_stats(topic.words), text.language)
    others = {
        other: 1 for other, edits in candidates.items() if edits == 1 and not other.startswith(topic.text.lower())
    }
    return [found.q for found in text.best("spelling", others, topic.text) if found.level == EQUAL_NAME]


def best_prefix(text: Text, candidates: list[str]) -> list[Relaxed]:
    """The best result of these prefixes. If a name begins with the first one, the others are not searched."""
    first = [*text.best("beginning", candidates[:1])]
    if any(found.level >= NAME_BEGINS for found in first):
        return first
    others = text.best("beginning", candidates[1:])
    return sorted([*first, *others], key=lambda each: (-each.level, -each.total))[:1]


def named_in_other_number(text: Text, prefix: Relaxed) -> Iterator[Relaxed]:
    """The singular or plural of the words if it is a name, and the names that begin with a single word: `Kicks`."""
    others = () if " " in prefix.q else (prefix.q,)
    found = text.best("spelling", in_other_number(text.topic, text.language) if text.runner.ranks_hits else {})
    yield from (each._replace(others=(*each.others, *others)) for each in found if each.level == EQUAL_NAME)


def shortened(text: Text) -> Iterator[Relaxed]:
    """The names for unknown codes and short words as prefixes: `gplv3`, `vit c`, `man utd`."""
    if not text.runner.ranks_hits or text.runner.scopes:
        return
    candidates = [*with_versions(text.topic, text.word_stats), *with_short_words(text.topic, text.word_stats)]
    if unknown_of(text.word_stats) and 1 < len(text.word_stats) <= MAX_SHORTENED:
        for other in map(text.words_of, varied(text.topic, language_name(text.language))[:MAX_SHORT_VARIANTS]):
            candidates += with_short_words(other, text.runner.word_stats(other.words, 0))
    yield from (found._replace(level=WORDS_IN_NAME) for found in text.best("beginning", candidates))


def other_beginnings(text: Text) -> Iterator[Relaxed]:
    """The prefix results that are not names; without any, prefixes after misspelt words, or parts of names."""
    if not (text.completions or text.acronyms or text.has_name or text.runner.scopes):
        for step in (corrected_prefix, inside_names, other_parts):
            text.completions = text.completions or [*step(text)]
    yield from text.completions


def corrected_prefix(text: Text) -> Iterator[Relaxed]:
    """The last word as a prefix, with the other words corrected: `anthrx unspec`."""
    others = Phrase(text.topic.units[:-1], text.phrase.word)
    stats = text.word_stats[: len(others.words)]
    candidates = islice(corrected(others, stats, text.language) if unknown_of(stats) else (), MAX_CORRECTIONS)
    yield from text.best("beginning", [f"{other} {text.topic.units[-1]}*" for other in candidates])


def inside_names(text: Text) -> Iterator[Relaxed]:
    """The names that have the text inside, with any sign between its words: `ms excel` in vnd.ms-excel."""
    candidates = inside_values(text.topic, text.state) if text.is_small else []
    yield from (found._replace(level=WORDS_IN_NAME) for found in text.best("inside", candidates))


def other_parts(text: Text) -> Iterator[Relaxed]:
    """The documents with words that have the unknown words inside, in small collections: `urlaubsgesetz`.

    Else those with words that begin as the long words of the text: `beer manufacturing`, `hairdresser`.
    """
    if text.runner.ranks_hits and all(each.step != "spelling" for each in text.found):
        parts = with_parts(text.topic, text.word_stats) if text.is_small else []
        yield from [*text.best("beginning", parts)] or text.best("beginning", with_first_parts(text.topic))
