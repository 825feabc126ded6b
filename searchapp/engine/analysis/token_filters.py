"""The filters that need the tokens around a token, and what makes one function of a row of filters.

Each maker reads its settings and gives a function from tokens to tokens. A token's position is absolute: where a filter
drops a token, a gap stays.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from . import word_filters
from .ascii_folding import fold
from .settings import Settings, flag
from .tokenizers import Token, grams
from .word_filters import WORD_FILTERS, WordFilters

Filter = Callable[[list[Token]], list[Token]]
Part = tuple[str, Settings]


def folded_too(settings: Settings) -> Filter:
    """`asciifolding` with `preserve_original`: the folded term, and the original at the same position."""

    def both(tokens: list[Token]) -> Iterator[Token]:
        for token in tokens:
            folded = fold(token.text)
            yield token._replace(text=folded)
            if folded != token.text:
                yield token

    return lambda tokens: list(both(tokens))


def ngram(settings: Settings) -> Filter:
    least, most = grams(settings)
    preserve = flag(settings, "preserve_original")

    def cut(token: Token) -> Iterator[Token]:
        size_of_all = len(token.text)
        for start in range(size_of_all):
            for size in range(least, min(most, size_of_all - start) + 1):
                yield token._replace(text=token.text[start : start + size])
        if preserve and not least <= size_of_all <= most:
            yield token

    return lambda tokens: [gram for token in tokens for gram in cut(token)]


def edge_ngram(settings: Settings) -> Filter:
    least, most = grams(settings)
    preserve = flag(settings, "preserve_original")

    def cut(token: Token) -> Iterator[Token]:
        for size in range(least, min(most, len(token.text)) + 1):
            yield token._replace(text=token.text[:size])
        if preserve and not least <= len(token.text) <= most:
            yield token

    return lambda tokens: [gram for token in tokens for gram in cut(token)]


def unique(settings: Settings) -> Filter:
    """Each term once, in the whole text or at one position; the positions of what is left out close up."""
    only_here = flag(settings, "only_on_same_position")

    def first_ones(tokens: list[Token]) -> Iterator[Token]:
        seen: set[str] = set()
        position = last = -1
        for token in tokens:
            step, last = token.position - last, token.position
            if only_here and step:
                seen.clear()
            if token.text not in seen:
                seen.add(token.text)
                position += step
                yield token._replace(position=position)

    return lambda tokens: list(first_ones(tokens))


FILTERS: dict[str, Callable[[Settings], Filter]] = {
    "asciifolding": folded_too,
    "ngram": ngram,
    "edge_ngram": edge_ngram,
    "unique": unique,
}
KNOWN: dict[str, tuple[str, ...]] = {
    **word_filters.KNOWN,
    **dict.fromkeys(("ngram", "edge_ngram"), ("min_gram", "max_gram", "preserve_original")),
    "unique": ("only_on_same_position",),
}
"""The settings of each filter, those of words too."""


def is_word_filter(part: Part) -> bool:
    kind, settings = part
    return kind in WORD_FILTERS and not (kind == "asciifolding" and flag(settings, "preserve_original"))


def filters_of(parts: Sequence[Part]) -> list[Filter]:
    """The filters in their order; neighbours that change words one by one are joined."""
    made: list[Filter] = []
    for one_by_one, group in groupby(parts, key=is_word_filter):
        if one_by_one:
            made.append(_by_words(WordFilters(list(group))))
        else:
            made += [FILTERS[kind](settings) for kind, settings in group]
    return made


def _by_words(change: WordFilters) -> Filter:
    def filtered(tokens: list[Token]) -> Iterator[Token]:
        for token in tokens:
            word = change(token.text, token.protected)
            if word is not None:
                yield token._replace(text=word[0], protected=word[1])

    return lambda tokens: list(filtered(tokens))
