"""Names before a colon in a query text that are no fields: `HGNC:5` is then a text, and a warning says so."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from ..did_you_mean import did_you_mean
from ..errors import quoted
from .field_checks import CONTAINERS, MAX_WARNINGS, known_scope, type_of

Fields = Mapping[str, Mapping[str, Any]]

FIRST = r"""(?:[^\s+\-!():^\[\]"{}~*?\\/|&<>=]|\\.)"""
NEXT = r"""(?:[^\s!():^\[\]"{}~*?\\/]|\\.)"""
WORD = rf"{FIRST}{NEXT}*+"
NAMED = re.compile(
    rf"""\\.                                      # an escaped character
      | "(?:[^"\\]|\\.)*+"                        # a phrase
      | /(?:[^/\\]|\\.)*+/                        # a regular expression
      | [\[{{][^\]}}]*+[\]}}]                      # a range
      | (?P<name>{WORD})(?P<colon>\s*:)(?=\s*(?P<value>{FIRST}(?:{NEXT}|[*?])*+)?(?P<more>\s*:)?)
      | {WORD}""",
    re.VERBOSE | re.DOTALL,
)
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
EXISTS = "_exists_"


class Use(NamedTuple):
    """A name before a colon, or after `_exists_:`; where the colon stands, and whether a plain word follows it."""

    name: str
    colon: int
    is_plain: bool
    exists: bool = False


def uses(text: str) -> Iterator[Use]:
    """Every name of a field in a query text, outside phrases, ranges and regular expressions."""
    value_at = 0
    for match in NAMED.finditer(text):
        is_value = value_at and not text[value_at : match.start()].strip()
        value_at = match.end() if match["name"] is not None else 0
        if match["name"] is None or is_value:
            continue
        name, value = unescaped(match["name"]), match["value"]
        if name == EXISTS and value:
            yield Use(unescaped(value), match.end("colon") - 1, False, True)
        else:
            yield Use(name, match.end("colon") - 1, value is not None and match["more"] is None)


def unescaped(text: str) -> str:
    return ESCAPED.sub(r"\1", text)


def unknown_uses(found: Iterable[Use], fields: Fields) -> list[Use]:
    """The names that are neither fields nor what the database knows by itself; none when no field is known."""
    return [use for use in found if not is_known(use.name, fields)] if fields else []


def is_known(name: str, fields: Fields) -> bool:
    return name.startswith("_") or known_scope(name, fields)


def as_text(text: str, unknown: list[Use]) -> str:
    """The text in which an unknown name and the plain word after it are one word."""
    for use in reversed(unknown):
        if use.is_plain:
            text = f"{text[: use.colon]}\\{text[use.colon :]}"
    return text


def warnings_of(keyword: str, found: Iterable[Use], unknown: Iterable[Use], fields: Fields) -> list[str]:
    """What should be said of a query text: unknown names, and objects that are asked as if they were fields."""
    said = [warning(keyword, use, fields) for use in islice(unknown, MAX_WARNINGS)]
    objects = (use.name for use in found if not use.exists)
    said += [object_warning(keyword, name) for name in objects if type_of(name, fields) in CONTAINERS]
    return list(dict.fromkeys(said))[:MAX_WARNINGS]


def warning(keyword: str, use: Use, fields: Fields) -> str:
    name = quoted(use.name)
    hint = did_you_mean(name, fields)
    searched = "; searched as text" if keyword == "q" and use.is_plain else ""
    return f"{keyword}: no field is named {name}{hint}{searched}"


def object_warning(keyword: str, name: str) -> str:
    return f"{keyword}: {name} is an object, which has no values itself"
