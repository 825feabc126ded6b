"""The errors of the engine, in the words of Elasticsearch."""


class EngineError(Exception):
    """A request that Elasticsearch would refuse: HTTP status, error type and reason are those it would give."""

    def __init__(self, status: int, type: str, reason: str):
        super().__init__(status, type, reason)
        self.status = status
        self.type = type
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.status} {self.type}: {self.reason}"


class QueryStringError(EngineError):
    """A query string that cannot be read: `cause` says why, `column` where, counted from 0."""

    def __init__(self, text: str, cause: str, column: int):
        super().__init__(400, "query_shard_exception", f"Failed to parse query [{text}]")
        self.cause = f"{cause} at column {column}"
        self.column = column


class LimitReached(EngineError):
    """A search that would take more than one search may: no leniency passes over it."""


def is_failure(error: BaseException) -> bool:
    """Whether an error is neither a refusal nor the end of the process. tantivy's panics are no Exception."""
    if isinstance(error, EngineError):
        return error.status == 500
    return isinstance(error, Exception) or type(error).__name__ == "PanicException"
