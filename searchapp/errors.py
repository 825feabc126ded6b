"""The errors of the pipeline and their kinds. Code decides by the kind, never by the text.

PipelineError                 kind, code, summary, details
├── QueryTextError            a query text that cannot be read: cause, column, text, option
└── PipelineInterrupt        stops the pipeline and carries an answer
    ├── RawQueryInterrupt    the built query
    ├── RawResultInterrupt   the database's own response
    └── EndScrollInterrupt   nothing is left to scroll through
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Self

MAX_QUOTED = 100
"""The maximum number of characters that an error quotes from the input."""
MAX_ERROR = 500
LONG_WORD = re.compile(rf"(\S{{{MAX_QUOTED}}})\S+")


def quoted(value: Any) -> str:
    """The first MAX_QUOTED characters of an input, for an error."""
    return str(value)[:MAX_QUOTED]


def brief(text: str) -> str:
    """The text of an error with long words and long texts cut."""
    short = LONG_WORD.sub(r"\1...", text) if len(text) > MAX_QUOTED else text
    return short if len(short) <= MAX_ERROR else f"{short[:MAX_ERROR]}..."


@dataclass(frozen=True, eq=False)
class Failure:
    """HTTP status, text (a description for the docs if texts differ), seconds until a retry, advice."""

    status: int
    text: str
    advice: str
    retry_after: int | None = None


QUOTE = 'Put a text with special characters in quotes, or write \\ before them: HGNC\\:5, "5\'-UTR".'
WAIT = "Nothing is wrong with your request. Try again in a few seconds."
LESS = "Ask for less at once: fewer hits, facets or wildcards at the start of a word. Then try again."


class ErrorKind(Enum):
    """The reasons why a request was not answered."""

    BAD_REQUEST = Failure(400, "names the option, its limit and the value given", "Change {keyword}, then try again.")
    SYNTAX = Failure(400, "{keyword} cannot be parsed: {cause}", QUOTE)
    UNCLOSED = Failure(400, "{keyword} cannot be parsed: ( is not closed", f'Close each ( [ {{{{ and ". {QUOTE}')
    BATCH_TOO_LARGE = Failure(400, "{keyword} has more entries than one request may have", "Send the list in parts.")
    ANSWER_TOO_LARGE = Failure(
        400,
        "the documents found take more than {max} bytes (MAX_ANSWER), ask for fewer hits, fewer terms or fewer fields",
        "Name the fields that you need, or read all hits with fetch_all=true and format=ndjson or csv; /batch answers a"
        " list of any length in these formats.",
    )
    BEYOND_WINDOW = Failure(
        400, "from + size must be at most 10000", "Read everything with fetch_all=true, or narrow the search."
    )
    TOO_MANY_BUCKETS = Failure(400, "a facet has too many values", "Choose larger steps, or leave out one facet.")
    NOT_SORTABLE = Failure(
        400,
        "a field cannot be sorted or counted",
        "Choose a keyword, number, date or boolean field; the page of fields names the types.",
    )
    TOO_LONG_TO_HIGHLIGHT = Failure(
        400, "the documents found are too long to highlight", "Ask for fewer hits, or name the fields to highlight."
    )
    STALE_SCROLL = Failure(
        400,
        "Invalid or stale scroll_id.",
        "Start again with fetch_all=true or search_after=*; the data may have changed since the first batch.",
    )
    TOO_MANY_MATCHES = Failure(
        400, "Too Many Matches.", "More than 1000 documents match one id: search for it instead."
    )
    BAD_BODY = Failure(400, "Invalid JSON body.", "Check the body: `reason` says where the error is.")
    NOT_FOUND = Failure(404, "Not Found.", "Check the spelling of the address or the identifier.")
    BAD_METHOD = Failure(405, "Method Not Allowed.", "Use GET to read, and POST to ask for several at once.")
    TOO_LARGE = Failure(413, "the body may have at most {max} bytes", "Send fewer terms at a time.")
    BAD_TYPE = Failure(415, "the body must be JSON, YAML, MessagePack or a form", "Send one of these types.")
    TOO_MANY_REQUESTS = Failure(429, "too many requests of this kind at once", "Wait a moment, then try again.", 2)
    TOO_MANY_SCROLLS = Failure(429, "too many open scrolls", "Read the open scrolls to their end, or wait a minute.", 2)
    INTERNAL = Failure(500, "Internal Server Error", "Try again. If the error stays, report it with the request id.")
    UNAVAILABLE = Failure(503, "search backend is not available", WAIT, 5)
    OVERLOADED = Failure(503, "search backend is overloaded", WAIT, 2)
    PARTIAL = Failure(503, "only part of the index answered", WAIT, 2)
    NOT_LOADED = Failure(503, "the data is not loaded", "Try again in a minute, or tell the operators.", 30)
    NO_SPACE = Failure(
        503,
        "the disk of the service has no space left",
        "Ask for less at once, or tell the operators: the log has more.",
        30,
    )
    REFUSED = Failure(503, "search backend refused the service", "Tell the operators: the log says why.")
    BUSY = Failure(503, "busy, try again", WAIT, 1)
    TOO_LATE = Failure(504, "no answer within {seconds} s", LESS, 2)

    @classmethod
    def of_status(cls, status: int) -> "ErrorKind":
        """The general kind for an HTTP status."""
        return BY_STATUS.get(status, cls.BAD_REQUEST if 400 <= status < 500 else cls.INTERNAL)


BY_STATUS = {
    404: ErrorKind.NOT_FOUND,
    405: ErrorKind.BAD_METHOD,
    413: ErrorKind.TOO_LARGE,
    415: ErrorKind.BAD_TYPE,
    429: ErrorKind.TOO_MANY_REQUESTS,
    502: ErrorKind.OVERLOADED,
    503: ErrorKind.OVERLOADED,
    504: ErrorKind.TOO_LATE,
}


class PipelineError(Exception):
    """A failed query. `code` is the HTTP status, `details` has further keys of the error body.

    Without a `kind` it has the general kind of its status.
    """

    problem = ""
    """The problem in the settings that made the request fail; empty for other errors."""

    def __init__(self, code: int = 500, summary: str = "", details: Any = None, kind: ErrorKind | None = None):
        super().__init__(code, summary, details)
        self.code = code
        self.summary = summary
        self.details = details
        self.kind = kind or ErrorKind.of_status(code if isinstance(code, int) else 500)

    @classmethod
    def of(cls, kind: ErrorKind, details: Any = None, **values: Any) -> "PipelineError":
        """The error of a kind with a fixed text; `values` fill the placeholders of the text."""
        return PipelineError(kind.value.status, kind.value.text.format(**values), details, kind)

    def copy(self, summary: str | None = None, **details: Any) -> Self:
        """A copy of the error with another summary and further details."""
        error = type(self).__new__(type(self))
        error.__dict__.update(self.__dict__)
        error.summary = self.summary if summary is None else summary
        error.details = {**self.extra, **details} if details else self.details
        error.args = (error.code, error.summary, error.details)
        return error

    def with_problem(self, text: str) -> Self:
        """The same error, with the problem in the settings. The log shows it to operators; answers never show it."""
        error = self.copy()
        error.problem = text
        return error

    def at(self, position: int, term: Any) -> Self:
        """A copy of the error with the term of a batch and its position, counted from 0."""
        text = quoted(term)
        return self.copy(f"{self.summary} (at position {position}): {text!r}", position=position, term=text)

    def __str__(self) -> str:
        return f"{self.code} {self.summary}"

    @property
    def extra(self) -> dict[str, Any]:
        """The details as keys of an error body; details that are not a mapping are under the key `details`."""
        if isinstance(self.details, Mapping):
            return {str(key): value for key, value in self.details.items()}
        return {} if self.details is None else {"details": self.details}


class QueryTextError(PipelineError):
    """A query text that cannot be parsed, a 400. `cause` is the reason, `column` the position, counted from 1."""

    def __init__(
        self,
        cause: str,
        keyword: str = "q",
        text: str | None = None,
        column: int | None = None,
        kind: ErrorKind = ErrorKind.SYNTAX,
    ):
        where = cause if column is None else f"{cause} at column {column}"
        details = {"root_cause_line_00": where, "text": text, "keyword": keyword}
        shown = {name: value for name, value in details.items() if value is not None}
        super().__init__(400, f"{keyword} cannot be parsed: {where}", shown, kind)
        self.cause = cause
        self.column = column
        self.text = text

    def about(self, keyword: str) -> "QueryTextError":
        """A copy of the error for the text of another option."""
        return QueryTextError(self.cause, keyword, self.text, self.column, self.kind)


class PipelineInterrupt(PipelineError):
    """An answer that leaves the pipeline early."""

    def __init__(self, data: Any = None):
        super().__init__(200)
        self.data = data


class RawQueryInterrupt(PipelineInterrupt):
    """The built query, for `rawquery`."""


class RawResultInterrupt(PipelineInterrupt):
    """The database's response, for `raw`."""


class EndScrollInterrupt(PipelineInterrupt):
    """The answer to a scroll that has no more results."""

    def __init__(self) -> None:
        super().__init__({"success": False, "error": "No more results to return."})


def none_on_error(ask: Any) -> Any:
    """The result of `ask`; None if it raises PipelineError. For optional parts of an answer."""
    try:
        return ask()
    except PipelineError:
        return None
