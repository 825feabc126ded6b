"""The errors of the pipeline: what stops a query, and with which HTTP status.

PipelineError
└── PipelineInterrupt        stops the pipeline and carries an answer
    ├── RawQueryInterrupt    the built query
    ├── RawResultInterrupt   the database's own response
    └── EndScrollInterrupt   nothing is left to scroll through
"""

from collections.abc import Mapping
from typing import Any


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
