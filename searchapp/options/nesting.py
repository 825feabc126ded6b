"""The limit on the nesting of lists and objects."""

from typing import Any

MAX_DEPTH = 64
"""The maximum number of levels of a request body, of a loaded document, and of a dotted field name."""


def may_be_too_deep(text: str | bytes) -> bool:
    """Whether a JSON text may be nested too deep: whether it opens as many lists and objects."""
    if isinstance(text, str):
        return text.count("[") + text.count("{") >= MAX_DEPTH
    return text.count(b"[") + text.count(b"{") >= MAX_DEPTH


def is_too_deep(value: Any, most: int = MAX_DEPTH) -> bool:
    """Whether lists and objects are nested more than `most` deep. It does not use recursion."""
    layer = [value]
    for _ in range(most):
        layer = [inner for container in layer for inner in contents(container) if isinstance(inner, list | dict)]
        if not layer:
            return False
    return True


def contents(container: Any) -> Any:
    """The values in a list or an object."""
    if isinstance(container, dict):
        return container.values()
    return container if isinstance(container, list) else ()
