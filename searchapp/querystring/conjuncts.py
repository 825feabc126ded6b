"""The parts of a query text that are joined by AND, each with its fields."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .errors import LuceneError
from .parser import parse
from .tokens import tokens
from .tree import FieldNode, Group, Node, leaves


class Conjunct(NamedTuple):
    """A part of a query text and its fields; None stands for the default fields."""

    text: str
    fields: frozenset[str | None]


def conjuncts(text: str) -> list[Conjunct]:
    """The parts that AND joins outside parentheses; one part if OR joins them, no part for a blank text.

    Any of the parts can be joined by AND again. Raises LuceneError for a text that cannot be parsed.
    """
    node = parse(text)
    pieces = list(split_at_and(text))
    clauses = node.clauses if isinstance(node, Group) else ()
    if len(pieces) < 2 or len(clauses) != len(pieces) or any(clause.conjunction == "OR" for clause in clauses):
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
