"""What a query marks in the texts of a document: a tree of conditions on the terms of fields, and where they are met.

Word(path, test, key)                a term that passes the test
Words(path, terms, slop, key)        these terms, at these positions
Every(parts), Some(parts, needed)    bool and its like: a part marks only where its conditions are met
ALWAYS, NEVER                        no mark, but met (numbers, ids, match_all) or not
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..analysis.analyzers import Token
from .passages import Match

Test = Callable[[str], bool]
Found = list[tuple[str, int, Match]]
"""Path, index of the value, and the match in it."""


class Texts(Protocol):
    """The texts of a document."""

    def tokens(self, path: str) -> Sequence[Sequence[Token]]:
        """The tokens of each value of a field."""


@dataclass(frozen=True)
class Word:
    path: str
    test: Test
    key: str


@dataclass(frozen=True)
class Words:
    path: str
    terms: tuple[Token, ...]
    slop: int
    key: str


@dataclass(frozen=True)
class Every:
    parts: tuple["Mark", ...]


@dataclass(frozen=True)
class Some:
    parts: tuple["Mark", ...]
    needed: int = 1


@dataclass(frozen=True)
class Unless:
    part: "Mark"
    forbidden: tuple["Mark", ...]


Mark = Word | Words | Every | Some | Unless
ALWAYS = Every(())
NEVER = Some(())


def found_marks(mark: Mark, texts: Texts, shown: str) -> Found | None:
    """The matches in a document, None where the conditions are not met.

    As in Elasticsearch, what is forbidden in the field that is shown does not count.
    """
    if isinstance(mark, Word):
        return _found(mark, texts, lambda tokens: _word_spans(mark, tokens)) or None
    if isinstance(mark, Words):
        return _found(mark, texts, lambda tokens: phrase_spans(mark, tokens)) or None
    if isinstance(mark, Unless):
        return None if _is_forbidden(mark, texts, shown) else found_marks(mark.part, texts, shown)
    parts = [found_marks(part, texts, shown) for part in mark.parts]
    met = [part for part in parts if part is not None]
    needed = len(parts) if isinstance(mark, Every) else mark.needed
    if len(met) < needed or mark == NEVER:
        return None
    return [item for part in met for item in part]


def leaves(mark: Mark) -> Iterator[Word | Words]:
    """All conditions on terms but the forbidden ones."""
    if isinstance(mark, Word | Words):
        yield mark
    else:
        for part in (mark.part,) if isinstance(mark, Unless) else mark.parts:
            yield from leaves(part)


def unscored(mark: Mark) -> Mark:
    """What is left where scores do not count: parts that need not be met are dropped."""
    if isinstance(mark, Every):
        return Every(tuple(unscored(part) for part in mark.parts if not (isinstance(part, Some) and not part.needed)))
    if isinstance(mark, Some):
        return Some(tuple(map(unscored, mark.parts)), mark.needed)
    return Unless(unscored(mark.part), mark.forbidden) if isinstance(mark, Unless) else mark


def _is_forbidden(mark: Unless, texts: Texts, shown: str) -> bool:
    for forbidden in mark.forbidden:
        found = found_marks(forbidden, texts, shown) or []
        if any(path != shown for path, _, _ in found):
            return True
    return False


def phrase_spans(mark: Words, tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Start and end of each place where the terms stand in their order, or near to it with slop."""
    return [(min(token.start for token in place), max(token.end for token in place)) for place in places(mark, tokens)]


def places(mark: Words, tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens of each place of a phrase; with slop, places do not overlap."""
    first = mark.terms[0].position
    found: list[list[Token]] = []
    candidates = [[token for token in tokens if token.text == term.text] for term in mark.terms]
    for token in candidates[0]:
        place = [token]
        for term, others in zip(mark.terms[1:], candidates[1:], strict=True):
            wanted = token.position + term.position - first
            near = [one for one in others if one not in place and abs(one.position - wanted) <= mark.slop]
            if not near:
                break
            place.append(min(near, key=lambda one: abs(one.position - wanted)))
        taken = found[-1] if found else []
        if (
            len(place) == len(mark.terms)
            and (not mark.slop or not any(one in taken for one in place))
            and _width(mark, place) <= mark.slop
        ):
            found.append(place)
    return found


def _width(mark: Words, place: list[Token]) -> int:
    """How far the terms are from standing as they do in the phrase."""
    shifts = [token.position - term.position for token, term in zip(place, mark.terms, strict=True)]
    return max(shifts) - min(shifts)


def _word_spans(mark: Word, tokens: Sequence[Token]) -> list[tuple[int, int]]:
    return [(token.start, token.end) for token in tokens if mark.test(token.text)]


def _found(mark: Word | Words, texts: Texts, spans: Callable[[Sequence[Token]], list[tuple[int, int]]]) -> Found:
    values = enumerate(texts.tokens(mark.path))
    return [(mark.path, index, Match(*span, mark.key)) for index, tokens in values for span in spans(tokens)]
