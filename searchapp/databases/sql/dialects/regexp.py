"""Translates regular expressions of Lucene: into a function of Python, or into the syntax of a database.

`searcher("brca[12]")("brca1")` takes time linear in the text. `translated` makes a pattern
for PostgreSQL, MySQL and MariaDB, anchored at both ends and without backreferences.
"""

from collections.abc import Callable
from typing import Any

from ....engine import CreationError, automaton, parse_regexp
from ....errors import PipelineError, QueryTextError, quoted
from ....querystring.byte_cache import byte_cached

FUNCTION = "searchapp_matches"
SPECIAL = frozenset(r"\^$.|?*+()[]{}-&~#")


def check(pattern: str) -> automaton.Node:
    """The language of a pattern. Raises a 400 for a pattern that cannot be read."""
    try:
        return parse_regexp(pattern)
    except CreationError as error:
        raise QueryTextError(f"the regular expression /{quoted(pattern)}/ is wrong: {error.problem}") from error


@byte_cached(32 * 2**20, lambda pattern: 2**21)  # a test keeps its automaton, which grows with each step
def searcher(pattern: str) -> Callable[[str], bool]:
    """A function that tests whether a complete text matches. Raises EngineError for a pattern that is too complex."""
    return automaton.matcher(parse_regexp(pattern))


def matches(pattern: str, value: Any) -> bool | None:
    """Whether a value of SQLite is a text that matches the pattern; None for other values."""
    return searcher(pattern)(value) if isinstance(value, str) else None


def translated(pattern: str) -> str:
    """The pattern for a complete text. Raises a 400 for `~` and `&`, which databases do not have."""
    return f"^(?:{automaton.as_regexp(check(pattern), one_of, unsupported_operator)})$"


def one_of(ranges: automaton.Ranges) -> str:
    """The character class of some ranges, written as the negation if that is shorter."""
    if not ranges:
        raise unsupported_operator("#")
    if ranges == automaton.ANY[1]:
        return "."
    if ranges == ((ranges[0][0], ranges[0][0]),):
        return character(ranges[0][0])
    if ranges[-1][1] == automaton.LAST_CODE:
        _, ranges = automaton.characters(list(ranges), negated=True)
        return f"[^{''.join(between(*each) for each in ranges)}]"
    return f"[{''.join(between(*each) for each in ranges)}]"


def between(first: int, last: int) -> str:
    return character(first) + ("" if first == last else f"-{character(last)}")


def character(code: int) -> str:
    text = chr(code)
    return f"\\{text}" if text in SPECIAL else text


def unsupported_operator(_: str) -> PipelineError:
    summary = "q: regular expressions with ~, & and # cannot be asked of this database, join two of them by AND or NOT"
    return PipelineError(400, summary, {"keyword": "q"})
