"""Translates regular expressions of Lucene for MongoDB. They match a complete value, or a word of a text.

Expressions that could block a server are a 400: MongoDB backtracks, so that repeats inside repeats, and many open
repeats, may never end.
"""

from itertools import pairwise
from typing import Any

from ....engine import CreationError, automaton, parse_regexp
from ....errors import PipelineError, QueryTextError

MAX_WAYS = 20_000
OPEN_WAYS = 100
"""The number of ways that an open repeat adds. Two such repeats are allowed, and one more at the end."""
MAX_CHARACTERS = 20_000
NEVER = "(?:(?!))"

NOT_ON_MONGO = "a mongo database cannot read ~ and & in regular expressions (embedded and elasticsearch can)"
TOO_MANY = (
    "a regular expression could take a mongo database too long: write at most two of * and + before a .* at the end, "
    "and none inside another, or use wildcards"
)


def condition_of(pattern: str, kind: str | None) -> dict[str, Any]:
    """The condition on a value, or on the words of a text. Raises a 400 for an expression that is too costly."""
    try:
        node = parse_regexp(pattern)
    except CreationError as error:
        raise QueryTextError(error.problem) from error
    text = as_pcre(node, kind == "text")
    if ways(without_end(node)) > MAX_WAYS or len(text) > MAX_CHARACTERS:
        raise refused(TOO_MANY)
    if kind == "text":
        return {"$regex": rf"\b{text}\b", "$options": "i"}
    return {"$regex": f"^{text}$", "$options": "s"}


def without_end(node: automaton.Node) -> automaton.Node:
    """The expression without `.*` at its end, which matches any rest without backtracking."""
    return ("cat", node[1][:-1]) if node[0] == "cat" and node[1] and node[1][-1] == automaton.ANY_TEXT else node


def ways(node: automaton.Node) -> int:
    """The maximum number of ways to match a text; a long repeat counts for a few."""
    kind = node[0]
    if kind == "set":
        return 1
    if kind == "cat":
        product = 1
        for part in node[1]:
            product = min(product * ways(part), MAX_WAYS + 1)
        return product
    if kind == "or":
        return sum(map(ways, node[1]))
    return ways_of_repeat(*node[1:])


def ways_of_repeat(inner: automaton.Node, least: int, most: int | None) -> int:
    """The number of ways of a repeat. A part that has several ways itself may only be optional."""
    one = ways(inner)
    if most == 1:
        return one + 1
    if one > 1 and (most is None or most > least or one**least > MAX_WAYS):
        return MAX_WAYS + 1
    return one**least if most == least else min(OPEN_WAYS, most - least + 1 if most is not None else OPEN_WAYS)


def as_pcre(node: automaton.Node, of_words: bool) -> str:
    """The expression in the syntax of PCRE and Python."""
    return automaton.as_regexp(node, lambda ranges: one_of(ranges, of_words), lambda _: refused(NOT_ON_MONGO))


def one_of(ranges: automaton.Ranges, of_words: bool) -> str:
    """The pattern of one character in these ranges; for words only of letters, digits and `_`."""
    if not ranges:
        return NEVER
    if ranges == automaton.ANY[1]:
        return r"\w" if of_words else "."
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return character(ranges[0][0])
    outside = [(low + 1, high - 1) for (_, low), (high, _) in pairwise(ranges)]
    # negated, so that [^a] does not match A where case is ignored
    negated = outside and ranges[0][0] == 0 and ranges[-1][1] == automaton.LAST_CODE
    shown = "".join(f"{character(first)}-{character(last)}" for first, last in (outside if negated else ranges))
    inside = f"[{'^' * bool(negated)}{shown}]"
    letters = all(chr(end).isalnum() for pair in ranges for end in pair)
    return rf"(?:(?=\w){inside})" if of_words and not letters else inside


def character(code: int) -> str:
    """The pattern of one character."""
    if 0xD800 <= code <= 0xDFFF:  # no text holds one
        code = 0xD7FF if code < 0xDC00 else 0xE000
    found = chr(min(code, automaton.LAST_CODE))
    return found if found.isalnum() or code > 127 else f"\\x{code:02x}"


def refused(summary: str) -> PipelineError:
    return PipelineError(400, summary, {"keyword": "q"})
