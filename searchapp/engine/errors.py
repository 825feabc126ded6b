"""The errors of the engine. Their types and reasons are Elasticsearch's."""

from typing import Any

SURROGATE_ERRORS = "Expected Str type", "surrogates not allowed"
"""Parts of the errors of tantivy, Python and orjson for a text that cannot be UTF-8."""
PANIC = (500, "engine_exception", "the search engine failed")
ILLEGAL_ARGUMENT, NUMBER_FORMAT = "illegal_argument_exception", "number_format_exception"
"""The error types of a value that is not allowed, and of a text that is not a number."""
UNSUPPORTED = "unsupported_exception"
"""The error type of a part of a request that Elasticsearch has and the engine does not."""
COSTLY, TOGETHER_COSTLY = "too_costly_exception", "together_too_costly_exception"
"""The error types of a search that would cost too much, and of all searches of a request together."""
HIGHLIGHT_COSTLY = "highlight_too_costly_exception"
"""The error type of texts that are too long to highlight."""
UNWRAPPED = ("parsing_exception", "parse_exception", UNSUPPORTED)
"""The error types of clauses that the error of an outer query does not wrap."""


class EngineError(Exception):
    """An error with the HTTP status, error type and reason that Elasticsearch gives in the same case."""

    cause: str | None = None
    """The fault in the syntax of a query string; None for other errors."""

    def __init__(self, status: int, type: str, reason: str):
        super().__init__(status, type, reason)
        self.status = status
        self.type = type
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.status} {self.type}: {self.reason}"


class CreationError(EngineError):
    """A query that does not fit the fields of an index: `problem` says why, with an error type of its own."""

    def __init__(self, problem: str, problem_type: str = ILLEGAL_ARGUMENT):
        super().__init__(400, "query_shard_exception", f"failed to create query: {problem}")
        self.problem = problem
        self.problem_type = problem_type


class QueryStringError(EngineError):
    """A syntax error in a query string, at a column that is counted from 0."""

    def __init__(self, text: str, cause: str, column: int):
        super().__init__(400, "query_shard_exception", f"Failed to parse query [{text}]")
        self.cause = f"{cause} at column {column}"
        self.column = column


class LimitReached(EngineError):
    """A search over its limits of work or time. A `lenient` query does not hide it, as it hides other errors."""


class TooCostly(LimitReached):
    """A search that would cost too much; `type` says which limit it reaches."""

    def __init__(self, reason: str, type: str = COSTLY):
        super().__init__(400, type, reason)


class UnsupportedField(EngineError):
    """A field that Elasticsearch searches and the engine does not. A `lenient` query does not hide it either."""

    def __init__(self, reason: str):
        super().__init__(400, UNSUPPORTED, reason)


class WrongAmount(CreationError):
    """A `minimum_should_match` that is not a valid amount. A `lenient` query does not hide it either."""


NEVER_HIDDEN = LimitReached, UnsupportedField, WrongAmount


class AnswerTooLarge(LimitReached):
    """All documents of an answer have more than `max_bytes`, so that no search of a multi search is answered."""

    def __init__(self, max_bytes: int):
        super().__init__(400, "answer_too_large_exception", f"more than {max_bytes} bytes of documents")
        self.max_bytes = max_bytes


def parsing_error(reason: str) -> EngineError:
    """A 400 for a part of a body that cannot be parsed."""
    return EngineError(400, "parsing_exception", reason)


def unsupported_error(reason: str) -> EngineError:
    """A 400 for a part of a request that Elasticsearch has and the engine does not."""
    return EngineError(400, UNSUPPORTED, reason)


def illegal(reason: str) -> EngineError:
    """A 400 for a value that is not allowed."""
    return EngineError(400, ILLEGAL_ARGUMENT, reason)


def content_error(reason: str) -> EngineError:
    """A 400 for a JSON value at the wrong place."""
    return EngineError(400, "x_content_parse_exception", reason)


def shard_error(reason: str) -> EngineError:
    """The error for a valid query that does not fit the fields of the index."""
    return EngineError(400, "query_shard_exception", reason)


def number_format(value: Any) -> EngineError:
    """A 400 for a text that is not a number."""
    return EngineError(400, NUMBER_FORMAT, f'For input string: "{value}"')


def invalid_request(reason: str) -> EngineError:
    """The error for keywords of a request that cannot be used together."""
    return EngineError(400, "action_request_validation_exception", f"Validation Failed: 1: {reason};")


def is_failure(error: BaseException) -> bool:
    """Whether an error is a fault of the engine or its files: not of the request, and not the end of the process.

    A panic of tantivy is not a subclass of Exception, and is recognized by its name.
    """
    if isinstance(error, EngineError):
        return error.status == 500
    return isinstance(error, Exception) or type(error).__name__ == "PanicException"


def engine_error(error: BaseException) -> EngineError | None:
    """The EngineError for a panic of tantivy or a text that is not valid Unicode; None for other errors."""
    if type(error).__name__ == "PanicException":
        return EngineError(*PANIC)
    if isinstance(error, ValueError | TypeError) and any(words in str(error) for words in SURROGATE_ERRORS):
        return illegal("a text has half of a surrogate pair, which is not valid Unicode")
    return None
