"""Queries besides the main query: those of filter facets and of highlighting."""

from tantivy import Query

from ..errors import EngineError
from .context import Build, Context

NUMBER_ERRORS = ("For input string", "empty String")


def side_query(context: Context, build: Build) -> Query:
    """The query. Its errors lack the words "failed to create query", as in Elasticsearch."""
    try:
        return build(context)
    except EngineError as error:
        start, _, reason = error.reason.partition("failed to create query: ")
        if start or not reason:
            raise
        kind = "number_format_exception" if reason.startswith(NUMBER_ERRORS) else "illegal_argument_exception"
        raise EngineError(400, kind, reason) from error
