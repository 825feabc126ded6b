"""How deep and how large the value of a request body may be."""

from typing import Any

MAX_DEPTH = 64
MAX_VALUES = 200_000
MAX_PARTS = 1000


class BadBody(ValueError):
    """What is wrong with a body; `details` are further keys of the error body."""

    def __init__(self, text: str, **details: Any):
        super().__init__(text)
        self.details = details


def check_depth(value: Any) -> Any:
    """The value itself; raises BadBody when containers stand too deep in it."""
    layer = [value]
    for _ in range(MAX_DEPTH):
        layer = [inner for container in layer for inner in contents(container) if isinstance(inner, list | dict)]
        if not layer:
            return value
    raise too_deep()


def contents(container: Any) -> Any:
    if isinstance(container, dict):
        return container.values()
    return container if isinstance(container, list) else ()


def too_deep() -> BadBody:
    return BadBody(f"nested more than {MAX_DEPTH} deep", max=MAX_DEPTH)
