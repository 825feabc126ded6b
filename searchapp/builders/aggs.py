"""Facets: `a(b,c(d))` counts the values of a, and for each of them those of b and c, and so on.

Each becomes a terms aggregation and, beside it, a `missing` aggregation that counts the documents without the field.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..errors import PipelineError

MISSING = ":missing"
MAX_LEVELS = 10
TOKEN = re.compile(r"(?P<name>[^\s()\[\]<>,]+)|[(),]")

Tree = dict[str, Any]
"""The facets inside each facet, by field name."""


def facet_tree(facets: Iterable[str]) -> Tree:
    """The fields of all facets; one that is named twice has the inner facets of both."""
    tree: Tree = {}
    for facet in facets:
        read_facet(facet, tree)
    return tree


def read_facet(facet: str, tree: Tree) -> None:
    """Adds one facet to the tree."""
    stack, name, wanted = [tree], "", True
    for token in tokens(facet):
        if token not in "(),":
            ok, wanted, name = wanted, False, token
            stack[-1].setdefault(name, {})
        elif token == "(":
            ok, wanted = bool(name) and not wanted, True
            stack.append(stack[-1].get(name, {}))
        else:
            ok, wanted, name = not wanted and len(stack) > 1, token == ",", ""
            stack = stack if token == "," else stack[:-1]
        if not ok or len(stack) > MAX_LEVELS:
            raise unreadable(facet)
    if wanted or len(stack) > 1:
        raise unreadable(facet)


def tokens(facet: str) -> Iterator[str]:
    """The names, parentheses and commas; a blank or a character that no name has is a 400."""
    position = 0
    while position < len(facet):
        match = TOKEN.match(facet, position)
        if not match:
            raise unreadable(facet)
        position = match.end()
        yield match[0]


def levels(tree: Mapping[str, Any]) -> int:
    """How deep the facets nest: 1 for facets without inner ones, 0 without facets."""
    return 1 + max(levels(inner) for inner in tree.values()) if tree else 0


def names(tree: Mapping[str, Any]) -> Iterator[str]:
    """Every field that is counted somewhere."""
    for name, inner in tree.items():
        yield name
        yield from names(inner)


def aggregations(tree: Mapping[str, Any], facet_size: int) -> dict[str, Any]:
    """The database's aggregations for the facets, by field name."""
    result: dict[str, Any] = {}
    for name, inner in tree.items():
        terms: dict[str, Any] = {"terms": {"field": name, "size": facet_size}}
        result[name] = {**terms, "aggs": aggregations(inner, facet_size)} if inner else terms
        result[name + MISSING] = {"missing": {"field": name}}
    return result


def check_facets(tree: Mapping[str, Any], facet_size: int, nested: bool, most: int) -> None:
    """Refuses nested facets where they are not allowed, and sizes that multiply to more than `most` counts."""
    depth = levels(tree)
    if depth > 1 and not nested:
        raise refused("aggs", "aggs: nested facets are not allowed here, ask for one field after the other")
    if facet_size < 1:
        raise refused("facet_size", f"facet_size must be at least 1, not {facet_size}", min=1, num=facet_size)
    product = facet_size**depth
    if product > most:
        summary = f"aggs: {depth} levels of facet_size {facet_size} ask for up to {product} counts, at most {most}"
        raise refused("facet_size", f"{summary} are allowed: choose a smaller facet_size", max=most, num=product)


def unreadable(facet: str) -> PipelineError:
    return refused("aggs", f"aggs: {facet[:100]!r} cannot be read, write a or a(b) or a(b,c(d))")


def refused(keyword: str, summary: str, **details: Any) -> PipelineError:
    return PipelineError(400, summary, {"keyword": keyword, **details})
