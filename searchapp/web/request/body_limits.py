"""How deep and how large the value of a request body may be."""

from typing import Any

from ...options.nesting import MAX_DEPTH, is_too_deep

MAX_VALUES = 200_000
MAX_PARTS = 1000


class BadBody(ValueError):
    """What is wrong with a body; `details` are further keys of the error body."""

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
