"""Changes a document at a dotted path. Changed objects are copied, the others are shared with the original."""

from collections.abc import Callable
from typing import Any

from ..errors import PipelineError
from ..options.nesting import MAX_DEPTH

Change = Callable[[dict[str, Any], str], dict[str, Any]]


def changed_at(value: Any, path: list[str], change: Change) -> Any:
    """The value, in which `change(parent, name)` replaces every object that may have the last name of the path.

    Lists on the path are followed. A document without the path is unchanged.
    """
    if isinstance(value, list):
        return [changed_at(element, path, change) for element in value]
    if not isinstance(value, dict):
        return value
    name, *rest = path
    if not rest:
        return change(value, name)
    if name not in value:
        return value
    return {**value, name: changed_at(value[name], rest, change)}


def split(path: str, keyword: str) -> list[str]:
    """The names of a dotted path, the value of an option or a setting. Raises a 400 for more than MAX_DEPTH names."""
    names = path.split(".")
    if len(names) > MAX_DEPTH:
        summary = f"{keyword}: {path[:100]} has {len(names)} levels, at most {MAX_DEPTH} are allowed"
        raise PipelineError(
            400, summary, {"keyword": keyword, "field": path[:100], "max": MAX_DEPTH, "num": len(names)}
        )
    return names
