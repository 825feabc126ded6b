"""The fields of documents without a mapping, with their types, from a sample of the documents."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

Path = tuple[str, ...]
KindOf = Callable[[Any], str]

MAX_DEPTH = 20
MAX_FIELDS = 2000


def fields_in(values: Iterable[Any], kind_of: KindOf) -> dict[Path, str]:
    """The type of the values at each path through objects and lists; () outside of objects."""
    found: dict[Path, set[str]] = {}
    for value in values:
        for path, kind in leaves(value, (), kind_of):
            if len(found) < MAX_FIELDS or path in found:
                found.setdefault(path, set()).add(kind)
    return {path: one_type(kinds) for path, kinds in found.items()}


def leaves(value: Any, path: Path, kind_of: KindOf) -> Iterator[tuple[Path, str]]:
    if isinstance(value, dict) and len(path) < MAX_DEPTH:
        for key, inner in value.items():
            yield from leaves(inner, (*path, key), kind_of)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner, path, kind_of)
    elif value is not None and not isinstance(value, dict):
        yield path, kind_of(value)


def one_type(kinds: set[str]) -> str:
    """The type that can hold all values."""
    if len(kinds) == 1:
        return next(iter(kinds))
    if kinds == {"long", "double"}:
        return "double"
    return "text" if kinds == {"keyword", "text"} else "keyword"


def json_kind(value: Any) -> str:
    """The type of a value of JSON."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "long"
    return "double" if isinstance(value, float) else "keyword"
