"""Unknown field names in a query text: `HGNC:5` is searched as text if no field is named HGNC, with a warning."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Any, NamedTuple

from ..did_you_mean import MAX_COMPARED, hint, nearest
from ..errors import quoted
from ..querystring.errors import LuceneError
from ..querystring.field_types import CONTAINERS, NUMBER_TYPES
from ..querystring.parser import EXISTS_FIELD
from ..querystring.tokens import Token, tokens, unescape
from ..querystring.writing import escaped_name
from .field_checks import MAX_WARNINGS, known_scope, type_of

Fields = Mapping[str, Mapping[str, Any]]

WORDS = ("TERM", "PREFIXTERM", "WILDTERM")
NO_WORD = "<>=|&*?"
"""First characters of values that are comparisons, operators or patterns."""


MISSING = "_missing_"
"""The opposite of `_exists_` in old versions of Elasticsearch and in requests to BioThings."""

ALWAYS_KNOWN = ("_id", "_ignored", "_index", "_routing", EXISTS_FIELD, MISSING)
"""Names that are never warned of as unknown: Elasticsearch searches them in every collection."""

NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
DATE = re.compile(r"-?\d{4,}(\Z|[-T|])|now|-?\d+\Z")
"""The start of a date, of a calculation with dates, or a number of seconds."""
SLASHED = re.compile(r"[<>=]*(\d{1,4}/\d{1,2}/\d{1,4})")
"""A date such as 31/12/2024, in which the syntax has a regular expression."""
DAY = re.compile(r"\d{4}-\d\d-\d\d")

NETWORK = re.compile(r"[0-9a-fA-F:]*[.:][0-9a-fA-F:.]*/\d{1,3}")
"""A network of addresses, such as `10.0.0.0/8`."""


class Use(NamedTuple):
    """A field name in a query text. `colon` is its position, `is_plain` says that a plain word follows it, `word`.

    The value after the colon is a text in quotes (`phrase`), the ends of a range or of a comparison such as `>5`
    (`ends`), or a word with a wildcard (`pattern`). `before` is the end of the text before the colon.
    """

    name: str
    colon: int
    is_plain: bool
    exists: bool = False
    word: str = ""
    phrase: str = ""
    ends: tuple[str, ...] = ()
    before: str = ""
    pattern: str = ""


def uses(text: str) -> list[Use]:
    """Every name of a field in a query text, outside phrases, ranges and regular expressions.

    Nothing for a text with a wrong sign or escape, whose error the parser reports.
    """
    try:
        return [*uses_of(tokens(text), text)]
    except LuceneError:
        return []


def uses_of(found: list[Token], text: str) -> Iterator[Use]:
    """The names of fields among the tokens of a text. LuceneError for a wrong escape."""
    before, end = "", ("EOF", "", len(text))
    every = zip(found, found[1:], [*found[2:], end], [*found[3:], end, end], strict=False)
    for place, (token, colon, value, more) in enumerate(every):
        if token[0] == "TERM" and colon[0] == "COLON" and before != "COLON":
            is_word = value[0] in WORDS and value[1][0] not in NO_WORD
            name = unescape(token[1], token[2])
            if name == EXISTS_FIELD and is_word:
                yield Use(unescape(value[1], value[2]), colon[2], False, True)
            else:
                is_plain = is_word and more[0] != "COLON"
                is_term = is_plain and value[0] == "TERM"
                phrase = unescape(value[1][1:-1], value[2]) if value[0] == "QUOTED" else ""
                word = unescape(value[1], value[2]) if is_term else ""
                ends = ends_of(value, found[place + 3 : place + 6])
                if more[0] == "REGEXPTERM" and (slashed := SLASHED.match(text, value[2])):
                    word, ends = (word and slashed[1]), (ends and (slashed[1],))
                start = text[max(0, colon[2] - MAX_COMPARED) : colon[2]]
                pattern = value[1] if (is_plain and not is_term) or value[0] == "REGEXPTERM" else ""
                yield Use(name, colon[2], is_plain, False, word, phrase, ends, start, pattern)
        before = token[0]


def ends_of(value: Token, after: Iterable[Token]) -> tuple[str, ...]:
    """The ends of the range that begins with a token before others, or the value of a comparison; empty without one."""
    if value[0] == "RANGE_START":
        ends = (token for token in after if token[0] in ("RANGE_GOOP", "RANGE_QUOTED"))
        return tuple(unescape(text.strip('"'), column) for _, text, column in ends)
    return (unescape(value[1].lstrip("<>="), value[2]),) if value[0] == "TERM" and value[1][0] in "<>" else ()


def unknown_uses(found: Iterable[Use], fields: Fields) -> list[Use]:
    """The names that are not fields and unknown to the database. Empty if no field is known."""
    listed = [*found] if fields else []
    known = {name: name in ALWAYS_KNOWN or known_scope(name, fields) for name in {use.name for use in listed}}
    return [use for use in listed if not known[use.name]]


def as_text(text: str, unknown: list[Use]) -> str:
    """The text in which an unknown name and the plain word after it are one word."""
    for use in reversed(unknown):
        if use.is_plain:
            text = f"{text[: use.colon]}\\{text[use.colon :]}"
    return text


def warnings_of(
    keyword: str, found: Iterable[Use], unknown: Iterable[Use], fields: Fields, said: Sequence[str] = ()
) -> list[str]:
    """The warnings about a query text: for unknown names, objects that are used as fields, and `_missing_`.

    Warnings in `said` are not repeated, and count for the maximum.
    """
    room = MAX_WARNINGS - len(said)
    new = {f"{keyword}: no field is named {quoted(use.name)}": use for use in unknown}
    heads = [head for head in new if not any(text.startswith((f"{head},", f"{head};")) for text in said)]
    added = [warning(head, keyword, new[head], fields) for head in islice(heads, max(room, 0))]
    objects = (use.name for use in found if not use.exists and type_of(use.name, fields) in CONTAINERS)
    added += [f"{keyword}: {name} is an object, which has no values itself" for name in objects]
    missing = (quoted(use.word) for use in found if use.name == MISSING and use.word)
    added += [f"{keyword}: there is no _missing_, write NOT _exists_:{name}" for name in missing]
    added += [wrong for use in found if (wrong := wrong_value(keyword, use, fields))]
    return list(dict.fromkeys(added))[:MAX_WARNINGS]


def wrong_value(keyword: str, use: Use, fields: Fields) -> str | None:
    """The warning about a value that its field cannot have: no number, no date, a pattern, a network.

    Also about comparisons of texts with numbers. None for other values.
    """
    kind, name = str(type_of(use.name, fields)), quoted(use.name)
    if NETWORK.fullmatch(use.word or use.phrase) and type_of(f"{use.name}.ip", fields) == "ip":
        return f'{keyword}: {name} has single addresses, write {use.name}.ip:"{use.word or use.phrase}"'
    given = [one for one in (use.word, use.phrase, *use.ends) if one and one != "*"]
    if use.ends and all(map(NUMBER.fullmatch, given)) and type_of(f"{use.name}.number", fields) == "double":
        return f"{keyword}: {name} is compared as a text, write {use.name}.number"
    if kind not in NUMBER_TYPES and (kind != "date" or "format" in fields.get(use.name, {})):
        return None
    if use.pattern:
        usual = "[1 TO 5]" if kind in NUMBER_TYPES else "[2024-01 TO 2024-12]"
        return f"{keyword}: {name} has no texts, so {quoted(use.pattern)} finds nothing: write a range such as {usual}"
    if kind in NUMBER_TYPES:
        wrong = next((one for one in given if not NUMBER.fullmatch(one)), None)
        return wrong and f"{keyword}: {name} holds numbers, but {quoted(wrong)} is not a number"
    wrong = next((one for one in given if not is_date(one)), None)
    if wrong and DAY.match(wrong):
        return f"{keyword}: {name} has dates, but the calendar has no {quoted(wrong)}"
    return wrong and f"{keyword}: {name} has dates such as 2024-12-31, not {quoted(wrong)}"


def incomplete_ids(keyword: str, found: Iterable[Use]) -> list[str]:
    """The warning about patterns and ranges of `_id`, for a database that finds complete ids only."""
    has_any = any(use.name == "_id" and (use.pattern or use.ends) for use in found)
    return [f"{keyword}: patterns and ranges find nothing in _id: write complete ids"] if has_any else []


def is_date(text: str) -> bool:
    """Whether a text begins with a date that exists, or with another form of a time."""
    day = DAY.match(text)
    try:
        # Python has no year 0, which is a leap year
        return bool(date.fromisoformat(re.sub("^0000", "2000", day[0])) if day else DATE.match(text))
    except ValueError:
        return False


def near_field(use: Use, fields: Fields) -> str | None:
    """The field whose name with blanks is before the colon, else the one with the most similar name.

    `IMDB Rating:>8` uses the field `IMDB Rating`, although its name is Rating in the syntax of queries.
    """
    before = use.before.lower()
    names = (name for name in fields if " " in name and before.endswith(name.lower()))
    return max(names, key=len, default=None) or nearest(use.name, fields)


def warning(head: str, keyword: str, use: Use, fields: Fields) -> str:
    """The warning about an unknown name, with the nearest known one."""
    searched = "; searched as text" if keyword == "q" and use.is_plain else ""
    return f"{head}{hint(near_field(use, fields), escaped_name)}{searched}"
