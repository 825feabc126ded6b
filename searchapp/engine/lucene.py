"""Reads a query string as Elasticsearch's `query_string` does and gives a tree of the nodes below.

A node's `field` is None where the query names none: the default fields are meant. It may hold `*` (written `\\*`).

    Group(clauses)                   clauses of Clause(conjunction, modifier, node, run), see `occurrences`
    Text(field, text)                words to analyse as one text; a run of bare words is one Text
    Phrase(field, text, slop)        quoted; `slop` None when not given
    Prefix(field, text)              `ab*`, unescaped, without the star
    Wildcard(field, pattern)         `a?b*`, still escaped; `*` alone is Exists or MatchAll
    Regex(field, pattern)            `/ab/` without the slashes
    Fuzzy(field, text, edits)        `edits` None is automatic, by the length of the text
    Range(field, low, high, include_low, include_high)     texts, None is an open end
    Exists(field)                    `field:*`, `_exists_:field`; None is any of the default fields
    MatchAll()                       `*:*`
    Boost(node, factor)
    Nothing()                        an empty query

    parse(text) -> node              raises EngineError, with attribute `column`
    occurrences(clauses, queries, default_operator) -> [(occur, query)]
    comparison(field, text) -> Range | None     `>=5` as a text without field, for the compiler to decide
"""

from dataclasses import dataclass
from typing import Any, TypeVar, Union

Q = TypeVar("Q")


@dataclass(frozen=True, slots=True)
class Text:
    field: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Phrase:
    field: str | None
    text: str
    slop: int | None = None


@dataclass(frozen=True, slots=True)
class Prefix:
    field: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Wildcard:
    field: str | None
    pattern: str


@dataclass(frozen=True, slots=True)
class Regex:
    field: str | None
    pattern: str


@dataclass(frozen=True, slots=True)
class Fuzzy:
    field: str | None
    text: str
    edits: int | None = None


@dataclass(frozen=True, slots=True)
class Range:
    field: str | None
    low: str | None
    high: str | None
    include_low: bool = True
    include_high: bool = True


@dataclass(frozen=True, slots=True)
class Exists:
    field: str | None


@dataclass(frozen=True, slots=True)
class MatchAll:
    pass


@dataclass(frozen=True, slots=True)
class Nothing:
    pass


@dataclass(frozen=True, slots=True)
class Boost:
    node: "Node"
    factor: float


@dataclass(frozen=True, slots=True)
class Clause:
    """One part of a group: how it was joined to the one before ("AND", "OR", ""), its sign ("+", "-", "")."""

    conjunction: str
    modifier: str
    node: "Node"


@dataclass(frozen=True, slots=True)
class Group:
    clauses: tuple[Clause, ...]


Node = Union[Group, Text, Phrase, Prefix, Wildcard, Regex, Fuzzy, Range, Exists, MatchAll, Nothing, Boost]


def occurrences(clauses: tuple[Clause, ...], queries: list[Q | None], default_operator: str) -> list[tuple[str, Q]]:
    """The "must", "should" or "must_not" of each query; a query of None (no token left) vanishes first.

    There is no precedence: AND makes both neighbours required, OR with default AND makes the one before optional.
    """
    found: list[tuple[str, Q]] = []
    is_and = default_operator.upper() == "AND"
    for clause, query in zip(clauses, queries, strict=True):
        if found and found[-1][0] != "must_not":
            if clause.conjunction == "AND":
                found[-1] = ("must", found[-1][1])
            elif clause.conjunction == "OR" and is_and:
                found[-1] = ("should", found[-1][1])
        if query is not None:
            found.append((_occur(clause, is_and), query))
    return found


def _occur(clause: Clause, is_and: bool) -> str:
    if clause.modifier == "-":
        return "must_not"
    if is_and:
        return "should" if clause.conjunction == "OR" else "must"
    return "must" if clause.conjunction == "AND" or clause.modifier == "+" else "should"


def comparison(field: str | None, text: str) -> Range | None:
    """The range that `>5`, `>=5`, `<5`, `<=5` ask for, None when the text is none."""
    if len(text) < 2 or text[0] not in "<>":
        return None
    include = len(text) > 2 and text[1] == "="
    value = text[2:] if include else text[1:]
    if text[0] == ">":
        return Range(field, value, None, include, True)
    return Range(field, None, value, True, include)


def parse(text: str) -> Any:
    """The tree of a query string."""
    raise NotImplementedError
