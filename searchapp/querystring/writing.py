"""Writes parts of a query text, which the parser reads back with the same meaning."""

import re

from .errors import LuceneError
from .parser import EXISTS_FIELD, comparison, parse
from .tree import Exists, Phrase, Range, Text

SYNTAX = re.compile(r'[\\+\-!():^\[\]"{}~*?|&/]')
NAME_SIGNS = re.compile(r"([^\w.-]|^-)")
PHRASE_SIGNS = re.compile(r'(["\\])')
WILDCARD_SIGNS = re.compile(r"[\\*?]")
PLAIN_END = re.compile(r"""[^\s\[\]{}"]+""")
"""The end of a range that needs no quotes."""
FOLDED_SIGNS = "«»\u2010-\u2bff\u2e00-\u2e7f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
"""Signs that a normalizer may replace by one of ASCII: `“`, `（`, `＊`."""
REGEXP_SIGNS = re.compile(rf'[.?+*|{{}}\[\]()"\\#@&<>~^${FOLDED_SIGNS}-]')

Atom = Phrase | Range | Exists
"""The part of a filter: a value, a range or the presence of a field."""


def escaped(text: str) -> str:
    """The query string with every character of the syntax escaped, as for the option `escape`."""
    return SYNTAX.sub(r"\\\g<0>", text)


def escaped_name(name: str) -> str:
    """The name of a field before a colon, with its blanks escaped."""
    return escaped(name).replace(" ", r"\ ")


def field_text(name: str) -> str:
    """The name before a colon of a query text, with `\\` before the signs that mean something there."""
    return NAME_SIGNS.sub(r"\\\1", name)


def phrase_text(text: str) -> str:
    """The query text for exactly this text."""
    return '"' + PHRASE_SIGNS.sub(r"\\\1", text) + '"'


def wildcard_text(text: str) -> str:
    """The wildcard pattern that matches this text only."""
    return WILDCARD_SIGNS.sub(r"\\\g<0>", text)


def regexp_text(text: str) -> str:
    """The regular expression of the search engines that matches this text only."""
    return REGEXP_SIGNS.sub(r"\\\g<0>", text)


def end_text(value: str) -> str:
    """The end of a range, open if it is empty, and quoted if it has syntax in it."""
    return "*" if not value else value if PLAIN_END.fullmatch(value) else phrase_text(value)


def exists_text(name: str) -> str:
    """The query text that finds the documents with a value in the field."""
    return f"{EXISTS_FIELD}:{field_text(name)}"


def atom_text(atom: Atom) -> str:
    """The query text of an atom that names a field; the ends of a range are written without quotes."""
    name = field_text(atom.field or "")
    match atom:
        case Exists():
            return f"{EXISTS_FIELD}:{name}"
        case Phrase(_, text):
            return f"{name}:{phrase_text(text)}"
        case Range(_, low, high, include_low, include_high):
            opening, closing = "[" if include_low else "{", "]" if include_high else "}"
            return f"{name}:{opening}{'*' if low is None else low} TO {'*' if high is None else high}{closing}"


def is_word(text: str) -> bool:
    """Whether a query text is one plain word without syntax."""
    try:
        node = parse(text)
    except LuceneError:
        return False
    return node == Text(None, text) and len(text.split()) == 1 and comparison(None, text) is None
