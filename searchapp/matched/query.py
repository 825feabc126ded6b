"""The tree of everything that a hit has to match: the term or the query text, the named query, and the filters."""

from collections.abc import Mapping
from typing import Any

from ..builders.batch import text_of
from ..builders.elastic import ElasticBuilder
from ..builders.named_queries import named_tree
from ..builders.special_terms import SPECIAL
from ..builders.tree_builder import scoped_tree
from ..errors import PipelineError
from ..querystring.parser import anywhere, parse
from ..querystring.tree import Bool, MatchAll, Node, Nothing

Options = Mapping[str, Any]


def query_tree(q: Any, options: Options, builder: ElasticBuilder) -> Node:
    """The tree for one term, which the builder has accepted."""
    filters = [parse(text) for text in map(options.get, ("filter", "post_filter")) if text and text.strip()]
    name = options.get("userquery")
    named = builder.user_query.get_filter(name) if name else None
    if named is not None:
        filters.append(named_node(named, name))
    scopes = options.get("scopes") or []
    asked = scoped_tree(q, scopes) if scopes else unscoped(q, options, builder)
    return Bool(must=(asked, *filters))


def unscoped(q: Any, options: Options, builder: ElasticBuilder) -> Node:
    """The tree for a query text, or for the named query that reads it."""
    if q in SPECIAL:
        return MatchAll()
    text = text_of(q)
    if not text.strip():
        return Nothing()
    name = options.get("userquery")
    named = builder.user_query.get_query(name, q=text) if name else None
    if named is not None:
        return named_node(named, name)
    text = builder.fields.as_text(text, {"item_type": options.get("item_type")})
    return parse(anywhere(text) if builder.default_operator == "AND" else text)


def named_node(named: Any, name: Any) -> Node:
    """The tree of a named query. Raises a 400 for unsupported clauses."""
    try:
        return parse(named) if isinstance(named, str) else named_tree(named)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        summary = f"matched cannot be used with the named query {name}, which has clauses of the database"
        raise PipelineError(400, summary, {"keyword": "matched"}) from error
