"""Elasticsearch's wildcards and regular expressions as regular expressions for tantivy (Rust), or as Python functions.

    regex_of_wildcard("a?b*")      regex_of_regexp("a.*")      ignoring_case("CDK2")     texts for `Query.regex_query`
    matches_wildcard("a?b*")("azb1")                           matches_regexp("~(a.*)")("b")

The regular expressions are for terms whose characters take at most `width` bytes of UTF-8; None if no such term can
match.
Rust has no `~` and `&`: `regex_of_regexp` raises Untranslatable for them, `matches_regexp` takes every pattern.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product

from ..errors import CreationError
from .automaton import ANY, ANY_TEXT, LAST_CODE, NOTHING, Node, Ranges, as_regexp, concat, literal, matcher, up_to_code
from .parser import regexp

MAX_WIDTH = 4
"""The maximum number of bytes of a character in UTF-8."""


class Untranslatable(CreationError):
    """A pattern that tantivy cannot match; `matches_regexp` on each term can."""

    def __init__(self, what: str):
        super().__init__(f"unsupported regexp: {what}")


@lru_cache(64)
def regex_of_wildcard(pattern: str, insensitive: bool = False, width: int = MAX_WIDTH) -> str | None:
    """A wildcard pattern for tantivy; None if it matches no term. `width` is the longest term in bytes."""
    return _rust(_wildcard(pattern, insensitive), width)


@lru_cache(64)
def regex_of_regexp(pattern: str, insensitive: bool = False, width: int = MAX_WIDTH) -> str | None:
    """Lucene's pattern for tantivy; None if it matches no term. EngineError for an invalid one."""
    return _rust(regexp(pattern, insensitive), width)


@lru_cache(64)
def ignoring_case(text: str, width: int = MAX_WIDTH) -> str | None:
    """A regular expression for this text with ASCII letters in any case, as Lucene ignores case."""
    return _rust(literal(text, True), width)


def spellings(text: str) -> Iterator[str]:
    """The texts that `ignoring_case` matches."""
    choices = [(sign.lower(), sign.upper()) if sign.isascii() and sign.isalpha() else (sign,) for sign in text]
    return map("".join, product(*choices))


def regex_of_prefix(start: str, width: int = MAX_WIDTH) -> str | None:
    """A regular expression for all texts that begin with this one, ASCII letters in any case."""
    return _rust(concat([literal(start, True), ANY_TEXT]), width)


def matches_prefix(start: str, insensitive: bool = False) -> Callable[[str], bool]:
    """A function that returns whether a text begins with this one, with `insensitive` in any case."""
    wanted = start.lower() if insensitive else start
    return lambda text: (text.lower() if insensitive else text).startswith(wanted)


def matches_wildcard(pattern: str, insensitive: bool = False) -> Callable[[str], bool]:
    """A test whether a complete text matches a pattern of `*` and `?`."""
    return matcher(_wildcard(pattern, insensitive))


def matches_regexp(pattern: str, insensitive: bool = False) -> Callable[[str], bool]:
    """A test whether a complete text matches Lucene's pattern. EngineError for an invalid one."""
    return matcher(regexp(pattern, insensitive))


OPERATORS = {"INTERSECTION": "&", "COMPLEMENT": "~", "EMPTY": "#", "ANYSTRING": "@", "INTERVAL": "<"}
"""The operators that a regular expression has only with this flag."""
REGEXP_PART = re.compile(r'\\.|"[^"]*"|\[\^?(?:\\.|.)(?:\\.|[^\]\\])*\]|.', re.DOTALL)
"""An escaped character, a quoted text, a class, or another character."""


def with_flags(pattern: str, flags: str) -> str:
    """The pattern with a backslash before each operator that `flags`, such as `EMPTY|INTERVAL`, does not enable."""
    names = flags.upper().split("|")
    decisive = next((name for name in names if name in ("ALL", "NONE")), None)
    if not flags or decisive == "ALL":
        return pattern
    names = [] if decisive == "NONE" else names
    literals = {sign for name, sign in OPERATORS.items() if name not in names}
    return "".join(f"\\{part}" if part in literals else part for part in REGEXP_PART.findall(pattern))


LAST_OF_WIDTH = {1: 0x7F, 2: 0x7FF, 3: 0xFFFF, MAX_WIDTH: LAST_CODE}
"""The last code point of each width. An automaton of ASCII has a seventh of the states of one of all characters."""
WILDCARD = re.compile(r"\\.|[*?]+|.", re.DOTALL)
"""An escaped character, a run of signs, a character."""


def _wildcard(pattern: str, insensitive: bool) -> Node:
    """The language of a wildcard. An empty one matches nothing; escaped characters keep their case."""
    parts: list[Node] = []
    for item in WILDCARD.findall(pattern):
        if item[0] in "*?":  # `*?**` is `?*`: more stars would be more states
            parts += [ANY] * item.count("?") + [ANY_TEXT] * ("*" in item)
        else:
            parts.append(literal(item[-1], insensitive and len(item) == 1))
    return concat(parts) if parts else NOTHING


def _rust(node: Node, width: int) -> str | None:
    node = up_to_code(node, LAST_OF_WIDTH[width])
    return None if node == NOTHING else as_regexp(node, _rust_set, Untranslatable)


def _rust_set(ranges: Ranges) -> str:
    if ranges == ANY[1]:
        return "(?s:.)"
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return _rust_character(ranges[0][0])
    return "[" + "".join(_rust_range(first, last) for first, last in ranges) + "]"


def _rust_range(first: int, last: int) -> str:
    return _rust_character(first) + ("" if first == last else "-" + _rust_character(last))


def _rust_character(code: int) -> str:
    character = chr(code)
    return character if character.isascii() and character.isalnum() else f"\\x{{{code:x}}}"
