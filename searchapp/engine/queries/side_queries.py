"""Queries besides the main query: those of filter facets and of highlighting."""

from tantivy import Query

from ..errors import CreationError, EngineError
from .context import Build, Context


def side_query(context: Context, build: Build) -> Query:
    """The query. As in Elasticsearch, a CreationError becomes an error with its problem alone."""
    try:
        return build(context)
    except CreationError as error:
        raise EngineError(400, error.problem_type, error.problem) from error
