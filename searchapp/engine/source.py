"""The `_source` of a hit: the part of a document that a request asks for, and the values under a path.

A pattern names a path, and with it all that is below; `*` stands for any text, dots too. A key may hold dots itself.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from searchapp.engine.errors import EngineError
from searchapp.engine.languages import ANY_TEXT, NOTHING, Node, after_text, concat, either, has_empty, literal

Document = dict[str, Any]

KEYS = {"includes": 0, "include": 0, "excludes": 1, "exclude": 1}


def check_source(value: Any) -> None:
    """Refuses what is no `_source`."""
    if isinstance(value, bool | str):
        return
    if isinstance(value, list):
        _check_names(value, "_source")
    elif isinstance(value, dict):
        for key, names in value.items():
            if key not in KEYS or not isinstance(names, str | list):
                raise _refused(f"Unknown key for a {_token(names)} in [{key}].")
            _check_names(names, key)
    else:
        expected = "[VALUE_BOOLEAN, VALUE_STRING, START_ARRAY, START_OBJECT]"
        raise _refused(f"Expected one of {expected} but found [{_token(value)}]")


def filter_source(document: Document, value: Any) -> Document:
    """The part of a document that a checked `_source` other than false asks for."""
    keep = source_filter(*_patterns(value))
    return document if keep is None else keep(document)


def source_values(source: Any, path: str) -> list[Any]:
    """All values under a path, those of inner lists too, null included."""
    return list(_values(source, path))


@lru_cache(maxsize=256)
def source_filter(includes: tuple[str, ...], excludes: tuple[str, ...]) -> Callable[[Document], Document] | None:
    """A function that gives the part of a document, None where that is the whole."""
    if not includes and not excludes:
        return None
    filter = _Filter(includes, excludes)
    return lambda document: filter.document(document, filter.include, filter.exclude)


class _Filter:
    """Steps through two languages of paths, one of what is included and one of what is excluded, key by key."""

    def __init__(self, includes: tuple[str, ...], excludes: tuple[str, ...]):
        self.include = _paths(includes) if includes else ANY_TEXT
        self.exclude = _paths(excludes)
        self.step = lru_cache(maxsize=10_000)(after_text)

    def document(self, document: Document, include: Node, exclude: Node) -> Document:
        kept = {}
        for key, value in document.items():
            include_key = self.step(include, key)
            exclude_key = self.step(exclude, key)
            if include_key == NOTHING or has_empty(exclude_key):
                continue
            whole = has_empty(include_key)
            if whole and self.step(exclude_key, ".") == NOTHING:
                kept[key] = value
                continue
            below = ANY_TEXT if whole else include_key
            if isinstance(value, dict):
                inner: Any = self.document(value, self.step(below, "."), self.step(exclude_key, "."))
            elif isinstance(value, list):
                inner = self.items(value, below, exclude_key)
            elif whole:
                inner = value
            else:
                continue
            if whole or inner:
                kept[key] = inner
        return kept

    def items(self, items: list[Any], include: Node, exclude: Node) -> list[Any]:
        kept = []
        for item in items:
            if isinstance(item, dict):
                inner: Any = self.document(item, self.step(include, "."), self.step(exclude, "."))
            elif isinstance(item, list):
                inner = self.items(item, include, exclude)
            elif has_empty(include):
                kept.append(item)
                continue
            else:
                continue
            if inner:
                kept.append(inner)
        return kept


def _paths(patterns: tuple[str, ...]) -> Node:
    """The language of the paths that the patterns name, and of all below them."""
    below = concat([literal("."), ANY_TEXT])
    nodes = [_pattern(pattern) for pattern in patterns]
    return either([*nodes, *(concat([node, below]) for node in nodes)])


def _pattern(pattern: str) -> Node:
    parts = [literal(part) for part in pattern.split("*")]
    return concat([node for part in parts for node in (ANY_TEXT, part)][1:])


def _patterns(value: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a `_source` includes and excludes."""
    if isinstance(value, bool):
        return (), ()
    if not isinstance(value, dict):
        return _names(value), ()
    found: list[tuple[str, ...]] = [(), ()]
    for key, names in value.items():
        found[KEYS[key]] = _names(names)
    return found[0], found[1]


def _names(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _values(source: Any, path: str) -> Iterator[Any]:
    if isinstance(source, list):
        for item in source:
            yield from _values(item, path)
    elif not path:
        yield source
    elif isinstance(source, dict):
        for key, value in source.items():
            if key == path:
                yield from _values(value, "")
            elif path.startswith(key) and path[len(key)] == ".":
                yield from _values(value, path[len(key) + 1 :])


def _check_names(names: Any, key: str) -> None:
    for name in names:
        if not isinstance(name, str):
            raise _refused(f"Unknown key for a {_token(name)} in [{key}].")


def _token(value: Any) -> str:
    if isinstance(value, bool):
        return f"VALUE_{value}".upper()
    names = {type(None): "VALUE_NULL", list: "START_ARRAY", dict: "START_OBJECT", str: "VALUE_STRING"}
    return names.get(type(value), "VALUE_NUMBER")


def _refused(reason: str) -> EngineError:
    return EngineError(400, "parsing_exception", reason)
