"""Decides which objects of a list a query matches, by the values of their fields.

A part of the query is MATCHED by an object, CONTRADICTED by it, or decided ELSEWHERE: by fields outside of the list.
Of `rcv.significance:pathogenic AND symbol:BRCA1` the second part is ELSEWHERE for objects of `rcv`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..builders.field_checks import Fields, type_of
from ..engine import source_values
from ..querystring import tree
from ..querystring.default_fields import ALL
from ..querystring.field_types import CONTAINERS
from ..querystring.names import fitting, plain_name, scope_name
from .values import matches

CONTRADICTED, ELSEWHERE, MATCHED = -1, 0, 1

Object = Mapping[str, Any]
Nodes = Iterable[tree.Node]


class Objects:
    """The objects of the list `name`, for tests by a query."""

    def __init__(self, name: str, query: tree.Node, fields: Fields, default_operator: str):
        self.prefix = f"{name}."
        self.query = query
        self.fields = fields
        self.default_operator = default_operator
        self.default = [name for name, about in fields.items() if about.get("searched_by_default")]
        self.are_asked_for = any(self.inside(self.names_of(leaf)) for leaf in tree.leaves(query))
        """Whether the query has conditions on these objects; else all objects stay."""

    def narrowed(self, parent: dict[str, Any], name: str) -> dict[str, Any]:
        """The parent of the list with only the objects that the query matches. Other values are unchanged."""
        values = parent.get(name)
        if not isinstance(values, list) or not all(isinstance(value, Mapping) for value in values):
            return parent
        return {**parent, name: [value for value in values if self.verdict(self.query, value) == MATCHED]}

    def verdict(self, node: tree.Node, value: Object) -> int:
        """The verdict of a query on an object."""
        match node:
            case tree.Group():
                return self.verdict(tree.as_bool(node, self.default_operator), value)
            case tree.Bool(must, should, must_not):
                return self.joined(must, should, must_not, value)
            case tree.Boost(inner) | tree.Constant(inner):
                return self.verdict(inner, value)
            case tree.Nothing():
                return CONTRADICTED
            case tree.MatchAll() | tree.Native():
                return ELSEWHERE
        return self.of_leaf(node, value)

    def joined(self, must: Nodes, should: Nodes, must_not: Nodes, value: Object) -> int:
        """All of `must` and `must_not`; one of `should` if `must` is empty."""
        wanted = [self.verdict(each, value) for each in must]
        others = [self.verdict(each, value) for each in should]
        needed = [*(-self.verdict(each, value) for each in must_not), *wanted]
        if others and not wanted:
            needed.append(max(others))
        if CONTRADICTED in needed:
            return CONTRADICTED
        return max([*needed, *others], default=ELSEWHERE)

    def of_leaf(self, node: Any, value: Object) -> int:
        names = self.names_of(node)
        inside = self.inside(names)
        if any(matches(node, self.fields[name], found) for name, found in self.values(inside, value)):
            return MATCHED
        return CONTRADICTED if len(inside) == len(names) else ELSEWHERE

    def values(self, names: Iterable[str], value: Object) -> Iterator[tuple[str, list[Any]]]:
        """Each of the fields with its values in an object."""
        for name in names:
            parent = name.rpartition(".")[0]
            is_sub_field = parent in self.fields and type_of(parent, self.fields) not in CONTAINERS
            path = parent if is_sub_field else name
            yield name, [found for found in source_values(value, path.removeprefix(self.prefix)) if found is not None]

    def inside(self, names: Iterable[str]) -> list[str]:
        """The fields that the objects have."""
        return [name for name in names if name.startswith(self.prefix)]

    def names_of(self, leaf: Any) -> list[str]:
        """The fields that a leaf searches; [] for a clause that searches no field."""
        match leaf:
            case tree.MatchAll() | tree.Nothing() | tree.Native():
                return []
            case tree.Value(fields):
                return [found for name in fields for found in self.known(name, False)]
        return self.known(leaf.field, isinstance(leaf, tree.Exists))

    def known(self, written: str | None, is_exists: bool) -> list[str]:
        """The fields that a name means: itself, the fields that match a pattern, or the default fields."""
        if written is None or written == ALL:
            return self.default
        name = plain_name(scope_name(written))
        if "*" in name:
            return fitting(self.fields, name)
        if is_exists and type_of(name, self.fields) in CONTAINERS:
            return [field for field in self.fields if field.startswith(f"{name}.")]
        return [name]
