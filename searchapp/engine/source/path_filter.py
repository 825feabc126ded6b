"""Filters a document by complete paths: Elasticsearch's algorithm for excludes with a star."""

from collections.abc import Callable
from typing import Any

from ...querystring.byte_cache import byte_cached
from ..regexp.automaton import ANY_TEXT, NOTHING, Node, after_text, concat, either, has_empty, literal
from ..work import work

Document = dict[str, Any]
MAX_STEPS = 16 * 2**20
"""Maximum bytes of the steps that a filter caches."""
NODE = 2
"""Estimated bytes of a tree for each character of its `repr`, since trees share their parts."""


def path_filter(includes: tuple[str, ...], excludes: tuple[str, ...]) -> Callable[[Document], Document]:
    """A function from a document to its part that is included and not excluded; no includes include everything."""
    filter = _Filter()
    include, exclude = _paths(includes) if includes else ANY_TEXT, _paths(excludes)
    return lambda document: filter.document(document, include, exclude)


class _Filter:
    """Steps key by key through two automata of paths, one for the includes and one for the excludes."""

    def __init__(self) -> None:
        self.step = byte_cached(MAX_STEPS, lambda node, text: NODE * len(repr(node)))(after_text)

    def document(self, document: Document, include: Node, exclude: Node) -> Document:
        work().look()
        kept = {}
        for key, value in document.items():
            include_key, exclude_key = self.step(include, key), self.step(exclude, key)
            if include_key == NOTHING or has_empty(exclude_key):
                continue
            included = has_empty(include_key)
            if included and self.step(exclude_key, ".") == NOTHING:
                kept[key] = value
                continue
            inner = self.inner(value, ANY_TEXT if included else include_key, exclude_key)
            if included or inner:
                kept[key] = inner
        return kept

    def inner(self, value: Any, include: Node, exclude: Node) -> Any:
        """The part of a value that is included; None for none."""
        if isinstance(value, dict):
            return self.document(value, self.step(include, "."), self.step(exclude, "."))
        if isinstance(value, list):
            return self.items(value, include, exclude)
        return value if has_empty(include) else None

    def items(self, items: list[Any], include: Node, exclude: Node) -> list[Any]:
        kept = []
        for item in items:
            if isinstance(item, dict | list):
                inner = self.inner(item, include, exclude)
                kept += [inner] if inner else []
            elif has_empty(include):
                kept.append(item)
        return kept


def _paths(patterns: tuple[str, ...]) -> Node:
    """The language of the paths that the patterns name, with everything below them."""
    below = concat([literal("."), ANY_TEXT])
    nodes = [_pattern(pattern) for pattern in patterns]
    return either([*nodes, *(concat([node, below]) for node in nodes)])


def _pattern(pattern: str) -> Node:
    parts = [literal(part) for part in pattern.split("*")]
    return concat([node for part in parts for node in (ANY_TEXT, part)][1:])
