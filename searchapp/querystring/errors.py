"""What is wrong with a query string."""


class LuceneError(ValueError):
    """A query string that means nothing: `cause` says why."""

    def __init__(self, cause: str):
        super().__init__(cause)
        self.cause = cause


class SyntaxFault(LuceneError):
    """A query string that cannot be read: `column` says where, counted from 0; `unclosed` that it ends too early."""

    def __init__(self, cause: str, column: int, unclosed: bool = False):
        super().__init__(cause)
        self.column = column
        self.unclosed = unclosed
