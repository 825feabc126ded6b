"""The tree of a query, with the nodes of the parser, and more nodes of builders.

A node's `field` is None if the query names no field: the default fields are meant. It may contain `*` (written `\\*`),
and is the name as written, mapped or not: `_exists_:a*` is Prefix("_exists_", "a").

    Group(clauses)                   clauses of Clause(conjunction, modifier, node); see `occurrences`
    Text(field, text)                words to analyse as one text; a run of bare words is one Text
    Phrase(field, text, slop)        quoted; `slop` None when not given
    Prefix(field, text)              `ab*`, unescaped, without the star
    Wildcard(field, pattern)         `a?b*`, still escaped; `*` alone is Exists or MatchAll
    Regex(field, pattern)            `/ab/` without the slashes
    Fuzzy(field, text, edits)        `edits` None when not given: by the length of the text, see `automatic_edits`
    Range(field, low, high, include_low, include_high)     texts, None is an open end
    Exists(field)                    `field:*`, `_exists_:field`; None is any of the default fields
    MatchAll()                       `*:*`
    Boost(node, factor)
    Nothing()                        an empty query

Builders of databases that read trees make four more, which no query text can express:

    Value(fields, text)              one of the fields has the value, or of prose all its words
    Bool(must, should, must_not)     a group whose clauses are already sorted by `occurrences`
    Constant(node, score)            the hits of a node, all with the same score
    Native(query)                    a query in the database's own syntax, from the configuration

Every function that reads a tree is one `match` over these nodes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, TypeVar, get_args

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
    """`any_case`: upper and lower case are the same."""

    field: str | None
    text: str
    any_case: bool = False


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
    """A part of a group.

    `conjunction` ("AND", "OR", "") joins it to the part before, `modifier` is its sign ("+", "-", ""). With `is_run` it
    is a run of bare words, which `minimum_should_match` counts one by one.
    """

    conjunction: str
    modifier: str
    node: "Node"
    is_run: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Group:
    clauses: tuple[Clause, ...]


FieldNode = Text | Phrase | Prefix | Wildcard | Regex | Fuzzy | Range | Exists
"""A leaf that searches one field or the default fields."""


@dataclass(frozen=True, slots=True)
class Value:
    """A text that is searched in fields, which may have weights: `symbol^8`.

    `ranked`: a match in an earlier field scores above all matches in later ones. `any_case`: upper and lower case are
    the same, and the text is the complete value.
    """

    fields: tuple[str, ...]
    text: str
    ranked: bool = False
    any_case: bool = False


@dataclass(frozen=True, slots=True)
class Bool:
    """All of `must` and none of `must_not`; if `must` is empty, at least one of `should`."""

    must: tuple["Node", ...] = ()
    should: tuple["Node", ...] = ()
    must_not: tuple["Node", ...] = ()


@dataclass(frozen=True, slots=True)
class Constant:
    node: "Node"
    score: float


@dataclass(frozen=True, slots=True)
class Native:
    query: Any


Node = (
    Group | Text | Phrase | Prefix | Wildcard | Regex | Fuzzy | Range | Exists | MatchAll | Nothing | Boost
    | Value | Bool | Constant | Native
)  # fmt: skip


def occurrences(clauses: tuple[Clause, ...], queries: Sequence[Q | None], default_operator: str) -> list[tuple[str, Q]]:
    """Pairs of "must", "should" or "must_not" and query. A query of None (no tokens) is removed first.

    There is no precedence: AND makes both neighbours required; with default AND, OR makes the previous one optional.
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


def as_bool(group: Group, default_operator: str) -> Bool:
    """The group with its clauses sorted by `occurrences`."""
    nodes: list[Node] = [clause.node for clause in group.clauses]
    found: list[tuple[str, Node]] = occurrences(group.clauses, nodes, default_operator)
    must, should, must_not = (
        tuple(node for occur, node in found if occur == each) for each in ("must", "should", "must_not")
    )
    return Bool(must, should, must_not)


def children(node: Node) -> Sequence[Node]:
    """The nodes directly inside a node."""
    match node:
        case Group(clauses):
            return [clause.node for clause in clauses]
        case Bool(must, should, must_not):
            return [*must, *should, *must_not]
        case Boost(inner) | Constant(inner):
            return [inner]
    return ()


def leaves(node: Node) -> Iterator[Node]:
    """The nodes of a tree that contain no others, from left to right."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        inner = children(found)
        waiting += reversed(inner)
        if not inner:
            yield found


def as_json(node: Any) -> Any:
    """A tree, or a tuple of trees, as plain JSON: `{"Text": ["symbol", "cdk2"]}`. Other values are unchanged."""
    if isinstance(node, tuple):
        return [as_json(each) for each in node]
    if not is_dataclass(node):
        return node
    return {type(node).__name__: [as_json(getattr(node, each.name)) for each in fields(node) if each.compare]}


def from_json(value: Any) -> Any:
    """The tree that `as_json` wrote."""
    if isinstance(value, list):
        return tuple(map(from_json, value))
    if not isinstance(value, dict):
        return value
    ((name, parts),) = value.items()
    return NODES[name](*map(from_json, parts))


NODES: dict[str, type] = {node.__name__: node for node in (Clause, *get_args(Node))}
