"""The parts of a query text: the parts that AND joins, each with its fields, and the clauses that are not negated."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .errors import LuceneError
from .parser import parse
from .tokens import tokens
from .tree import FieldNode, Group, Node, leaves

OPENING, CLOSING = ("LPAREN", "RANGE_START"), ("RPAREN", "RANGE_END")
OUTSIDE = ("AND", "OR", "NOT", "PLUS", "MINUS", "EOF")
"""The tokens between clauses or before one."""
SUFFIXES = ("COLON", "FUZZY_SLOP", "BOOST")
ENDS = ("TERM", "WILDTERM", "PREFIXTERM", "STAR", "REGEXPTERM", "QUOTED", "BAREOPER", *CLOSING, *SUFFIXES[1:])
"""The tokens with which a clause can be complete."""


class Conjunct(NamedTuple):
    """A part of a query text and its fields; None means the default fields."""

    text: str
    fields: frozenset[str | None]


def conjuncts(text: str) -> list[Conjunct]:
    """The parts that AND joins outside parentheses; one part if OR joins them, no part for a blank text.

    Any of the parts can be joined by AND again. Raises LuceneError for a text that cannot be parsed.
    """
    node = parse(text)
    pieces = list(split_at_and(text))
    clauses = node.clauses if isinstance(node, Group) else ()
    if len(pieces) < 2 or len(clauses) != len(pieces) or has_or(node):
        pieces = [text.strip()] if text.strip() else []
    return [Conjunct(piece, frozenset(fields_of(parse(piece)))) for piece in pieces]


def without_field(text: str, names: Sequence[str]) -> str:
    """The query text without the parts that name only these fields; unchanged if there are none."""
    try:
        parts = conjuncts(text)
    except LuceneError:
        return text
    kept = [part.text for part in parts if not part.fields or not part.fields <= {*names}]
    return text if len(kept) == len(parts) else " AND ".join(kept)


def has_or(node: Node) -> bool:
    """Whether OR joins clauses of a parsed text outside parentheses."""
    return isinstance(node, Group) and any(clause.conjunction == "OR" for clause in node.clauses)


def split_at_and(text: str) -> Iterator[str]:
    """The texts between ANDs outside parentheses."""
    start, depth = 0, 0
    for kind, image, column in tokens(text):
        depth += (kind == "LPAREN") - (kind == "RPAREN")
        if kind == "AND" and not depth:
            yield text[start:column].strip()
            start = column + len(image)
    yield text[start:].strip()


def fields_of(node: Node) -> Iterator[str | None]:
    """The field of every leaf of a tree that searches one."""
    return (leaf.field for leaf in leaves(node) if isinstance(leaf, FieldNode))


def wanted_clauses(text: str) -> list[str]:
    """The texts of the clauses outside parentheses that are not negated; none for a text that cannot be parsed.

    `a:b +"c d" -e` has `a:b` and `"c d"`.
    """
    try:
        parse(text)
        found = [text[start:end].strip() for start, end, is_negated in clause_spans(text) if not is_negated]
    except LuceneError:
        return []
    return [clause for clause in found if clause]


def clause_spans(text: str) -> Iterator[tuple[int, int, bool]]:
    """Start and end of each clause outside parentheses, and whether it is negated."""
    start: int | None = None
    is_complete = is_negated = False
    depth = 0
    for kind, _, column in tokens(text):
        ends = not depth and (kind in OUTSIDE or (is_complete and kind not in SUFFIXES))
        if ends and start is not None:
            yield start, column, is_negated
            start, is_negated = None, False
        if kind in OUTSIDE and not depth:
            is_negated = kind in ("NOT", "MINUS")
        elif start is None:
            start = column
        depth += (kind in OPENING) - (kind in CLOSING)
        is_complete = not depth and kind in ENDS
