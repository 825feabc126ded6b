"""Reads a query that consists of words, of one phrase, or of words whose last one is incomplete (`canc*`).

Several of these texts may be joined by OR.
"""

from typing import NamedTuple

from ...querystring.errors import LuceneError
from ...querystring.parser import parse
from ...querystring.tokens import OPERATORS, Token, tokens, unescape
from ...querystring.tree import Clause, Group, Phrase, Prefix, Text

WORDS = {"TERM", "LPAREN", "RPAREN"}
"""The tokens of plain words, which may have parentheses around them."""

MAX_LENGTH = 300
"""The maximum length of a text that is compared with names, which are shorter."""

MAX_ALTERNATIVES = 5
"""The maximum number of texts joined by OR that are compared with names: each costs as much as one query."""


class Typed(NamedTuple):
    """The text with one blank between words; `begun` if a star follows, `field` if one is named."""

    text: str
    begun: bool = False
    field: str | None = None


def read_typed(q: str) -> Typed | None:
    """The typed text; None for a query with other signs. The database orders the hits of such a query."""
    if len(q) > MAX_LENGTH:
        return None
    if q.isalnum() and q not in OPERATORS:
        return Typed(q)
    try:
        return typed_of(q, tokens(q)[:-1])
    except LuceneError:
        return None


def typed_of(q: str, found: list[Token]) -> Typed | None:
    """The typed text by its tokens. LuceneError for a wrong escape."""
    match [kind for kind, _, _ in found]:
        case ["QUOTED"]:
            return Typed(without_escapes(q.strip()[1:-1]))
        case ["TERM", "COLON", "PREFIXTERM"]:
            return Typed(without_escapes(found[2][1][:-1]), True, without_escapes(found[0][1]))
        case [*kinds, "PREFIXTERM"] if {*kinds} <= WORDS and are_words(found):
            return Typed(without_escapes(q.strip()[:-1]), True)
        case kinds if kinds and {*kinds} <= WORDS and are_words(found):
            return Typed(without_escapes(q))
    return None


def alternatives(q: str) -> list[Typed]:
    """The texts of `BRCA1 OR BRCA2`, or of `(breast cancer) OR (crest cancer)`; empty for other queries."""
    if ("OR" not in q and "||" not in q) or len(q) > MAX_ALTERNATIVES * MAX_LENGTH:
        return []
    try:
        tree = parse(q)
    except LuceneError:
        return []
    if not isinstance(tree, Group) or len(tree.clauses) > MAX_ALTERNATIVES:
        return []
    if any(clause.conjunction != "OR" for clause in tree.clauses[1:]):
        return []
    found = [text_of(clause) for clause in tree.clauses]
    return [text for text in found if text] if all(found) else []


def text_of(clause: Clause) -> Typed | None:
    """The text of a clause without a sign and without a field, without the star at its end; None for others."""
    match clause:
        case Clause(_, "", Text(None, text) | Phrase(None, text, None)) if text:
            return Typed(text)
        case Clause(_, "", Prefix(None, text)) if text:
            return Typed(text, True)
        case Clause(_, "", Group((Clause("", "", Text(None, words)), Clause("", "", Prefix(None, text))))) if text:
            return Typed(f"{words} {text}", True)
    return None


def are_words(found: list[Token]) -> bool:
    """Whether no token is a comparison such as `>5`."""
    return not any(image[0] in "<>" for _, image, _ in found)


def without_escapes(text: str) -> str:
    """The text of a query string without escapes, with one blank between words."""
    return " ".join(unescape(text, 0).split())
