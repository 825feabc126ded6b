"""Makes the error of a request from the error of a query string."""

from ..errors import ErrorKind, QueryTextError
from .errors import LuceneError, SyntaxFault


def query_text_error(error: LuceneError, text: str, keyword: str | None = None) -> QueryTextError:
    """The 400 for a text, the value of the option `keyword`; columns count from 1."""
    if not isinstance(error, SyntaxFault):
        return QueryTextError(error.cause, keyword, text)
    kind = ErrorKind.UNCLOSED if error.unclosed else ErrorKind.SYNTAX
    return QueryTextError(error.cause, keyword, text, error.column + 1, kind)
