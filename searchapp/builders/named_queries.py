"""Named queries: query bodies that an application defines, with `{q}` where the term goes."""

from collections.abc import Mapping
from typing import Any

from ..errors import PipelineError, quoted

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


def as_user_queries(given: Any) -> Any:
    """The named queries as an object with `get_query` and `get_filter`, from such an object or a mapping."""
    return given if hasattr(given, "get_query") and hasattr(given, "get_filter") else UserQueries(given)


def substituted(template: Any, q: str) -> Any:
    """A copy of the template with `q` instead of each `{q}` in its texts; nothing else is replaced."""
    if isinstance(template, str):
        return template.replace(PLACEHOLDER, q)
    if isinstance(template, Mapping):
        return {key: substituted(value, q) for key, value in template.items()}
    if isinstance(template, list | tuple):
        return [substituted(value, q) for value in template]
    return template
