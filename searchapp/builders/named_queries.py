"""Named queries: query bodies that an application defines, with `{q}` where the term goes."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import PipelineError, quoted
from ..querystring.parser import parse
from ..querystring.tree import Bool, Constant, Exists, MatchAll, Node, Nothing, Prefix, Value, Wildcard
from .field_checks import as_list

PLACEHOLDER = "{q}"


class UserQueries:
    """Looks up the query and the filter of a named query: `{name: {"query": {...}, "filter": {...}}}`."""

    def __init__(self, queries: Mapping[str, Mapping[str, Any]] | None = None):
        self.queries = dict(queries or {})

    def get_query(self, name: str, q: str) -> Any:
        """The query with the term in place of each `{q}`; None when this name only filters."""
        query = self._named(name).get("query")
        return None if query is None else substituted(query, q)

    def get_filter(self, name: str) -> Any:
        """The filter, or None when this name has none."""
        return self._named(name).get("filter")

    def _named(self, name: str) -> Mapping[str, Any]:
        if name not in self.queries:
            known = ", ".join(sorted(self.queries)) or "none"
            summary = f"userquery: no query is named {quoted(name)}, known: {known}"
            raise PipelineError(400, summary, {"keyword": "userquery", "allowed": sorted(self.queries)})
        return self.queries[name]


def query_of(name: str, user_query: Any, q: str) -> Any:
    """The named query for a term; None if it only filters. Raises a 400 for a name with neither."""
    query = user_query.get_query(name, q=q)
    if query is None and user_query.get_filter(name) is None:
        raise PipelineError(400, f"userquery: no query is named {quoted(name)}", {"keyword": "userquery"})
    return query


def as_user_queries(given: Any) -> Any:
    """The named queries as an object with `get_query` and `get_filter`, from such an object or a mapping."""
    return UserQueries(given) if given is None or isinstance(given, Mapping) else given


def substituted(template: Any, q: str) -> Any:
    """A copy of the template with `q` instead of each `{q}` in its texts; nothing else is replaced."""
    if isinstance(template, str):
        return template.replace(PLACEHOLDER, q)
    if isinstance(template, Mapping):
        return {key: substituted(value, q) for key, value in template.items()}
    if isinstance(template, list | tuple):
        return [substituted(value, q) for value in template]
    return template


def named_tree(clause: Mapping[str, Any]) -> Node:
    """The tree of a query. Raises KeyError, TypeError, AttributeError or ValueError for an unsupported query."""
    ((kind, body),) = clause.items()
    match kind:
        case "match_all":
            return MatchAll()
        case "match_none":
            return Nothing()
        case "term" | "match" | "prefix" | "wildcard":
            ((field, given),) = body.items()
            return of_one_field(kind, field, given if isinstance(given, Mapping) else {"value": given})
        case "terms":
            ((field, values),) = body.items()
            return any_of(Value((field,), text(value)) for value in values)
        case "ids":
            return any_of(Value(("_id",), text(value)) for value in body["values"])
        case "multi_match":
            return Value(tuple(body["fields"]), text(body["query"]))
        case "query_string":
            return parse(body["query"])
        case "exists":
            return Exists(body["field"])
        case "constant_score":
            return Constant(named_tree(body["filter"]), float(body.get("boost", 1.0)))
        case "dis_max":
            return any_of(map(named_tree, body["queries"]))
        case "bool":
            return bool_tree(body)
    raise KeyError(kind)


def of_one_field(kind: str, field: str, given: Mapping[str, Any]) -> Node:
    """The tree for a value, the beginning of one, or a pattern."""
    value = text(given["query"] if "query" in given else given["value"])
    any_case = bool(given.get("case_insensitive"))
    if kind == "wildcard":
        return Wildcard(field, value)
    return Prefix(field, value, any_case) if kind == "prefix" else Value((field,), value, any_case=any_case)


def bool_tree(body: Mapping[str, Any]) -> Node:
    """The tree of a bool query; `minimum_should_match` of any value asks for one of `should`."""
    parts = {part: [named_tree(each) for each in as_list(body.get(part) or [])] for part in PARTS}
    must, should = [*parts["must"], *parts["filter"]], parts["should"]
    if should and must and body.get("minimum_should_match"):
        must, should = [*must, any_of(should)], []
    return Bool(tuple(must), tuple(should), tuple(parts["must_not"]))


PARTS = ("must", "filter", "should", "must_not")


def any_of(nodes: Iterable[Node]) -> Node:
    """The tree that matches if one of the nodes matches; without nodes it matches nothing."""
    found = tuple(nodes)
    return Bool(should=found) if len(found) > 1 else found[0] if found else Nothing()


def text(value: Any) -> str:
    """The text of a value in a query text: true and false in lower case."""
    return value if isinstance(value, str) else str(value).lower()
