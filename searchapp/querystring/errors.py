"""The errors of query strings."""


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
