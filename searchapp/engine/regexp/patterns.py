"""Wildcards and regular expressions of Elasticsearch as patterns of tantivy (Rust), or as tests in Python.

    regex_of_wildcard("a?b*")      regex_of_regexp("a.*")      ignoring_case("CDK2")     texts for `Query.regex_query`
    matches_wildcard("a?b*")("azb1")                           matches_regexp("~(a.*)")("b")

`regex_of_regexp` raises Untranslatable for what a pattern of Rust cannot say, `~` and `&`; `matches_regexp` takes all.
"""

import re
from collections.abc import Callable

from ..errors import EngineError
from .automaton import ANY, ANY_TEXT, NOTHING, Node, Ranges, concat, literal, matcher, written
from .parser import regexp


class Untranslatable(EngineError):
    """A pattern that only a walk over the terms can answer."""

    def __init__(self, what: str):
        super().__init__(400, "query_shard_exception", f"failed to create query: unsupported regexp: {what}")


def regex_of_wildcard(pattern: str, insensitive: bool = False) -> str:
    return _rust(_wildcard(pattern, insensitive))


def regex_of_regexp(pattern: str, insensitive: bool = False) -> str:
    return _rust(regexp(pattern, insensitive))


def ignoring_case(text: str) -> str:
    """Just this text, ASCII letters in any case, as Lucene has it."""
    return _rust(literal(text, True))


def regex_of_prefix(start: str) -> str:
    """All texts that begin with this one, ASCII letters in any case."""
    return _rust(concat([literal(start, True), ANY_TEXT]))


def matches_prefix(start: str, insensitive: bool = False) -> Callable[[str], bool]:
    return matcher(concat([literal(start, insensitive), ANY_TEXT]))


def matches_wildcard(pattern: str, insensitive: bool = False) -> Callable[[str], bool]:
    return matcher(_wildcard(pattern, insensitive))


def matches_regexp(pattern: str, insensitive: bool = False) -> Callable[[str], bool]:
    return matcher(regexp(pattern, insensitive))


NEVER = r"\x{10ffff}"
"""No text holds this code point, and tantivy has no pattern without a match."""
WILDCARD = re.compile(r"\\.|.", re.DOTALL)


def _wildcard(pattern: str, insensitive: bool) -> Node:
    """The language of a wildcard; an empty one matches nothing, and what is escaped keeps its case."""
    signs = {"*": ANY_TEXT, "?": ANY}
    items = WILDCARD.findall(pattern)
    parts = [signs.get(item) or literal(item[-1], insensitive and len(item) == 1) for item in items]
    return concat(parts) if parts else NOTHING


def _rust(node: Node) -> str:
    return written(node, _rust_set, Untranslatable)


def _rust_set(ranges: Ranges) -> str:
    if not ranges:
        return NEVER
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
