"""The token filters that need neighbouring tokens, and `filters_of`, which makes functions from a list of filters.

Each function takes settings, and returns a function from tokens to tokens. A token's position is absolute: a dropped
token leaves a gap.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from ..errors import illegal
from . import word_filters
from .ascii_folding import fold
from .graphs import shingles, word_delimiter
from .graphs.synonyms import synonym, synonym_graph
from .settings import Settings, flag
from .tokenizers import DROPPED, Token, Tokenize, grams
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


def _gram_filter(settings: Settings, starts: Callable[[int], Iterable[int]]) -> Filter:
    """A filter that cuts terms into grams; `starts` returns where they start in a term of a length."""
    least, most = grams(settings)
    preserve = flag(settings, "preserve_original")

    def cut(token: Token) -> Iterator[Token]:
        length = len(token.text)
        for start in starts(length):
            for size in range(least, min(most, length - start) + 1):
                yield token._replace(text=token.text[start : start + size])
        if preserve and not least <= length <= most:
            yield token

    return lambda tokens: [gram for token in tokens for gram in cut(token)]


def unique(settings: Settings) -> Filter:
    """Keeps each term once, in the text or at a position. A dropped token leaves no gap."""
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


SYNONYMS = {"synonym": synonym, "synonym_graph": synonym_graph}
"""The filters that need the tokenizer and the filters before them."""
FILTERS: dict[str, Callable[[Settings], Filter]] = {
    "asciifolding": folded_too,
    "ngram": lambda settings: _gram_filter(settings, range),
    "edge_ngram": lambda settings: _gram_filter(settings, lambda length: (0,)),
    "unique": unique,
    "shingle": shingles.shingle,
    "word_delimiter_graph": word_delimiter.word_delimiter_graph,
}
GRAPHS = (*SYNONYMS, "word_delimiter_graph")
NOT_IN_RULES = ("ngram", "edge_ngram", "shingle", "word_delimiter_graph")
"""The filters that are not allowed before synonyms."""
KNOWN: dict[str, tuple[str, ...]] = {
    **word_filters.KNOWN,
    **dict.fromkeys(("ngram", "edge_ngram"), ("min_gram", "max_gram", "preserve_original")),
    "unique": ("only_on_same_position",),
    "shingle": shingles.KNOWN,
    "word_delimiter_graph": word_delimiter.KNOWN,
    **dict.fromkeys(SYNONYMS, ("synonyms", "expand", "lenient", "format", "updateable")),
}
"""The settings of each filter, word filters included."""


def is_word_filter(part: Part) -> bool:
    """Whether a filter changes each word alone, so that it keeps positions."""
    kind, settings = part
    return kind in WORD_FILTERS and not (kind == "asciifolding" and flag(settings, "preserve_original"))


def filters_of(parts: Sequence[Part], tokenize: Tokenize) -> list[Filter]:
    """The functions of the filters, in order. Adjacent word filters become one function."""
    made: list[Filter] = []
    groups = [(one_by_one, list(group)) for one_by_one, group in groupby(parts, key=is_word_filter)]
    before: list[Part] = []
    for at, (one_by_one, group) in enumerate(groups):
        if one_by_one:
            makes_shingles = at + 1 < len(groups) and groups[at + 1][1][0][0] == "shingle"
            made.append(_by_words(WordFilters(group), makes_shingles))
        for part in [] if one_by_one else group:
            made.append(_filter(part, before, tokenize))
            before = [*before, part]
        before += group if one_by_one else []
    return made


def _filter(part: Part, before: Sequence[Part], tokenize: Tokenize) -> Filter:
    kind, settings = part
    if kind not in SYNONYMS:
        return FILTERS[kind](settings)
    for other, _ in before:
        if other in NOT_IN_RULES:
            raise illegal(f"Token filter [{other}] cannot be used to parse synonyms")
    kept = [(other, {} if other == "asciifolding" else own) for other, own in before if other not in SYNONYMS]
    filters = filters_of(kept, tokenize)
    return SYNONYMS[kind](settings, lambda text: filtered(tokenize(text), filters))


def filtered(tokens: list[Token], filters: Sequence[Filter]) -> list[Token]:
    """The tokens after all filters, one after the other."""
    for apply in filters:
        tokens = apply(tokens)
    return tokens


def _by_words(change: WordFilters, keeps_end: bool = False) -> Filter:
    """One function for several word filters. With `keeps_end`, a dropped last term leaves a token DROPPED."""

    def changed(tokens: list[Token]) -> Iterator[Token]:
        word = None
        for token in tokens:
            word = change(token.text, token.protected)
            if word is not None:
                yield token._replace(text=word[0], protected=word[1])
        if keeps_end and tokens and word is None:
            yield tokens[-1]._replace(text=DROPPED, start=tokens[-1].end)

    return lambda tokens: list(changed(tokens))
