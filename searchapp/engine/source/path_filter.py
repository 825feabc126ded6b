"""Filters a document by complete paths: Elasticsearch's algorithm for excludes with a star."""

from collections.abc import Callable
from typing import Any

from ...querystring.byte_cache import byte_cached
from ..work import work

Document = dict[str, Any]
States = int
"""The possible states of an automaton, one bit each. Without a state, no path with this beginning matches."""
NOTHING: States = 0
ANY_TEXT: States = 1
"""The state in which all texts match: below a path that a pattern names."""
MAX_STEPS = 16 * 2**20
"""Maximum bytes of the steps that a filter caches."""


def path_filter(includes: tuple[str, ...], excludes: tuple[str, ...]) -> Callable[[Document], Document]:
    """A function from a document to its part that is included and not excluded; no includes include everything."""
    paths = _Paths()
    include, exclude = paths.added(includes) if includes else ANY_TEXT, paths.added(excludes)
    filter = _Filter(paths)
    return lambda document: filter.document(document, include, exclude)


class _Paths:
    """An automaton of the paths that patterns name, with everything below them.

    A pattern has a state before each of its characters, and one at its end.
    """

    def __init__(self) -> None:
        self.count = 1
        self.before: dict[str, States] = {}
        """The states before a character."""
        self.stay = ANY_TEXT
        """The states at a star, which may stay with any character."""
        self.ends = ANY_TEXT

    def added(self, patterns: tuple[str, ...]) -> States:
        """The states at the start of the patterns, which are added to the automaton."""
        start = NOTHING
        for pattern in patterns:
            start |= 1 << self.count
            for character in pattern:
                state = 1 << self.count
                if character == "*":
                    self.stay |= state
                else:
                    self.before[character] = self.before.get(character, NOTHING) | state
                    self.count += 1
            self.ends |= 1 << self.count
            self.count += 1
        return start

    def after(self, states: States, text: str) -> States:
        """The states after a text."""
        for character in text:
            ended = states & self.ends if character == "." else NOTHING
            states = (states & self.before.get(character, NOTHING)) << 1 | states & self.stay
            if ended:
                states |= ANY_TEXT
        return states

    def match(self, states: States) -> bool:
        """Whether the path up to here matches."""
        return bool(states & self.ends)


class _Filter:
    """Steps key by key through the paths, with states of the includes and of the excludes."""

    def __init__(self, paths: _Paths) -> None:
        self.match = paths.match
        self.step = byte_cached(MAX_STEPS, lambda states, text: states.bit_length() // 4 + len(text))(paths.after)

    def document(self, document: Document, include: States, exclude: States) -> Document:
        work().check_deadline()
        kept = {}
        for key, value in document.items():
            include_key, exclude_key = self.step(include, key), self.step(exclude, key)
            if include_key == NOTHING or self.match(exclude_key):
                continue
            included = self.match(include_key)
            if included and self.step(exclude_key, ".") == NOTHING:
                kept[key] = value
                continue
            inner = self.inner(value, ANY_TEXT if included else include_key, exclude_key)
            if included or inner:
                kept[key] = inner
        return kept

    def inner(self, value: Any, include: States, exclude: States) -> Any:
        """The part of a value that is included; None for none."""
        if isinstance(value, dict):
            return self.document(value, self.step(include, "."), self.step(exclude, "."))
        if isinstance(value, list):
            return self.items(value, include, exclude)
        return value if self.match(include) else None

    def items(self, items: list[Any], include: States, exclude: States) -> list[Any]:
        kept = []
        for item in items:
            if isinstance(item, dict | list):
                inner = self.inner(item, include, exclude)
                kept += [inner] if inner else []
            elif self.match(include):
                kept.append(item)
        return kept
