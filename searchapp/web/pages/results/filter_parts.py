"""The parts of filters that our own links write: values of a field joined by OR, or excluded by NOT.

status:"Approved"                              one value
(status:"Approved" OR status:"Withdrawn")      any of several
NOT status:"Approved"                          a value to leave out
NOT _exists_:status                            documents without a value
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ....querystring.conjuncts import conjuncts
from ....querystring.errors import LuceneError
from ....querystring.parser import parse
from ....querystring.tree import Clause, Exists, Group, Node, Phrase, Range
from ....querystring.writing import Atom, atom_text


class Part(NamedTuple):
    """One or more values of a field, each as its query text; `negated` excludes them."""

    atoms: tuple[str, ...]
    negated: bool = False

    @property
    def field(self) -> str:
        return read_atom(self.atoms[0]).field or ""

    @property
    def is_missing(self) -> bool:
        return self.negated and isinstance(read_atom(self.atoms[0]), Exists)

    def __str__(self) -> str:
        text = " OR ".join(self.atoms)
        text = f"({text})" if len(self.atoms) > 1 else text
        return f"NOT {text}" if self.negated else text


def read_atom(text: str) -> Atom:
    """The tree of an atom."""
    node = parse(text)
    assert isinstance(node, Atom)
    return node


def own_parts(text: str | None) -> list[Part]:
    """The parts of a filter from our own links; none for a filter in another form."""
    return [*_own_parts(text or "")]


@lru_cache(maxsize=20)
def _own_parts(text: str) -> tuple[Part, ...]:
    """Like `own_parts`, cached: each value in the facets of a page needs the parts of the filter."""
    try:
        found = [part_of(conjunct.text) for conjunct in conjuncts(text)]
    except LuceneError:
        return ()
    parts = tuple(part for part in found if part)
    return parts if len(parts) == len(found) and filter_text(parts) == text else ()


def part_of(text: str) -> Part | None:
    """One part, None for a text of another form."""
    match parse(text):
        case Group((Clause(_, "-", inner),)):
            negated, node = True, inner
        case node:
            negated = False
    atoms = atoms_of(node)
    part = Part(tuple(map(atom_text, atoms)), negated)
    return part if len({atom.field for atom in atoms}) == 1 and str(part) == text else None


def atoms_of(node: Node) -> list[Atom]:
    """The atoms that OR joins; none for another query."""
    nodes = [clause.node for clause in node.clauses] if isinstance(node, Group) else [node]
    atoms = [each for each in nodes if isinstance(each, Phrase | Range | Exists) and each.field]
    return atoms if len(atoms) == len(nodes) else []


def filter_text(parts: Iterable[Part]) -> str:
    """The filter text of these parts."""
    return " AND ".join(map(str, parts))


def is_active(text: str | None, atom: str, negated: bool = False) -> bool:
    """Whether the filter includes this value, or with `negated` excludes it."""
    return any(atom in part.atoms and part.negated == negated for part in own_parts(text))


def with_value(text: str | None, atom: str) -> str:
    """The filter that also includes this value. A value and "without a value" replace each other."""
    parts, own = own_parts(text), Part((atom,))
    if not parts:
        return f"({text}) AND {own}" if text else str(own)
    kept = [part for part in parts if not (part.field == own.field and (part.is_missing or atom in part.atoms))]
    same = next((part for part in kept if part.field == own.field and not part.negated), None)
    if same is None:
        return filter_text([*kept, own])
    return filter_text(Part((*part.atoms, atom)) if part is same else part for part in kept)


def without_value(text: str | None, atom: str, negated: bool = False) -> str:
    """The filter without this value, which it included or excluded."""
    found = []
    for part in own_parts(text):
        atoms = tuple(each for each in part.atoms if each != atom) if part.negated == negated else part.atoms
        found += [Part(atoms, part.negated)] if atoms else []
    return filter_text(found)


def leaving_out(text: str | None, atom: str) -> str:
    """The filter that excludes this value."""
    own = Part((atom,), negated=True)
    parts = own_parts(text)
    if not parts:
        return f"({text}) AND {own}" if text else str(own)
    if own.is_missing:
        return filter_text([*(part for part in parts if part.field != own.field), own])
    return filter_text([*own_parts(without_value(text, atom)), own])
