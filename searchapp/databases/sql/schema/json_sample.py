"""The fields inside JSON, from a sample of its values."""

from collections.abc import Iterable, Iterator
from typing import Any

Path = tuple[str, ...]

MAX_DEPTH = 10
MAX_FIELDS = 2000


def fields_in(values: Iterable[Any]) -> dict[Path, str]:
    """The type at each path through objects and lists: the wider one if types differ; () outside of objects."""
    found: dict[Path, str] = {}
    for value in values:
        for path, kind in leaves(value, ()):
            if len(found) < MAX_FIELDS or path in found:
                found[path] = wider(found.get(path, kind), kind)
    return found


def leaves(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, dict) and len(path) < MAX_DEPTH:
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, path)
    elif value is not None and not isinstance(value, dict):
        yield path, kind_of(value)


def kind_of(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "long"
    return "double" if isinstance(value, float) else "keyword"


def wider(one: str, other: str) -> str:
    if one == other:
        return one
    return "double" if {one, other} == {"long", "double"} else "keyword"
