"""Counts documents with a value in each field during a load, and keeps an example of the values."""

from collections.abc import Mapping
from typing import Any

from .shape import parents_of
from .values.large_numbers import is_large

COVERAGE = "_coverage"
"""The key of `_meta` with the counts: `documents`, `fields` with a pair (number, example) for each path, `stale`."""

MAX_PATHS = 10_000
MAX_EXAMPLE = 80
CONTAINERS = frozenset((dict, list))


class PathCounts:
    """The counts of one path: the number of documents with a value, the last of them, and an example."""

    __slots__ = ("count", "example", "last")

    def __init__(self) -> None:
        self.count = self.last = 0
        self.example: Any = None


class Node:
    """A name in the documents: its path, the counts of its parent objects, and its inner names."""

    __slots__ = ("around", "children", "path", "seen")

    def __init__(self, path: str, seen: PathCounts, around: list[PathCounts]):
        self.path = path
        self.seen = seen
        self.around = around
        self.children: dict[str, Node] = {}


class Coverage:
    """Counts documents while they are read. Null, empty lists and empty objects are not values."""

    def __init__(self) -> None:
        self.documents = 0
        self.paths: dict[str, PathCounts] = {}
        self.nodes = 0
        self.root = Node("", PathCounts(), [])

    def observe(self, document: dict[str, Any]) -> None:
        """Counts one document."""
        self.documents += 1
        self._observe(self.root, document)

    def _observe(self, node: Node, value: Any) -> None:
        if type(value) is dict:
            children = node.children
            for name, inner in value.items():
                child = children.get(name) or self._child(node, name)
                if type(inner) in CONTAINERS:
                    self._observe(child, inner)
                elif inner is not None and (child.seen.last != self.documents or not child.seen.example):
                    self._count(child, inner)
        elif type(value) is list:
            for inner in value:
                self._observe(node, inner)
        elif value is not None:
            self._count(node, value)

    def _count(self, node: Node, value: Any) -> None:
        seen, documents = node.seen, self.documents
        if seen.example in (None, ""):
            seen.example = value
        if seen.last == documents:
            return
        seen.last = documents
        seen.count += 1
        for each in node.around:
            if each.last != documents:
                each.last = documents
                each.count += 1

    def _child(self, node: Node, name: str) -> Node:
        """The node of a name; it is kept for the next documents."""
        path = f"{node.path}.{name}" if node.path else name
        child = Node(path, self._path(path), [*map(self._path, parents_of(path))])
        if self.nodes < MAX_PATHS:
            self.nodes += 1
            node.children[name] = child
        return child

    def _path(self, path: str) -> PathCounts:
        """The counts of a path; above MAX_PATHS they are not kept."""
        seen = self.paths.get(path) or PathCounts()
        if len(self.paths) < MAX_PATHS:
            self.paths[path] = seen
        return seen

    def about(self) -> dict[str, Any]:
        """The part of `_meta` with the counts."""
        found = sorted((path, seen) for path, seen in self.paths.items() if seen.count)
        fields = {path: [seen.count, short(seen.example)] for path, seen in found}
        return {COVERAGE: {"documents": self.documents, "fields": fields}}


def outdated(mapping: Mapping[str, Any]) -> dict[str, Any]:
    """The part of `_meta` with counts that are marked as stale, for a collection that was changed."""
    counted = (mapping.get("_meta") or {}).get(COVERAGE)
    return {COVERAGE: {**counted, "stale": True}} if counted else {}


def short(value: Any) -> Any:
    """The value; a long text is cut, and a large number is a decimal."""
    if is_large(value):
        return float(value)
    return value if not isinstance(value, str) or len(value) <= MAX_EXAMPLE else value[: MAX_EXAMPLE - 1] + "…"
