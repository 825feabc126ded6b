"""Nested facets: `a(b,c(d))` counts the values of a, for each of them the values of b and of c, and so on.

facet_syntax.py reads from each name what it counts: steps for `a:5`, periods for `a:month`. A facet becomes an
aggregation, and a second one that counts the documents without the field.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..errors import PipelineError, quoted
from ..querystring.facet_names import NAME_WITH_BLANKS, TOKEN, aggregation_name
from .facet_syntax import Facet, aggregation, extra_counts, max_counts

MAX_LEVELS = 10

Tree = dict[str, Any]
"""The facets by their names as they are written, each with the tree of the facets inside it."""

Facets = Mapping[str, Facet]
"""The field or ranges that each facet counts, by the name of the facet."""


def facet_tree(facets: Iterable[str]) -> Tree:
    """The tree of all facets of a request. A facet that is named twice has the inner facets of both."""
    tree: Tree = {}
    for facet in facets:
        read_facet(facet, tree)
    return tree


def read_facet(facet: str, tree: Tree) -> None:
    """Add one facet to the tree. PipelineError 400 for a text that cannot be read.

    A facet with a blank is the name of a field, also where it has parentheses.
    """
    if NAME_WITH_BLANKS.fullmatch(facet):
        tree.setdefault(facet, {})
        return
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
            raise syntax_error(facet)
    if wanted or len(stack) > 1:
        raise syntax_error(facet)


def tokens(facet: str) -> Iterator[str]:
    """The names, parentheses and commas. PipelineError 400 for a blank or a character that no name has."""
    position = 0
    while position < len(facet):
        match = TOKEN.match(facet, position)
        if not match:
            raise syntax_error(facet)
        position = match.end()
        yield match[0]


def levels(tree: Mapping[str, Any]) -> int:
    """The number of levels: 1 for facets without inner facets, 0 without facets."""
    return 1 + max(levels(inner) for inner in tree.values()) if tree else 0


def names(tree: Mapping[str, Any]) -> Iterator[str]:
    """The names of all facets on all levels."""
    for name, inner in tree.items():
        yield name
        yield from names(inner)


def aggregations(tree: Mapping[str, Any], facets: Facets, facet_size: int) -> dict[str, Any]:
    """The aggregations of a search body for the facets, by name."""
    result: dict[str, Any] = {}
    for name, inner in tree.items():
        own = aggregation(facets[name], facet_size)
        key = aggregation_name(name)
        result[key] = {**own, "aggs": aggregations(inner, facets, facet_size)} if inner else own
        result |= {key + suffix: clause for suffix, clause in extra_counts(facets[name]).items()}
    return result


def max_counts_of(tree: Mapping[str, Any], facets: Facets, facet_size: int) -> int:
    """The maximum number of counts of a facet with its inner facets."""
    products = (
        max_counts(facets[name], facet_size) * max_counts_of(inner, facets, facet_size) for name, inner in tree.items()
    )
    return max(products, default=1)


def check_facets(tree: Mapping[str, Any], facets: Facets, facet_size: int, nested: bool, limit: int) -> None:
    """Raise a PipelineError 400 for nested facets unless `nested`, and for sizes with a product above `limit`."""
    if facet_size < 1:
        raise refused("facet_size", f"facet_size must be at least 1, not {facet_size}", min=1, num=facet_size)
    depth = levels(tree)
    if depth > 1 and not nested:
        raise refused("aggs", "aggs: nested facets such as a(b) are not allowed here, write a,b")
    counts = max_counts_of(tree, facets, facet_size)
    if counts > limit:
        summary = f"aggs: {depth} levels of facet_size {facet_size} ask for up to {counts} counts, at most {limit}"
        raise refused("facet_size", f"{summary} are allowed: choose a smaller facet_size", max=limit, num=counts)


def syntax_error(facet: str) -> PipelineError:
    """A 400 for a nested facet that cannot be read."""
    return refused("aggs", f"aggs: {quoted(facet)!r} cannot be read, write a or a(b) or a(b,c(d))")


def refused(keyword: str, summary: str, **details: Any) -> PipelineError:
    return PipelineError(400, summary, {"keyword": keyword, **details})
