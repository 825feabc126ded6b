"""Steps that leave words out."""

from collections.abc import Iterator
from itertools import combinations, islice

from ..candidates.fewer_words import MAX_LEFT_OUT, fewer, with_fewer
from ..candidates.spelling import corrected, unknown_of, without_unknown
from ..candidates.variants import variants
from ..result import EQUAL_NAME, Relaxed
from ..stop_words import after_stop_word, language_name, without_outer
from ..text import Text
from ..words import phrase_of

MAX_COUNTED, MAX_RARE = 60, 8
"""The maximum number of words of a long text that are counted, and of the rarest ones that are searched."""


def without_one_word(text: Text) -> Iterator[Relaxed]:
    """The best text without one word, if no name has all words.

    A name may also lose the stop word next to this word: `asthma in children`.
    """
    if not (text.runner.scopes or text.has_name):
        candidates = with_fewer(text.phrase, text.topic, text.word_stats)
        candidates += fewer(text.words_of(text.code).words) if text.code and len(text.topic.units) == 1 else []
        names = {" ".join(without_outer(each.split(), text.language)) for each in candidates}.difference(candidates)
        yield from (each for each in text.rarest(sorted(names)) if each.level == EQUAL_NAME)
        yield from text.rarest(candidates)


def without_several_words(text: Text) -> Iterator[Relaxed]:
    """The results with fewer and fewer words."""
    stats = text.runner.word_stats(text.topic.words)
    is_unknown = bool(unknown_of(stats))
    others = [*corrected(text.topic, stats, text.language), *without_unknown(text.topic, stats)] if is_unknown else []
    units = phrase_of(others[0]).units if others else text.topic.units
    if text.is_in_vain(units):
        return
    yield from text.rarest([" ".join(after_stop_word(some, text.language)) for some in (text.topic.units, units)])
    meant = text.without_stop_words(units)
    forms = {form for word in text.topic.words for form in variants(word, language_name(text.language))}
    typed = [unit for unit in meant if unit in forms.union(text.topic.units)]
    for number in dict.fromkeys([*range(len(meant), 0, -max(1, len(meant) // 4)), 1]):
        some = islice(combinations((number == 1 and typed) or meant, number), MAX_LEFT_OUT)
        yield from text.rarest(map(" ".join, some))


def rare_words(text: Text) -> Iterator[Relaxed]:
    """The result with the rarest words of a long text (a pasted sentence), or with all except one or two of them."""
    typed = [*dict.fromkeys(text.phrase.words[:MAX_COUNTED])]
    known = [word for word in text.runner.word_stats(typed, 0) if word.documents]
    rarest = [word.word for word in sorted(known, key=lambda word: -word.documents)][-MAX_RARE:]
    without_some = (combinations(rarest, len(rarest) - number) for number in range(3) if len(rarest) > number + 1)
    half = [rarest[-MAX_RARE // 2 :]] if len(rarest) > 1 else []
    for candidates in (*without_some, half):
        texts = (" ".join(sorted(words, key=typed.index)) for words in islice(candidates, MAX_LEFT_OUT))
        yield from text.rarest(texts)
