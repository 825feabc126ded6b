"""The `_source` filter: the part of a document that a request asks for, and the values at a path.

A pattern names a path and everything below it; a key may contain dots. Elasticsearch has two algorithms:

    by steps   the usual one: `*` matches one key or a part of it, `**` one or more; emptied objects are left out
    by paths   if an exclude has a star, or the request has `fields`: `*` matches any text, dots included; objects
               emptied by excludes stay
"""

from collections.abc import Callable, Iterator
from typing import Any

from ...querystring.byte_cache import byte_cached
from ...querystring.names import fits_pattern
from ..errors import parsing_error, unsupported_error
from ..parsing import token
from .path_filter import MAX_STEPS, path_filter

Document = dict[str, Any]
Keep = Callable[[Document], Document]

VECTORS = "exclude_vectors"
"""A key of `_source` that is ignored, because the engine has no vectors."""
KEYS = {"includes": 0, "include": 0, "excludes": 1, "exclude": 1}
BLANKS = "".join(map(chr, range(33)))
"""The characters that Elasticsearch takes away around a pattern by steps."""
ANY_KEYS, MORE_KEYS = "**", "**more"
MAX_KEYS = 10_000
MAX_BY_PATHS = 300
STATES_SIZE, CHARACTER_SIZE = 100_000, 2000
"""Estimated bytes of a filter after many documents: a fixed part, and more for each character of its patterns."""


def check_source(value: Any) -> None:
    """Raise EngineError 400 for an invalid `_source` of a request."""
    if isinstance(value, bool | str):
        return
    if isinstance(value, list):
        _check_names(value)
    elif isinstance(value, dict):
        for key, names in value.items():
            if key == VECTORS and names in (True, False, "true", "false"):
                continue
            if key not in KEYS or not isinstance(names, str | list):
                raise parsing_error(f"Unknown key for a {token(names)} in [{key}].")
            _check_texts(names, key)
        _check_by_paths(value)
    else:
        expected = "[VALUE_BOOLEAN, VALUE_STRING, START_ARRAY, START_OBJECT]"
        raise parsing_error(f"Expected one of {expected} but found [{token(value)}]")


def keep_of(value: Any, by_paths: bool = False) -> Keep | None:
    """A function from a document to the part that a checked `_source` asks for; None for the complete document.

    With `by_paths`, the algorithm by paths is used in any case.
    """
    if by_paths:
        _check_by_paths(value, by_paths)
    return source_filter(*_patterns(value), by_paths)


def filter_source(document: Document, value: Any) -> Document:
    """The part of a document for a checked `_source` that is not false."""
    keep = keep_of(value)
    return document if keep is None else keep(document)


def source_values(source: Any, path: str) -> list[Any]:
    """All values at a path in a document, null included; lists are flattened."""
    return list(_values(source, path))


def leaves(source: Any) -> dict[str, list[Any]]:
    """The values of a document that are not objects, null included, by path; lists are flattened.

    Like `source_values` for every path at once.
    """
    found: dict[str, list[Any]] = {}
    _add_leaves(source, "", found)
    return found


def _add_leaves(source: Any, path: str, found: dict[str, list[Any]]) -> None:
    if isinstance(source, dict):
        for key, value in source.items():
            _add_leaves(value, f"{path}.{key}" if path else key, found)
    elif isinstance(source, list):
        for value in source:
            _add_leaves(value, path, found)
    else:
        found.setdefault(path, []).append(source)


def _size(includes: tuple[str, ...], excludes: tuple[str, ...], by_paths: bool = False) -> int:
    """The estimated bytes of a filter that has seen documents with hundreds of fields."""
    by_paths = by_paths or any("*" in pattern for pattern in excludes)
    return MAX_STEPS if by_paths else STATES_SIZE + CHARACTER_SIZE * sum(map(len, (*includes, *excludes)))


@byte_cached(16 * 2**20, _size)
def source_filter(includes: tuple[str, ...], excludes: tuple[str, ...], by_paths: bool = False) -> Keep | None:
    """A function from a document to its part with these includes and excludes; None for the complete document."""
    if any("*" in pattern for pattern in excludes) or (by_paths and (includes or excludes)):
        return path_filter(includes, excludes)
    filters = []
    if includes:
        filters.append(_by_steps(includes, _included))
    if excludes:
        filters.append(_by_steps(excludes, _without))
    if len(filters) == 2:
        return lambda document: filters[1](filters[0](document))
    return filters[0] if filters else None


class _State(dict[str, "_State | None"]):
    """The state of the filter at an object, with the states below its keys.

    The state below a key is MATCH if a pattern ends with the key, and None if no pattern continues.
    """

    __slots__ = ("patterns",)

    def __init__(self, patterns: frozenset[tuple[str, ...]]):
        self.patterns = patterns

    def __missing__(self, key: str) -> "_State | None":
        if len(self) > MAX_KEYS:
            self.clear()
        self[key] = state = _state(_step(self.patterns, key))
        return state


