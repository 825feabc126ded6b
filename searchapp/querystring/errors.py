"""The errors of query strings, and the error of a request that follows from one."""

from ..errors import ErrorKind, QueryTextError


class LuceneError(ValueError):
    """An invalid query string; `cause` is the reason."""

    def __init__(self, cause: str):
        super().__init__(cause)
        self.cause = cause


class SyntaxFault(LuceneError):
    """A query string that cannot be parsed. `column` counts from 0; `unclosed` is true if the text ends too early."""

    def __init__(self, cause: str, column: int, unclosed: bool = False):
        super().__init__(cause)
        self.column = column
        self.unclosed = unclosed


def query_text_error(error: LuceneError, text: str, keyword: str | None = None) -> QueryTextError:
    """The 400 for a text, the value of the option `keyword`; columns count from 1."""
    if not isinstance(error, SyntaxFault):
        return QueryTextError(error.cause, keyword, text)
    kind = ErrorKind.UNCLOSED if error.unclosed else ErrorKind.SYNTAX
    return QueryTextError(error.cause, keyword, text, error.column + 1, kind)
