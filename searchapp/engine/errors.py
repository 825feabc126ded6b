"""The error of the engine, in the words of Elasticsearch."""


class EngineError(Exception):
    """A request that Elasticsearch would refuse: HTTP status, error type and reason are those it would give."""

    def __init__(self, status: int, type: str, reason: str):
        super().__init__(status, type, reason)
        self.status = status
        self.type = type
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.status} {self.type}: {self.reason}"
