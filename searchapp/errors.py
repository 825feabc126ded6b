"""The errors of the pipeline: what stops a query, and with which HTTP status.

PipelineError
└── PipelineInterrupt        stops the pipeline and carries an answer
    ├── RawQueryInterrupt    the built query
    ├── RawResultInterrupt   the database's own response
    └── EndScrollInterrupt   nothing is left to scroll through
"""

import re
from collections.abc import Mapping
from typing import Any

MAX_QUOTED = 100
"""Characters that an error quotes of what it was given."""
MAX_ERROR = 500
LONG_WORD = re.compile(rf"(\S{{{MAX_QUOTED}}})\S+")


def quoted(value: Any) -> str:
    """The start of a text that was given, as an error quotes it."""
    return str(value)[:MAX_QUOTED]


def brief(text: str) -> str:
    """The text of an error in which nothing long is quoted, wherever it comes from."""
    short = LONG_WORD.sub(r"\1...", text) if len(text) > MAX_QUOTED else text
    return short if len(short) <= MAX_ERROR else f"{short[:MAX_ERROR]}..."


class PipelineError(Exception):
    """A query that failed: `code` is the HTTP status, `details` the further keys of the error body."""

    def __init__(self, code: int = 500, summary: str = "", details: Any = None):
        super().__init__(code, summary, details)
        self.code = code
        self.summary = summary
        self.details = details

    def __str__(self) -> str:
        return f"{self.code} {self.summary}"

    @property
    def extra(self) -> dict[str, Any]:
        """The details as keys of an error body; what is no mapping stands under `details`."""
        if isinstance(self.details, Mapping):
            return {str(key): value for key, value in self.details.items()}
        return {} if self.details is None else {"details": self.details}


class PipelineInterrupt(PipelineError):
    """An answer that leaves the pipeline before its end."""

    def __init__(self, data: Any = None):
        super().__init__(200)
        self.data = data


class RawQueryInterrupt(PipelineInterrupt):
    """The built query, asked for by `rawquery`."""


class RawResultInterrupt(PipelineInterrupt):
    """The database's response, asked for by `raw`."""


class EndScrollInterrupt(PipelineInterrupt):
    """The answer to a scroll that has no more results."""

    def __init__(self) -> None:
        super().__init__({"success": False, "error": "No more results to return."})
