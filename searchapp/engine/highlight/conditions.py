"""A query as a tree of conditions on the terms of a document, which gives the matches to highlight.

Word(path, test, key)                a term that passes the test
Words(path, places, slop, key)       a phrase: one word of each list, at these positions
AllOf(parts), AtLeast(parts, needed) all parts, or at least `needed` parts; gives the matches of the parts that hold
AndNot(part, forbidden)              the part, unless a forbidden condition holds
ALWAYS, NEVER                        hold always (numbers, ids, match_all) or never, without matches
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from ..analysis.analyzers import Token
from ..mapping.tantivy_schema import VALUE_GAP
from ..queries.text.sloppy_phrase import PhrasePosition, spans
from .passages import Match

Test = Callable[[str], bool]
FieldMatches = list[tuple[str, int, Match]]
"""For each match: the path of the field, the index of the value, and the match in the value."""


class Texts(Protocol):
    """The tokens of a document's fields."""

    known: "dict[tuple[int, str | None], FieldMatches | None]"
    """The results in this document of conditions in which nothing is forbidden, by `id` and the scope they hold in."""

    def scope(self, path: str) -> str | None:
        """The path, if the field is in nested objects: only while it is highlighted, its words match."""

    def tokens(self, path: str) -> Sequence[Sequence[Token]]:
        """The tokens of each value of a field."""


@dataclass(frozen=True)
class Word:
    path: str
    test: Test
    key: str
    is_marked: bool = True
    """Whether the words that fulfil the condition are highlighted."""


@dataclass(frozen=True)
class Words:
    path: str
    places: tuple[PhrasePosition, ...]
    slop: int
    key: str
    one_by_one: bool = False
    """Whether each word of a match is marked separately, without the text between the words."""


@dataclass(frozen=True)
class AllOf:
    parts: tuple["Condition", ...]

    @cached_property
    def has_forbidden(self) -> bool:
        return any(map(has_forbidden, self.parts))


@dataclass(frozen=True)
class AtLeast:
    parts: tuple["Condition", ...]
    needed: int = 1

    @cached_property
    def has_forbidden(self) -> bool:
        return any(map(has_forbidden, self.parts))


@dataclass(frozen=True)
class AndNot:
    part: "Condition"
    forbidden: tuple["Condition", ...]


Condition = Word | Words | AllOf | AtLeast | AndNot
ALWAYS = AllOf(())
NEVER = AtLeast(())


def document_matches(condition: Condition, texts: Texts, highlighted: str) -> FieldMatches | None:
    """The matches in a document; None if the condition does not hold.

    As in Elasticsearch, forbidden matches in the field `highlighted` do not count.
    """
    key = id(condition), texts.scope(highlighted)
    if key in texts.known:
        return texts.known[key]
    found = _document_matches(condition, texts, highlighted)
    if not has_forbidden(condition):
        texts.known[key] = found
    return found


def _document_matches(condition: Condition, texts: Texts, highlighted: str) -> FieldMatches | None:
    match condition:
        case Word(path) | Words(path) if texts.scope(path) not in (None, highlighted):
            return None
        case Word():
            found = _matches(condition, texts, lambda tokens: _word_spans(condition, tokens))
            return (found if condition.is_marked else []) if found else None
        case Words(slop=0):
            return _matches(condition, texts, lambda tokens: _exact_spans(condition, tokens)) or None
        case Words():
            return _sloppy_matches(condition, texts.tokens(condition.path)) or None
        case AndNot(part):
            forbidden = _is_forbidden(condition, texts, highlighted)
            return None if forbidden else document_matches(part, texts, highlighted)
        case AllOf(parts):
            return _joined([document_matches(part, texts, highlighted) for part in parts], len(parts))
        case AtLeast(parts, needed):
            return _joined([document_matches(part, texts, highlighted) for part in parts], needed)


def _joined(parts: Sequence[FieldMatches | None], needed: int) -> FieldMatches | None:
    """The matches of all parts; None if fewer than `needed` have matches."""
    met = [part for part in parts if part is not None]
    return [item for part in met for item in part] if len(met) >= needed else None


