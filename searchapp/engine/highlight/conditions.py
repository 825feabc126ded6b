"""A query as a tree of conditions on the terms of a document, which gives the matches to highlight.

Word(path, test, key)                a term that passes the test
Words(path, terms, slop, key)        a phrase: these terms, at these positions
Every(parts), Some(parts, needed)    all parts, or at least `needed` parts; gives the matches of the parts that hold
Unless(part, forbidden)              the part, unless a forbidden condition holds
ALWAYS, NEVER                        hold always (numbers, ids, match_all) or never, without matches
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..analysis.analyzers import Token
from .passages import Match

Test = Callable[[str], bool]
FieldMatches = list[tuple[str, int, Match]]
"""For each match: the path of the field, the index of the value, and the match in the value."""


class Texts(Protocol):
    """The tokens of a document's fields."""

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
    parts: tuple["Condition", ...]


@dataclass(frozen=True)
class Some:
    parts: tuple["Condition", ...]
    needed: int = 1


@dataclass(frozen=True)
class Unless:
    part: "Condition"
    forbidden: tuple["Condition", ...]


Condition = Word | Words | Every | Some | Unless
ALWAYS = Every(())
NEVER = Some(())


def document_matches(condition: Condition, texts: Texts, highlighted: str) -> FieldMatches | None:
    """The matches in a document; None if the condition does not hold.

    As in Elasticsearch, forbidden matches in the field `highlighted` do not count.
    """
    if isinstance(condition, Word):
        return _matches(condition, texts, lambda tokens: _word_spans(condition, tokens)) or None
    if isinstance(condition, Words):
        return _matches(condition, texts, lambda tokens: phrase_spans(condition, tokens)) or None
    if isinstance(condition, Unless):
        return (
            None
            if _is_forbidden(condition, texts, highlighted)
            else document_matches(condition.part, texts, highlighted)
        )
    parts = [document_matches(part, texts, highlighted) for part in condition.parts]
    met = [part for part in parts if part is not None]
    needed = len(parts) if isinstance(condition, Every) else condition.needed
    if len(met) < needed or condition == NEVER:
        return None
    return [item for part in met for item in part]


def term_conditions(condition: Condition) -> Iterator[Word | Words]:
    """All conditions on terms, except the forbidden ones."""
    if isinstance(condition, Word | Words):
        yield condition
    else:
        for part in (condition.part,) if isinstance(condition, Unless) else condition.parts:
            yield from term_conditions(part)


def unscored(condition: Condition) -> Condition:
    """The condition of a query that is not scored: without parts that need not hold."""
    if isinstance(condition, Every):
        return Every(
            tuple(unscored(part) for part in condition.parts if not (isinstance(part, Some) and not part.needed))
        )
    if isinstance(condition, Some):
        return Some(tuple(map(unscored, condition.parts)), condition.needed)
    return Unless(unscored(condition.part), condition.forbidden) if isinstance(condition, Unless) else condition


def _is_forbidden(condition: Unless, texts: Texts, highlighted: str) -> bool:
    for forbidden in condition.forbidden:
        matches = document_matches(forbidden, texts, highlighted) or []
        if any(path != highlighted for path, _, _ in matches):
            return True
    return False


def phrase_spans(condition: Words, tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Start and end of each match of a phrase."""
    return [
        (min(token.start for token in match), max(token.end for token in match))
        for match in phrase_matches(condition, tokens)
    ]


def phrase_matches(condition: Words, tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens of each match of a phrase. With slop, matches do not overlap."""
    first = condition.terms[0].position
    matches: list[list[Token]] = []
    candidates = [[token for token in tokens if token.text == term.text] for term in condition.terms]
    for token in candidates[0]:
        match = [token]
        for term, others in zip(condition.terms[1:], candidates[1:], strict=True):
            wanted = token.position + term.position - first
            near = [one for one in others if one not in match and abs(one.position - wanted) <= condition.slop]
            if not near:
                break
            match.append(min(near, key=lambda one: abs(one.position - wanted)))
        taken = matches[-1] if matches else []
        if (
            len(match) == len(condition.terms)
            and (not condition.slop or not any(one in taken for one in match))
            and _width(condition, match) <= condition.slop
        ):
            matches.append(match)
    return matches


def _width(condition: Words, match: list[Token]) -> int:
    """The distance of a match from the exact phrase."""
    shifts = [token.position - term.position for token, term in zip(match, condition.terms, strict=True)]
    return max(shifts) - min(shifts)


def _word_spans(condition: Word, tokens: Sequence[Token]) -> list[tuple[int, int]]:
    return [(token.start, token.end) for token in tokens if condition.test(token.text)]


def _matches(
    condition: Word | Words, texts: Texts, spans: Callable[[Sequence[Token]], list[tuple[int, int]]]
) -> FieldMatches:
    values = enumerate(texts.tokens(condition.path))
    return [(condition.path, index, Match(*span, condition.key)) for index, tokens in values for span in spans(tokens)]
