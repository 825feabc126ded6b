"""The `_source` of a hit: the part of a document that a request asks for, and the values under a path.

A pattern names a path, and with it all that is below; a key may hold dots itself. Elasticsearch has two ways to filter:

    by steps   the usual one: `*` stands for one key or a part of it, `**` for one or more; what it empties is left out
    by paths   when an exclude has a star: `*` stands for any text, dots too; an object emptied by excludes stays
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from ...querystring.byte_cache import byte_cached
from ..errors import EngineError
from .path_filter import STEPS, path_filter

Document = dict[str, Any]
Keep = Callable[[Document], Document]

KEYS = {"includes": 0, "include": 0, "excludes": 1, "exclude": 1}
ANY_KEYS, MORE_KEYS = "**", "**more"
MOST_KEYS = 10_000
MAX_BY_PATHS = 300
PLACES, PLACE = 100_000, 2000
"""Bytes of the places that a filter has seen, and for each character of its patterns."""


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
        _check_by_paths(value)
    else:
        expected = "[VALUE_BOOLEAN, VALUE_STRING, START_ARRAY, START_OBJECT]"
        raise _refused(f"Expected one of {expected} but found [{_token(value)}]")


def keep_of(value: Any) -> Keep | None:
    """A function that gives the part of a document that a checked `_source` asks for, None where that is the whole."""
    return source_filter(*_patterns(value))


def filter_source(document: Document, value: Any) -> Document:
    """The part of a document that a checked `_source` other than false asks for."""
    keep = keep_of(value)
    return document if keep is None else keep(document)


def source_values(source: Any, path: str) -> list[Any]:
    """All values under a path, those of inner lists too, null included."""
    return list(_values(source, path))


def _size(includes: tuple[str, ...], excludes: tuple[str, ...]) -> int:
    """The bytes of a filter that has seen documents of hundreds of fields; one by paths is used for one page."""
    by_paths = any("*" in pattern for pattern in excludes)
    return STEPS if by_paths else PLACES + PLACE * sum(map(len, (*includes, *excludes)))


@byte_cached(16 * 2**20, _size)
def source_filter(includes: tuple[str, ...], excludes: tuple[str, ...]) -> Keep | None:
    """A function that gives the part of a document, None where that is the whole."""
    if any("*" in pattern for pattern in excludes):
        return path_filter(includes, excludes)
    filters = []
    if includes:
        filters.append(_by_steps(includes, _included))
    if excludes:
        filters.append(_by_steps(excludes, _without))
    if len(filters) == 2:
        return lambda document: filters[1](filters[0](document))
    return filters[0] if filters else None


class _Place:
    """A place in a document: what is left of the patterns there, and the places below that were seen."""

    __slots__ = ("below", "patterns")

    def __init__(self, patterns: frozenset[tuple[str, ...]]):
        self.patterns = patterns
        self.below: dict[str, _Place | None] = {}

    def step(self, key: str) -> "_Place | None":
        """The place below a key: MATCH where a pattern ends, None where no pattern leads."""
        if len(self.below) > MOST_KEYS:
            self.below.clear()
        self.below[key] = place = _place(_step(self.patterns, key))
        return place


def _place(patterns: frozenset[tuple[str, ...]]) -> _Place | None:
    if () in patterns:
        return MATCH
    return _Place(patterns) if patterns else None


MATCH = _Place(frozenset())
GONE = object()


def _by_steps(patterns: tuple[str, ...], apply: Callable[[Document, _Place], Document]) -> Keep:
    start = _Place(frozenset(tuple(pattern.split(".")) for pattern in patterns))
    return lambda document: apply(document, start)


def _included(document: Document, place: _Place) -> Document:
    """What the patterns name; objects and lists without any of it are left out."""
    kept = {}
    known = place.below
    for key, value in document.items():
        below = known[key] if key in known else place.step(key)
        if below is None:
            continue
        if below is MATCH:
            kept[key] = value
        elif inner := _included_inner(value, below):
            kept[key] = inner
    return kept


def _included_inner(value: Any, place: _Place) -> Any:
    if isinstance(value, dict):
        return _included(value, place)
    if isinstance(value, list):
        return [inner for item in value if (inner := _included_inner(item, place))]
    return None


def _without(document: Document, place: _Place) -> Document:
    """All but what the patterns name; objects and lists that this empties are left out."""
    kept = {}
    known = place.below
    for key, value in document.items():
        below = known[key] if key in known else place.step(key)
        if below is MATCH:
            continue
        inner = value if below is None else _without_inner(value, below)
        if inner is not GONE:
            kept[key] = inner
    return kept


def _without_inner(value: Any, place: _Place) -> Any:
    inner = value
    if isinstance(value, dict):
        inner = _without(value, place)
    elif isinstance(value, list):
        inner = [one for item in value if (one := _without_inner(item, place)) is not GONE]
    return GONE if isinstance(value, dict | list) and value and not inner else inner


def _step(patterns: frozenset[tuple[str, ...]], key: str) -> frozenset[tuple[str, ...]]:
    """What is left of the patterns below a key; one that ends there leaves the empty tuple."""
    dot = key.find(".")
    if 0 < dot < len(key) - 1:
        following = _step(patterns, key[:dot])
        return following if () in following else _step(following, key[dot + 1 :])
    return frozenset(rest for pattern in patterns for rest in _rests(pattern, key))


def _rests(pattern: tuple[str, ...], key: str) -> Iterator[tuple[str, ...]]:
    first, rest = pattern[0], pattern[1:]
    if first == ANY_KEYS:
        yield (MORE_KEYS, *rest) if rest else ()
    elif first == MORE_KEYS:
        yield pattern
        yield from _rests(rest, key)
    elif first == key or ("*" in first and _glob(first).fullmatch(key)):
        yield rest


@byte_cached(8 * 2**20, lambda pattern: 200 * len(pattern))
def _glob(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, re.sub(r"\*+", "*", pattern).split("*"))), re.DOTALL)


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
        for key, value in source.items():
            if key == path:
                yield from _values(value, "")
            elif path.startswith(key) and path[len(key)] == ".":
                yield from _values(value, path[len(key) + 1 :])


def _check_by_paths(value: dict[str, Any]) -> None:
    """Refuses what would take seconds: excludes with a star make an automaton of all patterns."""
    includes, excludes = _patterns(value)
    length = sum(map(len, (*includes, *excludes)))
    if length > MAX_BY_PATHS and any("*" in pattern for pattern in excludes):
        what = f"excludes with * and {length} characters of patterns, at most {MAX_BY_PATHS} are allowed"
        raise _refused(f"unsupported _source: {what}")


def _check_names(names: Any, key: str) -> None:
    for name in names:
        if name is None or isinstance(name, list | dict):
            raise _refused(f"Unknown key for a {_token(name)} in [{key}].")


def _token(value: Any) -> str:
    if isinstance(value, bool):
        return f"VALUE_{value}".upper()
    names = {type(None): "VALUE_NULL", list: "START_ARRAY", dict: "START_OBJECT", str: "VALUE_STRING"}
    return names.get(type(value), "VALUE_NUMBER")


def _refused(reason: str) -> EngineError:
    return EngineError(400, "parsing_exception", reason)
