"""Queries that stand beside the main one: those of filter facets and of highlighting."""

from tantivy import Query

from ..errors import EngineError
from .context import Build, Context

NUMBER_ERRORS = ("For input string", "empty String")


def side_query(context: Context, build: Build) -> Query:
    """The query; Elasticsearch does not say of its errors that a query could not be created."""
    try:
        return build(context)
    except EngineError as error:
        start, _, reason = error.reason.partition("failed to create query: ")
        if start or not reason:
            raise
        kind = "number_format_exception" if reason.startswith(NUMBER_ERRORS) else "illegal_argument_exception"
        raise EngineError(400, kind, reason) from error
