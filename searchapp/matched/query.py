"""The tree of everything that a hit has to match: the term or the query text, the named query, and the filters."""

from collections.abc import Mapping
from typing import Any

from ..builders.elastic import ElasticBuilder
from ..builders.tree_builder import named_filter, read_named, scoped_tree, term_tree
from ..querystring.parser import anywhere, parse
from ..querystring.tree import Bool, Node

Options = Mapping[str, Any]


def query_tree(q: Any, options: Options, builder: ElasticBuilder) -> Node:
    """The tree for one term, which the builder has accepted, and has warned about. Raises a 400 for a named query."""

    def read(text: str) -> Node:
        return parse(anywhere(text) if builder.default_operator == "AND" else text)

    scopes, without_warnings = options.get("scopes"), {**options, "warnings": None}
    asked = scoped_tree(q, scopes) if scopes else term_tree(q, without_warnings, builder, of_named, read)
    filters = [parse(text) for text in map(options.get, ("filter", "post_filter")) if text and text.strip()]
    return Bool(must=(asked, *filters, *named_filter(options, builder, of_named)))


def of_named(named: Any, name: Any) -> Node:
    """The tree of a named query. Raises a 400 for clauses that have no tree."""
    summary = f"matched cannot be used with the named query {name}, which has clauses of the database"
    return read_named(named, summary, "matched")
