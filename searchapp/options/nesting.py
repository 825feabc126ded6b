"""How deep lists and objects may stand in each other."""

from typing import Any

MAX_DEPTH = 64
"""Levels of a request body, of a document that is loaded, and of a field name that is written out as objects."""


def is_too_deep(value: Any) -> bool:
    """Whether more than MAX_DEPTH lists and objects stand in each other; takes no recursion."""
    layer = [value]
    for _ in range(MAX_DEPTH):
        layer = [inner for container in layer for inner in contents(container) if isinstance(inner, list | dict)]
        if not layer:
            return False
    return True


def contents(container: Any) -> Any:
    """The values in a list or an object."""
    if isinstance(container, dict):
        return container.values()
    return container if isinstance(container, list) else ()