def term_conditions(condition: Condition) -> Iterator[Word | Words]:
    """All conditions on terms, except forbidden conditions and conditions without marks."""
    match condition:
        case Word(is_marked=True) | Words():
            yield condition
        case AndNot(part):
            yield from term_conditions(part)
        case AllOf(parts) | AtLeast(parts):
            for part in parts:
                yield from term_conditions(part)


def has_forbidden(condition: Condition) -> bool:
    """Whether a part of the condition is forbidden."""
    match condition:
        case AndNot():
            return True
        case AllOf() | AtLeast():
            return condition.has_forbidden
    return False


def unscored(condition: Condition) -> Condition:
    """The condition of a query that is not scored, without its optional parts."""
    match condition:
        case AllOf(parts):
            return AllOf(tuple(unscored(part) for part in parts if not (isinstance(part, AtLeast) and not part.needed)))
        case AtLeast(parts, needed):
            return AtLeast(tuple(map(unscored, parts)), needed)
        case AndNot(part, forbidden):
            return AndNot(unscored(part), forbidden)
    return condition


def _is_forbidden(condition: AndNot, texts: Texts, highlighted: str) -> bool:
    for forbidden in condition.forbidden:
        matches = document_matches(forbidden, texts, highlighted)
        is_bare = isinstance(forbidden, Word) and not forbidden.is_marked
        if matches is not None and (is_bare or any(path != highlighted for path, _, _ in matches)):
            return True
    return False


def _exact_spans(condition: Words, tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Start and end of each exact match of a phrase, or of its words."""
    if condition.one_by_one:
        return [(token.start, token.end) for token in phrase_tokens(condition, tokens)]
    return [(match[0].start, match[-1].end) for match in _exact_matches(condition, tokens)]


def _sloppy_matches(condition: Words, values: Sequence[Sequence[Token]]) -> FieldMatches:
    """The matches of a phrase with slop. A match across several values is a match in each of them."""
    joined: list[Token] = []
    ranges, position, start = [], 0, 0
    for tokens in values:
        joined += [
            token._replace(position=position + token.position, start=start + token.start, end=start + token.end)
            for token in tokens
        ]
        position += tokens[-1].position + 1 + VALUE_GAP if tokens else 0
        ranges.append((start, start := start + max((token.end for token in tokens), default=0)))
    return [
        (condition.path, index, Match(max(start, first) - first, min(end, last) - first, condition.key))
        for start, end in spans(condition.places, joined, condition.slop)
        for index, (first, last) in enumerate(ranges)
        if start < last and end > first
    ]


def phrase_tokens(condition: Words, tokens: Sequence[Token]) -> list[Token]:
    """The tokens in matches of a phrase. With slop they are the words of Lucene's unordered spans."""
    matches = _near_matches if condition.slop else _exact_matches
    return [*dict.fromkeys(token for match in matches(condition, tokens) for token in match)]


def _exact_matches(condition: Words, tokens: Sequence[Token]) -> Iterator[list[Token]]:
    candidates = [[token for token in tokens if token.text in words] for _, words in condition.places]
    following = [{token.position: token for token in reversed(found)} for found in candidates[1:]]
    offsets = [offset for offset, _ in condition.places[1:]]
    for token in candidates[0]:
        match = [at.get(token.position + offset) for offset, at in zip(offsets, following, strict=True)]
        others = [one for one in match if one is not None]
        if len(others) == len(match):
            yield [token, *others]


def _near_matches(condition: Words, tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """One word of each list in any order, with at most `slop` other words between them."""
    cells = [iter([token for token in tokens if token.text in words]) for _, words in condition.places]
    current = [next(cell, None) for cell in cells]
    most = condition.slop + max(condition.places[-1][0], len(cells) - 1)
    while None not in current:
        match = [token for token in current if token is not None]
        positions = [token.position for token in match]
        if max(positions) - min(positions) <= most:
            yield match
        first = positions.index(min(positions))
        current[first] = next(cells[first], None)


def _word_spans(condition: Word, tokens: Sequence[Token]) -> list[tuple[int, int]]:
    return [(token.start, token.end) for token in tokens if condition.test(token.text)]


def _matches(
    condition: Word | Words, texts: Texts, spans: Callable[[Sequence[Token]], list[tuple[int, int]]]
) -> FieldMatches:
    values = enumerate(texts.tokens(condition.path))
    return [(condition.path, index, Match(*span, condition.key)) for index, tokens in values for span in spans(tokens)]
