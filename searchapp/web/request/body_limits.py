"""The limits on depth and size of the value in a request body."""

from typing import Any

from ...options.nesting import MAX_DEPTH, is_too_deep

MAX_VALUES = 200_000
MAX_PARTS = 1000


class BadBody(ValueError):
    """A body that cannot be read; `details` are further keys of the error body."""

    def __init__(self, text: str, **details: Any):
        super().__init__(text)
        self.details = details


def check_depth(value: Any) -> Any:
    """The value itself; raises BadBody when lists and objects are nested too deep in it."""
    if is_too_deep(value):
        raise too_deep()
    return value


def too_deep() -> BadBody:
    return BadBody(f"nested more than {MAX_DEPTH} deep", max=MAX_DEPTH)