def _state(patterns: frozenset[tuple[str, ...]]) -> _State | None:
    if () in patterns:
        return MATCH
    return _State(patterns) if patterns else None


MATCH = _State(frozenset())
GONE = object()


def _by_steps(patterns: tuple[str, ...], apply: Callable[[Document, _State], Document]) -> Keep:
    start = _State(frozenset(tuple(pattern.strip(BLANKS).split(".")) for pattern in patterns))
    return lambda document: apply(document, start)


def _included(document: Document, state: _State) -> Document:
    """The values that the patterns name; objects without any of them are left out."""
    kept = {}
    for key, value in document.items():
        below = state[key]
        if below is None:
            continue
        if below is MATCH:
            kept[key] = value
        elif inner := _included_inner(value, below):
            kept[key] = inner
    return kept


def _included_inner(value: Any, state: _State) -> Any:
    if isinstance(value, dict):
        return _included(value, state)
    if isinstance(value, list):
        return [inner for item in value if (inner := _included_inner(item, state))]
    return None


def _without(document: Document, state: _State) -> Document:
    """The document without the values that the patterns name; objects and lists emptied by this are left out."""
    kept = {}
    for key, value in document.items():
        below = state[key]
        if below is MATCH:
            continue
        inner = value if below is None else _without_inner(value, below)
        if inner is not GONE:
            kept[key] = inner
    return kept


def _without_inner(value: Any, state: _State) -> Any:
    inner = value
    if isinstance(value, dict):
        inner = _without(value, state)
    elif isinstance(value, list):
        inner = [one for item in value if (one := _without_inner(item, state)) is not GONE]
    return GONE if isinstance(value, dict | list) and value and not inner else inner


def _step(patterns: frozenset[tuple[str, ...]], key: str) -> frozenset[tuple[str, ...]]:
    """The patterns below a key, without the key; a pattern that ends with the key leaves the empty tuple."""
    dot = key.find(".")
    if 0 < dot < len(key) - 1:
        following = _step(patterns, key[:dot])
        return following if () in following else _step(following, key[dot + 1 :])
    return frozenset(rest for pattern in patterns for rest in _remaining_keys(pattern, key))


def _remaining_keys(pattern: tuple[str, ...], key: str) -> Iterator[tuple[str, ...]]:
    first, rest = pattern[0], pattern[1:]
    if first == ANY_KEYS:
        yield (MORE_KEYS, *rest) if rest else ()
    elif first == MORE_KEYS:
        yield pattern
        yield from _remaining_keys(rest, key)
    elif first == key or ("*" in first and fits_pattern(key, first)):
        yield rest


def _patterns(value: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The includes and the excludes of a `_source`."""
    if isinstance(value, bool):
        return (), ()
    if not isinstance(value, dict):
        return _names(value), ()
    patterns: list[tuple[str, ...]] = [(), ()]
    for key, names in value.items():
        if key != VECTORS:
            patterns[KEYS[key]] = _names(names)
    return patterns[0], patterns[1]


def _names(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return tuple(name if isinstance(name, str) else str(name).lower() for name in value)


def _values(source: Any, path: str) -> Iterator[Any]:
    if isinstance(source, list):
        for item in source:
            yield from _values(item, path)
    elif not path:
        yield source
    elif isinstance(source, dict):
        names = [path] if "." not in path else _beginnings(path)
        present = [name for name in names if name in source]
        for key in present if len(present) < 2 else filter(present.__contains__, source):
            yield from _values(source[key], path[len(key) + 1 :])


def _beginnings(path: str) -> list[str]:
    """The keys with which a path may begin, because a key may contain dots."""
    return [*(path[:place] for place, sign in enumerate(path) if sign == "."), path]


def _check_by_paths(value: Any, by_paths: bool = False) -> None:
    """Raise EngineError for patterns that would take seconds: with a star in an exclude, all become one automaton."""
    includes, excludes = _patterns(value)
    length = sum(map(len, (*includes, *excludes)))
    if length > MAX_BY_PATHS and (by_paths or any("*" in pattern for pattern in excludes)):
        why = "fields" if by_paths else "excludes with *"
        what = f"{why} and {length} characters of patterns, at most {MAX_BY_PATHS} are allowed"
        raise unsupported_error(f"unsupported _source: {what}")


def _check_names(names: Any) -> None:
    for name in names:
        if name is None or isinstance(name, list | dict):
            raise parsing_error(f"Unknown key for a {token(name)} in [_source].")


def _check_texts(names: Any, key: str) -> None:
    for name in names:
        if not isinstance(name, str):
            raise parsing_error(f"Unknown key for a {token(name)} in [{key}].")
